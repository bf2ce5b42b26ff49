// Compute in one block what two computed.
//
// Inlining into the consumers copies the producer's body to each load; into the
// producer (TVM's reverse_compute_inline) moves the consumer's body behind its
// store. In both the buffer between them goes.
#include "Relax/Dialect/TIR/Schedule/ComputeInline.h"

#include "Relax/Dialect/TIR/Analysis/BlockBindings.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tir {

static constexpr StringRef kInline = "inline";
static constexpr StringRef kReverse = "inline, into its producer,";

// What cannot be done in another block: all effects but loads and one store.
static FailureOr<memref::StoreOp> getStore(BlockOp block, BlockOp reported,
                                           StringRef verb) {
  if (memref::StoreOp store = getOnlyStore(block))
    return store;
  return failPrecondition(reported, verb)
         << describe(block)
         << " is expected to have one store as its only effect";
}

/// A reduction's element needs a loop, which a load has no room for.
static LogicalResult checkSpatial(BlockOp block, BlockOp reported,
                                  StringRef verb) {
  for (unsigned i = 0; i != block.getNumIters(); ++i)
    if (block.getIterKind(i) != IterKind::Spatial)
      return failPrecondition(reported, verb)
             << "expected iterator #" << i << " of " << describe(block)
             << " to be spatial, found '"
             << stringifyIterKind(block.getIterKind(i)) << "'";
  return success();
}

namespace {
/// What is computed at `first` is to be computed at `second`, by blocks `own`.
struct Move {
  Operation *first, *second;
  ValueRange reads, writes;
  ArrayRef<BlockOp> own;
};
} // namespace

/// Between the two places nothing may change what is read, since the reads move
/// from one to the other.
static LogicalResult checkPassed(BlockOp block, StringRef verb,
                                 const Move &move) {
  auto [begin, end] = getSiblings(move.first, move.second);
  if (!begin || begin == end || !begin->isBeforeInBlock(end))
    return failPrecondition(block, verb)
           << describe(move.first)
           << " is expected before what reads its result";
  Operation *found =
      findConflict(move.first, move.second, move.reads, move.writes, move.own);
  if (!found)
    return success();
  InFlightDiagnostic error = failPrecondition(block, verb)
                             << "expected nothing in between that touches what "
                                "it reads or writes, found "
                             << describe(found);
  error.attachNote(found->getLoc()) << "this op does";
  return error;
}

// A value that only the body of a block is to use: defined in it, or where the
// other block can use it as well.
static LogicalResult checkUses(BlockOp block, Operation *other,
                               StringRef verb) {
  Operation *own = getSiblings(getOwnRoot(block), other).first;
  WalkResult result = block.getBody()->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (!block->isAncestor(operand.getParentRegion()->getParentOp()) &&
          !canCopyValue(operand, own, {}))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  if (!result.wasInterrupted())
    return success();
  return failPrecondition(block, verb)
         << "expected what it uses to be available in the other block";
}

//===----------------------------------------------------------------------===//
// Into the consumers
//===----------------------------------------------------------------------===//

namespace {
/// A block, the buffer that it fills and the loads of it.
struct Producer {
  BlockOp block;
  memref::StoreOp store;
  memref::AllocOp buffer;
  SmallVector<memref::LoadOp> loads;
};
} // namespace

/// A view or a call would still need the buffer.
static LogicalResult findLoads(Producer &producer) {
  for (Operation *user : getBufferUsers(producer.buffer)) {
    if (user == producer.store || isa<memref::DeallocOp, memref::DimOp>(user))
      continue;
    auto load = dyn_cast<memref::LoadOp>(user);
    if (load && load.getMemRef() == producer.buffer &&
        !producer.block->isAncestor(load) && load->getParentOfType<BlockOp>()) {
      producer.loads.push_back(load);
      continue;
    }
    InFlightDiagnostic error = failPrecondition(producer.block, kInline)
                               << "expected its result to be read only, and by "
                                  "loads in other blocks, found "
                               << describe(user);
    error.attachNote(user->getLoc()) << "this op uses it as well";
    return error;
  }
  return success();
}

static FailureOr<Producer> checkInline(BlockOp block) {
  FailureOr<memref::StoreOp> store = getStore(block, block, kInline);
  if (failed(store) || failed(checkSpatial(block, block, kInline)))
    return failure();
  Producer producer{block, *store, getOnlyResult(block), {}};
  if (!producer.buffer)
    return failPrecondition(block, kInline)
           << "expected it to write one buffer only, made in the function";
  std::optional<SmallVector<int64_t>> iters =
      getResultIters(block, producer.buffer);
  if (!iters)
    return failPrecondition(block, kInline)
           << "expected its result to be indexed by its spatial iterators, "
              "each one index, found "
           << describeIndices(block, producer.buffer);
  // An index that is no iterator is the only one that there is. Size 1 has no
  // other index.
  for (auto [dim, iter] : llvm::enumerate(*iters))
    if (iter < 0 && producer.buffer.getType().getDimSize(dim) != 1)
      return failPrecondition(block, kInline)
             << "expected it to write all indices of dimension " << dim;
  if (failed(findLoads(producer)))
    return failure();
  for (memref::LoadOp load : producer.loads)
    if (failed(checkUses(block, load, kInline)) ||
        failed(checkPassed(block, kInline,
                           {block, load, getInputs(block), {}, block})))
      return failure();
  return producer;
}

