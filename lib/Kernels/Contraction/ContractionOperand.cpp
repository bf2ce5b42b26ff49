// One operand of a contraction on its way through shared memory to registers.
#include "ContractionOperand.h"

#include "AsyncCopy.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::tir {

void buildIfInBounds(OpBuilder &b, Location loc, Value condition,
                     llvm::function_ref<void(OpBuilder &)> body) {
  if (!condition)
    return body(b);
  IfOp branch = IfOp::create(b, loc, condition);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&branch.getThen().front());
  body(b);
}

ContractionOperand::ContractionOperand(Contraction &contraction, Value value,
                                       ArrayRef<unsigned> iters, int64_t size,
                                       const ContractionTile &tile)
    : contraction(contraction), value(value), iters(iters), size(size),
      tileK(tile.k), part(size / ContractionTile::kSide),
      run(std::min<int64_t>(part, 4)), tile(tile) {
  chooseLanes();
  chooseLayout();
  copied = findCopied();
}

ContractionOperand ContractionOperand::ofRows(Contraction &contraction,
                                              const ContractionTile &tile) {
  ContractionOperand operand(contraction, contraction.lhs, contraction.rows,
                             tile.rows, tile);
  if (tile.usesTensorCores)
    operand.run = 1;
  return operand;
}

ContractionOperand ContractionOperand::ofColumns(Contraction &contraction,
                                                 const ContractionTile &tile) {
  ContractionOperand operand(contraction, contraction.rhs, contraction.columns,
                             tile.columns, tile);
  if (tile.usesTensorCores) {
    operand.run = 2;
    operand.part *= 2;
  }
  return operand;
}

// Warps load pairs of elements along a row or along a column, single bytes as
// pairs of these, and larger elements along a column one by one.
void ContractionOperand::chooseLayout() {
  layout.bytes = llvm::divideCeil(value.getType().getIntOrFloatBitWidth(), 8);
  layout.isKMajor = tile.usesTensorCores && alongK;
  layout.isSwizzled = tile.usesTensorCores;
  layout.rows = layout.isKMajor ? size : tileK;
  layout.columns = layout.isKMajor ? tileK : size;
  if (!tile.usesTensorCores && alongK)
    layout.padding = 4;
}

SmallVector<Value> ContractionOperand::getSharedIndices(OpBuilder &b,
                                                        Location loc,
                                                        Value buffer, Value own,
                                                        Value k) const {
  SmallVector<Value> indices{buffer};
  llvm::append_range(indices, layout.getIndices(b, loc, own, k));
  return indices;
}

// How many values of a step each thread computes.
int64_t ContractionOperand::getShare() const {
  return size * tileK / tile.getThreads();
}

// 128 bits at a time, if no vector crosses the end of a line.
void ContractionOperand::chooseLanes() {
  line = findOperandLine(contraction, value, iters);
  alongK = line.alongK;
  if (line.iters.empty())
    return;
  int64_t widest = 8;
  for (const ElementAccess &load :
       getLoadsOf(contraction.reduction.nest.block, value)) {
    Type type = cast<MemRefType>(load.buffer.getType()).getElementType();
    if (!type.isIntOrFloat())
      return;
    widest = std::max<int64_t>(widest, type.getIntOrFloatBitWidth());
  }
  lanes = std::max<int64_t>(1, std::min(getShare(), 128 / widest));
  while (lanes > 1 && (!line.extent || *line.extent % lanes != 0))
    lanes /= 2;
}

// One load of neighbours that lie in memory as they do in shared memory: 16
// bytes at once, from a multiple of 16 on if the buffer begins at one.
GuardedLoad ContractionOperand::findCopied() {
  GuardedLoad found = matchGuardedLoad(contraction, value, line);
  if (!tile.usesAsyncCopies || !found.load || alongK != layout.isKMajor ||
      lanes != layout.getChunk())
    return {};
  MemRefType type = found.load.getMemRefType();
  int64_t row = line.isMerged() ? *line.extent : type.getShape().back();
  bool isPlain = type.getLayout().isIdentity() && !type.getMemorySpace() &&
                 !ShapedType::isDynamic(row) && row % lanes == 0;
  return isPlain ? found : GuardedLoad();
}

