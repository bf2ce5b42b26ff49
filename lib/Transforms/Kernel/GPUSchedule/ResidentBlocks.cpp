// How many blocks a multiprocessor has room for.
#include "ResidentBlocks.h"
#include "Relax/Support/GPUTarget.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

int64_t countResidentBlocks(const GPUChip &chip, int64_t threads,
                            int64_t sharedBytes) {
  // What each chip has; with as many blocks of any size it is full, or nearly.
  constexpr int64_t kMaxBlocks = 16;
  constexpr int64_t kReserved = relax::GPUTarget::kReservedSharedBytes;
  if (!chip.target)
    return 0;
  return std::min(
      {kMaxBlocks,
       chip.target.getMaxResidentThreads() /
           int64_t(llvm::alignTo(threads, kWarpThreads)),
       (chip.maxSharedBytes + kReserved) / (sharedBytes + kReserved)});
}

} // namespace mlir::tir
