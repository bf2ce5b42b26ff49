// Run on a GPU a block that writes along another axis than it reads along.
#ifndef RELAX_KERNELS_ELEMENTWISE_TILETRANSPOSE_H
#define RELAX_KERNELS_ELEMENTWISE_TILETRANSPOSE_H

#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tir {

/// What a block reads along one axis of memory and writes along another.
struct Transposition {
  /// Rows and columns of a tile.
  static constexpr int64_t kTile = 32;

  /// The iterators along which all stores and these loads go element by
  /// element.
  unsigned output = 0, input = 0;
  SmallVector<memref::LoadOp> loads;

  /// The shared memory of a block, in bytes.
  int64_t getSharedBytes() const;
};

/// What a block transposes, or the reason why it does not, or cannot through
/// tiles.
FailureOr<Transposition> matchTransposition(LoopNest &nest, std::string *why);

/// Replace a nest by a loop over tiles, "blockIdx.x", and in it loops over 8
/// times 32 threads, which load the tiles to shared memory and compute of them.
/// Different values of the iterators have nothing to do with each other.
void tileTranspose(LoopNest &nest, const Transposition &found);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ELEMENTWISE_TILETRANSPOSE_H