//===----------------------------------------------------------------------===//
// Once
//===----------------------------------------------------------------------===//

void ContractionOperand::buildExtent(OpBuilder &b, Location loc) {
  extent = getTotal(b, loc, contraction.getExtents(b, iters));
  mergeDims(b, loc);
}

// The dimensions of a line are one in a view.
void ContractionOperand::mergeDims(OpBuilder &b, Location loc) {
  if (!line.isMerged())
    return;
  Value buffer = line.load.getMemRef();
  int64_t rank = line.load.getMemRefType().getRank();
  int64_t leading = rank - static_cast<int64_t>(line.numDims);
  SmallVector<ReassociationIndices> dims;
  for (int64_t dim = 0; dim <= leading; ++dim)
    dims.push_back({dim});
  for (int64_t dim = leading + 1; dim < rank; ++dim)
    dims.back().push_back(dim);
  merged = memref::CollapseShapeOp::create(b, loc, buffer, dims);
}

static Value allocIn(OpBuilder &b, Location loc, ArrayRef<int64_t> shape,
                     Type element, gpu::AddressSpace space) {
  auto attribute = gpu::AddressSpaceAttr::get(b.getContext(), space);
  return memref::AllocOp::create(
      b, loc, MemRefType::get(shape, element, AffineMap(), attribute));
}

void ContractionOperand::makeShared(OpBuilder &b, Location loc) {
  shared = allocIn(b, loc, {tile.stages, layout.rows, layout.getRowLength()},
                   value.getType(), gpu::AddressSpace::Workgroup);
}

void ContractionOperand::makeSharedIn(OpBuilder &b, Location loc, Value bytes,
                                      int64_t first) {
  auto space = cast<MemRefType>(bytes.getType()).getMemorySpace();
  SmallVector<int64_t> shape{tile.stages, layout.rows, layout.getRowLength()};
  shared = memref::ViewOp::create(
      b, loc, MemRefType::get(shape, value.getType(), AffineMap(), space),
      bytes, indexConstant(b, loc, first), ValueRange());
  pairs = shared;
  if (!layout.hasPairs())
    return;
  shape.back() /= 2;
  pairs = memref::ViewOp::create(
      b, loc, MemRefType::get(shape, b.getI16Type(), AffineMap(), space), bytes,
      indexConstant(b, loc, first), ValueRange());
}

void ContractionOperand::makeRegisters(OpBuilder &b, Location loc) {
  if (!isCopied())
    staged = allocIn(b, loc, getShare(), value.getType(),
                     gpu::AddressSpace::Private);
  if (!tile.usesTensorCores)
    registers =
        allocIn(b, loc, getPart(), value.getType(), gpu::AddressSpace::Private);
}

void ContractionOperand::setTile(OpBuilder &b, Location loc, Value number) {
  origin = mulIndex(b, loc, number, indexConstant(b, loc, size));
}

void ContractionOperand::setThread(OpBuilder &b, Location loc, Value number,
                                   Value side) {
  thread = number;
  coordinate = mulIndex(b, loc, side, indexConstant(b, loc, getRun()));
}

void ContractionOperand::setFirst(Value number, Value first) {
  thread = number;
  coordinate = first;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

// Runs of neighbours, as far from each other as all threads need for one: their
// accesses to shared memory are contiguous.
Value ContractionOperand::getIndex(OpBuilder &b, Location loc, Value part) {
  Value run = indexConstant(b, loc, getRun());
  Value stride = indexConstant(b, loc, getRunStride());
  Value number = b.createOrFold<arith::DivUIOp>(loc, part, run);
  Value rest = b.createOrFold<arith::RemUIOp>(loc, part, run);
  Value position = addIndex(b, loc, origin, coordinate);
  position = addIndex(b, loc, position, mulIndex(b, loc, number, stride));
  return addIndex(b, loc, position, rest);
}

// `index < extent`, null if tiles of `size` fill the extent.
static Value buildBoundsCheck(OpBuilder &b, Location loc, Value index,
                              Value extent, int64_t size) {
  std::optional<int64_t> known = getConstantIndex(extent);
  if (known && *known % size == 0)
    return {};
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, index,
                               extent);
}

