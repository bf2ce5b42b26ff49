// Decisions of a schedule that a number makes: sizes of tiles, one of several.
#include "Relax/Dialect/TIR/Schedule/SampleDecision.h"

#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/Schedule/DryRun.h"
#include "Relax/Dialect/TIR/Schedule/MoveBlock.h"
#include "Relax/Support/CollectError.h"
#include "llvm/ADT/SetVector.h"
#include <random>

namespace mlir::tir {

static constexpr StringRef kSampleTile = "sample a tile of";

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

// The engine gives the same numbers everywhere; the distributions of the
// standard library do not. `mt19937_64` is specified bit by bit in C++;
// `uniform_int_distribution` is not. The bias of a remainder is below 2^-20 for
// bounds below 2^44.
static uint64_t below(std::mt19937_64 &engine, uint64_t bound) {
  return engine() % bound;
}

uint64_t sampleBelow(uint64_t bound, uint64_t seed) {
  std::mt19937_64 engine(seed);
  return below(engine, bound);
}

/// 53 bits, as many as a double holds exactly.
size_t sampleWeighted(ArrayRef<double> weights, uint64_t seed) {
  std::mt19937_64 engine(seed);
  double sum = 0;
  for (double weight : weights)
    sum += weight;
  constexpr uint64_t kSteps = uint64_t(1) << 53;
  double rest = double(below(engine, kSteps)) / double(kSteps) * sum;
  size_t last = 0;
  for (auto [i, weight] : llvm::enumerate(weights)) {
    if (weight <= 0)
      continue;
    // Rounding may leave a rest behind the last weight; then the last one that
    // can be chosen is taken.
    last = i;
    if (rest < weight)
      break;
    rest -= weight;
  }
  return last;
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

// Larger numbers take long to factor.
static constexpr int64_t kMaxExtent = int64_t(1) << 40;

static FailureOr<int64_t> getExtent(ForOp loop) {
  std::optional<int64_t> extent = loop.getConstantExtent();
  if (extent && *extent > 0 && *extent <= kMaxExtent)
    return *extent;
  return failPrecondition(loop, kSampleTile)
         << "expected a constant extent from 1 to 2^40, found "
         << (extent ? std::to_string(*extent) : describe(loop.getUpperBound()));
}

// Give each prime factor of `number` to one of the factors from `first` on.
// Trial division up to the square root: 2^20 steps for the largest extent.
static void spreadPrimes(std::mt19937_64 &engine, int64_t number,
                         MutableArrayRef<int64_t> factors) {
  for (int64_t prime = 2; number > 1; ++prime) {
    // What has no divisor up to its root is a prime.
    if (prime > number / prime)
      prime = number;
    for (; number % prime == 0; number /= prime)
      factors[below(engine, factors.size())] *= prime;
  }
}

// The divisors of a number that are at most `most`, lesser ones first.
static SmallVector<int64_t> getDivisors(int64_t number, int64_t maxDivisor) {
  SmallVector<int64_t> divisors;
  for (int64_t low = 1; low <= number / low; ++low)
    if (number % low == 0)
      for (int64_t divisor : {low, number / low})
        if (divisor <= maxDivisor && !llvm::is_contained(divisors, divisor))
          divisors.push_back(divisor);
  llvm::sort(divisors);
  return divisors;
}

/// The innermost factor is drawn first and from divisors only, since it has a
/// bound; the primes of the rest are free.
FailureOr<SmallVector<int64_t>> samplePerfectTile(ForOp loop, unsigned parts,
                                                  int64_t maxInnermost,
                                                  uint64_t seed) {
  FailureOr<int64_t> extent = getExtent(loop);
  if (failed(extent))
    return failure();
  std::mt19937_64 engine(seed);
  SmallVector<int64_t> factors(parts, 1);
  if (parts == 1) {
    if (*extent > maxInnermost)
      return failPrecondition(loop, kSampleTile)
             << "its one factor is " << *extent << ", expected at most "
             << maxInnermost;
    return SmallVector<int64_t>{*extent};
  }
  SmallVector<int64_t> divisors = getDivisors(*extent, maxInnermost);
  factors.back() = divisors[below(engine, divisors.size())];
  spreadPrimes(engine, *extent / factors.back(),
               MutableArrayRef(factors).drop_back());
  return factors;
}

FailureOr<SmallVector<int64_t>>
samplePartitionedTile(ForOp loop, unsigned parts, unsigned inner,
                      int64_t innerFactor, uint64_t seed) {
  FailureOr<int64_t> extent = getExtent(loop);
  if (failed(extent))
    return failure();
  if (*extent % innerFactor != 0)
    return failPrecondition(loop, kSampleTile)
           << "its extent is " << *extent << ", expected a multiple of "
           << innerFactor;
  std::mt19937_64 engine(seed);
  SmallVector<int64_t> factors(parts, 1);
  spreadPrimes(engine, *extent / innerFactor, factors);
  spreadPrimes(engine, innerFactor, MutableArrayRef(factors).drop_front(inner));
  return factors;
}

/// A decision of another program, read from a file, need not fit this loop.
LogicalResult checkTile(ForOp loop, ArrayRef<int64_t> factors) {
  FailureOr<int64_t> extent = getExtent(loop);
  if (failed(extent))
    return failure();
  int64_t rest = *extent;
  for (int64_t factor : factors) {
    bool divides = factor > 0 && rest % factor == 0;
    rest = divides ? rest / factor : 0;
  }
  if (rest == 1)
    return success();
  return failPrecondition(loop, kSampleTile)
         << "expected a decision that makes its extent, " << *extent;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Whether a place is possible is asked of the primitive itself, on a clone.
/// Its errors are answers here.
SmallVector<ForOp> getComputeLocations(BlockOp block) {
  llvm::SetVector<ForOp> around;
  for (BlockOp reader : getConsumers(block))
    for (ForOp loop : getLoops(reader))
      around.insert(loop);
  SmallVector<ForOp> found;
  (void)relax::collectError(block.getContext(), [&] {
    for (ForOp loop : around) {
      LogicalResult isPossible =
          dryRun({block, loop}, [](ArrayRef<Operation *> ops) {
            IRRewriter rewriter(ops.front()->getContext());
            return computeAt(rewriter, cast<BlockOp>(ops[0]),
                             cast<ForOp>(ops[1]));
          });
      if (succeeded(isPossible))
        found.push_back(loop);
    }
  });
  return found;
}

} // namespace mlir::tir
