// Give operators the layouts that are asked for, and carry these to the next.
#include "FirstUse.h"
#include "KeptLayout.h"
#include "SplitLayout.h"

#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/Layout/LayoutInterface.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::relax {
#define GEN_PASS_DEF_CONVERTLAYOUTPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

namespace {

/// The layouts that operators shall have, by the operators' names.
using DesiredLayouts = llvm::StringMap<SmallVector<StringRef>>;

/// Changes the layouts in one region. A value in another order stands beside
/// one in the order it was written in, which is made of it and goes again if
/// nothing uses it. The written value is always made, so that ops that know no
/// layout need no case here. The permutations that turn out unused are erased
/// at the end, which is simpler than asking in advance who will use what, and
/// linear.
class LayoutConverter {
public:
  explicit LayoutConverter(const DesiredLayouts &desired) : desired(desired) {}

  /// Fails after an error about a layout that cannot be.
  LogicalResult convert(DataflowOp region);
  bool hasChanged() const { return changed; }

private:
  /// A tensor in another order of axes.
  struct Held {
    Value value;
    AxisList order;
  };

  AxisList getOrder(Value written) const;
  Value getIn(OpBuilder &builder, Value written, ArrayRef<int64_t> order);
  FailureOr<LayoutPlan> plan(Operation *op);
  void remake(Operation *op, const LayoutPlan &plan);

  const DesiredLayouts &desired;
  /// By the value in the written order. A MapVector, since the reversed walk at
  /// the end has to meet users before what they use.
  llvm::MapVector<Value, Held> held;
  /// What was made of a value, for later users. Without this each user that
  /// wants a third order would permute anew; `cse` comes later, but the plan
  /// asks now.
  DenseMap<Value, SmallVector<Held>> permuted;
  bool changed = false;
};

} // namespace

/// The type with axis `axes[i]` at place `i`.
static Type permute(Type type, ArrayRef<int64_t> axes) {
  auto tensor = cast<RankedTensorType>(type);
  SmallVector<SymExprAttr> dims = getDims(tensor), moved;
  for (int64_t axis : axes)
    moved.push_back(dims[axis]);
  return getTensorType(moved, tensor.getElementType(), getVDevice(tensor));
}

/// The same for a value.
static Value permute(OpBuilder &builder, Value value, ArrayRef<int64_t> axes) {
  return PermuteDimsOp::create(builder, value.getLoc(),
                               permute(value.getType(), axes), value,
                               builder.getDenseI64ArrayAttr(axes));
}

AxisList LayoutConverter::getOrder(Value written) const {
  auto found = held.find(written);
  return found == held.end() ? AxisList() : found->second.order;
}

/// A value in another order than it was written in.
Value LayoutConverter::getIn(OpBuilder &builder, Value written,
                             ArrayRef<int64_t> order) {
  auto found = held.find(written);
  if (order.empty() || (found != held.end() && found->second.order == order))
    // The order in which axes stand now is composed with the one wanted, so two
    // permutations never follow each other.
    return order.empty() ? written : found->second.value;
  SmallVector<Held> &made = permuted[written];
  for (const Held &other : made)
    if (other.order == order)
      return other.value;
  Held source = found == held.end() ? Held{written, {}} : found->second;
  Value value = permute(
      builder, source.value,
      getPermutation(source.order, order, static_cast<int64_t>(order.size())));
  made.push_back({value, AxisList(order)});
  return value;
}

/// How an op shall take its operands: as it does if nothing else is asked for.
/// A layout asked for by name is an error if impossible, since the person
/// asked; one that would only be carried on is given up in silence.
FailureOr<LayoutPlan> LayoutConverter::plan(Operation *op) {
  SmallVector<AxisList> orders = llvm::map_to_vector(
      op->getOperands(), [&](Value operand) { return getOrder(operand); });
  LayoutPlan asWritten(op, SmallVector<AxisList>(op->getNumOperands()));
  auto layout = dyn_cast<LayoutInterface>(op);
  if (!layout || op->hasAttr(kKeepsLayout))
    return asWritten;
  LayoutPlan plan(op, orders);
  if (auto found = desired.find(op->getName().getStringRef());
      found != desired.end()) {
    if (failed(layout.chooseLayout(found->second, plan)))
      return failure();
  } else if (llvm::all_of(orders, [](auto &order) { return order.empty(); }) ||
             failed(layout.carryLayout(plan))) {
    return asWritten;
  }
  // `fits` sees what the model cannot: an operand or result without a rank has
  // no axes to move.
  return plan.fits(op) ? plan : asWritten;
}