// Copy the body of a block, but for its store, whose value is given. Operands
// from outside are copied as well: they stand in the producer's own nest, which
// is erased.
static Value copyBody(OpBuilder &builder, BlockOp block, memref::StoreOp store,
                      IRMapping &mapping) {
  Operation *root = getOwnRoot(block);
  for (Operation &op : block.getBody()->without_terminator())
    if (&op != store) {
      for (Value operand : op.getOperands())
        if (!block->isAncestor(operand.getParentRegion()->getParentOp()))
          copyValue(builder, operand, root, mapping);
      builder.clone(op, mapping);
    }
  return copyValue(builder, store.getValueToStore(), root, mapping);
}

LogicalResult computeInline(RewriterBase &rewriter, BlockOp block) {
  FailureOr<Producer> producer = checkInline(block);
  if (failed(producer))
    return failure();
  SmallVector<int64_t> iters = *getResultIters(block, producer->buffer);
  llvm::SetVector<Operation *> anchors;
  for (memref::LoadOp load : producer->loads) {
    OpBuilder builder(load);
    IRMapping mapping;
    // The loads' indices take the place of the iterators, which is why each
    // iterator must be one index.
    for (auto [iter, index] : llvm::zip(iters, load.getIndices()))
      if (iter >= 0)
        mapping.map(block.getIters()[iter], index);
    load.replaceAllUsesWith(copyBody(builder, block, producer->store, mapping));
    anchors.insert(load->getParentOp());
    load.erase();
  }
  Operation *outer = getOwnRoot(block)->getParentOp();
  rewriter.eraseOp(getOwnRoot(block));
  for (Operation *anchor : anchors)
    updateAround(anchor);
  updateAround(outer);
  replaceSizes(producer->buffer);
  eraseDeadBuffer(producer->buffer);
  return success();
}

//===----------------------------------------------------------------------===//
// Into the producer
//===----------------------------------------------------------------------===//

namespace {
/// A block, and the one that writes the buffer that it alone reads.
struct Epilogue {
  BlockOp block, producer;
  memref::StoreOp store, result;
  memref::AllocOp buffer;
  /// The iterators by which it reads the buffer.
  SmallVector<int64_t> iters;
};
} // namespace

// The buffer, made in the function, that only one other block writes and only
// this one reads. With a second reader the buffer has to stay.
static LogicalResult findProducer(Epilogue &epilogue) {
  BlockOp block = epilogue.block;
  for (Value input : getInputs(block)) {
    auto alloc = input.getDefiningOp<memref::AllocOp>();
    BlockOp writer;
    bool isOwn = alloc != nullptr;
    for (Operation *user :
         alloc ? getBufferUsers(alloc) : SmallVector<Operation *>()) {
      if (isa<memref::DeallocOp, memref::DimOp>(user) ||
          (block->isAncestor(user) && isa<memref::LoadOp>(user)))
        continue;
      auto around = user->getParentOfType<BlockOp>();
      isOwn &=
          isa<memref::StoreOp>(user) && around && (!writer || writer == around);
      writer = around;
    }
    if (!isOwn || !writer)
      continue;
    epilogue.buffer = alloc;
    epilogue.producer = writer;
    return success();
  }
  return failPrecondition(block, kReverse)
         << "expected it to read a buffer that is made in the function, that "
            "one block writes and nothing else reads, found none";
}

// An iterator of one value is 0: what is read at 0, and goes over one element,
// is read at it. Importers and fusion write 0 for axes of size 1. The indices
// that were changed, and what they were.
static SmallVector<std::pair<OpOperand *, Value>>
readAtUnitIters(BlockOp block, memref::AllocOp buffer) {
  SmallVector<std::pair<OpOperand *, Value>> changed;
  for (memref::LoadOp load : block.getBody()->getOps<memref::LoadOp>()) {
    if (load.getMemRef() != buffer)
      continue;
    for (OpOperand &index : load.getIndicesMutable()) {
      if (getConstantIndex(index.get()) != 0)
        continue;
      for (BlockArgument iter : block.getIters())
        if (getConstantIndex(block.getExtents()[iter.getArgNumber()]) == 1 &&
            !llvm::is_contained(load.getIndices(), iter)) {
          changed.emplace_back(&index, index.get());
          index.set(iter);
          break;
        }
    }
  }
  return changed;
}

