// One factor of a contraction on its way through shared memory to registers.
#include "ContractionFactor.h"

#include "Relax/Dialect/TIR/Schedule/TileLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tir {

void buildInside(OpBuilder &b, Location loc, Value condition,
                 llvm::function_ref<void(OpBuilder &)> body) {
  if (!condition)
    return body(b);
  IfOp branch = IfOp::create(b, loc, condition);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&branch.getThen().front());
  body(b);
}

ContractionFactor::ContractionFactor(Contraction &contraction, Value value,
                                     ArrayRef<unsigned> iters, int64_t size,
                                     const ContractionTile &tile)
    : contraction(contraction), value(value), iters(iters), size(size),
      depth(tile.depth), run(std::min<int64_t>(getPart(), 4)),
      isFragment(tile.usesTensorCores) {
  chooseLanes();
}

ContractionFactor ContractionFactor::ofRows(Contraction &contraction,
                                            const ContractionTile &tile) {
  ContractionFactor factor(contraction, contraction.left, contraction.rows,
                           tile.rows, tile);
  if (tile.usesTensorCores)
    factor.run = 1;
  return factor;
}

ContractionFactor ContractionFactor::ofColumns(Contraction &contraction,
                                               const ContractionTile &tile) {
  ContractionFactor factor(contraction, contraction.right, contraction.columns,
                           tile.columns, tile);
  if (tile.usesTensorCores)
    factor.run = 2;
  return factor;
}

SmallVector<int64_t, 2> ContractionFactor::getSharedShape() const {
  int64_t bytes = llvm::divideCeil(value.getType().getIntOrFloatBitWidth(), 8);
  if (isFragment)
    return {size, depth + 16 / bytes};
  return {depth, alongDepth ? size + 4 : size};
}

SmallVector<Value> ContractionFactor::getSharedPlace(Value buffer, Value own,
                                                     Value term) const {
  if (isFragment)
    return {buffer, own, term};
  return {buffer, term, own};
}

// How many values of a step each thread computes.
int64_t ContractionFactor::getShare() const {
  return size * depth / ContractionTile::kThreads;
}

// True if the loads of the factor are of neighbours for neighbouring values of
// an iterator, or of one element.
bool ContractionFactor::isContiguous(unsigned iter) {
  BlockOp block = contraction.reduction.nest.block;
  bool moves = false;
  for (const ElementAccess &load : getLoadsOf(block, value)) {
    std::optional<int64_t> stride = getStride(block, load, iter);
    if (stride != 0 && stride != 1)
      return false;
    moves |= stride == 1;
  }
  return moves;
}

// 128 bits at a time, if no vector crosses the end of an iterator.
void ContractionFactor::chooseLanes() {
  BlockNest &nest = contraction.reduction.nest;
  unsigned last = iters.back();
  if (!isContiguous(last)) {
    if (contraction.depth.empty() || !isContiguous(contraction.depth.back()))
      return;
    alongDepth = true;
    last = contraction.depth.back();
  }
  int64_t widest = 8;
  for (const ElementAccess &load : getLoadsOf(nest.block, value)) {
    Type type = cast<MemRefType>(load.buffer.getType()).getElementType();
    if (!type.isIntOrFloat())
      return;
    widest = std::max<int64_t>(widest, type.getIntOrFloatBitWidth());
  }
  std::optional<int64_t> extent = contraction.getConstantExtent(last);
  lanes = std::max<int64_t>(1, std::min(getShare(), 128 / widest));
  while (lanes > 1 && (!extent || *extent % lanes != 0))
    lanes /= 2;
}

int64_t ContractionFactor::getSharedBytes() const {
  int64_t bits = value.getType().getIntOrFloatBitWidth();
  SmallVector<int64_t, 2> shape = getSharedShape();
  return 2 * shape[0] * shape[1] * llvm::divideCeil(bits, 8);
}

//===----------------------------------------------------------------------===//
// Once
//===----------------------------------------------------------------------===//

