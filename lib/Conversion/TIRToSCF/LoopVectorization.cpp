// Replaces vectorized loops by vectors.
//
// The body is built anew, op by op, with the lanes of each value at hand. A
// branch on a condition that varies becomes a mask. What has no vector form
// ends the attempt, and the loop stays a serial one.
#include "BodyVectorizer.h"
#include "Relax/Conversion/TIRToSCF/Steps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/bit.h"

namespace mlir::tir {

// Vectors of a loop whose extent is not a constant.
// A vector of f32 with 8 lanes is one register of AVX; longer ones would leave
// more iterations to the serial rest.
static constexpr int64_t kDefaultLanes = 8;
// The longest vector; LLVM splits what the machine does not have.
// 64 of i8 are one register of AVX-512.
static constexpr int64_t kMaxLanes = 64;

namespace {

/// Replaces one loop by vectors of as many lanes as there are iterations, or
/// by several of them.
class LoopVectorizer {
public:
  explicit LoopVectorizer(ForOp loop) : loop(loop), builder(loop) {}

  /// Build the vectors before the loop, which is then erased.
  LogicalResult run();
  std::string reason;

private:
  LogicalResult buildChunk(Value first, int64_t numLanes);
  LogicalResult buildConstant(int64_t extent);
  LogicalResult buildDynamic();
  void buildRest(Value first);

  ForOp loop;
  OpBuilder builder;
};

} // namespace

LogicalResult LoopVectorizer::buildChunk(Value first, int64_t numLanes) {
  BodyVectorizer vectorizer(builder, numLanes);
  LogicalResult result = vectorizer.run(loop, first);
  reason = vectorizer.reason;
  return result;
}

// Short loops become one vector, others a row of them: of the longest that
// divides the extent, else of some lanes and shorter ones at the end.
// All lanes of a vector are needed: a mask for the last one would make every
// load a masked one.
LogicalResult LoopVectorizer::buildConstant(int64_t extent) {
  int64_t maxLanes = kDefaultLanes;
  if (extent > 0)
    maxLanes = std::clamp<int64_t>(1ll << llvm::countr_zero<uint64_t>(extent),
                                   kDefaultLanes, kMaxLanes);
  for (int64_t done = 0; done < extent;) {
    int64_t numLanes =
        std::min<int64_t>(maxLanes, llvm::bit_floor<uint64_t>(extent - done));
    Value first = loop.getLowerBound();
    if (done != 0) {
      Value offset =
          arith::ConstantIndexOp::create(builder, loop.getLoc(), done);
      first = builder.createOrFold<arith::AddIOp>(loop.getLoc(), first, offset);
    }
    if (failed(buildChunk(first, numLanes)))
      return failure();
    done += numLanes;
  }
  return success();
}

void LoopVectorizer::buildRest(Value first) {
  IRMapping mapping;
  auto rest = cast<ForOp>(builder.clone(*loop, mapping));
  rest.setKind(ForKind::Serial);
  rest.getLowerBoundMutable().assign(first);
}

// A loop over vectors, and a serial one over what is left.
LogicalResult LoopVectorizer::buildDynamic() {
  Location location = loop.getLoc();
  Value lower = loop.getLowerBound();
  Value lanes =
      arith::ConstantIndexOp::create(builder, location, kDefaultLanes);
  Value zero = arith::ConstantIndexOp::create(builder, location, 0);
  Value extent =
      arith::SubIOp::create(builder, location, loop.getUpperBound(), lower);
  // The extent may be negative, and a division without sign would make a large
  // number of it.
  extent = arith::MaxSIOp::create(builder, location, extent, zero);
  Value number = arith::DivUIOp::create(builder, location, extent, lanes);
  auto outer = ForOp::create(builder, location, zero, number);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(outer.getBody()->getTerminator());
    Value offset = arith::MulIOp::create(builder, location,
                                         outer.getInductionVar(), lanes);
    Value first = arith::AddIOp::create(builder, location, lower, offset);
    if (failed(buildChunk(first, kDefaultLanes)))
      return failure();
  }
  Value done = arith::MulIOp::create(builder, location, number, lanes);
  buildRest(arith::AddIOp::create(builder, location, lower, done));
  return success();
}

LogicalResult LoopVectorizer::run() {
  // It is built aside, so that nothing is left if it cannot be.
  Block scratch;
  builder.setInsertionPointToStart(&scratch);
  std::optional<int64_t> extent = loop.getConstantExtent();
  // Longer loops stay loops over vectors. Rows of vectors for them would be as
  // much code as unrolled loops.
  bool isShort = extent && *extent <= 2 * kMaxLanes;
  if (failed(isShort ? buildConstant(*extent) : buildDynamic())) {
    scratch.dropAllReferences();
    return failure();
  }
  loop->getBlock()->getOperations().splice(loop->getIterator(),
                                           scratch.getOperations());
  loop.erase();
  return success();
}

void vectorizeLoops(Operation *root, bool remarks) {
  SmallVector<ForOp> loops;
  root->walk([&](ForOp loop) {
    if (loop.getKind() == ForKind::Vectorized)
      loops.push_back(loop);
  });
  for (ForOp loop : loops) {
    LoopVectorizer vectorizer(loop);
    if (succeeded(vectorizer.run()))
      continue;
    loop.setKind(ForKind::Serial);
    if (remarks)
      loop.emitRemark("stays a serial loop: ") << vectorizer.reason;
  }
}

} // namespace mlir::tir
