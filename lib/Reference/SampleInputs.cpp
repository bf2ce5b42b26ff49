// Inputs for a function, made from its signature.
#include "SampleInputs.h"

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/TIR.h"

#include <limits>

namespace mlir::relax::reference {

/// The size of a symbol, or of a dimension that nobody names.
int64_t SampleInputs::getSize(SymExprAttr expression) {
  // Some sizes of each kind: unequal, equal, one, none.
  // Equal sizes hide exchanged axes, size one hides broadcasts that are
  // missing, and size none shows reductions of nothing.
  static constexpr int64_t kSizes[][4] = {
      {3, 5, 2, 4}, {4, 4, 4, 4}, {1, 1, 1, 1}, {0, 2, 1, 3}};
  if (!expression)
    return kSizes[trial][1];
  std::optional<int64_t> value =
      expression.evaluate([&](StringAttr symbol) -> std::optional<int64_t> {
        size_t number = sizes.size() % 4;
        return sizes.try_emplace(symbol, kSizes[trial][number]).first->second;
      });
  return std::max<int64_t>(value.value_or(1), 0);
}

Scalar SampleInputs::makeScalar(const Element &element) {
  uint64_t bits = generator();
  Scalar value;
  value.u = 0;
  if (!element.isFloat()) {
    // Places in tensors are small, and may be negative.
    int64_t number = trial == 0 ? static_cast<int64_t>(bits % 8) - 2
                                : static_cast<int64_t>(bits % 2);
    value.i = signExtend(static_cast<uint64_t>(number), element.bits);
    return value;
  }
  // Sums and products of a few quarters are exact.
  // So that results are compared bit by bit: another order of a sum gives the
  // same.
  double number = (static_cast<double>(bits % 17) - 8) / 4;
  // What is not a number has to stay so.
  // In one trial only, as one NaN in a sum hides all else in it.
  if (trial == 1 && (bits >> 32) % 16 == 0)
    number = (bits >> 40) % 2 ? std::numeric_limits<double>::infinity()
                              : std::numeric_limits<double>::quiet_NaN();
  if (element.kind == Element::Kind::F64)
    value.d = number;
  else
    value.f = roundTo(element, static_cast<float>(number));
  return value;
}

std::optional<Datum> SampleInputs::makeTensor(ArrayRef<SymExprAttr> dims,
                                              Type type) {
  if (isUnknownElement(type))
    type = Float32Type::get(type.getContext());
  std::optional<Element> element = Element::of(type);
  if (!element) {
    reason = "the interpreter does not have its dtype";
    return std::nullopt;
  }
  SmallVector<int64_t> shape;
  for (SymExprAttr dim : dims)
    shape.push_back(getSize(dim));
  std::optional<int64_t> bytes = getCompactBytes(shape, *element);
  constexpr int64_t kMaxBytes = int64_t(1) << 26;
  ViewRef view =
      bytes && *bytes <= kMaxBytes ? makeView(shape, *element) : nullptr;
  if (!view) {
    reason = "an input is too large";
    return std::nullopt;
  }
  uint8_t *data = view->memory->getData();
  for (int64_t i = 0, count = view->getNumElements(); i < count; ++i)
    element->store(data + i * element->bytes, makeScalar(*element));
  view->memory->setInitialized(0, view->memory->getSize());
  return Datum(Tensor{view, {}});
}

std::optional<Datum> SampleInputs::makeValue(Type type) {
  if (auto tensor = dyn_cast<TensorType>(type)) {
    auto ranked = dyn_cast<RankedTensorType>(type);
    SmallVector<SymExprAttr> dims(2);
    if (ranked)
      dims = getDims(ranked);
    return makeTensor(dims, tensor.getElementType());
  }
  if (auto shape = dyn_cast<ShapeType>(type)) {
    Shape value;
    SmallVector<SymExprAttr> dims(2);
    if (shape.hasRank())
      dims = shape.getDimsOrUnknown();
    for (SymExprAttr dim : dims)
      value.sizes.push_back(getSize(dim));
    return Datum(value);
  }
  if (auto tuple = dyn_cast<TupleType>(type)) {
    Tuple value;
    for (Type field : tuple.getTypes()) {
      std::optional<Datum> part = makeValue(field);
      if (!part)
        return std::nullopt;
      value.fields.push_back(*part);
    }
    return Datum(value);
  }
  if (std::optional<Element> element = Element::of(type))
    return Datum(Number{*element, makeScalar(*element)});
  llvm::raw_string_ostream(reason) << "it takes a value of type " << type;
  return std::nullopt;
}

std::optional<std::vector<Datum>> SampleInputs::make(Operation *function) {
  std::vector<Datum> arguments;
  auto kernel = dyn_cast<tir::FuncOp>(function);
  auto interface = cast<FunctionOpInterface>(function);
  unsigned count = kernel ? kernel.getNumInputs() : interface.getNumArguments();
  for (unsigned i = 0; i < count; ++i) {
    Type type = interface.getArgumentTypes()[i];
    std::optional<Datum> value;
    if (auto buffer = dyn_cast<MemRefType>(type)) {
      SmallVector<SymExprAttr> dims = getDims(RankedTensorType::get(
          buffer.getShape(), Float32Type::get(type.getContext())));
      if (auto named = kernel.getArgAttrOfType<DimsAttr>(i, "tir.dims"))
        dims.assign(named.getDims().begin(), named.getDims().end());
      value = makeTensor(dims, buffer.getElementType());
    } else {
      value = makeValue(type);
    }
    if (!value)
      return std::nullopt;
    arguments.push_back(*value);
  }
  // Scalars that no input shows.
  if (kernel)
    for (unsigned i = kernel.getNumBuffers(); i < kernel.getNumArguments();
         ++i) {
      Scalar scalar;
      scalar.i = getSize(kernel.getArgAttrOfType<SymExprAttr>(i, "tir.var"));
      arguments.push_back(
          Number{*Element::of(IndexType::get(kernel.getContext())), scalar});
    }
  return arguments;
}

} // namespace mlir::relax::reference