Value ContractionOperand::isInBounds(OpBuilder &b, Location loc,
                                     Value position) {
  return buildBoundsCheck(b, loc, position, extent, size);
}

// As `splitIndex`. Divisions of 32 bits take a fraction of the time of those of
// 64, on a GPU; `isNarrow` says that all numbers fit.
static SmallVector<Value> splitNumber(OpBuilder &b, Location loc, Value number,
                                      ValueRange extents, bool isNarrow) {
  if (!isNarrow || extents.size() < 2)
    return splitIndex(b, loc, number, extents);
  Type narrow = b.getI32Type();
  auto cast = [&](Value value) -> Value {
    if (std::optional<int64_t> known = getConstantIndex(value))
      return arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(*known));
    return arith::IndexCastUIOp::create(b, loc, narrow, value);
  };
  SmallVector<Value> sizes = llvm::map_to_vector(extents, cast);
  SmallVector<Value> indices = splitIndex(b, loc, cast(number), sizes);
  for (Value &index : indices)
    if (!index.getType().isIndex())
      index = arith::IndexCastUIOp::create(b, loc, b.getIndexType(), index);
  return indices;
}

static void mapNumber(OpBuilder &b, Location loc, Contraction &contraction,
                      ArrayRef<unsigned> iters, Value number,
                      IRMapping &mapping) {
  Block *body = contraction.reduction.nest.block.getBody();
  // What sticks out does so by less than a tile.
  std::optional<int64_t> total = contraction.getConstantTotal(iters);
  SmallVector<Value> indices =
      splitNumber(b, loc, number, contraction.getExtents(b, iters),
                  total && *total < 1 << 30);
  for (auto [iter, index] : llvm::zip(iters, indices)) {
    Value argument = body->getArgument(iter);
    // The first of its group is there already.
    mapping.map(argument,
                iter == contraction.groupIter
                    ? addIndex(b, loc, mapping.lookup(argument), index)
                    : index);
  }
}

void ContractionOperand::mapIndex(OpBuilder &b, Location loc, Value position,
                                  IRMapping &mapping) {
  mapNumber(b, loc, contraction, iters, position, mapping);
}

//===----------------------------------------------------------------------===//
// From memory to the block's
//===----------------------------------------------------------------------===//

ContractionOperand::Chunk
ContractionOperand::getChunk(OpBuilder &b, Location loc, Value number) {
  Value chunk = addIndex(
      b, loc, thread,
      mulIndex(b, loc, number, indexConstant(b, loc, tile.getThreads())));
  Value row = indexConstant(b, loc, (alongK ? tileK : size) / lanes);
  Value outer = b.createOrFold<arith::DivUIOp>(loc, chunk, row);
  Value inner = b.createOrFold<arith::RemUIOp>(loc, chunk, row);
  inner = mulIndex(b, loc, inner, indexConstant(b, loc, lanes));
  return alongK ? Chunk{outer, inner} : Chunk{inner, outer};
}

// Where the elements of `load` for iterators in `mapping`, a place and a term,
// begin in `getSource`.
SmallVector<Value> ContractionOperand::buildIndices(OpBuilder &b, Location loc,
                                                    memref::LoadOp load,
                                                    IRMapping mapping,
                                                    Value position, Value k) {
  SmallVector<Value> indices;
  for (Value index : load.getIndices().drop_back(line.numDims))
    indices.push_back(contraction.reduction.buildValue(b, index, mapping));
  indices.push_back(line.isMerged()
                        ? buildLineIndex(b, loc, alongK ? k : position)
                        : mapping.lookup(load.getIndices().back()));
  return indices;
}

