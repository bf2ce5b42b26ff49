// Blocks that read along one axis of memory and write along another, through
// shared memory, so that neighbouring threads do both side by side:
//
//   blockIdx.x = all tiles of 32 x 32
//     tile of 32 x 33 elements, in shared memory
//     threadIdx.y = 0 to 8, threadIdx.x = 0 to 32
//       4 rows: tile[row, x] = input at x along its last axis
//     threadIdx.y = 0 to 8, threadIdx.x = 0 to 32
//       4 rows: output at x along its last axis = f(tile[x, row])
//
// Rows of 33 elements, so that a column of the tile is in as many memory banks.
#include "Relax/Kernels/Elementwise/TileTranspose.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "Relax/Kernels/Elementwise/TileSpatial.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

namespace {

constexpr int64_t kTile = Transposition::kTile, kRows = 8;

/// Writes the kernel of one nest.
class TransposeTiler {
public:
  TransposeTiler(LoopNest &nest, const Transposition &found)
      : nest(nest), found(found), loc(nest.block.getLoc()),
        builder(nest.getRoot()) {}

  void build();

private:
  Value index(int64_t value) { return indexConstant(builder, loc, value); }
  void openBlocks();
  void makeTiles();
  /// Writes the four rows of a thread; `body` gets, for one element, the
  /// indices along the tile and the place in it of the thread.
  void buildPhase(unsigned rowIter, unsigned laneIter,
                  llvm::function_ref<void(OpBuilder, Value, Value)> body);

  LoopNest &nest;
  Transposition found;
  Location loc;
  OpBuilder builder;
  SmallVector<Value> tiles;
  /// The iterators of the block, as far as a tile knows them: those of the tile
  /// are where it begins.
  SmallVector<Value> tileIndices;
  /// Those of one element.
  IRMapping element;
};

} // namespace

// Where all stores go along memory: one iterator, the same for all.
static std::optional<unsigned> findOutput(LoopNest &nest) {
  std::optional<unsigned> found;
  for (ElementAccess &access : getAccesses(nest.block)) {
    if (!access.isStore)
      continue;
    std::optional<unsigned> own;
    for (unsigned iter = 0; iter != nest.size(); ++iter)
      if (getStride(nest.block, access, iter) == 1)
        own = iter;
    if (!own || (found && *found != *own))
      return std::nullopt;
    found = own;
  }
  return found;
}

// The iterator, not `output`, along which the neighbours of a load lie.
static std::optional<unsigned>
findAcross(LoopNest &nest, const ElementAccess &load, unsigned output) {
  if (isInvariant(nest.block, load, output) ||
      getStride(nest.block, load, output) == 1)
    return std::nullopt;
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    if (iter != output && getStride(nest.block, load, iter) == 1)
      return iter;
  return std::nullopt;
}

// Whether an element can go through a tile, before the rest of the block is
// done: its place is arithmetic, and the block does not write it.
static bool canLoadAhead(LoopNest &nest, const ElementAccess &load) {
  auto type = cast<MemRefType>(load.buffer.getType());
  if (!type.getElementType().isIntOrFloat() ||
      load.op->getBlock() != nest.block.getBody())
    return false;
  for (ElementAccess &other : getAccesses(nest.block))
    if (other.isStore &&
        getViewedBuffer(other.buffer) == getViewedBuffer(load.buffer))
      return false;
  return llvm::all_of(load.indices, [&](Value at) {
    return bool(getIndexExpr(nest.block, at));
  });
}

FailureOr<Transposition> matchTransposition(LoopNest &nest, std::string *why) {
  auto notifyMatchFailure = [&](const Twine &reason) {
    if (why)
      *why = reason.str();
    return failure();
  };
  if (!isSpatial(nest))
    return notifyMatchFailure("expected spatial iterators only, found '" +
                              getReductionMark(nest) + "'");
  Transposition found;
  std::optional<unsigned> output = findOutput(nest), input;
  if (!output)
    return notifyMatchFailure("expected all its stores to be contiguous along "
                              "one and the same iterator");
  for (ElementAccess &access : getAccesses(nest.block)) {
    std::optional<unsigned> own =
        access.isStore ? std::nullopt : findAcross(nest, access, *output);
    if (!own)
      continue;
    if ((input && *input != *own) || !canLoadAhead(nest, access))
      return notifyMatchFailure(
          "expected what it loads along another iterator than it stores to be "
          "along one for all, of elements whose index is arithmetic, in a "
          "buffer that it does not write");
    input = own;
    found.loads.push_back(cast<memref::LoadOp>(access.op));
  }
  if (!input)
    return notifyMatchFailure("expected a load that is contiguous along "
                              "another iterator than its stores");
  found.output = *output;
  found.input = *input;
  return found;
}

