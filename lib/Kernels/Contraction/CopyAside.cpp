// Copies to shared memory that threads do not wait for.
#include "CopyAside.h"

#include "Relax/Dialect/TIR/IR/TileLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

namespace mlir::tir {

Value copyAside(OpBuilder &b, Location loc, Value shared, ValueRange place,
                Value from, ValueRange indices, int64_t lanes, Value inside) {
  auto token = nvgpu::DeviceAsyncTokenType::get(b.getContext());
  Value count;
  if (inside)
    count = arith::SelectOp::create(
        b, loc, inside, indexConstant(b, loc, lanes), indexConstant(b, loc, 0));
  return nvgpu::DeviceAsyncCopyOp::create(b, loc, token, shared, place, from,
                                          indices, b.getIndexAttr(lanes), count,
                                          /*bypassL1=*/b.getUnitAttr());
}

} // namespace mlir::tir
