// Copies the bodies of unrolled loops.
#include "Relax/Conversion/TIRToSCF/Steps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tir {

// More copies than this are a mistake of the schedule.
// Without a bound a schedule that unrolls an axis of a million would fill the
// memory of the compiler.
static constexpr int64_t kMaxCopies = 1024;

static void unrollLoop(ForOp loop) {
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> extent = loop.getConstantExtent();
  if (!lower || !extent || *extent > kMaxCopies)
    return loop.setKind(ForKind::Serial);
  OpBuilder builder(loop);
  for (int64_t i = 0; i < *extent; ++i) {
    IRMapping mapping;
    mapping.map(loop.getInductionVar(), arith::ConstantIndexOp::create(
                                            builder, loop.getLoc(), *lower + i)
                                            .getResult());
    for (Operation &op : loop.getBody()->without_terminator()) {
      Operation *copy = builder.clone(op, mapping);
      // Indices into small buffers are to be seen as constants.
      // A local buffer is made registers only if each of its accesses has
      // constant indices (LLVM's SROA, or tir::compactThreadBuffer before).
      SmallVector<Value> folded;
      if (isPure(copy) && succeeded(builder.tryFold(copy, folded)) &&
          folded.size() == copy->getNumResults() && !folded.empty()) {
        for (auto [result, value] : llvm::zip(op.getResults(), folded))
          mapping.map(result, value);
        copy->erase();
      }
    }
  }
  loop.erase();
}

// Collected in post-order, inner loops first, so that the outer one copies
// what is unrolled.
void unrollLoops(Operation *root) {
  SmallVector<ForOp> loops;
  root->walk([&](ForOp loop) {
    if (loop.getKind() == ForKind::Unrolled)
      loops.push_back(loop);
  });
  for (ForOp loop : loops)
    unrollLoop(loop);
}

} // namespace mlir::tir
