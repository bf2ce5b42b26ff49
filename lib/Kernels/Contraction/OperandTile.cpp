// A tile of one operand of a product on its way to the memory of a block: each
// thread copies some chunks of contiguous elements, or loads them, and stores
// them when all are there; or the device copies boxes of 128 bytes of the axis
// along which the operand is contiguous times all of the other one.
#include "Relax/Kernels/Contraction/OperandTile.h"

#include "Relax/Dialect/TIR/Analysis/PaddedBuffer.h"
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
                         bool mayBulk)
    : b(b), plan(plan),
      ownExtent(plan.contraction->buildTotal(b, plan.own.iters)),
      kExtent(plan.contraction->buildTotal(b, plan.k.iters)) {
  if (plan.line.isMerged())
    buffer = mergeDims(b, plan.line);
  if (mayBulk && plan.findTMAAxes())
    map = describe();
}

void OperandTile::enter(const SharedTile &to, const ThreadPlace &at,
                        Value end) {
  shared = to;
  place = at;
  if (end)
    ownExtent = end;
  if (!plan.isCopied())
    staged = b.registers(plan.getShare() * plan.lanes, plan.operand.getType());
}

// A square is as many chunks, neighbours along the reduction dimension. Threads
// next to each other have squares next to each other along that, too: what
// eight of them store at once are all banks.
static OperandChunk getSquareChunk(KernelBuilder &b, const OperandPlan &plan,
                                   Value thread, Value number) {
  int64_t lanes = plan.lanes, squares = plan.k.size / lanes;
  Value square = b.add(thread, b.mul(b.div(number, lanes), plan.use.threads));
  Value k = b.add(b.mul(b.rem(square, squares), lanes), b.rem(number, lanes));
  return {b.mul(b.div(square, squares), lanes), k, {}, {}, {}};
}

// Threads next to each other have chunks next to each other. The chunks of
// a thread are in the same place of lines that are equally far from each other,
// where the threads are whole lines: that is said as such, so that one address
// serves all, with a constant for each.
static OperandChunk getChunk(KernelBuilder &b, const OperandPlan &plan,
                             Value thread, Value number) {
  if (plan.isTransposed() && plan.lanes > 1)
    return getSquareChunk(b, plan, thread, number);
  Value turn = b.div(number, plan.across);
  Value chunk = b.add(thread, b.mul(turn, plan.use.threads));
  Value predicate;
  if (plan.getNumChunks() % plan.use.threads != 0)
    predicate = b.less(chunk, b.index(plan.getNumChunks()));
  int64_t row = plan.getLineAxis().size / plan.lanes;
  bool areLines = plan.use.threads % row == 0;
  Value first = areLines ? thread : chunk;
  Value inner = b.mul(b.rem(first, row), plan.lanes);
  OperandChunk found{inner, inner, predicate, {}, {}};
  found.first = b.mul(b.div(first, row), plan.across);
  found.offset = b.rem(number, plan.across);
  if (areLines)
    found.offset =
        b.add(found.offset, b.mul(turn, plan.use.threads / row * plan.across));
  (plan.line.alongK ? found.own : found.k) = b.add(found.first, found.offset);
  return found;
}

namespace {
/// A place of an axis: where the thread's first one is, what is added to that,
/// null if nothing, and how many places there are.
struct AxisPlace {
  Value first, offset, extent;
};
} // namespace

