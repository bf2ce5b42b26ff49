// Compute a block in the loops of its consumers, or of its producer.
#include "Relax/Dialect/TIR/Schedule/MoveBlock.h"

#include "BlockMove.h"
#include "Relax/Dialect/TIR/Analysis/BlockBindings.h"
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"

namespace mlir::tir {

//===----------------------------------------------------------------------===//
// The producer goes to its consumers
//===----------------------------------------------------------------------===//

namespace {
class ComputeAt : public BlockMove {
public:
  ComputeAt(BlockOp block, ForOp loop)
      : BlockMove(block, loop, "move the computation of") {}

  LogicalResult run(RewriterBase &rewriter);

private:
  LogicalResult checkResult();
  LogicalResult checkReaders();
  void findRanges();

  memref::AllocOp result;
  SmallVector<int64_t> resultIters;
  SmallVector<memref::LoadOp> readers;
};
} // namespace

LogicalResult ComputeAt::checkResult() {
  result = getOnlyResult(block);
  if (!result)
    return failPrecondition()
           << "expected it to write one buffer only, made in the function";
  for (unsigned i = 0; i != block.getNumIters(); ++i)
    if (block.getIterKind(i) != IterKind::Spatial &&
        (block.getIterKind(i) != IterKind::Reduce || !block.getInit()))
      return failPrecondition() << "its iterator #" << i << " is '"
                                << stringifyIterKind(block.getIterKind(i))
                                << "', expected it to start what it writes";
  std::optional<SmallVector<int64_t>> iters = getResultIters(block, result);
  if (!iters)
    return failPrecondition() << "expected its result to be indexed by its "
                                 "spatial iterators, each one index, found "
                              << describeIndices(block, result);
  resultIters = *iters;
  if (!block.getInit() && getTouchedBuffers(block).mayRead(result.getResult()))
    return failPrecondition()
           << "expected it to read no buffer that it writes, found "
           << result.getResult().getType();
  return success();
}

LogicalResult ComputeAt::checkReaders() {
  for (Operation *user : getBufferUsers(result)) {
    if (block->isAncestor(user) || isa<memref::DeallocOp, memref::DimOp>(user))
      continue;
    auto load = dyn_cast<memref::LoadOp>(user);
    if (load && load.getMemRef() == result && loop->isAncestor(load)) {
      readers.push_back(load);
      continue;
    }
    InFlightDiagnostic error =
        failPrecondition()
        << "expected its result to be read only, and only in "
        << describe(loop);
    error.attachNote(user->getLoc()) << "this op uses it as well";
    return error;
  }
  if (readers.empty())
    return failPrecondition() << "expected something in " << describe(loop)
                              << " to read its result";
  return success();
}

// What is read in one iteration of the loop.
void ComputeAt::findRanges() {
  for (auto [dim, iter] : llvm::enumerate(resultIters)) {
    if (iter < 0)
      continue;
    IndexRange range = region.getRange(readers.front().getIndices()[dim]);
    for (memref::LoadOp load : ArrayRef(readers).drop_front())
      range =
          AccessRegion::join(range, region.getRange(load.getIndices()[dim]));
    ranges[iter] = range;
  }
}

LogicalResult ComputeAt::run(RewriterBase &rewriter) {
  if (failed(checkPositions()) || failed(checkResult()) ||
      failed(checkReaders()) || failed(checkUses()) ||
      failed(checkOrder(block, loop)) ||
      failed(checkPassed(block, loop, getInputs(block), {}, block)) ||
      failed(checkShared(result)))
    return failure();
  findRanges();
  Operation *anchor = nullptr;
  for (memref::LoadOp load : readers) {
    Operation *op = loop.getBody()->findAncestorOpInBlock(*load);
    if (!anchor || op->isBeforeInBlock(anchor))
      anchor = op;
  }
  move(rewriter, anchor);
  moveBufferInto(result, loop);
  return success();
}

LogicalResult computeAt(RewriterBase &rewriter, BlockOp block, ForOp loop) {
  return ComputeAt(block, loop).run(rewriter);
}

//===----------------------------------------------------------------------===//
// The consumer goes to its producer
//===----------------------------------------------------------------------===//

namespace {
class ReverseComputeAt : public BlockMove {
public:
  ReverseComputeAt(BlockOp block, ForOp loop)
      : BlockMove(block, loop, "move the use of") {}

  LogicalResult run(RewriterBase &rewriter);

private:
  LogicalResult findProducer();
  LogicalResult checkProducer();
  LogicalResult findRanges();