void ContractionFactor::buildExtent(OpBuilder &b, Location loc) {
  extent = getTotal(b, loc, contraction.getExtents(b, iters));
}

static Value allocIn(OpBuilder &b, Location loc, ArrayRef<int64_t> shape,
                     Type element, gpu::AddressSpace space) {
  auto attribute = gpu::AddressSpaceAttr::get(b.getContext(), space);
  return memref::AllocOp::create(
      b, loc, MemRefType::get(shape, element, AffineMap(), attribute));
}

void ContractionFactor::makeShared(OpBuilder &b, Location loc) {
  SmallVector<int64_t, 2> shape = getSharedShape();
  shared = allocIn(b, loc, {2, shape[0], shape[1]}, value.getType(),
                   gpu::AddressSpace::Workgroup);
}

void ContractionFactor::makeRegisters(OpBuilder &b, Location loc) {
  staged =
      allocIn(b, loc, getShare(), value.getType(), gpu::AddressSpace::Private);
  registers =
      allocIn(b, loc, getPart(), value.getType(), gpu::AddressSpace::Private);
}

void ContractionFactor::setTile(OpBuilder &b, Location loc, Value number) {
  origin = mulIndex(b, loc, number, indexConstant(b, loc, size));
}

void ContractionFactor::setThread(OpBuilder &b, Location loc, Value number,
                                  Value side) {
  thread = number;
  coordinate = mulIndex(b, loc, side, indexConstant(b, loc, getRun()));
}

void ContractionFactor::setFirst(Value number, Value first) {
  thread = number;
  coordinate = first;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

// Runs of neighbours, as far from each other as all threads need for one: their
// accesses to shared memory are side by side.
Value ContractionFactor::getPlace(OpBuilder &b, Location loc, Value part) {
  Value run = indexConstant(b, loc, getRun());
  Value stride = indexConstant(b, loc, getRunStride());
  Value number = b.createOrFold<arith::DivUIOp>(loc, part, run);
  Value rest = b.createOrFold<arith::RemUIOp>(loc, part, run);
  Value place = addIndex(b, loc, origin, coordinate);
  place = addIndex(b, loc, place, mulIndex(b, loc, number, stride));
  return addIndex(b, loc, place, rest);
}

// `index < extent`, null if tiles of `size` fill the extent.
static Value isBelow(OpBuilder &b, Location loc, Value index, Value extent,
                     int64_t size) {
  std::optional<int64_t> known = getConstantIndex(extent);
  if (known && *known % size == 0)
    return {};
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, index,
                               extent);
}

