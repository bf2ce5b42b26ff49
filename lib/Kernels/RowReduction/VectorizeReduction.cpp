// Reduce along a contiguous axis with one partial result a vector lane:
//
//   for each result: part[lanes] = neutral
//     for each vector of the axis: part[lanes] = part[lanes] op in[lanes]
//     result = start op (tail) op (halves of part, joined)
//
// A long sum of floats goes through `part` in blocks, each of which is added to
// a sum of blocks: the error grows with the number of blocks, and not with that
// of elements, as in pairwise summation (Higham, 1993).
#include "Relax/Kernels/RowReduction/VectorizeReduction.h"

#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

namespace {

/// Writes the loops of one reduction.
class ReductionVectorizer {
public:
  ReductionVectorizer(Reduction &reduction, unsigned iter, int64_t lanes)
      : reduction(reduction), nest(reduction.nest), iter(iter),
        combiner(reduction.combiner), loc(nest.block.getLoc()),
        width(countPartialResults(reduction, iter, lanes)) {}

  void run(OpBuilder &builder);
  void buildOne(OpBuilder &b, const IRMapping &spatial);

private:
  void buildStep(OpBuilder &b, IRMapping mapping, Value at, Value buffer,
                 Value position);
  void buildSteps(OpBuilder &b, const IRMapping &spatial, Value part, Value sum,
                  Value acc);
  void buildVectors(OpBuilder &b, const IRMapping &mapping, Value first,
                    Value count, Value part);
  void buildBlocks(OpBuilder &b, const IRMapping &mapping, Value full,
                   Value part, Value sum);
  void fillLanes(OpBuilder &b, Value buffer);
  void joinLanes(OpBuilder &b, Value part, Value acc);
  Value join(OpBuilder &b, Value lhs, Value rhs);
  Value arg(unsigned i) { return nest.block.getBody()->getArgument(i); }

  Reduction &reduction;
  LoopNest &nest;
  unsigned iter;
  Operation *combiner;
  Location loc;
  int64_t width;
};

} // namespace

int64_t countPartialResults(Reduction &reduction, unsigned iter,
                            int64_t lanes) {
  std::optional<int64_t> extent = reduction.nest.getConstantExtent(iter);
  int64_t width = 4 * lanes;
  while (extent && width > lanes && *extent < 2 * width)
    width /= 2;
  return width;
}

// Vectors of a block of a sum.
static constexpr int64_t kBlock = 256;

bool isLongSum(Reduction &reduction, unsigned iter, int64_t width) {
  if (!isa<arith::AddFOp>(reduction.combiner))
    return false;
  return reduction.nest.getConstantExtent(iter).value_or(INT64_MAX) / width >
         2 * kBlock;
}

Value ReductionVectorizer::join(OpBuilder &b, Value lhs, Value rhs) {
  IRMapping mapping;
  mapping.map(combiner->getOperand(0), lhs);
  mapping.map(combiner->getOperand(1), rhs);
  return b.clone(*combiner, mapping)->getResult(0);
}

// `buffer[place] = buffer[place] op step(at)`
void ReductionVectorizer::buildStep(OpBuilder &b, IRMapping mapping, Value at,
                                    Value buffer, Value position) {
  mapping.map(arg(iter), at);
  mapping.map(reduction.load.getResult(),
              memref::LoadOp::create(b, loc, buffer, position).getResult());
  Value next =
      reduction.buildValue(b, reduction.store.getValueToStore(), mapping);
  memref::StoreOp::create(b, loc, next, buffer, position);
}

void ReductionVectorizer::fillLanes(OpBuilder &b, Value buffer) {
  Value neutral =
      arith::ConstantOp::create(b, loc, *arith::getNeutralElement(combiner));
  buildLoop(b, loc, ForKind::Vectorized, width,
            [&](OpBuilder &b, ValueRange lane) {
              memref::StoreOp::create(b, loc, neutral, buffer, lane);
            });
}

// `count` vectors from the one of number `first` on.
void ReductionVectorizer::buildVectors(OpBuilder &b, const IRMapping &mapping,
                                       Value first, Value count, Value part) {
  buildLoop(
      b, loc, ForKind::Serial, count, [&](OpBuilder &b, ValueRange number) {
        Value at =
            first ? addIndex(b, loc, first, number.front()) : number.front();
        Value begin = mulIndex(b, loc, at, indexConstant(b, loc, width));
        buildLoop(b, loc, ForKind::Vectorized, width,
                  [&](OpBuilder &b, ValueRange lane) {
                    buildStep(b, mapping, addIndex(b, loc, begin, lane.front()),
                              part, lane.front());
                  });
      });
}

