// A tile of one operand of a product on its way to the memory of a block: each
// thread loads some chunks of neighbours, and stores them when all are there.
#include "Relax/Kernels/Contraction/OperandTile.h"

#include "AsyncCopy.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::tir {

OperandTile::OperandTile(Contraction &contraction, Value operand,
                         TileAxis outerAxis, TileAxis kAxis, int64_t numThreads)
    : contraction(contraction), operand(operand),
      outerAxis(std::move(outerAxis)), kAxis(std::move(kAxis)),
      numThreads(numThreads) {
  chooseLanes();
}

// True if what is loaded is contiguous for neighbouring values of an
// iterator, or does not move.
bool OperandTile::isContiguous(unsigned iter) {
  BlockOp block = contraction.reduction.nest.block;
  bool moves = false;
  for (const ElementAccess &load : getLoadsOf(block, operand)) {
    std::optional<int64_t> stride = getStride(block, load, iter);
    if (stride != 0 && stride != 1)
      return false;
    moves |= stride == 1;
  }
  return moves;
}

// 128 bits at a time, if no vector crosses the end of an iterator.
void OperandTile::chooseLanes() {
  alongK = outerAxis.iters.empty() || isContiguous(kAxis.iters.back()) ||
           !isContiguous(outerAxis.iters.back());
  const TileAxis &axis = alongK ? kAxis : outerAxis;
  unsigned last = axis.iters.back();
  if (!isContiguous(last))
    return;
  int64_t widest = operand.getType().getIntOrFloatBitWidth();
  BlockOp block = contraction.reduction.nest.block;
  for (const ElementAccess &load : getLoadsOf(block, operand)) {
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

int64_t OperandTile::getShare() {
  return llvm::divideCeil(getNumChunks(), numThreads);
}

OperandTile::Chunk OperandTile::getChunk(OpBuilder &b, Location loc,
                                         Value thread, Value number) {
  Chunk chunk;
  Value at =
      addIndex(b, loc, thread,
               mulIndex(b, loc, number, indexConstant(b, loc, numThreads)));
  if (getNumChunks() % numThreads != 0)
    chunk.predicate =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, at,
                              indexConstant(b, loc, getNumChunks()));
  Value row = indexConstant(b, loc, (alongK ? kAxis : outerAxis).size / lanes);
  Value outer = b.createOrFold<arith::DivUIOp>(loc, at, row);
  Value inner = mulIndex(b, loc, b.createOrFold<arith::RemUIOp>(loc, at, row),
                         indexConstant(b, loc, lanes));
  chunk.position = alongK ? outer : inner;
  chunk.k = alongK ? inner : outer;
  return chunk;
}

Value OperandTile::getExtent(OpBuilder &b, Location loc, const TileAxis &axis) {
  return getTotal(b, loc, contraction.getExtents(b, axis.iters));
}

static void require(OpBuilder &b, Location loc, Value &condition, Value other) {
  condition = condition && other
                  ? Value(arith::AndIOp::create(b, loc, condition, other))
                  : (condition ? condition : other);
}

// The condition that there is such a chunk; null if there is for sure.
Value OperandTile::buildPredicate(OpBuilder &b, Location loc, Chunk &chunk,
                                  Value position) {
  Value condition = chunk.predicate;
  for (auto [axis, at] : {std::pair(&outerAxis, position), {&kAxis, chunk.k}}) {
    Value extent = getExtent(b, loc, *axis);
    std::optional<int64_t> known = getConstantIndex(extent);
    if (!known || *known % axis->size != 0)
      require(
          b, loc, condition,
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, at, extent));
  }
  return condition;
}

void OperandTile::mapAxis(OpBuilder &b, Location loc, const TileAxis &axis,
                          Value number, IRMapping &mapping) {
  Block *body = contraction.reduction.nest.block.getBody();
  SmallVector<Value> indices =
      splitIndex(b, loc, number, contraction.getExtents(b, axis.iters));
  for (auto [iter, index] : llvm::zip_equal(axis.iters, indices))
    mapping.map(body->getArgument(iter), index);
}