// Where in its line a place or a term is.
Value ContractionOperand::buildLineIndex(OpBuilder &b, Location loc,
                                         Value number) {
  ArrayRef<unsigned> axis = alongK ? ArrayRef<unsigned>(contraction.kIters)
                                   : ArrayRef<unsigned>(iters);
  ArrayRef<unsigned> others = axis.drop_back(line.iters.size());
  // A line that is all of its axis begins where the axis does.
  if (others.empty())
    return number;
  Value count = getTotal(b, loc, contraction.getExtents(b, others));
  std::optional<int64_t> total = contraction.getConstantTotal(axis);
  return splitNumber(b, loc, number,
                     {count, indexConstant(b, loc, *line.extent)},
                     total && *total < 1 << 30)
      .back();
}

// Neighbours, the first of which `mapping` has the iterators of.
void ContractionOperand::buildChunk(OpBuilder &b, Location loc,
                                    IRMapping mapping, Value position, Value k,
                                    Value first) {
  Reduction &reduction = contraction.reduction;
  unsigned iter = alongK ? contraction.kIters.back() : iters.back();
  Value last = reduction.nest.block.getBody()->getArgument(iter);
  Value start = mapping.lookup(last);
  SmallVector<Value> indices;
  if (line.isMerged())
    indices = buildIndices(b, loc, line.load, mapping, position, k);
  buildLoop(
      b, loc, ForKind::Vectorized, lanes, [&](OpBuilder &b, ValueRange lane) {
        IRMapping one = mapping;
        if (line.isMerged()) {
          SmallVector<Value> at(indices);
          at.back() = addIndex(b, loc, at.back(), lane.front());
          one.map(line.load.getResult(),
                  memref::LoadOp::create(b, loc, merged, at).getResult());
        } else {
          one.map(last, addIndex(b, loc, start, lane.front()));
        }
        memref::StoreOp::create(b, loc, reduction.buildValue(b, value, one),
                                staged, addIndex(b, loc, first, lane.front()));
      });
}

// Whether there is such a place and such a term; null if it is always there.
Value ContractionOperand::isInBounds(OpBuilder &b, Location loc, Value position,
                                     Value k) {
  Value inBounds = isInBounds(b, loc, position);
  Value isKInBounds = buildBoundsCheck(b, loc, k, kExtent, tileK);
  if (!inBounds || !isKInBounds)
    return inBounds ? inBounds : isKInBounds;
  return arith::AndIOp::create(b, loc, inBounds, isKInBounds);
}

void ContractionOperand::buildCopies(OpBuilder &b, Location loc,
                                     const IRMapping &common, Value step,
                                     Value isStep, Value buffer,
                                     SmallVectorImpl<Value> &copies) {
  Value from = mulIndex(b, loc, step, indexConstant(b, loc, tileK));
  for (int64_t number = 0; number != getShare() / lanes; ++number) {
    Chunk chunk = getChunk(b, loc, indexConstant(b, loc, number));
    Value position = addIndex(b, loc, origin, chunk.own);
    Value k = addIndex(b, loc, from, chunk.k);
    IRMapping mapping = common;
    mapNumber(b, loc, contraction, iters, position, mapping);
    mapNumber(b, loc, contraction, contraction.kIters, k, mapping);
    SmallVector<Value> indices =
        buildIndices(b, loc, copied.load, mapping, position, k);
    // What is outside is 0, and is not read.
    Value inBounds = isInBounds(b, loc, position, k);
    if (isStep)
      inBounds = inBounds
                     ? Value(arith::AndIOp::create(b, loc, inBounds, isStep))
                     : isStep;
    if (copied.condition) {
      Value holds =
          contraction.reduction.buildValue(b, copied.condition, mapping);
      inBounds = inBounds
                     ? Value(arith::AndIOp::create(b, loc, inBounds, holds))
                     : holds;
    }
    copies.push_back(createAsyncCopy(
        b, loc, shared, getSharedIndices(b, loc, buffer, chunk.own, chunk.k),
        line.isMerged() ? merged : copied.load.getMemRef(), indices, lanes,
        inBounds));
  }
}