Value ContractionFactor::isInside(OpBuilder &b, Location loc, Value place) {
  return isBelow(b, loc, place, extent, size);
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

void ContractionFactor::mapPlace(OpBuilder &b, Location loc, Value place,
                                 IRMapping &mapping) {
  mapNumber(b, loc, contraction, iters, place, mapping);
}

//===----------------------------------------------------------------------===//
// From memory to the block's
//===----------------------------------------------------------------------===//

ContractionFactor::Chunk ContractionFactor::getChunk(OpBuilder &b, Location loc,
                                                     Value number) {
  Value chunk =
      addIndex(b, loc, thread,
               mulIndex(b, loc, number,
                        indexConstant(b, loc, ContractionTile::kThreads)));
  Value row = indexConstant(b, loc, (alongDepth ? depth : size) / lanes);
  Value outer = b.createOrFold<arith::DivUIOp>(loc, chunk, row);
  Value inner = b.createOrFold<arith::RemUIOp>(loc, chunk, row);
  inner = mulIndex(b, loc, inner, indexConstant(b, loc, lanes));
  return alongDepth ? Chunk{outer, inner} : Chunk{inner, outer};
}

// Neighbours, the first of which `mapping` has the iterators of.
void ContractionFactor::buildChunk(OpBuilder &b, Location loc,
                                   IRMapping mapping, Value first) {
  Reduction &reduction = contraction.reduction;
  unsigned iter = alongDepth ? contraction.depth.back() : iters.back();
  Value last = reduction.nest.block.getBody()->getArgument(iter);
  Value start = mapping.lookup(last);
  buildLoop(
      b, loc, ForKind::Vectorized, lanes, [&](OpBuilder &b, ValueRange lane) {
        IRMapping one = mapping;
        one.map(last, addIndex(b, loc, start, lane.front()));
        memref::StoreOp::create(b, loc, reduction.buildValue(b, value, one),
                                staged, addIndex(b, loc, first, lane.front()));
      });
}

void ContractionFactor::buildFetch(OpBuilder &b, Location loc,
                                   const IRMapping &common, Value step) {
  Value width = indexConstant(b, loc, lanes);
  Value from = mulIndex(b, loc, step, indexConstant(b, loc, depth));
  buildLoop(
      b, loc, ForKind::Unrolled, getShare() / lanes,
      [&](OpBuilder &b, ValueRange number) {
        Chunk chunk = getChunk(b, loc, number.front());
        Value place = addIndex(b, loc, origin, chunk.own);
        Value term = addIndex(b, loc, from, chunk.term);
        Value first = mulIndex(b, loc, number.front(), width);
        Value inside = isInside(b, loc, place);
        if (Value isTerm = isBelow(b, loc, term, depthExtent, depth))
          inside = inside ? Value(arith::AndIOp::create(b, loc, inside, isTerm))
                          : isTerm;
        if (inside) {
          Value zero =
              arith::ConstantOp::create(b, loc, b.getZeroAttr(value.getType()));
          buildLoop(b, loc, ForKind::Vectorized, lanes,
                    [&](OpBuilder &b, ValueRange lane) {
                      memref::StoreOp::create(
                          b, loc, zero, staged,
                          addIndex(b, loc, first, lane.front()));
                    });
        }
        buildInside(b, loc, inside, [&](OpBuilder &b) {
          IRMapping mapping = common;
          mapNumber(b, loc, contraction, iters, place, mapping);
          mapNumber(b, loc, contraction, contraction.depth, term, mapping);
          buildChunk(b, loc, mapping, first);
        });
      });
}

void ContractionFactor::buildCommit(OpBuilder &b, Location loc, Value buffer) {
  Value width = indexConstant(b, loc, lanes);
  ForKind kind =
      alongDepth == isFragment ? ForKind::Vectorized : ForKind::Unrolled;
  buildLoop(b, loc, ForKind::Unrolled, getShare() / lanes,
            [&](OpBuilder &b, ValueRange number) {
              Chunk chunk = getChunk(b, loc, number.front());
              Value first = mulIndex(b, loc, number.front(), width);
              buildLoop(
                  b, loc, kind, lanes, [&](OpBuilder &b, ValueRange lane) {
                    Value one = memref::LoadOp::create(
                        b, loc, staged, addIndex(b, loc, first, lane.front()));
                    Value own = chunk.own, term = chunk.term;
                    Value &moving = alongDepth ? term : own;
                    moving = addIndex(b, loc, moving, lane.front());
                    memref::StoreOp::create(b, loc, one, shared,
                                            getSharedPlace(buffer, own, term));
                  });
            });
}

//===----------------------------------------------------------------------===//
// From the block's memory to registers
//===----------------------------------------------------------------------===//

void ContractionFactor::buildTermLoads(OpBuilder &b, Location loc, Value buffer,
                                       Value term) {
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
                              getSharedPlace(buffer, own, term));
                          memref::StoreOp::create(
                              b, loc, one, registers,
                              addIndex(b, loc, part, lane.front()));
                        });
            });
}

Value ContractionFactor::loadTerms(OpBuilder &b, Location loc, Value buffer,
                                   Value own, Value term, int64_t count) {
  return vector::LoadOp::create(b, loc, VectorType::get(count, getType()),
                                shared, getSharedPlace(buffer, own, term));
}

Value ContractionFactor::loadTerm(OpBuilder &b, Location loc, Value part) {
  return memref::LoadOp::create(b, loc, registers, part);
}

} // namespace mlir::tir
