// Cut the rows of a reduction into pieces, which are reduced first; then their
// results are. Both are nests, which other steps take.
#include "Relax/Kernels/RowReduction/SplitReduction.h"

#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/Schedule/BlockIters.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

namespace {

class ReductionSplitter {
public:
  ReductionSplitter(Reduction &reduction, int64_t numPartitions)
      : reduction(reduction), loc(reduction.nest.block.getLoc()),
        builder(reduction.nest.getRoot()), combiner(reduction.combiner),
        numPartitions(numPartitions) {}

  void run();

private:
  SmallVector<OpFoldResult> getSpatialExtents();
  Value buildPartitions();
  SmallVector<OpFoldResult> chooseLengths();
  void mapReduce(OpBuilder &b, Value number, size_t count, IRMapping &mapping);
  void mapWhole(OpBuilder &b, Value partition, ValueRange steps,
                IRMapping &mapping);
  Value buildStep(OpBuilder &b, Value partition, ValueRange own, Value sum,
                  IRMapping mapping);
  void buildResult(Value partitions);
  Value getStep();
  Value combine(OpBuilder &b, Value sum, Value step);
  SmallVector<Value> getResultIndices(OpBuilder &b, ValueRange own);

  Reduction &reduction;
  Location loc;
  OpBuilder builder;
  Operation *combiner;
  /// Pieces of a row, steps of a row and of a piece.
  int64_t numPartitions;
  Value steps, partitionSize;
  /// Whether some pieces may be shorter than others.
  bool isRagged = false;
  /// The values of the last iterator that reduces, if pieces are a whole number
  /// of these, or these are of pieces; else 0.
  int64_t last = 0;
};

} // namespace

// The start is one number for all rows.
static bool startsWithNumber(Reduction &reduction) {
  for (Operation &op : reduction.initStore->getBlock()->without_terminator())
    if (&op != reduction.initStore && !op.hasTrait<OpTrait::ConstantLike>())
      return false;
  Value start = reduction.initStore.getValue();
  return !isa<BlockArgument>(start) ||
         !reduction.nest.block.getRegion().isAncestor(start.getParentRegion());
}

LogicalResult checkSplit(Reduction &reduction, std::string *why) {
  auto failPrecondition = [&](StringRef reason) {
    if (why)
      *why = reason;
    return failure();
  };
  if (!reduction.combiner)
    return failPrecondition("expected an op that may do its steps in any order "
                            "to join its result and a step");
  if (!startsWithNumber(reduction))
    return failPrecondition("expected one start number for all its results");
  return success();
}

SmallVector<OpFoldResult> ReductionSplitter::getSpatialExtents() {
  SmallVector<OpFoldResult> extents;
  for (unsigned iter : reduction.spatial)
    if (std::optional<int64_t> known = reduction.nest.getConstantExtent(iter))
      extents.push_back(builder.getIndexAttr(*known));
    else
      extents.push_back(reduction.nest.getExtent(iter));
  return extents;
}

// What the iterators that reduce in a piece run over. Where the last one of the
// reduction has an end in no piece, or in each, it stays one: its steps, which
// may be neighbours in memory, are then seen to be such.
SmallVector<OpFoldResult> ReductionSplitter::chooseLengths() {
  std::optional<int64_t> known = getConstantIndex(partitionSize);
  if (!known)
    return {partitionSize};
  std::optional<int64_t> own =
      reduction.nest.getConstantExtent(reduction.reduce.back());
  if (!isRagged && reduction.reduce.size() > 1 && own && *own > 1 &&
      *known > 0 && (*known % *own == 0 || *own % *known == 0))
    last = *own;
  if (last == 0 || *known <= last)
    return {builder.getIndexAttr(*known)};
  return {builder.getIndexAttr(*known / last), builder.getIndexAttr(last)};
}

// The first `count` iterators that reduce, of which `number` counts the values.
void ReductionSplitter::mapReduce(OpBuilder &b, Value number, size_t count,
                                  IRMapping &mapping) {
  LoopNest &nest = reduction.nest;
  for (size_t i = count; i-- != 0;) {
    unsigned iter = reduction.reduce[i];
    Value own = number;
    if (i != 0) {
      own = arith::RemUIOp::create(b, loc, number, nest.getExtent(iter));
      number = arith::DivUIOp::create(b, loc, number, nest.getExtent(iter));
    }
    mapping.map(nest.block.getIters()[iter], own);
  }
}

// Pieces of whole values of the last iterator, or of a part of one.
void ReductionSplitter::mapWhole(OpBuilder &b, Value partition,
                                 ValueRange steps, IRMapping &mapping) {
  int64_t size = *getConstantIndex(partitionSize);
  Value at = steps.back(), number = partition;
  if (size < last) {
    Value parts = indexConstant(b, loc, last / size);
    Value part = arith::RemUIOp::create(b, loc, partition, parts);
    Value first = mulIndex(b, loc, part, indexConstant(b, loc, size));
    at = arith::AddIOp::create(b, loc, first, at);
    number = arith::DivUIOp::create(b, loc, partition, parts);
  } else if (size > last) {
    Value first =
        mulIndex(b, loc, partition, indexConstant(b, loc, size / last));
    number = arith::AddIOp::create(b, loc, first, steps.front());
  }
  mapping.map(reduction.nest.block.getIters()[reduction.reduce.back()], at);
  mapReduce(b, number, reduction.reduce.size() - 1, mapping);
}

