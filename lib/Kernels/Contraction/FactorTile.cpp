// A tile of one factor of a product on its way to the memory of a block: each
// thread loads some chunks of neighbours, and stores them when all are there.
#include "Relax/Kernels/Contraction/FactorTile.h"

#include "CopyAside.h"
#include "Relax/Dialect/TIR/IR/LoopOps.h"
#include "Relax/Dialect/TIR/IR/TileLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::tir {

FactorTile::FactorTile(Contraction &contraction, Value factor, TileAxis places,
                       TileAxis terms, int64_t numThreads)
    : contraction(contraction), factor(factor), places(std::move(places)),
      terms(std::move(terms)), numThreads(numThreads) {
  chooseLanes();
}

// True if what is loaded lies side by side for neighbouring values of an
// iterator, or does not move.
bool FactorTile::isContiguous(unsigned iter) {
  BlockOp block = contraction.reduction.nest.block;
  bool moves = false;
  for (const ElementAccess &load : getLoadsOf(block, factor)) {
    std::optional<int64_t> stride = getStride(block, load, iter);
    if (stride != 0 && stride != 1)
      return false;
    moves |= stride == 1;
  }
  return moves;
}

// 128 bits at a time, if no vector crosses the end of an iterator.
void FactorTile::chooseLanes() {
  alongTerms = places.iters.empty() || isContiguous(terms.iters.back()) ||
               !isContiguous(places.iters.back());
  const TileAxis &axis = alongTerms ? terms : places;
  unsigned last = axis.iters.back();
  if (!isContiguous(last))
    return;
  int64_t widest = factor.getType().getIntOrFloatBitWidth();
  BlockOp block = contraction.reduction.nest.block;
  for (const ElementAccess &load : getLoadsOf(block, factor)) {
    Type type = cast<MemRefType>(load.buffer.getType()).getElementType();
    if (!type.isIntOrFloat())
      return;
    widest = std::max<int64_t>(widest, type.getIntOrFloatBitWidth());
  }
  std::optional<int64_t> extent =
      contraction.reduction.nest.getConstantExtent(last);
  lanes = std::max<int64_t>(1, 128 / widest);
  while (lanes > 1 &&
         (!extent || *extent % lanes != 0 || axis.size % lanes != 0))
    lanes /= 2;
}

int64_t FactorTile::getShare() {
  return llvm::divideCeil(getNumChunks(), numThreads);
}

FactorTile::Chunk FactorTile::getChunk(OpBuilder &b, Location loc, Value thread,
                                       Value number) {
  Chunk chunk;
  Value at =
      addIndex(b, loc, thread,
               mulIndex(b, loc, number, indexConstant(b, loc, numThreads)));
  if (getNumChunks() % numThreads != 0)
    chunk.isThere =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, at,
                              indexConstant(b, loc, getNumChunks()));
  Value row = indexConstant(b, loc, (alongTerms ? terms : places).size / lanes);
  Value outer = b.createOrFold<arith::DivUIOp>(loc, at, row);
  Value inner = mulIndex(b, loc, b.createOrFold<arith::RemUIOp>(loc, at, row),
                         indexConstant(b, loc, lanes));
  chunk.place = alongTerms ? outer : inner;
  chunk.term = alongTerms ? inner : outer;
  return chunk;
}

Value FactorTile::getExtent(OpBuilder &b, Location loc, const TileAxis &axis) {
  return getTotal(b, loc, contraction.getExtents(b, axis.iters));
}

static void require(OpBuilder &b, Location loc, Value &condition, Value other) {
  condition = condition && other
                  ? Value(arith::AndIOp::create(b, loc, condition, other))
                  : (condition ? condition : other);
}

// The condition that there is such a chunk; null if there is for sure.
Value FactorTile::isInside(OpBuilder &b, Location loc, Chunk &chunk,
                           Value place) {
  Value condition = chunk.isThere;
  for (auto [axis, at] : {std::pair(&places, place), {&terms, chunk.term}}) {
    Value extent = getExtent(b, loc, *axis);
    std::optional<int64_t> known = getConstantIndex(extent);
    if (!known || *known % axis->size != 0)
      require(
          b, loc, condition,
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, at, extent));
  }
  return condition;
}

void FactorTile::mapAxis(OpBuilder &b, Location loc, const TileAxis &axis,
                         Value number, IRMapping &mapping) {
  Block *body = contraction.reduction.nest.block.getBody();
  SmallVector<Value> indices =
      splitIndex(b, loc, number, contraction.getExtents(b, axis.iters));
  for (auto [iter, index] : llvm::zip_equal(axis.iters, indices))
    mapping.map(body->getArgument(iter), index);
}