void ContractionOperand::buildFetch(OpBuilder &b, Location loc,
                                    const IRMapping &common, Value step) {
  Value width = indexConstant(b, loc, lanes);
  Value from = mulIndex(b, loc, step, indexConstant(b, loc, tileK));
  buildLoop(b, loc, ForKind::Unrolled, getShare() / lanes,
            [&](OpBuilder &b, ValueRange number) {
              Chunk chunk = getChunk(b, loc, number.front());
              Value position = addIndex(b, loc, origin, chunk.own);
              Value k = addIndex(b, loc, from, chunk.k);
              Value first = mulIndex(b, loc, number.front(), width);
              Value inBounds = isInBounds(b, loc, position, k);
              if (inBounds) {
                Value zero = arith::ConstantOp::create(
                    b, loc, b.getZeroAttr(value.getType()));
                buildLoop(b, loc, ForKind::Vectorized, lanes,
                          [&](OpBuilder &b, ValueRange lane) {
                            memref::StoreOp::create(
                                b, loc, zero, staged,
                                addIndex(b, loc, first, lane.front()));
                          });
              }
              buildIfInBounds(b, loc, inBounds, [&](OpBuilder &b) {
                IRMapping mapping = common;
                mapNumber(b, loc, contraction, iters, position, mapping);
                mapNumber(b, loc, contraction, contraction.kIters, k, mapping);
                buildChunk(b, loc, mapping, position, k, first);
              });
            });
}

// Neighbours go as one where they are neighbours in shared memory, too.
void ContractionOperand::buildCommit(OpBuilder &b, Location loc, Value buffer) {
  Value width = indexConstant(b, loc, lanes);
  bool goesAlong = alongK == layout.isKMajor;
  buildLoop(
      b, loc, ForKind::Unrolled, getShare() / lanes,
      [&](OpBuilder &b, ValueRange number) {
        Chunk chunk = getChunk(b, loc, number.front());
        Value first = mulIndex(b, loc, number.front(), width);
        SmallVector<Value> indices;
        if (goesAlong)
          indices = getSharedIndices(b, loc, buffer, chunk.own, chunk.k);
        ForKind kind = goesAlong ? ForKind::Vectorized : ForKind::Unrolled;
        buildLoop(b, loc, kind, lanes, [&](OpBuilder &b, ValueRange lane) {
          Value one = memref::LoadOp::create(
              b, loc, staged, addIndex(b, loc, first, lane.front()));
          SmallVector<Value> at = indices;
          if (goesAlong) {
            at.back() = addIndex(b, loc, at.back(), lane.front());
          } else {
            Value own = chunk.own, k = chunk.k;
            Value &moving = alongK ? k : own;
            moving = addIndex(b, loc, moving, lane.front());
            at = getSharedIndices(b, loc, buffer, own, k);
          }
          memref::StoreOp::create(b, loc, one, shared, at);
        });
      });
}

//===----------------------------------------------------------------------===//
// From the block's memory to registers
//===----------------------------------------------------------------------===//

void ContractionOperand::buildRegisterLoads(OpBuilder &b, Location loc,
                                            Value buffer, Value k) {
  Value run = indexConstant(b, loc, getRun());
  Value stride = indexConstant(b, loc, getRunStride());
  buildLoop(b, loc, ForKind::Unrolled, getPart() / getRun(),
            [&](OpBuilder &b, ValueRange number) {
              Value first = addIndex(b, loc, coordinate,
                                     mulIndex(b, loc, number.front(), stride));
              Value part = mulIndex(b, loc, number.front(), run);
              buildLoop(b, loc, ForKind::Vectorized, getRun(),
                        [&](OpBuilder &b, ValueRange lane) {
                          Value own = addIndex(b, loc, first, lane.front());
                          Value one = memref::LoadOp::create(
                              b, loc, shared,
                              getSharedIndices(b, loc, buffer, own, k));
                          memref::StoreOp::create(
                              b, loc, one, registers,
                              addIndex(b, loc, part, lane.front()));
                        });
            });
}

Value ContractionOperand::loadRegister(OpBuilder &b, Location loc, Value part) {
  return memref::LoadOp::create(b, loc, registers, part);
}

} // namespace mlir::tir
