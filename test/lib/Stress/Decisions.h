// A stream of decisions that a seed or a string of bytes makes.
#ifndef RELAX_TEST_STRESS_DECISIONS_H
#define RELAX_TEST_STRESS_DECISIONS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <iterator>

namespace mlir::relax {

/// What a generator asks instead of rolling dice. The same seed, or the same
/// bytes, give the same answers on every machine. Bytes that are used up answer
/// 0 from then on, so that generators put the smallest choice first.
class Decisions {
public:
  explicit Decisions(uint64_t seed) : state(seed) {}
  explicit Decisions(llvm::ArrayRef<uint8_t> bytes)
      : bytes(bytes), isSeeded(false) {}

  /// A number from 0 to `bound` - 1; 0 for a bound of 0.
  uint64_t below(uint64_t bound);

  /// True once in `n` times; never when the bytes are used up.
  bool oneIn(uint64_t n) { return below(n) + 1 == n; }

  /// One of several values, of which there is at least one.
  template <typename Range>
  decltype(auto) pick(Range &&range) {
    return *std::next(std::begin(range), below(std::size(range)));
  }

private:
  uint8_t nextByte();

  uint64_t state = 0;
  llvm::ArrayRef<uint8_t> bytes;
  bool isSeeded = true;
};

} // namespace mlir::relax

#endif // RELAX_TEST_STRESS_DECISIONS_H
