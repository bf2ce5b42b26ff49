// Convolutions by tiles of results, block by block, by threads of a CPU.
#ifndef RELAX_KERNELS_ROWREDUCTION_TILEWINOGRAD_H
#define RELAX_KERNELS_ROWREDUCTION_TILEWINOGRAD_H

#include "Relax/Dialect/TIR/Analysis/Reduction.h"

namespace mlir::tir {

/// Four nests of which each uses what the one before makes, image by image and
/// block by block, the first two iterators of the first three: elements that
/// are transformed, products of these, a place of a tile each, results that are
/// transformed back, and what uses these line by line.
struct WinogradNests {
  LoopNest input;
  Reduction product;
  LoopNest output, lines;
  /// What goes from one to the next: one image and block is what one task has.
  Value transformed, products, results;
  /// The iterators of `lines` of the image, unless there is one image, and of
  /// the line, of which a block has `blockLines`.
  std::optional<unsigned> image;
  unsigned line = 0;
  int64_t blockLines = 1;
};

/// The first four of `nests`, which follow each other, as such; nullopt if they
/// are not.
std::optional<WinogradNests> matchWinograd(ArrayRef<LoopNest> nests);

/// Replace them by one loop over images and blocks, in parallel tasks with
/// vectors of so many bits.
void tileWinograd(WinogradNests &nests, unsigned vectorBits);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ROWREDUCTION_TILEWINOGRAD_H