/// Puts an op in place of `op` that follows a plan.
void LayoutConverter::remake(Operation *op, const LayoutPlan &plan) {
  OpBuilder builder(op);
  SmallVector<Value> operands;
  for (auto [operand, order] : llvm::zip(op->getOperands(), plan.operands))
    operands.push_back(getIn(builder, operand, order));
  // The clone keeps the attributes and the location. Its result types are wrong
  // until they are set below, so nothing may verify in between.
  Operation *made = builder.clone(*op);
  made->setOperands(operands);
  for (NamedAttribute attribute : plan.attributes)
    made->setAttr(attribute.getName(), attribute.getValue());
  for (auto [result, old, order] :
       llvm::zip(made->getResults(), op->getResults(), plan.results)) {
    Value written = result;
    if (!order.empty()) {
      result.setType(permute(old.getType(), order));
      written = permute(builder, result, getInverse(order));
      // The declared type of the result stays, even where the permutation's
      // inferred one would be more precise: users were checked against it.
      written.setType(old.getType());
      held.insert({written, {result, order}});
    }
    old.replaceAllUsesWith(written);
  }
  op->erase();
}

LogicalResult LayoutConverter::convert(DataflowOp region) {
  // The walk is in order, hence the operands' orders are known. The ops that
  // `remake` adds stand before the current one and are not met again.
  for (Operation &op : llvm::make_early_inc_range(region.getBody().front())) {
    if (auto layouts = desired.find(op.getName().getStringRef());
        layouts != desired.end() && splitsAxes(layouts->second)) {
      FailureOr<bool> split = splitLayouts(&op, layouts->second);
      if (failed(split))
        return failure();
      changed |= *split;
      continue;
    }
    FailureOr<LayoutPlan> found = plan(&op);
    if (failed(found))
      return failure();
    auto isOther = [](const AxisList &order) { return !order.empty(); };
    if (llvm::none_of(found->operands, isOther) &&
        llvm::none_of(found->results, isOther))
      continue;
    remake(&op, *found);
    changed = true;
  }
  // From the end: a written value that only another written value uses goes
  // with it.
  for (auto &[written, other] : llvm::reverse(held))
    sinkToFirstUse(written.getDefiningOp());
  return success();
}

namespace {
struct ConvertLayoutPass : impl::ConvertLayoutPassBase<ConvertLayoutPass> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    registerLayouts(registry);
  }
  void runOnOperation() override;

private:
  FailureOr<DesiredLayouts> readOptions();
};
} // namespace

/// Whether there is an operator of this name that has a layout.
static bool hasLayout(MLIRContext *context, StringRef name) {
  std::optional<RegisteredOperationName> info =
      RegisteredOperationName::lookup(name, context);
  auto *order = info ? info->getInterface<AxisOrderInterface>() : nullptr;
  return order && order->getAxisOrder() == AxisOrder::Named;
}

FailureOr<DesiredLayouts> ConvertLayoutPass::readOptions() {
  DesiredLayouts desired;
  for (StringRef entry : desiredLayouts) {
    SmallVector<StringRef> parts;
    entry.split(parts, ':');
    if (parts.size() < 2 || llvm::is_contained(parts, ""))
      return getOperation().emitError(
                 "expects entries of 'desired-layouts' like "
                 "relax.nn.conv2d:NHWC:OHWI, found \"")
             << entry << '"';
    if (!hasLayout(&getContext(), parts.front()))
      return getOperation().emitError(
                 "expects entries of 'desired-layouts' to begin with an "
                 "operator that has a layout, such as relax.nn.conv2d, found "
                 "\"")
             << parts.front() << '"';
    desired[parts.front()] = SmallVector<StringRef>(llvm::drop_begin(parts));
  }
  return desired;
}

void ConvertLayoutPass::runOnOperation() {
  FailureOr<DesiredLayouts> desired = readOptions();
  if (failed(desired))
    return signalPassFailure();
  bool changed = false;
  // One converter per region. A region is isolated from layouts outside: its
  // results are in the written order.
  WalkResult walk = getOperation()->walk([&](DataflowOp region) {
    LayoutConverter converter(*desired);
    LogicalResult result = converter.convert(region);
    changed |= converter.hasChanged();
    return WalkResult(result);
  });
  if (walk.wasInterrupted())
    return signalPassFailure();
  if (!changed)
    markAllAnalysesPreserved();
}

} // namespace mlir::relax
