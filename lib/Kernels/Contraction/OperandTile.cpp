// A tile of one operand of a product on its way to the memory of a block: each
// thread copies some chunks of contiguous elements, or loads them, and stores
// them when all are there; or the device copies boxes of 128 bytes of the axis
// along which the operand is contiguous times all of the other one.
#include "Relax/Kernels/Contraction/OperandTile.h"

#include "Relax/Dialect/TIR/IR/TensorMapOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

namespace mlir::tir {

// The dimensions of a line are one in a view.
static Value mergeDims(KernelBuilder &b, OperandLine line) {
  int64_t rank = line.load.getMemRefType().getRank();
  int64_t leading = rank - static_cast<int64_t>(line.numDims);
  SmallVector<ReassociationIndices> dims;
  for (int64_t dim = 0; dim <= leading; ++dim)
    dims.push_back({dim});
  for (int64_t dim = leading + 1; dim < rank; ++dim)
    dims.back().push_back(dim);
  return memref::CollapseShapeOp::create(b, line.load.getMemRef(), dims);
}

// As `splitIndex`. Divisions of 32 bits take a fraction of the time of those of
// 64, on a GPU; `isNarrow` says that all numbers fit.
static SmallVector<Value> splitNumber(KernelBuilder &b, Value number,
                                      ValueRange extents, bool isNarrow) {
  if (!isNarrow || extents.size() < 2)
    return b.split(number, extents);
  SmallVector<Value> sizes = llvm::map_to_vector(
      extents, [&](Value extent) { return b.to32(extent); });
  SmallVector<Value> indices = b.split(b.to32(number), sizes);
  for (Value &index : indices)
    if (!index.getType().isIndex())
      index = b.toIndex(index);
  return indices;
}

// What sticks out does so by less than a tile.
static bool isNarrow(Contraction &contraction, ArrayRef<unsigned> iters) {
  std::optional<int64_t> total = contraction.getConstantTotal(iters);
  return total && *total < 1 << 30;
}

void mapAxis(KernelBuilder &b, Contraction &contraction,
             ArrayRef<unsigned> iters, Value at, IRMapping &mapping) {
  Block *body = contraction.reduction.nest.block.getBody();
  SmallVector<Value> indices = splitNumber(
      b, at, contraction.getExtents(b, iters), isNarrow(contraction, iters));
  for (auto [iter, index] : llvm::zip(iters, indices)) {
    Value argument = body->getArgument(iter);
    // The first of its group is there already.
    mapping.map(argument, iter == contraction.groups.iter
                              ? b.add(mapping.lookup(argument), index)
                              : index);
  }
}

OperandTile::OperandTile(KernelBuilder &b, const OperandPlan &plan,
                         bool usesTMA)
    : b(b), plan(plan),
      ownExtent(plan.contraction->buildTotal(b, plan.own.iters)),
      kExtent(plan.contraction->buildTotal(b, plan.k.iters)) {
  if (plan.line.isMerged())
    buffer = mergeDims(b, plan.line);
  if (usesTMA)
    map = describe();
}

void OperandTile::enter(const SharedTile &to, const ThreadPlace &at) {
  shared = to;
  place = at;
  if (!plan.isCopied())
    staged = b.registers(plan.getShare() * plan.lanes, plan.operand.getType());
}

// A square is as many chunks, neighbours along the reduction dimension. Threads
// next to each other have squares next to each other along that, too: what
// eight of them store at once are all banks.
static OperandChunk getTransposedChunk(KernelBuilder &b,
                                       const OperandPlan &plan, Value thread,
                                       Value number) {
  int64_t lanes = plan.lanes, squares = plan.k.size / lanes;
  Value square = b.add(thread, b.mul(b.div(number, lanes), plan.threads));
  Value k = b.add(b.mul(b.rem(square, squares), lanes), b.rem(number, lanes));
  return {b.mul(b.div(square, squares), lanes), k, Value()};
}

// Threads next to each other have chunks next to each other. The chunks of
// a thread are in the same place of lines that are equally far from each other,
// where the threads are whole lines: that is said as such, so that one address
// serves all, with a constant for each.
static OperandChunk getChunk(KernelBuilder &b, const OperandPlan &plan,
                             Value thread, Value number) {
  if (plan.isTransposed())
    return getTransposedChunk(b, plan, thread, number);
  Value chunk = b.add(thread, b.mul(number, plan.threads));
  Value predicate;
  if (plan.getNumChunks() % plan.threads != 0)
    predicate = b.less(chunk, b.index(plan.getNumChunks()));
  int64_t row = plan.getLineAxis().size / plan.lanes;
  bool areLines = plan.threads % row == 0;
  Value first = areLines ? thread : chunk;
  Value outer = b.div(first, row);
  if (areLines)
    outer = b.add(outer, b.mul(number, plan.threads / row));
  Value inner = b.mul(b.rem(first, row), plan.lanes);
  return plan.line.alongK ? OperandChunk{outer, inner, predicate}
                          : OperandChunk{inner, outer, predicate};
}

// `at < extent`; null if it always holds. By a comparison of 32 bits where both
// fit: one of 64 is two. `guard` is a condition more, null if there is none. It
// makes the end 0, which is the same for all chunks of a line's place: one
// comparison for each chunk is left.
static Value isBelow(KernelBuilder &b, const OperandPlan &plan,
                     const TileAxis &axis, std::pair<Value, Value> range,
                     Value guard) {
  auto [at, extent] = range;
  std::optional<int64_t> known = getConstantIndex(extent);
  if (!known || !isNarrow(*plan.contraction, axis.iters))
    return b.both(guard, b.isInBounds(at, extent, axis.size));
  if (*known % axis.size == 0)
    return guard;
  Value end = b.number32(*known);
  if (guard)
    end = arith::SelectOp::create(b, guard, end, b.number32(0));
  return b.less(b.to32(at), end);
}

Value OperandTile::isInBounds(const OperandChunk &chunk, Value own, Value k) {
  Value isOwn = isBelow(b, plan, plan.own, {own, ownExtent}, Value());
  return b.both(chunk.predicate, isBelow(b, plan, plan.k, {k, kExtent}, isOwn));
}

IRMapping OperandTile::mapChunk(Value own, Value k) {
  IRMapping mapping = place.common;
  mapAxis(b, *plan.contraction, plan.own.iters, own, mapping);
  mapAxis(b, *plan.contraction, plan.k.iters, k, mapping);
  return mapping;
}

// Where the elements of `load` for a chunk begin in the source.
SmallVector<Value> OperandTile::buildIndices(memref::LoadOp load,
                                             IRMapping &mapping, Value own,
                                             Value k) {
  unsigned merged = plan.line.isMerged() ? plan.line.numDims : 0;
  SmallVector<Value> indices;
  for (Value index : load.getIndices().drop_back(merged))
    indices.push_back(
        plan.contraction->reduction.buildValue(b, index, mapping));
  if (merged != 0)
    indices.push_back(buildLineIndex(plan.line.alongK ? k : own));
  return indices;
}

// Where in its line a place of an axis is.
Value OperandTile::buildLineIndex(Value at) {
  ArrayRef<unsigned> iters = plan.getLineAxis().iters;
  ArrayRef<unsigned> others = iters.drop_back(plan.line.iters.size());
  // A line that is all of its axis begins where the axis does.
  if (others.empty())
    return at;
  Value count = plan.contraction->buildTotal(b, others);
  return splitNumber(b, at, {count, b.index(*plan.line.extent)},
                     isNarrow(*plan.contraction, iters))
      .back();
}

void OperandTile::buildCopies(Value own, Value k, Value stage, Value predicate,
                              SmallVectorImpl<Value> &copies) {
  memref::LoadOp load = plan.copied.load;
  auto token = nvgpu::DeviceAsyncTokenType::get(b.getContext());
  for (int64_t number = 0; number != plan.getShare(); ++number) {
    OperandChunk chunk = getChunk(b, plan, place.thread, b.index(number));
    Value ownAt = b.add(own, chunk.own), kAt = b.add(k, chunk.k);
    IRMapping mapping = mapChunk(ownAt, kAt);
    SmallVector<Value> indices = buildIndices(load, mapping, ownAt, kAt);
    // What is outside is 0, and is not read.
    Value inBounds = b.both(isInBounds(chunk, ownAt, kAt), predicate);
    if (plan.copied.condition)
      inBounds = b.both(inBounds, plan.contraction->reduction.buildValue(
                                      b, plan.copied.condition, mapping));
    Value count;
    if (inBounds)
      count =
          arith::SelectOp::create(b, inBounds, b.index(plan.lanes), b.index(0));
    copies.push_back(nvgpu::DeviceAsyncCopyOp::create(
        b, token, shared.buffer,
        shared.getIndices(b, stage, chunk.own, chunk.k),
        buffer ? buffer : load.getMemRef(), indices, b.getIndexAttr(plan.lanes),
        count, /*bypassL1=*/b.getUnitAttr()));
  }
}

// A chunk to `staged`, from `first` on.
void OperandTile::buildLoads(Value own, Value k, Value first) {
  Reduction &reduction = plan.contraction->reduction;
  IRMapping mapping = mapChunk(own, k);
  Value last = reduction.nest.block.getBody()->getArgument(
      plan.getLineAxis().iters.back());
  Value start = mapping.lookup(last);
  SmallVector<Value> indices;
  if (buffer)
    indices = buildIndices(plan.line.load, mapping, own, k);
  b.vectorize(plan.lanes, [&](Value lane) {
    IRMapping one = mapping;
    if (buffer) {
      SmallVector<Value> at(indices);
      at.back() = b.add(at.back(), lane);
      one.map(plan.line.load.getResult(), b.load(buffer, at));
    } else {
      one.map(last, b.add(start, lane));
    }
    b.store(reduction.buildValue(b, plan.operand.value, one), staged,
            b.add(first, lane));
  });
}

void OperandTile::buildFetch(Value own, Value k) {
  b.unroll(plan.getShare(), [&](Value number) {
    OperandChunk chunk = getChunk(b, plan, place.thread, number);
    Value ownAt = b.add(own, chunk.own), kAt = b.add(k, chunk.k);
    Value first = b.mul(number, plan.lanes);
    Value inBounds = isInBounds(chunk, ownAt, kAt);
    if (inBounds) {
      Value zero =
          arith::ConstantOp::create(b, b.getZeroAttr(plan.operand.getType()));
      b.vectorize(plan.lanes, [&](Value lane) {
        b.store(zero, staged, b.add(first, lane));
      });
    }
    b.branch(inBounds, [&] { buildLoads(ownAt, kAt, first); });
  });
}

namespace {
/// Stores what a thread has loaded.
class TileCommit {
public:
  TileCommit(KernelBuilder &b, const OperandPlan &plan,
             const SharedTile &shared, Value staged)
      : b(b), plan(plan), shared(shared), staged(staged) {}

