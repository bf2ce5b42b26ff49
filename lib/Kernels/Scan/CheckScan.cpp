// Whether a kernel can compute a scan in a given shape.
#include "Relax/Kernels/Scan/BindScan.h"

#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "Relax/Kernels/Elementwise/TileSpatial.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

int64_t getSharedBytes(Scan &scan, const ScanShape &shape) {
  int64_t perRow =
      shape.getTile() + shape.lanes + shape.lanes / kWarpThreads + 1;
  unsigned bits =
      scan.store.getMemRefType().getElementType().getIntOrFloatBitWidth();
  return shape.rows * perRow * llvm::divideCeil(bits, 8);
}

LogicalResult checkScan(Scan &scan, const ScanShape &shape, std::string *why) {
  auto notifyMatchFailure = [&](const Twine &reason) {
    if (why)
      *why = reason.str();
    return failure();
  };
  constexpr unsigned kMaxBits = 64;
  Type type = scan.store.getMemRefType().getElementType();
  if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() > kMaxBits)
    return notifyMatchFailure("expected integers or floats of at most 64 bits, "
                              "which warp shuffles move, found " +
                              debugString(type));
  if (shape.chunks > 1 && !scan.countRows())
    return notifyMatchFailure("expected a known number of rows to cut into " +
                              Twine(shape.chunks) +
                              " chunks, found an unknown one");
  if (shape.areVectors && !hasVectors(scan, shape.perLane))
    return notifyMatchFailure(
        "expected a known number of rows that are vectors of " +
        Twine(shape.perLane) + " elements along memory");
  if (std::optional<std::string> excess =
          findExcess(getSharedBytes(scan, shape)))
    return notifyMatchFailure(*excess);
  return success();
}

} // namespace mlir::tir
