// Compares values with the types of relax, and gives symbols their values.
#include "TypeMatch.h"

#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax::reference {

bool TypeMatch::reject(const Twine &why) {
  reason = why.str();
  return false;
}

bool TypeMatch::addSizes(ArrayRef<SymExprAttr> expected,
                         ArrayRef<int64_t> found) {
  if (expected.size() != found.size())
    return reject("the rank is " + Twine(found.size()) + ", expected " +
                  Twine(expected.size()));
  for (auto [axis, pair] : llvm::enumerate(llvm::zip(expected, found))) {
    auto [expression, size] = pair;
    if (!expression)
      continue;
    if (expression.isSymbol()) {
      auto name =
          StringAttr::get(expression.getContext(), expression.getSymbol());
      // The first place where a symbol stands alone gives it its value; all
      // others are compared with it, whatever their order.
      if (undefined.erase(name)) {
        // A number of a shape may be negative, a size is not.
        if (size < 0)
          return reject("dimension " + Twine(axis) + " is " + Twine(size) +
                        ", expected 0 or more");
        const Program &program = *machine.getFrame().program;
        machine.scalars[program.symbols.lookup(name)].i = size;
        continue;
      }
    }
    waiting.push_back({expression, size, axis});
  }
  return true;
}

bool TypeMatch::addTensor(TensorType type, const Datum &value) {
  const Tensor *tensor = value.getTensor();
  if (!tensor)
    return reject("found " + value.describe());
  const View &view = *tensor->view;
  if (!isUnknownElement(type.getElementType()) &&
      type.getElementType() != view.element.type)
    return reject("found " + value.describe());
  if (auto ranked = dyn_cast<RankedTensorType>(type))
    return addSizes(getDims(ranked), view.sizes);
  return true;
}

bool TypeMatch::add(Type type, const Datum &value) {
  if (auto tensor = dyn_cast<TensorType>(type))
    return addTensor(tensor, value);
  if (auto shape = dyn_cast<ShapeType>(type)) {
    if (!value.getShape())
      return reject("found " + value.describe());
    return !shape.hasRank() ||
           addSizes(shape.getDimsOrUnknown(), value.getShape()->sizes);
  }
  if (auto tuple = dyn_cast<TupleType>(type)) {
    const Tuple *fields = value.getTuple();
    if (!fields || fields->fields.size() != tuple.size())
      return reject("found " + value.describe());
    for (auto [field, fieldType] : llvm::zip(fields->fields, tuple.getTypes()))
      if (!add(fieldType, field))
        return false;
    return true;
  }
  if (isa<CallableType>(type) && !value.getClosure())
    return reject("found " + value.describe());
  if (type.isIntOrIndexOrFloat() &&
      (!value.getNumber() || value.getNumber()->element.type != type))
    return reject("found " + value.describe());
  return true;
}

bool TypeMatch::finish() {
  for (const Waiting &size : waiting) {
    std::optional<int64_t> expected = machine.evaluate(size.expected);
    if (expected && *expected == size.found)
      continue;
    std::string text;
    llvm::raw_string_ostream os(text);
    size.expected.printExpr(os);
    if (!expected)
      os << ", which has no value";
    else if (!size.expected.getConstant())
      os << " = " << *expected;
    return reject("dimension " + Twine(size.axis) + " is " + Twine(size.found) +
                  ", expected " + text);
  }
  return true;
}

Tensor *getLiveTensor(Machine &machine, const Instruction *at,
                      const Datum &value) {
  Tensor *tensor = value.getTensor();
  if (!tensor) {
    machine.fail(at, "expects a tensor, found " + value.describe());
    return nullptr;
  }
  StringRef end = tensor->getEnd();
  if (!end.empty()) {
    machine.fail(at, "uses a tensor after it was " + end +
                         ", expected before its end");
    return nullptr;
  }
  return tensor;
}

std::optional<SmallVector<int64_t, 4>> evaluateSizes(Machine &machine,
                                                     Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return std::nullopt;
  SmallVector<int64_t, 4> sizes;
  for (SymExprAttr dim : getDims(tensor)) {
    std::optional<int64_t> size = machine.evaluate(dim);
    if (!size)
      return std::nullopt;
    sizes.push_back(*size);
  }
  return sizes;
}

std::optional<SmallVector<int64_t, 4>>
getSizesOrFail(Machine &machine, Type type, const Instruction *at) {
  std::optional<SmallVector<int64_t, 4>> sizes = evaluateSizes(machine, type);
  if (sizes)
    return sizes;
  std::string text;
  llvm::raw_string_ostream(text) << type;
  machine.fail(at, "makes a tensor of type " + text +
                       ", expected sizes that have a value here");
  return std::nullopt;
}

} // namespace mlir::relax::reference
