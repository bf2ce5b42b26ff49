// Makes and calls the tensor programs of products of bytes.
#include "DotKernels.h"

#include "IntegerFactor.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

Value DotKernels::call(TensorBuilder &builder, ValueRange operands,
                       RankedTensorType result, Attribute facts,
                       function_ref<void(KernelBuilder &)> build) {
  Location loc = builder.getLoc();
  SmallVector<RankedTensorType> types;
  for (Value operand : operands)
    types.push_back(cast<RankedTensorType>(operand.getType()));
  Builder attributes(builder.getContext());
  Attribute key = attributes.getArrayAttr(
      {facts, TypeAttr::get(attributes.getFunctionType(operands.getTypes(),
                                                       TypeRange(result)))});
  tir::FuncOp &function = kernels[key];
  if (!function) {
    KernelBuilder kernel(loc, "dot4", types, result);
    build(kernel);
    function = kernel.getFunction();
    symbols.insert(function);
  }
  return CallTIROp::create(builder.getBuilder(), loc, TypeRange(result),
                           FlatSymbolRefAttr::get(function.getSymNameAttr()),
                           operands, attributes.getArrayAttr({}))
      .getResult(0);
}

Value makeUnsigned(TensorBuilder &builder, Value bytes) {
  Type element = bytes ? TensorBuilder::elementOf(bytes) : Type();
  if (!element || element.isUnsignedInteger())
    return bytes;
  return builder.emit<BitwiseXorOp>(
      {bytes, makeInteger(builder, element, -128)});
}

Value viewAsGroups(TensorBuilder &builder, Value bytes) {
  if (!bytes)
    return {};
  Dims dims = TensorBuilder::dimsOf(bytes);
  dims.back() = builder.dim(*dims.back().getConstant() / 4);
  return MemoryViewOp::create(
      builder.getBuilder(), builder.getLoc(),
      getTensorType(dims, builder.getBuilder().getI32Type()), bytes,
      builder.dim(0));
}

} // namespace mlir::relax
