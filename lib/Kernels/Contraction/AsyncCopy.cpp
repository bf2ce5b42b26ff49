// Copies to shared memory that threads do not wait for.
#include "AsyncCopy.h"

#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

namespace mlir::tir {

Value createAsyncCopy(OpBuilder &b, Location loc, Value shared,
                      ValueRange sharedIndices, Value from, ValueRange indices,
                      int64_t lanes, Value inBounds) {
  auto token = nvgpu::DeviceAsyncTokenType::get(b.getContext());
  Value count;
  if (inBounds)
    count =
        arith::SelectOp::create(b, loc, inBounds, indexConstant(b, loc, lanes),
                                indexConstant(b, loc, 0));
  return nvgpu::DeviceAsyncCopyOp::create(b, loc, token, shared, sharedIndices,
                                          from, indices, b.getIndexAttr(lanes),
                                          count,
                                          /*bypassL1=*/b.getUnitAttr());
}

} // namespace mlir::tir