  BlockOp producer;
  Value buffer;
  SmallVector<int64_t> producerIters;
};
} // namespace

LogicalResult ReverseComputeAt::findProducer() {
  TouchedBuffers touched = getTouchedBuffers(block);
  SmallVector<Value> inputs = getInputs(block);
  if (!touched.isKnown)
    return failPrecondition()
           << "expected only ops in it whose accesses to memory are known";
  for (Value written : touched.writes)
    if (!block.getInit() && touched.mayRead(written))
      return failPrecondition()
             << "expected it to read no buffer that it writes, found "
             << written.getType();
  for (BlockOp other : getChildBlocks(loop)) {
    TouchedBuffers others = getTouchedBuffers(other);
    for (Value input : inputs) {
      if (!others.mayWrite(input))
        continue;
      if (producer)
        return failPrecondition() << "expected one block, and one buffer, in "
                                  << describe(loop) << " that it reads";
      producer = other;
      buffer = input;
    }
  }
  if (!producer)
    return failPrecondition() << "expected a block in " << describe(loop)
                              << " that writes what it reads";
  return success();
}

LogicalResult ReverseComputeAt::checkProducer() {
  std::optional<SmallVector<int64_t>> iters = getResultIters(producer, buffer);
  if (!iters)
    return failPrecondition()
           << describe(producer)
           << " is expected to write at its spatial iterators, each one index";
  producerIters = *iters;
  // What it does not write, others do, in other loops.
  if (!coversDomain(producer))
    return failPrecondition()
           << "expected loops of " << describe(producer)
           << " that provably run it for all values of its iterators";
  for (ForOp reducing : getDrivingLoops(producer, true))
    if (reducing->isAncestor(loop))
      return failPrecondition() << describe(reducing) << " reduces, expected "
                                << describe(loop) << " around it";
  SmallVector<Value> bindings;
  for (int64_t iter : producerIters)
    if (iter >= 0)
      bindings.push_back(producer.getBindings()[iter]);
  if (!region.isHyperRectangular(bindings))
    return failPrecondition()
           << describe(producer) << " is expected to write, provably, a box "
           << "in one iteration of " << describe(loop);
  return success();
}

// The elements that one iteration writes are what is used in it.
LogicalResult ReverseComputeAt::findRanges() {
  for (const ElementAccess &access : getAccesses(block)) {
    if (getViewedBuffer(access.buffer) != buffer)
      continue;
    for (auto [dim, iter] : llvm::enumerate(producerIters)) {
      auto index = access.buffer == buffer
                       ? dyn_cast<BlockArgument>(access.indices[dim])
                       : BlockArgument();
      if (!index && iter < 0 && access.buffer == buffer &&
          getConstantIndex(access.indices[dim]))
        continue;
      if (!index || iter < 0 || index.getOwner() != block.getBody() ||
          !isSameSize(block.getExtents()[index.getArgNumber()],
                      producer.getExtents()[iter]))
        return failPrecondition()
               << "expected it to read at its iterators what "
               << describe(producer) << " writes at its own, over equal ranges";
      unsigned number = index.getArgNumber();
      IndexRange range = region.getRange(producer.getBindings()[iter]);
      if (!range || (ranges[number] && (ranges[number].first != range.first ||
                                        ranges[number].last != range.last)))
        return failPrecondition()
               << "expected to know what of its iterator #" << number
               << " one iteration of " << describe(loop) << " makes";
      ranges[number] = range;
    }
  }
  for (unsigned i = 0; i != block.getNumIters(); ++i)
    if (block.getIterKind(i) != IterKind::Spatial && ranges[i] &&
        !region.isWhole(ranges[i], block.getExtents()[i]))
      return failPrecondition() << "its iterator #" << i << " is '"
                                << stringifyIterKind(block.getIterKind(i))
                                << "', expected one iteration of "
                                << describe(loop) << " to make all of it";
  return success();
}

LogicalResult ReverseComputeAt::run(RewriterBase &rewriter) {
  if (failed(checkPositions()) || failed(findProducer()) ||
      failed(checkProducer()) || failed(findRanges()) || failed(checkUses()) ||
      failed(checkOrder(loop, block)))
    return failure();
  SmallVector<Value> inputs = getInputs(block);
  llvm::erase(inputs, buffer);
  SmallVector<Value> outputs = getTouchedBuffers(block).writes;
  if (failed(checkPassed(loop, block, inputs, outputs, block)) ||
      failed(checkPassed(loop, block, buffer, {}, {block, producer})) ||
      failed(checkShared(buffer)))
    return failure();
  Operation *last = loop.getBody()->findAncestorOpInBlock(*producer);
  move(rewriter, last->getNextNode());
  if (auto alloc = buffer.getDefiningOp<memref::AllocOp>())
    moveBufferInto(alloc, loop);
  return success();
}

LogicalResult reverseComputeAt(RewriterBase &rewriter, BlockOp block,
                               ForOp loop) {
  return ReverseComputeAt(block, loop).run(rewriter);
}

} // namespace mlir::tir
