// Computes elements where they are used, where that is cheaper.
#include "InlineProducers.h"

#include "Relax/Analysis/FusionGroups.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/NestAccesses.h"
#include "Relax/Dialect/TIR/Schedule/InlineBlock.h"
#include "Relax/Dialect/TIR/TransformOps/ComputeOps.h"
#include "Relax/Dialect/TIR/TransformOps/LoweringOps.h"
#include "Relax/Dialect/TIR/Transforms/ResolveSizes.h"
#include "Relax/Kernels/TransformOps/TileOps.h"
#include "ScheduleWriter.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tir {

// A transcendental function costs many times an addition, so it must not be
// computed once per reader. The four exceptions are one or two instructions.
static bool hasLongFunction(BlockOp block) {
  return llvm::any_of(*block.getBody(), [](Operation &op) {
    return isa<math::MathDialect>(op.getDialect()) &&
           !isa<math::AbsFOp, math::FmaOp, math::FloorOp, math::CeilOp>(op);
  });
}

// True if an element costs so much that it is computed once only. Up to 16
// cheap ops are rather computed again than stored and loaded.
static bool isCostly(BlockOp block) {
  return hasLongFunction(block) ||
         llvm::range_size(block.getBody()->getOperations()) > 16;
}

// True if the reader reads each element at most once. Each iterator indexes
// exactly one dimension, so the map from iterations to elements is injective.
// `x[i + j]` may read an element several times; `x[i, i]` does not, and is left
// out all the same.
static bool readsOnce(BlockOp reader, memref::LoadOp load) {
  SmallVector<Value> iters;
  for (Value index : load.getIndices()) {
    if (isa<BlockArgument>(index))
      iters.push_back(index);
    else if (!getConstantIndex(index))
      return false;
  }
  return llvm::all_of(llvm::enumerate(reader.getIters()), [&](auto it) {
    // An iterator of extent 1 repeats nothing.
    return getConstantIndex(reader.getExtents()[it.index()]) == 1 ||
           llvm::count(iters, it.value()) == 1;
  });
}

// True if something moves with each iterator of the reader. If nothing read
// moves with an iterator, the reader repeats the load along it: in a product
// each element of an operand is read once per column. The inlined computation
// would be repeated as often.
static bool movesWithAll(BlockOp reader, memref::LoadOp load) {
  ElementAccess access{load, load.getMemRef(), load.getIndices(), false};
  for (unsigned iter = 0; iter != reader.getNumIters(); ++iter)
    if (getConstantIndex(reader.getExtents()[iter]) != 1 &&
        isInvariant(reader, access, iter))
      return false;
  return true;
}

// The loads of the buffer of a producer, outside it.
static SmallVector<memref::LoadOp> getReads(LoopNest &producer) {
  SmallVector<memref::LoadOp> loads;
  for (Operation *user : getInlinableBuffer(producer).getUsers())
    if (auto load = dyn_cast<memref::LoadOp>(user))
      if (!producer.block->isAncestor(load))
        loads.push_back(load);
  return loads;
}

// True if the producer is the elementwise end of a reduction. Such a nest
// becomes the reduction's epilogue, which costs nothing: the value is in a
// register. Inlined into the next reduction, it would be computed in its
// innermost loop (a softmax followed by a product).
static bool finishesReduction(LoopNest &producer) {
  for (ElementAccess &access : getAccesses(producer.block))
    if (!access.isStore &&
        readsOnce(producer.block, cast<memref::LoadOp>(access.op)))
      for (Operation *user : access.buffer.getUsers())
        if (auto writer = dyn_cast<BlockOp>(user))
          if (writer.getInit() &&
              llvm::is_contained(writer.getWrites(), access.buffer))
            return true;
  return false;
}

// True if the producer gives the elements of one matrix another order.
static bool isTransposition(LoopNest &producer) {
  memref::StoreOp store = getOnlyStore(producer.block);
  auto load = store ? store.getValueToStore().getDefiningOp<memref::LoadOp>()
                    : memref::LoadOp();
  return load && store.getMemRefType().getRank() == 2 &&
         llvm::all_of(load.getIndices(), llvm::IsaPred<BlockArgument>);
}

// True if the producer computes its buffer of others with fewer bits, by cheap
// ops: it is a decoder of weights. Of 4 bits in groups with scales and zero
// points these are 24, beside constants of indices that were folded.
static bool isDecoder(LoopNest &producer) {
  constexpr unsigned kMaxOps = 40;
  llvm::SetVector<Value> read;
  for (ElementAccess &access : getAccesses(producer.block))
    if (!access.isStore)
      read.insert(access.buffer);
  int64_t bits = 0;
  for (Value buffer : read) {
    int64_t own = relax::countBits(buffer);
    if (own == 0)
      return false;
    bits += own;
  }
  unsigned ops = llvm::count_if(*producer.block.getBody(), [](Operation &op) {
    return !op.hasTrait<OpTrait::ConstantLike>();
  });
  return !read.empty() && !hasLongFunction(producer.block) && ops <= kMaxOps &&
         bits < relax::countBits(getInlinableBuffer(producer));
}

// True if computing elements where they are used is better than storing them.
static bool isWorthInlining(LoopNest &producer, DecodedOperands decoded) {
  if (!canInlineBlock(producer))
    return false;
  if (decoded == DecodedOperands::Inlined &&
      (isDecoder(producer) || isTransposition(producer)))
    return true;
  bool costly = isCostly(producer.block);
  llvm::SetVector<Operation *> readers;
  for (memref::LoadOp load : getReads(producer)) {
    auto reader = load->getParentOfType<BlockOp>();
    readers.insert(reader);
    bool reduces = reader.isReduction();
    if (reduces && finishesReduction(producer))
      return false;
    if (costly ? !readsOnce(reader, load)
               : reduces && !movesWithAll(reader, load))
      return false;
  }
  // A costly producer with two readers would be computed twice, even if each
  // reads an element once.
  return !costly || readers.size() == 1;
}

// Two loads of one element have made two copies. A load that stood twice in the
// reader has brought two copies of the producer's body. The script says so as
// well, or its result would differ from the schedule's.
static void joinCopies(BlockOp reader, ScheduleWriter *writer) {
  if (writer)
    writer->write<transform::ApplyCommonSubexpressionEliminationOp>(
        writer->find(reader));
  IRRewriter rewriter(reader.getContext());
  DominanceInfo dominance(reader);
  eliminateCommonSubExpressions(rewriter, dominance, reader);
}

void inlineProducers(FuncOp func, ScheduleWriter *writer,
                     DecodedOperands decoded) {
  if (resolveSizes(func) && writer)
    writer->write<schedule::ResolveSizesOp>(writer->getFunction());
  // From front to back, so chains collapse: what was inlined into a producer is
  // inlined along with it.
  for (LoopNest &nest : getTopNests(func)) {
    if (!isWorthInlining(nest, decoded))
      continue;
    llvm::SetVector<BlockOp> readers;
    for (memref::LoadOp load : getReads(nest))
      readers.insert(load->getParentOfType<BlockOp>());
    if (writer)
      writer->write<schedule::ComputeInlineOp>(writer->find(nest.block));
    (void)inlineBlock(nest);
    for (BlockOp reader : readers)
      joinCopies(reader, writer);
  }
}

std::optional<AttentionChain> inlineOperands(AttentionChain chain,
                                             ScheduleWriter *writer) {
  return inlineOperands(chain, [&](Operation *root) {
    if (writer)
      writer->write<schedule::ComputeInlineOp>(
          writer->find(matchLoopNest(root, nullptr)->block));
  });
}

} // namespace mlir::tir
