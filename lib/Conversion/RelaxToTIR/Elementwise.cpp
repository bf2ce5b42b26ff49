// Programs that compute each element of the result by itself.
#include "Elementwise.h"

#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::relax {

Value loadBroadcast(OpBuilder &builder, Location loc, Value buffer,
                    ValueRange iters) {
  auto type = cast<MemRefType>(buffer.getType());
  ValueRange aligned = iters.take_back(type.getRank());
  SmallVector<Value> indices;
  for (auto [iter, extent] : llvm::zip(aligned, type.getShape()))
    indices.push_back(
        extent == 1 ? Value(arith::ConstantIndexOp::create(builder, loc, 0))
                    : iter);
  return memref::LoadOp::create(builder, loc, buffer, indices);
}

LogicalResult buildElementwise(KernelBuilder &kernel, StringRef label,
                               ElementFunction element) {
  OpBuilder &builder = kernel.builder();
  Value output = kernel.output();
  tir::buildComputeBlock(
      builder, kernel.loc(), label,
      tir::getExtents(builder, kernel.loc(), output),
      [&](OpBuilder &inner, Location loc, ValueRange iters) {
        SmallVector<Value> elements;
        for (unsigned index = 0; index < kernel.getNumInputs(); ++index)
          elements.push_back(
              loadBroadcast(inner, loc, kernel.input(index), iters));
        return element(inner, loc, elements);
      },
      output);
  return success();
}

} // namespace mlir::relax
