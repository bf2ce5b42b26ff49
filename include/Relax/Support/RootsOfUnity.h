// The tables of Fourier transforms.
#ifndef RELAX_SUPPORT_ROOTSOFUNITY_H
#define RELAX_SUPPORT_ROOTSOFUNITY_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace mlir::relax {

/// A matrix of angles, row by row.
struct RootsOfUnity {
  llvm::SmallVector<double> cosines, sines;
};

/// The angles of `row * column` of `count` parts of a turn.
RootsOfUnity getRootsOfUnity(int64_t rows, int64_t columns, int64_t count);

/// The length of the first of two transforms that together are one of `length`
/// (Cooley and Tukey, 1965): all of `length` where a table serves it, or where
/// it has no factor.
int64_t chooseFourierFactor(int64_t length);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_ROOTSOFUNITY_H
