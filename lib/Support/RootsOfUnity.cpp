// The tables of Fourier transforms, and the lengths that have one.
//
// A transform of composite length is two shorter ones with a turn of each
// element between them (Cooley and Tukey, 1965), down to lengths whose roots of
// unity are a table. A product with a table runs on the kernels of matmul,
// which are faster on lengths up to some dozens than butterflies whose strides
// no cache likes.
#include "Relax/Support/RootsOfUnity.h"

#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>

namespace mlir::relax {

// Tables of longer transforms cost more than two products do.
static constexpr int64_t kLongestTable = 64;
// The table of a larger factor fits into no memory, and a length may be any
// number.
static constexpr int64_t kLargestFactor = 1 << 16;

// Whole turns are taken away while the numbers are integers, else large ones
// would have wrong digits. There are no more angles than parts of a turn.
RootsOfUnity getRootsOfUnity(int64_t rows, int64_t columns, int64_t count) {
  RootsOfUnity parts, found;
  int64_t used = std::min(count, (rows - 1) * (columns - 1) + 1);
  for (int64_t part = 0; part < used; ++part) {
    double angle = 2 * llvm::numbers::pi * double(part) / double(count);
    parts.cosines.push_back(std::cos(angle));
    parts.sines.push_back(std::sin(angle));
  }
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column) {
      int64_t part = row * column % count;
      found.cosines.push_back(parts.cosines[part]);
      found.sines.push_back(parts.sines[part]);
    }
  return found;
}

// The largest factor that a table serves gives the fewest passes over the data;
// where there is none, the smallest prime factor is taken, since a table of it
// costs its square.
int64_t chooseFourierFactor(int64_t length) {
  for (int64_t factor = std::min(length, kLongestTable); factor > 1; --factor)
    if (length % factor == 0)
      return factor;
  for (int64_t factor = kLongestTable;
       factor <= kLargestFactor && factor * factor <= length; ++factor)
    if (length % factor == 0)
      return factor;
  return length;
}

} // namespace mlir::relax