// Whether a place of an axis is below its end; null if it always is. `guard` is
// a condition more, null if there is none: it makes the end 0, which does not
// change from step to step. Numbers of 32 bits, where they fit, take half of
// the instructions of 64. With an offset the constants of all chunks are
// compared with one difference, which LLVM does not widen as it does a loop's
// counter.
static Value isBelow(KernelBuilder &b, const OperandPlan &plan,
                     const TileAxis &axis, const AxisPlace &place,
                     Value guard) {
  auto [first, offset, extent] = place;
  std::optional<int64_t> known = getConstantIndex(extent);
  if (!known || !isNarrow(*plan.contraction, axis.iters)) {
    Value at = offset ? b.add(first, offset) : first;
    return b.both(guard, b.isInBounds(at, extent, axis.size));
  }
  if (*known % axis.size == 0)
    return guard;
  Value end = b.number32(*known);
  if (guard)
    end = arith::SelectOp::create(b, guard, end, b.number32(0));
  if (!offset)
    return b.less(b.to32(first), end);
  Value left = b.sub(end, b.to32(first));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::slt, b.to32(offset),
                               left);
}

Value OperandTile::isInBounds(const OperandChunk &chunk, Value own, Value k) {
  AxisPlace ownPlace{b.add(own, chunk.own), {}, ownExtent};
  AxisPlace kPlace{b.add(k, chunk.k), {}, kExtent};
  if (chunk.offset) {
    AxisPlace &across = plan.line.alongK ? ownPlace : kPlace;
    across.first = b.add(plan.line.alongK ? own : k, chunk.first);
    across.offset = chunk.offset;
  }
  Value isOwn = isBelow(b, plan, plan.own, ownPlace, Value());
  return b.both(chunk.predicate, isBelow(b, plan, plan.k, kPlace, isOwn));
}

IRMapping OperandTile::mapChunk(Value own, Value k) {
  IRMapping mapping = place.common;
  mapAxis(b, *plan.contraction, plan.own.iters, own, mapping);
  mapAxis(b, *plan.contraction, plan.k.iters, k, mapping);
  return mapping;
}

