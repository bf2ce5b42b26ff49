// The symbolic dimensions of tensor types, and types made from dimensions.
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"

namespace mlir::relax {

SmallVector<SymExprAttr> getDims(RankedTensorType type) {
  if (auto encoding = dyn_cast_or_null<DimsAttr>(type.getEncoding()))
    return SmallVector<SymExprAttr>(encoding.getDims());
  SmallVector<SymExprAttr> dims;
  for (int64_t size : type.getShape())
    dims.push_back(ShapedType::isDynamic(size)
                       ? SymExprAttr()
                       : SymExprAttr::constant(type.getContext(), size));
  return dims;
}

VDeviceAttr getVDevice(TensorType type) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (!ranked)
    return {};
  auto encoding = dyn_cast_or_null<DimsAttr>(ranked.getEncoding());
  return encoding ? encoding.getVdevice() : VDeviceAttr();
}

RankedTensorType getTensorType(ArrayRef<SymExprAttr> dims, Type element,
                               VDeviceAttr vdevice) {
  SmallVector<int64_t> shape;
  SmallVector<SymExprAttr> entries;
  bool symbolic = false;
  for (SymExprAttr dim : dims) {
    if (dim && dim.getUpperBound().value_or(0) < 0)
      dim = {};
    std::optional<int64_t> constant = dim ? dim.getConstant() : std::nullopt;
    shape.push_back(constant.value_or(ShapedType::kDynamic));
    entries.push_back(dim);
    symbolic |= dim && !constant;
  }
  DimsAttr encoding;
  if (symbolic || vdevice)
    encoding = DimsAttr::get(element.getContext(), entries, vdevice);
  return RankedTensorType::get(shape, element, encoding);
}

//===----------------------------------------------------------------------===//
// mapDims
//===----------------------------------------------------------------------===//

using DimFn = function_ref<SymExprAttr(SymExprAttr)>;

static SmallVector<SymExprAttr> mapList(ArrayRef<SymExprAttr> dims, DimFn fn) {
  return llvm::map_to_vector(
      dims, [&](SymExprAttr dim) { return dim ? fn(dim) : dim; });
}

static SmallVector<Type> mapTypes(TypeRange types, DimFn fn) {
  return llvm::map_to_vector(types,
                             [&](Type type) { return mapDims(type, fn); });
}

Type mapDims(Type type, DimFn fn) {
  return llvm::TypeSwitch<Type, Type>(type)
      .Case([&](RankedTensorType tensor) -> Type {
        if (tensor.getEncoding() && !isa<DimsAttr>(tensor.getEncoding()))
          return tensor;
        return getTensorType(mapList(getDims(tensor), fn),
                             tensor.getElementType(), getVDevice(tensor));
      })
      .Case([&](ShapeType shape) -> Type {
        if (!shape.hasDims())
          return shape;
        return ShapeType::get(type.getContext(), mapList(shape.getDims(), fn));
      })
      .Case([&](DTensorType shard) -> Type {
        return DTensorType::get(
            type.getContext(), cast<TensorType>(mapDims(shard.getTensor(), fn)),
            shard.getMesh(), shard.getPlacement());
      })
      .Case([&](TupleType tuple) -> Type {
        return TupleType::get(type.getContext(),
                              mapTypes(tuple.getTypes(), fn));
      })
      .Case([&](FunctionType signature) -> Type {
        return FunctionType::get(type.getContext(),
                                 mapTypes(signature.getInputs(), fn),
                                 mapTypes(signature.getResults(), fn));
      })
      .Default(type);
}

SymExprAttr getNumElements(RankedTensorType type) {
  return getNumElements(type.getContext(), getDims(type));
}

bool hasByteSize(RankedTensorType type) {
  if (llvm::is_contained(type.getShape(), 0) ||
      !type.getElementType().isIntOrFloat())
    return true;
  std::optional<int64_t> bytes =
      std::max<int64_t>(type.getElementTypeBitWidth() / 8, 1);
  for (int64_t size : type.getShape())
    if (bytes && !ShapedType::isDynamic(size))
      bytes = llvm::checkedMul(*bytes, size);
  return bytes.has_value();
}

SymExprAttr getByteSize(RankedTensorType type) {
  Type element = type.getElementType();
  if (!element.isIntOrIndexOrFloat())
    return {};
  int64_t bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  return getNumElements(type) * ((bits + 7) / 8);
}

} // namespace mlir::relax
