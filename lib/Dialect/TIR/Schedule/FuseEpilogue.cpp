// Let a reduction start with what is joined to its result:
//
//   for i, k: { init T[i] = 0; T[i] += A[i, k] }
//   for i: B[i] = T[i] + C[i]
//
// becomes
//
//   for i, k: { init B[i] = 0 + C[i]; B[i] += A[i, k] }
//
// TVM's fuse_reduction_epilogue: a bias becomes the start of the accumulator,
// so that no pass over the result is left. The sum then begins with the bias,
// and floats may round otherwise.
#include "Relax/Dialect/TIR/Schedule/FuseEpilogue.h"

#include "Relax/Dialect/TIR/Analysis/BlockBindings.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/Analysis/Reduction.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"

namespace mlir::tir {
namespace {

/// A reduction and the block that joins something to its result.
class EpilogueFusion {
public:
  EpilogueFusion(BlockOp reduction, BlockOp epilogue)
      : reduction(reduction), epilogue(epilogue) {}

  LogicalResult check();
  void run(RewriterBase &rewriter);

private:
  InFlightDiagnostic failPrecondition() {
    return tir::failPrecondition(epilogue, "fuse, into a reduction,");
  }
  LogicalResult checkReduction();
  LogicalResult checkUsers();
  LogicalResult checkStep();
  LogicalResult checkIters();
  LogicalResult checkPassed();
  SmallVector<Value> getUses();

  BlockOp reduction, epilogue;
  Accumulator accumulator;
  Operation *combiner = nullptr, *step = nullptr;
  memref::AllocOp between;
  memref::LoadOp load;
  memref::StoreOp store;
  Value result;
  /// The iterator of each block at each index of the buffer between them.
  SmallVector<int64_t> inner, outer;
};

} // namespace

/// Joining first and last are the same only for an associative and commutative
/// op; integers keep their value, floats their value up to rounding.
LogicalResult EpilogueFusion::checkReduction() {
  std::optional<Accumulator> found = matchAccumulator(reduction);
  if (found)
    combiner = getCombiner(found->load, found->store);
  if (!combiner)
    return failPrecondition()
           << describe(reduction)
           << " is expected to start one result and to join it with an op that "
              "may do its steps in any order";
  accumulator = *found;
  between = getOnlyResult(reduction);
  if (!between)
    return failPrecondition()
           << describe(reduction)
           << " is expected to write one buffer only, made in the function";
  return success();
}

LogicalResult EpilogueFusion::checkUsers() {
  for (Operation *user : getBufferUsers(between)) {
    if (reduction->isAncestor(user) ||
        isa<memref::DeallocOp, memref::DimOp>(user))
      continue;
    auto found = dyn_cast<memref::LoadOp>(user);
    if (found && !load && found->getParentOp() == epilogue) {
      load = found;
      continue;
    }
    InFlightDiagnostic error =
        failPrecondition()
        << "expected it to be the only one that uses, once, the result of "
        << describe(reduction);
    error.attachNote(user->getLoc()) << "this op uses it as well";
    return error;
  }
  if (!load)
    return failPrecondition()
           << "expected it to read the result of " << describe(reduction);
  return success();
}

// What is stored is what the op of the reduction makes of the result and of
// something else. The same op as the reduction's, for `start + (a + b)` to be
// `(start + a) + b`. A maximum behind a sum is no such epilogue.
LogicalResult EpilogueFusion::checkStep() {
  store = getOnlyStore(epilogue);
  step = store ? store.getValueToStore().getDefiningOp() : nullptr;
  bool isJoin = step && step->getName() == combiner->getName() &&
                step->getBlock() == epilogue.getBody() && load->hasOneUse() &&
                *load->user_begin() == step;
  if (!isJoin)
    return failPrecondition()
           << "expected it to store what '" << combiner->getName()
           << "', the op of " << describe(reduction)
           << ", makes of the result and something else";
  result = store.getMemRef();
  return success();
}

/// Both index by iterators one to one, so that each result of the reduction has
/// exactly one place in the epilogue.
LogicalResult EpilogueFusion::checkIters() {
  std::optional<SmallVector<int64_t>> made = getResultIters(reduction, between);
  std::optional<SmallVector<int64_t>> read = getResultIters(epilogue, between);
  bool isSame = made && read && getViewedBuffer(result) == result &&
                getResultIters(epilogue, result);
  for (size_t dim = 0; isSame && dim != made->size(); ++dim) {
    int64_t own = (*made)[dim], other = (*read)[dim];
    isSame = (own < 0) == (other < 0) &&
             (own < 0 || isSameSize(reduction.getExtents()[own],
                                    epilogue.getExtents()[other]));
  }
  if (!isSame)
    return failPrecondition() << "expected it and " << describe(reduction)
                              << " to index the result by their spatial "
                                 "iterators, each one index, over equal ranges";
  inner = *made;
  outer = *read;
  for (BlockOp block : {reduction, epilogue})
    if (!coversDomain(block))
      return failPrecondition()
             << "expected loops of " << describe(block)
             << " that provably run it for all values of its iterators";
  return success();
}

// Values from outside that the epilogue uses.
SmallVector<Value> EpilogueFusion::getUses() {
  SmallVector<Value> uses;
  epilogue.getBody()->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (!epilogue->isAncestor(operand.getParentRegion()->getParentOp()) &&
          operand != between.getResult())
        uses.push_back(operand);
  });
  return uses;
}