// Where in its line a place of an axis is.
static Value buildLineIndex(KernelBuilder &b, const OperandPlan &plan,
                            Value at) {
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

// Where the elements of `load` for a chunk begin in the source.
SmallVector<Value> OperandTile::buildIndices(memref::LoadOp load,
                                             IRMapping &mapping, Value own,
                                             Value k) {
  unsigned merged = plan.line.isMerged() ? plan.line.numDims : 0;
  SmallVector<Value> indices;
  // Where nothing is copied no address is used.
  Value copied = load == plan.copied.load ? plan.copied.condition : Value();
  for (Value index : load.getIndices().drop_back(merged))
    indices.push_back(plan.contraction->reduction.buildValue(
        b, skipChoice(index, copied), mapping));
  if (merged != 0)
    indices.push_back(buildLineIndex(b, plan, plan.line.alongK ? k : own));
  return indices;
}

void OperandTile::buildCopies(Value own, Value k, Value stage,
                              Value predicate) {
  memref::LoadOp load = plan.copied.load;
  auto token = nvgpu::DeviceAsyncTokenType::get(b.getContext());
  for (int64_t number = 0; number != plan.getShare(); ++number) {
    OperandChunk chunk = getChunk(b, plan, place.thread, b.index(number));
    Value ownAt = b.add(own, chunk.own), kAt = b.add(k, chunk.k);
    IRMapping mapping = mapChunk(ownAt, kAt);
    SmallVector<Value> indices = buildIndices(load, mapping, ownAt, kAt);
    // What is outside is 0, and is not read.
    Value inBounds = b.both(isInBounds(chunk, own, k), predicate);
    if (plan.copied.condition)
      inBounds = b.both(inBounds, plan.contraction->reduction.buildValue(
                                      b, plan.copied.condition, mapping));
    Value count;
    if (inBounds)
      count =
          arith::SelectOp::create(b, inBounds, b.index(plan.lanes), b.index(0));
    nvgpu::DeviceAsyncCopyOp::create(
        b, token, shared.buffer,
        shared.getIndices(b, stage, chunk.own, chunk.k),
        buffer ? buffer : load.getMemRef(), indices, b.getIndexAttr(plan.lanes),
        count, /*bypassL1=*/b.getUnitAttr());
  }
}

// A chunk to `staged`, from `first` on.
void OperandTile::buildLoads(Value own, Value k, Value first) {
  Reduction &reduction = plan.contraction->reduction;
  IRMapping mapping = mapChunk(own, k);
  Value last = reduction.nest.block.getBody()->getArgument(
      plan.getLineAxis().iters.back());
  Value start = mapping.lookup(last);
  // What is taken out of words goes one by one: vectors of bytes are no
  // registers.
  unsigned along = plan.getLineAxis().iters.back();
  bool isPacked =
      llvm::any_of(plan.operand.loads, [&](const ElementAccess &load) {
        return !getStride(reduction.nest.block, load, along);
      });
  ForKind kind = isPacked && !buffer ? ForKind::Unrolled : ForKind::Vectorized;
  SmallVector<Value> indices;
  if (buffer)
    indices = buildIndices(plan.line.load, mapping, own, k);
  b.loop(kind, b.index(plan.lanes), [&](Value lane) {
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
    Value inBounds = isInBounds(chunk, own, k);
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

// What comes is converted when all of it is there, not at each load: a thread
// waits once. Tensor cores would cut off what they do not take of f32, and the
// errors of a long sum would add up; it is rounded here, once for all products
// that an element is of.
static Value convert(KernelBuilder &b, const OperandPlan &plan, Value element) {
  if (plan.use.isRounded)
    return roundForTF32(b, element);
  return element.getType() == plan.getType()
             ? element
             : arith::ExtFOp::create(b, plan.getType(), element).getResult();
}

// A chunk, staged from `first` on. Neighbours go as one where they are
// neighbours in shared memory, too.
void OperandTile::storeChunk(const OperandChunk &chunk, Value stage,
                             Value first) {
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
           b.store(convert(b, plan, b.load(staged, b.add(first, lane))),
                   shared.buffer, at);
         });
}

// Several chunks, of which columns are neighbours in shared memory.
void OperandTile::storeAcross(const OperandChunk &chunk, Value stage,
                              int64_t first) {
  for (int64_t column = 0; column != plan.lanes; ++column) {
    SmallVector<Value> at =
        shared.getIndices(b, stage, b.add(chunk.own, b.index(column)), chunk.k);
    Value values = b.registers(plan.across, plan.getType());
    for (int64_t row = 0; row != plan.across; ++row)
      b.store(
          convert(b, plan,
                  b.load(staged, b.index(first + row * plan.lanes + column))),
          values, b.index(row));
    Value start = at.back();
    b.vectorize(plan.across, [&](Value lane) {
      at.back() = b.add(start, lane);
      b.store(b.load(values, lane), shared.buffer, at);
    });
  }
}

void OperandTile::scaleFetched(Value factor) {
  unrollElements(b, staged, [&](ArrayRef<Value> at) {
    b.store(arith::MulFOp::create(b, b.load(staged, at), factor), staged, at);
  });
}

void OperandTile::buildCommit(Value stage) {
  auto getOwn = [&](Value number) {
    return getChunk(b, plan, place.thread, number);
  };
  if (!plan.isTransposed())
    return b.unroll(plan.getShare(), [&](Value number) {
      OperandChunk chunk = getOwn(number);
      b.branch(chunk.predicate,
               [&] { storeChunk(chunk, stage, b.mul(number, plan.lanes)); });
    });
  for (int64_t number = 0; number != plan.getShare(); number += plan.across)
    storeAcross(getOwn(b.index(number)), stage, number * plan.lanes);
}

//===----------------------------------------------------------------------===//
// Copies by the device
//===----------------------------------------------------------------------===//

static SmallVector<int64_t> getBox(const OperandPlan &plan) {
  auto [own, k] = *plan.findTMAAxes();
  memref::LoadOp load = plan.copied.load;
  SmallVector<int64_t> box(load.getIndices().size(), 1);
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
                             load.getMemRef(), sizes, strides, getBox(plan),
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
                       stage, getBox(plan), SharedLayout::kLineBytes);
  });
}

} // namespace mlir::tir