// All loads of the buffer are at the iterators, each an index. If the epilogue
// read only a part, the producer would compute the rest for nothing, and the
// epilogue's store would have no index for it.
static LogicalResult checkReads(Epilogue &epilogue) {
  BlockOp block = epilogue.block;
  std::optional<SmallVector<int64_t>> iters =
      getResultIters(block, epilogue.buffer);
  if (!iters) {
    auto changed = readAtUnitIters(block, epilogue.buffer);
    iters = getResultIters(block, epilogue.buffer);
    // What fails changes nothing.
    if (!iters)
      for (auto [index, old] : changed)
        index->set(old);
  }
  if (!iters)
    return failPrecondition(block, kReverse)
           << "expected it to read what " << describe(epilogue.producer)
           << " writes at its iterators, each one index";
  epilogue.iters = *iters;
  MemRefType type = epilogue.buffer.getType();
  for (auto [dim, iter] : llvm::enumerate(*iters)) {
    bool isOnly = iter < 0 && type.getDimSize(dim) == 1;
    if (!isOnly &&
        (iter < 0 || !isSizeOf(block.getExtents()[iter], epilogue.buffer, dim)))
      return failPrecondition(block, kReverse)
             << "expected it to read all of dimension " << dim << " of what "
             << describe(epilogue.producer) << " writes";
  }
  return success();
}

static LogicalResult checkReverse(Epilogue &epilogue) {
  BlockOp block = epilogue.block;
  FailureOr<memref::StoreOp> store = getStore(block, block, kReverse);
  if (failed(store) || failed(checkSpatial(block, block, kReverse)) ||
      failed(findProducer(epilogue)))
    return failure();
  epilogue.store = *store;
  BlockOp producer = epilogue.producer;
  FailureOr<memref::StoreOp> result = getStore(producer, block, kReverse);
  if (failed(result) || failed(checkSpatial(producer, block, kReverse)) ||
      failed(checkReads(epilogue)))
    return failure();
  epilogue.result = *result;
  // The producer's loops may run in another order than the epilogue's, which
  // would then read what it has written.
  TouchedBuffers touched = getTouchedBuffers(block);
  if (touched.mayRead(touched.writes.front()))
    return failPrecondition(block, kReverse)
           << "expected it to read no buffer that it writes, found "
           << touched.writes.front().getType();
  if (getScope(producer) != getScope(block))
    return failPrecondition(block, kReverse)
           << describe(producer)
           << " is elsewhere, expected in the same function or block";
  if (!coversDomain(block))
    return failPrecondition(block, kReverse)
           << "expected loops that provably run it for all values of its "
              "iterators, found "
           << describeBindings(block);
  SmallVector<Value> inputs = getInputs(block);
  llvm::erase(inputs, epilogue.buffer.getResult());
  TouchedBuffers others = getTouchedBuffers(producer);
  for (Value buffer : touched.writes)
    if (others.mayRead(buffer) || others.mayWrite(buffer))
      return failPrecondition(block, kReverse)
             << describe(producer)
             << " touches what it writes, expected not to";
  if (failed(checkUses(block, producer, kReverse)))
    return failure();
  return checkPassed(
      block, kReverse,
      {producer, block, inputs, touched.writes, {block, producer}});
}

// What the block uses and is behind the producer, which goes in front of it;
// nullopt if it cannot. Collected before anything moves; if one cannot, nothing
// has changed.
static std::optional<llvm::SetVector<Operation *>>
findLateUses(Epilogue &epilogue) {
  Operation *anchor = getSiblings(epilogue.producer, epilogue.block).first;
  llvm::SetVector<Operation *> late;
  bool canMove = true;
  epilogue.block.getBody()->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (!epilogue.block->isAncestor(operand.getParentRegion()->getParentOp()))
        canMove &= collectLate(operand, anchor, late);
  });
  if (!canMove)
    return std::nullopt;
  return late;
}

LogicalResult reverseComputeInline(RewriterBase &rewriter, BlockOp block) {
  Epilogue epilogue{block, {}, {}, {}, {}, {}};
  if (failed(checkReverse(epilogue)))
    return failure();
  std::optional<llvm::SetVector<Operation *>> late = findLateUses(epilogue);
  if (!late)
    return failPrecondition(block, kReverse)
           << "expected what it uses to be available in the other block";
  for (Operation *op : *late)
    op->moveBefore(getSiblings(epilogue.producer, block).first);
  memref::StoreOp result = epilogue.result;
  OpBuilder builder(result);
  IRMapping mapping;
  for (auto [iter, index] : llvm::zip(epilogue.iters, result.getIndices()))
    if (iter >= 0)
      mapping.map(block.getIters()[iter], index);
  for (Operation &op : block.getBody()->without_terminator())
    if (auto load = dyn_cast<memref::LoadOp>(op);
        load && load.getMemRef() == epilogue.buffer)
      mapping.map(load.getResult(), result.getValueToStore());
  for (Operation &op : block.getBody()->without_terminator()) {
    if (op.getNumResults() == 1 && mapping.contains(op.getResult(0)))
      continue;
    for (Value operand : op.getOperands())
      if (!block->isAncestor(operand.getParentRegion()->getParentOp()))
        copyValue(builder, operand, getOwnRoot(block), mapping);
    builder.clone(op, mapping);
  }
  result.erase();
  Operation *outer = getOwnRoot(block)->getParentOp();
  rewriter.eraseOp(getOwnRoot(block));
  updateAround(epilogue.producer);
  updateAround(outer);
  replaceSizes(epilogue.buffer);
  eraseDeadBuffer(epilogue.buffer);
  return success();
}

} // namespace mlir::tir