// A step of a piece joined with `sum`; past the end of the row, nothing.
Value ReductionSplitter::buildStep(OpBuilder &b, Value partition,
                                   ValueRange own, Value sum,
                                   IRMapping mapping) {
  if (last != 0) {
    mapWhole(b, partition, own, mapping);
    return combine(b, sum, reduction.buildValue(b, getStep(), mapping));
  }
  Value first = mulIndex(b, loc, partition, partitionSize);
  Value number = arith::AddIOp::create(b, loc, first, own.front());
  Value isInBounds;
  if (isRagged) {
    isInBounds =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, number, steps);
    number = arith::SelectOp::create(b, loc, isInBounds, number,
                                     indexConstant(b, loc, 0));
  }
  mapReduce(b, number, reduction.reduce.size(), mapping);
  Value step = reduction.buildValue(b, getStep(), mapping);
  if (isInBounds) {
    Value neutral =
        arith::ConstantOp::create(b, loc, *arith::getNeutralElement(combiner));
    step = arith::SelectOp::create(b, loc, isInBounds, step, neutral);
  }
  return combine(b, sum, step);
}

// What the combiner joins with the result so far.
Value ReductionSplitter::getStep() {
  bool isFirst = combiner->getOperand(0) == reduction.load.getResult();
  return combiner->getOperand(isFirst ? 1 : 0);
}

Value ReductionSplitter::combine(OpBuilder &b, Value sum, Value step) {
  IRMapping mapping;
  mapping.map(reduction.load.getResult(), sum);
  mapping.map(getStep(), step);
  return b.clone(*combiner, mapping)->getResult(0);
}

// Where the result has the element of these iterators.
SmallVector<Value> ReductionSplitter::getResultIndices(OpBuilder &b,
                                                       ValueRange own) {
  SmallVector<Value> indices;
  for (Value at : reduction.store.getIndices()) {
    auto iter = dyn_cast<BlockArgument>(at);
    if (!iter) {
      indices.push_back(indexConstant(b, loc, *getConstantIndex(at)));
      continue;
    }
    auto *found = llvm::find(reduction.spatial, iter.getArgNumber());
    indices.push_back(own[found - reduction.spatial.begin()]);
  }
  return indices;
}

// What each piece of each row gives.
Value ReductionSplitter::buildPartitions() {
  SmallVector<OpFoldResult> extents = getSpatialExtents();
  extents.insert(extents.begin(), builder.getIndexAttr(numPartitions));
  steps = indexConstant(builder, loc, 1);
  for (Value extent : reduction.getReduceExtents())
    steps = mulIndex(builder, loc, steps, extent);
  partitionSize = ceilDivIndex(builder, loc, steps, numPartitions);
  std::optional<int64_t> total = getConstantIndex(steps);
  isRagged = !total || *total % numPartitions != 0;
  Value partitions = allocBuffer(
      builder, loc, extents, reduction.store.getMemRefType().getElementType());
  Value neutral = arith::ConstantOp::create(
      builder, loc, *arith::getNeutralElement(combiner));
  SmallVector<OpFoldResult> lengths = chooseLengths();
  std::string label = getFreshLabel(
      reduction.nest.block, (reduction.nest.block.getLabel() + "_rf").str());
  buildReduceBlock(
      builder, loc, label, extents, lengths, neutral,
      [&](OpBuilder &b, Location, ValueRange spatial, ValueRange reduce,
          Value sum) {
        IRMapping mapping;
        for (auto [iter, own] :
             llvm::zip(reduction.spatial, spatial.drop_front()))
          mapping.map(reduction.nest.block.getIters()[iter], own);
        return buildStep(b, spatial.front(), reduce, sum, mapping);
      },
      partitions);
  return partitions;
}

// The reduction itself, of what the pieces give.
void ReductionSplitter::buildResult(Value partitions) {
  LoopNest &nest = reduction.nest;
  SmallVector<Iter> iters;
  for (OpFoldResult extent : getSpatialExtents())
    iters.push_back({extent, IterKind::Spatial});
  iters.push_back({builder.getIndexAttr(numPartitions), IterKind::Reduce});
  auto body = [&](OpBuilder &b, Location, ValueRange own) {
    SmallVector<Value> indices = getResultIndices(b, own), from{own.back()};
    llvm::append_range(from, own.drop_back());
    Value sum = memref::LoadOp::create(b, loc, reduction.out, indices);
    Value partition = memref::LoadOp::create(b, loc, partitions, from);
    memref::StoreOp::create(b, loc, combine(b, sum, partition), reduction.out,
                            indices);
  };
  auto start = [&](OpBuilder &b, Location, ValueRange own) {
    SmallVector<Value> indices = getResultIndices(b, own);
    IRMapping mapping;
    Value value = reduction.buildStart(b, mapping);
    memref::StoreOp::create(b, loc, value, reduction.out, indices);
  };
  buildBlock(builder, loc, nest.block.getLabel(), iters, body, start);
}

void ReductionSplitter::run() {
  Value partitions = buildPartitions();
  buildResult(partitions);
  reduction.nest.getRoot()->erase();
}

void splitReduction(Reduction &reduction, int64_t partitions) {
  // Axes that are neighbours in memory are one: a piece of it has no division
  // for each step, and whole vectors.
  simplifyReduction(reduction);
  ReductionSplitter(reduction, partitions).run();
}

} // namespace mlir::tir