LogicalResult EpilogueFusion::checkPassed() {
  if (getScope(reduction) != getScope(epilogue))
    return failPrecondition()
           << describe(reduction)
           << " is elsewhere, expected in the same function or block";
  auto [first, second] = getSiblings(reduction, epilogue);
  if (first == second || !first->isBeforeInBlock(second))
    return failPrecondition()
           << describe(reduction) << " is expected before it";
  SmallVector<Value> inputs = getInputs(epilogue);
  llvm::erase(inputs, between.getResult());
  TouchedBuffers own = getTouchedBuffers(epilogue);
  TouchedBuffers other = getTouchedBuffers(reduction);
  Operation *found =
      findConflict(reduction, epilogue, inputs, result, {reduction, epilogue});
  // If the epilogue wrote a buffer that the reduction reads, its elements would
  // change while the reduction still needs them.
  if (own.mayRead(result) || other.mayRead(result) || other.mayWrite(result))
    found = reduction;
  if (found) {
    InFlightDiagnostic error = failPrecondition()
                               << "expected nothing in between that touches "
                                  "what it reads or writes, found "
                               << describe(found);
    error.attachNote(found->getLoc()) << "this op does";
    return error;
  }
  llvm::SetVector<Operation *> late;
  for (Value value : getUses())
    if (!canCopyValue(value, getOwnRoot(epilogue), {}) ||
        !collectLate(value, first, late))
      return failPrecondition() << "expected what it uses to be available in "
                                << describe(reduction);
  return success();
}

LogicalResult EpilogueFusion::check() {
  return failure(failed(checkReduction()) || failed(checkUsers()) ||
                 failed(checkStep()) || failed(checkIters()) ||
                 failed(checkPassed()));
}

void EpilogueFusion::run(RewriterBase &rewriter) {
  auto [first, second] = getSiblings(reduction, epilogue);
  llvm::SetVector<Operation *> late;
  for (Value value : getUses())
    (void)collectLate(value, first, late);
  for (Operation *op : late)
    op->moveBefore(first);
  // The start joins the old one and what the epilogue adds. What the old start
  // was, usually 0, stays as an operand; folding takes it away.
  Operation *root = getOwnRoot(epilogue);
  memref::StoreOp start = accumulator.initStore;
  OpBuilder builder(start);
  IRMapping mapping;
  mapping.map(load.getResult(), start.getValueToStore());
  for (auto [own, other] : llvm::zip_equal(inner, outer))
    if (own >= 0)
      mapping.map(epilogue.getIters()[other], reduction.getIters()[own]);
  for (Operation &op : epilogue.getBody()->without_terminator()) {
    if (&op == load || &op == store)
      continue;
    for (Value operand : op.getOperands())
      copyValue(builder, operand, root, mapping);
    builder.clone(op, mapping);
  }
  start.getValueMutable().assign(
      copyValue(builder, store.getValueToStore(), root, mapping));
  // Start, load and store move to the epilogue's result, whose indices may be
  // in another order.
  for (Operation *op : {start.getOperation(), accumulator.load.getOperation(),
                        accumulator.store.getOperation()}) {
    OpBuilder before(op);
    IRMapping iters;
    for (auto [own, other] : llvm::zip_equal(inner, outer))
      if (own >= 0)
        iters.map(epilogue.getIters()[other], reduction.getIters()[own]);
    SmallVector<Value> indices;
    for (Value index : store.getIndices())
      indices.push_back(copyValue(before, index, root, iters));
    if (auto read = dyn_cast<memref::LoadOp>(op)) {
      read.getMemrefMutable().assign(result);
      read.getIndicesMutable().assign(indices);
    } else {
      auto write = cast<memref::StoreOp>(op);
      write.getMemrefMutable().assign(result);
      write.getIndicesMutable().assign(indices);
    }
  }
  Operation *around = root->getParentOp();
  rewriter.eraseOp(root);
  updateAround(reduction);
  updateAround(around);
  replaceSizes(between);
  eraseDeadBuffer(between);
}

LogicalResult fuseReductionEpilogue(RewriterBase &rewriter, BlockOp reduction,
                                    BlockOp epilogue) {
  EpilogueFusion fusion(reduction, epilogue);
  if (failed(fusion.check()))
    return failure();
  fusion.run(rewriter);
  return success();
}

} // namespace mlir::tir