  void round();
  /// A chunk, staged from `first` on; or the columns of a square.
  void store(const OperandChunk &chunk, Value stage, Value first);
  void storeSquare(const OperandChunk &chunk, Value stage, int64_t first);

private:
  Value get(Value number);

  KernelBuilder &b;
  const OperandPlan &plan;
  const SharedTile &shared;
  Value staged;
};
} // namespace

// What comes is converted when all of it is there, not at each load: a thread
// waits once.
Value TileCommit::get(Value number) {
  Value element = b.load(staged, number);
  return element.getType() == plan.getType()
             ? element
             : arith::ExtFOp::create(b, plan.getType(), element).getResult();
}

// Half away from zero is the only rounding to tf32 that all chips from sm_80 on
// have. Tensor cores would cut off what they do not take, and the errors of a
// long sum would add up.
void TileCommit::round() {
  unrollElements(b, staged, [&](ArrayRef<Value> at) {
    Value bits = NVVM::ConvertFloatToTF32Op::create(
        b, b.getI32Type(), b.load(staged, at), NVVM::FPRoundingMode::RNA);
    b.store(arith::BitcastOp::create(b, plan.getType(), bits), staged, at);
  });
}

// Neighbours go as one where they are neighbours in shared memory, too.
void TileCommit::store(const OperandChunk &chunk, Value stage, Value first) {
  bool goesAlong = plan.line.alongK == shared.layout.isKMajor;
  SmallVector<Value> start = shared.getIndices(b, stage, chunk.own, chunk.k);
  b.loop(goesAlong ? ForKind::Vectorized : ForKind::Unrolled,
         b.index(plan.lanes), [&](Value lane) {
           SmallVector<Value> at = start;
           if (goesAlong)
             at.back() = b.add(at.back(), lane);
           else if (plan.line.alongK)
             at = shared.getIndices(b, stage, chunk.own, b.add(chunk.k, lane));
           else
             at = shared.getIndices(b, stage, b.add(chunk.own, lane), chunk.k);
           b.store(get(b.add(first, lane)), shared.buffer, at);
         });
}

// Columns are neighbours in shared memory.
void TileCommit::storeSquare(const OperandChunk &chunk, Value stage,
                             int64_t first) {
  int64_t lanes = plan.lanes;
  for (int64_t column = 0; column != lanes; ++column) {
    SmallVector<Value> start =
        shared.getIndices(b, stage, b.add(chunk.own, b.index(column)), chunk.k);
    Value values = b.registers(lanes, plan.getType());
    for (int64_t row = 0; row != lanes; ++row)
      b.store(get(b.index(first + row * lanes + column)), values, b.index(row));
    b.vectorize(lanes, [&](Value lane) {
      b.store(b.load(values, lane), shared.buffer, b.add(start[0], lane));
    });
  }
}

void OperandTile::buildCommit(Value stage) {
  TileCommit commit(b, plan, shared, staged);
  auto getOwn = [&](Value number) {
    return getChunk(b, plan, place.thread, number);
  };
  if (plan.isRounded)
    commit.round();
  if (!plan.isTransposed())
    return b.unroll(plan.getShare(), [&](Value number) {
      OperandChunk chunk = getOwn(number);
      b.branch(chunk.predicate,
               [&] { commit.store(chunk, stage, b.mul(number, plan.lanes)); });
    });
  for (int64_t number = 0; number != plan.getShare(); number += plan.lanes)
    commit.storeSquare(getOwn(b.index(number)), stage, number * plan.lanes);
}

//===----------------------------------------------------------------------===//
// Copies by the device
//===----------------------------------------------------------------------===//

SmallVector<int64_t> OperandTile::getBox() {
  auto [own, k] = *plan.findTMAAxes();
  SmallVector<int64_t> box(plan.copied.load.getIndices().size(), 1);
  box[plan.line.alongK ? own : k] = (plan.line.alongK ? plan.own : plan.k).size;
  box.back() = plan.k.size;
  return box;
}

// Outside of the extents of the product are zeros, whatever is in memory there.
Value OperandTile::describe() {
  memref::LoadOp load = plan.copied.load;
  MemRefType type = load.getMemRefType();
  auto [own, k] = *plan.findTMAAxes();
  SmallVector<Value> sizes, strides;
  Value stride = b.index(1);
  for (int64_t axis = type.getRank(); axis-- > 0;) {
    Value whole = type.isDynamicDim(axis)
                      ? Value(memref::DimOp::create(b, load.getMemRef(), axis))
                      : b.index(type.getDimSize(axis));
    sizes.push_back(axis == own ? ownExtent : axis == k ? kExtent : whole);
    if (axis + 1 != type.getRank())
      strides.push_back(stride);
    stride = b.mul(stride, whole);
  }
  std::reverse(sizes.begin(), sizes.end());
  std::reverse(strides.begin(), strides.end());
  return TensorMapOp::create(b, LLVM::LLVMPointerType::get(b.getContext()),
                             load.getMemRef(), sizes, strides, getBox(),
                             SharedLayout::kLineBytes);
}

void OperandTile::buildPrefetch() {
  NVVM::PrefetchOp::create(b, /*cacheLevel=*/nullptr,
                           /*evictPriority=*/nullptr, map,
                           /*predicate=*/nullptr, b.getUnitAttr(),
                           /*uniform=*/nullptr, /*in_param_space=*/nullptr);
}

void OperandTile::buildBulkLoads(Value own, Value k, Value stage,
                                 Value barriers) {
  int64_t line = plan.k.size;
  Value start = shared.getStart(b, stage);
  b.repeat(plan.line.alongK ? 1 : plan.own.size / line, [&](Value number) {
    Value first = b.mul(number, line);
    IRMapping mapping = mapChunk(b.add(own, first), k);
    SmallVector<Value> coordinates;
    for (Value index : plan.copied.load.getIndices())
      coordinates.push_back(
          plan.contraction->reduction.buildValue(b, index, mapping));
    Value target = b.add(start, b.mul(first, line));
    BulkLoadOp::create(b, map, coordinates, shared.buffer, target, barriers,
                       stage, getBox(), SharedLayout::kLineBytes);
  });
}

} // namespace mlir::tir