// To `staged`, from `first` on.
void OperandTile::buildFetch(OpBuilder &b, Location loc,
                             const IRMapping &common, Chunk chunk, Value origin,
                             Value first) {
  Reduction &reduction = contraction.reduction;
  Value position = addIndex(b, loc, origin, chunk.position);
  auto buildLanes = [&](OpBuilder &b, IndexBody body) {
    buildLoop(b, loc, ForKind::Vectorized, lanes, body);
  };
  Value inBounds = buildPredicate(b, loc, chunk, position);
  OpBuilder::InsertionGuard guard(b);
  if (inBounds) {
    Value zero = arith::ConstantOp::create(
        b, loc, cast<TypedAttr>(b.getZeroAttr(operand.getType())));
    buildLanes(b, [&](OpBuilder &b, ValueRange lane) {
      memref::StoreOp::create(b, loc, zero, staged,
                              addIndex(b, loc, first, lane.front()));
    });
    IfOp branch = IfOp::create(b, loc, inBounds);
    b.setInsertionPointToStart(&branch.getThen().front());
  }
  IRMapping mapping = common;
  mapAxis(b, loc, outerAxis, position, mapping);
  mapAxis(b, loc, kAxis, chunk.k, mapping);
  Value last = reduction.nest.block.getBody()->getArgument(
      (alongK ? kAxis : outerAxis).iters.back());
  Value start = mapping.lookup(last);
  buildLanes(b, [&](OpBuilder &b, ValueRange lane) {
    IRMapping one = mapping;
    one.map(last, addIndex(b, loc, start, lane.front()));
    memref::StoreOp::create(b, loc, reduction.buildValue(b, operand, one),
                            staged, addIndex(b, loc, first, lane.front()));
  });
}

void OperandTile::buildStore(OpBuilder &b, Location loc, Chunk chunk,
                             Value first, Value shared, bool isTransposed) {
  OpBuilder::InsertionGuard guard(b);
  if (chunk.predicate) {
    IfOp branch = IfOp::create(b, loc, chunk.predicate);
    b.setInsertionPointToStart(&branch.getThen().front());
  }
  ForKind kind =
      alongK == isTransposed ? ForKind::Unrolled : ForKind::Vectorized;
  buildLoop(b, loc, kind, lanes, [&](OpBuilder &b, ValueRange lane) {
    Value one = memref::LoadOp::create(b, loc, staged,
                                       addIndex(b, loc, first, lane.front()));
    Value position = chunk.position, k = chunk.k;
    Value &moving = alongK ? k : position;
    moving = addIndex(b, loc, moving, lane.front());
    memref::StoreOp::create(b, loc, one, shared,
                            isTransposed ? ValueRange{k, position}
                                         : ValueRange{position, k});
  });
}

void OperandTile::build(OpBuilder &b, Location loc, const IRMapping &common,
                        Value thread, Value first, Value shared,
                        bool isTransposed) {
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Private);
  staged = memref::AllocOp::create(b, loc,
                                   MemRefType::get({getShare() * lanes},
                                                   operand.getType(),
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
    buildStore(b, loc, chunk, at, shared, isTransposed);
  });
}

// 16 bytes at once, from a multiple of 16 on if the buffer begins at one. All
// threads copy as much.
bool OperandTile::canCopy() {
  constexpr int64_t kCopiedBits = 128;
  auto load = operand.getDefiningOp<memref::LoadOp>();
  if (!load || !alongK || getNumChunks() % numThreads != 0 ||
      lanes * operand.getType().getIntOrFloatBitWidth() != kCopiedBits)
    return false;
  Block *body = contraction.reduction.nest.block.getBody();
  MemRefType type = load.getMemRefType();
  int64_t row = type.getShape().back();
  return load.getIndices().back() == body->getArgument(kAxis.iters.back()) &&
         type.getLayout().isIdentity() && !type.getMemorySpace() &&
         !ShapedType::isDynamic(row) && row % lanes == 0;
}

void OperandTile::buildCopies(OpBuilder &b, Location loc,
                              const IRMapping &common, Value thread,
                              Value first, Value predicate, Value shared,
                              SmallVectorImpl<Value> &copies) {
  auto load = operand.getDefiningOp<memref::LoadOp>();
  for (int64_t number = 0; number != getShare(); ++number) {
    Chunk chunk = getChunk(b, loc, thread, indexConstant(b, loc, number));
    Value position = addIndex(b, loc, first, chunk.position);
    IRMapping mapping = common;
    mapAxis(b, loc, outerAxis, position, mapping);
    mapAxis(b, loc, kAxis, chunk.k, mapping);
    SmallVector<Value> indices;
    for (Value index : load.getIndices())
      indices.push_back(contraction.reduction.buildValue(b, index, mapping));
    Value inBounds = buildPredicate(b, loc, chunk, position);
    require(b, loc, inBounds, predicate);
    copies.push_back(
        createAsyncCopy(b, loc, shared, ValueRange{chunk.position, chunk.k},
                        load.getMemRef(), indices, lanes, inBounds));
  }
}

} // namespace mlir::tir