// To `staged`, from `first` on.
void FactorTile::buildFetch(OpBuilder &b, Location loc, const IRMapping &common,
                            Chunk chunk, Value origin, Value first) {
  Reduction &reduction = contraction.reduction;
  Value place = addIndex(b, loc, origin, chunk.place);
  auto buildLanes = [&](OpBuilder &b, IndexBody body) {
    buildLoop(b, loc, ForKind::Vectorized, lanes, body);
  };
  Value inside = isInside(b, loc, chunk, place);
  OpBuilder::InsertionGuard guard(b);
  if (inside) {
    Value zero = arith::ConstantOp::create(
        b, loc, cast<TypedAttr>(b.getZeroAttr(factor.getType())));
    buildLanes(b, [&](OpBuilder &b, ValueRange lane) {
      memref::StoreOp::create(b, loc, zero, staged,
                              addIndex(b, loc, first, lane.front()));
    });
    IfOp branch = IfOp::create(b, loc, inside);
    b.setInsertionPointToStart(&branch.getThen().front());
  }
  IRMapping mapping = common;
  mapAxis(b, loc, places, place, mapping);
  mapAxis(b, loc, terms, chunk.term, mapping);
  Value last = reduction.nest.block.getBody()->getArgument(
      (alongTerms ? terms : places).iters.back());
  Value start = mapping.lookup(last);
  buildLanes(b, [&](OpBuilder &b, ValueRange lane) {
    IRMapping one = mapping;
    one.map(last, addIndex(b, loc, start, lane.front()));
    memref::StoreOp::create(b, loc, reduction.buildValue(b, factor, one),
                            staged, addIndex(b, loc, first, lane.front()));
  });
}

void FactorTile::buildStore(OpBuilder &b, Location loc, Chunk chunk,
                            Value first, Value shared, bool isTurned) {
  OpBuilder::InsertionGuard guard(b);
  if (chunk.isThere) {
    IfOp branch = IfOp::create(b, loc, chunk.isThere);
    b.setInsertionPointToStart(&branch.getThen().front());
  }
  ForKind kind =
      alongTerms == isTurned ? ForKind::Unrolled : ForKind::Vectorized;
  buildLoop(b, loc, kind, lanes, [&](OpBuilder &b, ValueRange lane) {
    Value one = memref::LoadOp::create(b, loc, staged,
                                       addIndex(b, loc, first, lane.front()));
    Value place = chunk.place, term = chunk.term;
    Value &moving = alongTerms ? term : place;
    moving = addIndex(b, loc, moving, lane.front());
    memref::StoreOp::create(b, loc, one, shared,
                            isTurned ? ValueRange{term, place}
                                     : ValueRange{place, term});
  });
}

void FactorTile::build(OpBuilder &b, Location loc, const IRMapping &common,
                       Value thread, Value first, Value shared, bool isTurned) {
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Private);
  staged = memref::AllocOp::create(b, loc,
                                   MemRefType::get({getShare() * lanes},
                                                   factor.getType(),
                                                   AffineMap(), space));
  auto each = [&](llvm::function_ref<void(OpBuilder &, Chunk, Value)> body) {
    buildLoop(b, loc, ForKind::Unrolled, getShare(),
              [&](OpBuilder &b, ValueRange number) {
                Value at = mulIndex(b, loc, number.front(),
                                    indexConstant(b, loc, lanes));
                body(b, getChunk(b, loc, thread, number.front()), at);
              });
  };
  each([&](OpBuilder &b, Chunk chunk, Value at) {
    buildFetch(b, loc, common, chunk, first, at);
  });
  each([&](OpBuilder &b, Chunk chunk, Value at) {
    buildStore(b, loc, chunk, at, shared, isTurned);
  });
}

// 16 bytes at once, from a multiple of 16 on if the buffer begins at one. All
// threads copy as much.
bool FactorTile::canCopy() {
  constexpr int64_t kCopiedBits = 128;
  auto load = factor.getDefiningOp<memref::LoadOp>();
  if (!load || !alongTerms || getNumChunks() % numThreads != 0 ||
      lanes * factor.getType().getIntOrFloatBitWidth() != kCopiedBits)
    return false;
  Block *body = contraction.reduction.nest.block.getBody();
  MemRefType type = load.getMemRefType();
  int64_t row = type.getShape().back();
  return load.getIndices().back() == body->getArgument(terms.iters.back()) &&
         type.getLayout().isIdentity() && !type.getMemorySpace() &&
         !ShapedType::isDynamic(row) && row % lanes == 0;
}

void FactorTile::buildCopies(OpBuilder &b, Location loc,
                             const IRMapping &common, Value thread, Value first,
                             Value isThere, Value shared,
                             SmallVectorImpl<Value> &copies) {
  auto load = factor.getDefiningOp<memref::LoadOp>();
  for (int64_t number = 0; number != getShare(); ++number) {
    Chunk chunk = getChunk(b, loc, thread, indexConstant(b, loc, number));
    Value place = addIndex(b, loc, first, chunk.place);
    IRMapping mapping = common;
    mapAxis(b, loc, places, place, mapping);
    mapAxis(b, loc, terms, chunk.term, mapping);
    SmallVector<Value> indices;
    for (Value index : load.getIndices())
      indices.push_back(contraction.reduction.buildValue(b, index, mapping));
    Value inside = isInside(b, loc, chunk, place);
    require(b, loc, inside, isThere);
    copies.push_back(copyAside(b, loc, shared,
                               ValueRange{chunk.place, chunk.term},
                               load.getMemRef(), indices, lanes, inside));
  }
}

} // namespace mlir::tir
