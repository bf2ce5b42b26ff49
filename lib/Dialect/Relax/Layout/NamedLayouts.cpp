// Operators with attributes such as `data_layout = "NHWC"`.
#include "LayoutRules.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::relax {

/// The places of a layout: `NCHW4c` has N, C, H, W and 4c.
static SmallVector<StringRef> getParts(StringRef layout) {
  SmallVector<StringRef> parts;
  while (!layout.empty()) {
    size_t length = layout.find_if_not(llvm::isDigit);
    length = std::min(layout.size(),
                      length == StringRef::npos ? length : length + 1);
    parts.push_back(layout.take_front(length));
    layout = layout.drop_front(length);
  }
  return parts;
}

/// Whether no axis is split into blocks.
static bool isPlain(StringRef layout) {
  return llvm::all_of(layout, llvm::isUpper);
}

/// The text of an attribute; empty if the op has none of this name.
static StringRef getText(Operation *op, StringRef name) {
  auto text = dyn_cast_or_null<StringAttr>(
      op->getInherentAttr(name).value_or(Attribute()));
  return text ? text.getValue() : StringRef();
}

/// The attribute that names the layout of the first operand.
static StringRef getDataName(Operation *op) {
  return op->getInherentAttr("data_layout") ? "data_layout" : "layout";
}

static void setText(Operation *op, StringRef name, StringRef text,
                    LayoutPlan &plan) {
  Builder builder(op->getContext());
  plan.attributes.push_back(
      builder.getNamedAttr(name, builder.getStringAttr(text)));
}

LogicalResult carryNamedLayout(Operation *op, LayoutPlan &plan) {
  AxisList order = plan.operands.front();
  StringRef name = getDataName(op), layout = getText(op, name);
  SmallVector<StringRef> parts = getParts(layout);
  if (order.empty() || parts.size() != order.size())
    return failure();
  std::string carried;
  for (int64_t axis : order)
    carried += parts[axis];
  for (AxisList &other : llvm::drop_begin(plan.operands))
    other.clear();
  setText(op, name, carried, plan);
  StringRef out = getText(op, "out_layout");
  if (!out.empty() && out != layout)
    return success();
  if (!out.empty())
    setText(op, "out_layout", carried, plan);
  plan.results.front() = order;
  return success();
}

/// The order that makes a layout of this name of one as it is written.
static FailureOr<AxisList> getOrder(Operation *op, StringRef written,
                                    StringRef wanted) {
  AxisList order;
  for (char axis : wanted)
    order.push_back(written.find(axis));
  AxisList sorted(order);
  llvm::sort(sorted);
  if (wanted.size() != written.size() || !getSimplified(sorted).empty())
    return op->emitOpError("expects the axes of \"")
           << written << "\", each once and without blocks, found \"" << wanted
           << "\"";
  return getSimplified(order);
}

LogicalResult chooseNamedLayout(Operation *op, ArrayRef<StringRef> layouts,
                                LayoutPlan &plan) {
  StringRef name = getDataName(op), written = getText(op, name);
  StringRef kernel = getText(op, "kernel_layout");
  StringRef out = getText(op, "out_layout");
  bool hasKernel = !kernel.empty();
  bool hasOut = op->getInherentAttr("out_layout").has_value();
  size_t most = 1 + hasKernel + hasOut;
  if (layouts.size() > most)
    return op->emitOpError("expects at most ")
           << most << " layouts, found " << layouts.size();
  plan = LayoutPlan(op, SmallVector<AxisList>(op->getNumOperands()));
  if (!isPlain(written) || !isPlain(kernel) || !isPlain(out))
    return success();

  FailureOr<AxisList> order = getOrder(op, written, layouts.front());
  if (failed(order))
    return failure();
  plan.operands.front() = *order;
  setText(op, name, layouts.front(), plan);
  if (hasKernel && layouts.size() > 1) {
    if (failed(order = getOrder(op, kernel, layouts[1])))
      return failure();
    plan.operands[1] = *order;
    setText(op, "kernel_layout", layouts[1], plan);
  }
  StringRef wanted = layouts.size() == most ? layouts.back() : layouts.front();
  if (failed(order = getOrder(op, out.empty() ? written : out, wanted)))
    return failure();
  plan.results.front() = *order;
  if (hasOut && (!out.empty() || wanted != layouts.front()))
    setText(op, "out_layout", wanted, plan);
  return success();
}

} // namespace mlir::relax