// All `full` vectors, in blocks.
void ReductionVectorizer::buildBlocks(OpBuilder &b, const IRMapping &mapping,
                                      Value full, Value part, Value sum) {
  Value size = indexConstant(b, loc, kBlock);
  Value blocks = b.createOrFold<arith::CeilDivUIOp>(loc, full, size);
  buildLoop(
      b, loc, ForKind::Serial, blocks, [&](OpBuilder &b, ValueRange number) {
        Value first = mulIndex(b, loc, number.front(), size);
        Value left = arith::SubIOp::create(b, loc, full, first);
        Value count = arith::MinUIOp::create(b, loc, left, size);
        fillLanes(b, part);
        buildVectors(b, mapping, first, count, part);
        buildLoop(b, loc, ForKind::Vectorized, width,
                  [&](OpBuilder &b, ValueRange lane) {
                    Value lhs = memref::LoadOp::create(b, loc, sum, lane);
                    Value rhs = memref::LoadOp::create(b, loc, part, lane);
                    memref::StoreOp::create(b, loc, join(b, lhs, rhs), sum,
                                            lane);
                  });
      });
}

// Full vectors of the axis, then its tail.
void ReductionVectorizer::buildSteps(OpBuilder &b, const IRMapping &spatial,
                                     Value part, Value sum, Value acc) {
  SmallVector<Value> extents;
  SmallVector<unsigned> others;
  for (unsigned other : reduction.reduce)
    if (other != iter) {
      others.push_back(other);
      extents.push_back(nest.getExtent(other));
    }
  Value extent = nest.getExtent(iter);
  Value lanes = indexConstant(b, loc, width);
  Value full = b.createOrFold<arith::DivUIOp>(loc, extent, lanes);
  Value zero = indexConstant(b, loc, 0);
  buildLoops(b, loc, extents, [&](OpBuilder &b, ValueRange steps) {
    IRMapping mapping = spatial;
    for (auto [other, step] : llvm::zip(others, steps))
      mapping.map(arg(other), step);
    if (sum)
      buildBlocks(b, mapping, full, part, sum);
    else
      buildVectors(b, mapping, /*first=*/{}, full, part);
    if (std::optional<int64_t> known = getConstantIndex(extent);
        known && *known % width == 0)
      return;
    ForOp tail = ForOp::create(b, loc, mulIndex(b, loc, full, lanes), extent);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(tail.getBody());
    buildStep(b, mapping, tail.getInductionVar(), acc, zero);
  });
}

// Half the lanes at a time, down to one.
void ReductionVectorizer::joinLanes(OpBuilder &b, Value part, Value acc) {
  for (int64_t half = width / 2; half >= 1; half /= 2)
    buildLoop(b, loc, ForKind::Vectorized, half,
              [&](OpBuilder &b, ValueRange lane) {
                Value other =
                    addIndex(b, loc, lane.front(), indexConstant(b, loc, half));
                Value lhs = memref::LoadOp::create(b, loc, part, lane);
                Value rhs = memref::LoadOp::create(b, loc, part, other);
                memref::StoreOp::create(b, loc, join(b, lhs, rhs), part, lane);
              });
  Value zero = indexConstant(b, loc, 0);
  Value lhs = memref::LoadOp::create(b, loc, acc, zero);
  Value rhs = memref::LoadOp::create(b, loc, part, zero);
  memref::StoreOp::create(b, loc, join(b, lhs, rhs), acc, zero);
}

void ReductionVectorizer::buildOne(OpBuilder &b, const IRMapping &spatial) {
  Type element = combiner->getResult(0).getType();
  Value part =
      memref::AllocOp::create(b, loc, MemRefType::get({width}, element));
  Value acc = memref::AllocOp::create(b, loc, MemRefType::get({1}, element));
  Value sum = isLongSum(reduction, iter, width)
                  ? Value(memref::AllocOp::create(
                        b, loc, MemRefType::get({width}, element)))
                  : Value();
  fillLanes(b, sum ? sum : part);
  Value zero = indexConstant(b, loc, 0);
  IRMapping mapping = spatial;
  memref::StoreOp::create(b, loc, reduction.buildStart(b, mapping), acc, zero);
  buildSteps(b, spatial, part, sum, acc);
  joinLanes(b, sum ? sum : part, acc);
  reduction.buildResult(b, memref::LoadOp::create(b, loc, acc, zero), spatial);
}

void ReductionVectorizer::run(OpBuilder &builder) {
  SmallVector<Value> extents;
  for (unsigned spatial : reduction.spatial)
    extents.push_back(nest.getExtent(spatial));
  int64_t steps = 1;
  for (unsigned reduce : reduction.reduce)
    if (llvm::MulOverflow(steps, nest.getConstantExtent(reduce).value_or(64),
                          steps))
      steps = INT64_MAX;
  buildTasks(
      builder, loc, extents, steps / 8, [](OpBuilder &) {},
      [&](OpBuilder &b, ValueRange indices) {
        IRMapping mapping;
        for (auto [spatial, index] : llvm::zip(reduction.spatial, indices))
          mapping.map(arg(spatial), index);
        buildOne(b, mapping);
      });
}

void buildLaneReduction(OpBuilder &builder, Reduction &reduction, unsigned iter,
                        int64_t lanes) {
  ReductionVectorizer(reduction, iter, lanes).run(builder);
}

void buildLaneReduction(OpBuilder &builder, Reduction &reduction, unsigned iter,
                        int64_t lanes, const IRMapping &spatial) {
  ReductionVectorizer(reduction, iter, lanes).buildOne(builder, spatial);
}

} // namespace mlir::tir