int64_t Transposition::getSharedBytes() const {
  int64_t bytes = 0;
  for (memref::LoadOp load : loads)
    bytes += kTile * (kTile + 1) *
             llvm::divideCeil(load.getMemRefType().getElementTypeBitWidth(), 8);
  return bytes;
}

// The loop over tiles; the last axis of the found.output moves fastest.
void TransposeTiler::openBlocks() {
  SmallVector<Value> counts;
  SmallVector<unsigned> order;
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    if (iter != found.output && iter != found.input)
      order.push_back(iter);
  order.append({found.input, found.output});
  Value total = index(1);
  for (unsigned iter : order) {
    bool isTiled = iter == found.output || iter == found.input;
    counts.push_back(
        isTiled ? ceilDivIndex(builder, loc, nest.getExtent(iter), kTile)
                : nest.getExtent(iter));
    total = mulIndex(builder, loc, total, counts.back());
  }
  Value number = buildAxis(builder, loc, total, "blockIdx.x");
  tileIndices.resize(nest.size());
  for (size_t i = order.size(); i-- != 0;) {
    Value own = number;
    if (i != 0) {
      own = arith::RemUIOp::create(builder, loc, number, counts[i]);
      number = arith::DivUIOp::create(builder, loc, number, counts[i]);
    }
    bool isTiled = order[i] == found.output || order[i] == found.input;
    tileIndices[order[i]] =
        isTiled ? mulIndex(builder, loc, own, index(kTile)) : own;
  }
}

void TransposeTiler::makeTiles() {
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  for (memref::LoadOp load : found.loads)
    tiles.push_back(memref::AllocOp::create(
        builder, loc,
        MemRefType::get({kTile, kTile + 1},
                        load.getMemRefType().getElementType(),
                        MemRefLayoutAttrInterface(), space)));
}

void TransposeTiler::buildPhase(
    unsigned rowIter, unsigned laneIter,
    llvm::function_ref<void(OpBuilder, Value, Value)> body) {
  OpBuilder::InsertionGuard guard(builder);
  Value y = buildAxis(builder, loc, index(kRows), "threadIdx.y");
  Value x = buildAxis(builder, loc, index(kTile), "threadIdx.x");
  ForOp loop = ForOp::create(builder, loc, index(0), index(kTile / kRows),
                             ForKind::Unrolled);
  builder.setInsertionPointToStart(loop.getBody());
  Value row =
      addIndex(builder, loc,
               mulIndex(builder, loc, loop.getInductionVar(), index(kRows)), y);
  SmallVector<Value> at(tileIndices);
  at[rowIter] = addIndex(builder, loc, at[rowIter], row);
  at[laneIter] = addIndex(builder, loc, at[laneIter], x);
  SmallVector<Value> conditions;
  for (unsigned iter : {rowIter, laneIter})
    if (nest.getConstantExtent(iter).value_or(1) % kTile != 0)
      conditions.push_back(
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                at[iter], nest.getExtent(iter)));
  if (Value inBounds = joinConditions(builder, loc, conditions)) {
    IfOp branch = IfOp::create(builder, loc, inBounds);
    builder.setInsertionPointToStart(&branch.getThen().front());
  }
  element.clear();
  for (auto [iter, value] : llvm::zip(nest.block.getIters(), at))
    element.map(iter, value);
  body(builder, row, x);
}

void TransposeTiler::build() {
  openBlocks();
  makeTiles();
  buildPhase(
      found.output, found.input, [&](OpBuilder inner, Value row, Value x) {
        for (auto [load, tile] : llvm::zip(found.loads, tiles)) {
          SmallVector<Value> indices;
          for (Value at : load.getIndices())
            indices.push_back(copyValue(inner, at, nest.block, element));
          Value value =
              memref::LoadOp::create(inner, loc, load.getMemRef(), indices);
          memref::StoreOp::create(inner, loc, value, tile, ValueRange{row, x});
        }
      });
  buildPhase(
      found.input, found.output, [&](OpBuilder inner, Value row, Value x) {
        for (Operation &op : nest.block.getBody()->without_terminator()) {
          auto *own = llvm::find(found.loads, dyn_cast<memref::LoadOp>(op));
          if (own == found.loads.end()) {
            inner.clone(op, element);
            continue;
          }
          Value tile = tiles[own - found.loads.begin()];
          element.map(op.getResult(0), memref::LoadOp::create(
                                           inner, loc, tile, ValueRange{x, row})
                                           .getResult());
        }
      });
  nest.getRoot()->erase();
}

void tileTranspose(LoopNest &nest, const Transposition &found) {
  TransposeTiler(nest, found).build();
}

} // namespace mlir::tir
