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
#include "Relax/Dialect/TIR/Schedule/LoopCopies.h"
#include "Relax/Dialect/TIR/Schedule/TileLoops.h"
#include "Relax/Dialect/TIR/Schedule/TileSpatial.h"
#include "Rules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::tir {

namespace {

constexpr int64_t kTile = 32, kRows = 8;

/// A nest, the iterators of the tile, and what goes through it.
class Transposition {
public:
  Transposition(BlockNest nest, const GPUChip &chip)
      : nest(nest), chip(chip), loc(nest.block.getLoc()),
        builder(nest.getRoot()) {}

  bool match();
  void build();

private:
  bool matchOutput();
  bool matchInputs();
  Value index(int64_t value) { return indexConstant(builder, loc, value); }
  void openBlocks();
  void makeTiles();
  /// Writes the four rows of a thread; `body` gets, for one element, the
  /// indices along the tile and the place in it of the thread.
  void buildPhase(unsigned rowIter, unsigned laneIter,
                  llvm::function_ref<void(OpBuilder, Value, Value)> body);

  BlockNest nest;
  const GPUChip &chip;
  Location loc;
  OpBuilder builder;
  /// The iterators along which the output and the inputs are contiguous.
  unsigned output = 0, input = 0;
  SmallVector<memref::LoadOp> loads;
  SmallVector<Value> tiles;
  /// The iterators of the block, as far as a tile knows them: those of the tile
  /// are where it begins.
  SmallVector<Value> place;
  /// Those of one element.
  IRMapping element;
};

} // namespace

// Where all stores go along memory: one iterator, the same for all.
bool Transposition::matchOutput() {
  std::optional<unsigned> found;
  for (ElementAccess &access : getAccesses(nest.block)) {
    if (!access.isStore)
      continue;
    std::optional<unsigned> own;
    for (unsigned iter = 0; iter != nest.size(); ++iter)
      if (getStride(nest.block, access, iter) == 1)
        own = iter;
    if (!own || (found && *found != *own))
      return false;
    found = own;
  }
  output = found.value_or(0);
  return found.has_value();
}

// Loads whose neighbours in memory are another iterator's, one for all.
bool Transposition::matchInputs() {
  std::optional<unsigned> found;
  int64_t bytes = 0;
  for (ElementAccess &access : getAccesses(nest.block)) {
    if (access.isStore || isInvariant(nest.block, access, output))
      continue;
    auto type = cast<MemRefType>(access.buffer.getType());
    for (unsigned iter = 0; iter != nest.size(); ++iter) {
      if (iter == output || getStride(nest.block, access, iter) != 1 ||
          getStride(nest.block, access, output) == 1)
        continue;
      if ((found && *found != iter) || !type.getElementType().isIntOrFloat() ||
          access.op->getBlock() != nest.block.getBody())
        return false;
      found = iter;
      loads.push_back(cast<memref::LoadOp>(access.op));
      bytes += kTile * (kTile + 1) *
               llvm::divideCeil(type.getElementTypeBitWidth(), 8);
      break;
    }
  }
  input = found.value_or(0);
  return found && bytes <= chip.sharedBytes;
}

// True if the block can be taken apart: what the loads need is arithmetic.
static bool isPlain(BlockNest &nest, ArrayRef<memref::LoadOp> loads) {
  for (memref::LoadOp load : loads)
    for (Value at : load.getIndices())
      if (!getIndexExpr(nest.block, at))
        return false;
  return true;
}

bool Transposition::match() {
  if (!isSpatial(nest) || !matchOutput() || !matchInputs() ||
      !isPlain(nest, loads))
    return false;
  // A narrow matrix lies together anyway.
  constexpr int64_t kNarrow = 8;
  for (unsigned iter : {output, input})
    if (nest.getConstantExtent(iter).value_or(kTile) < kNarrow)
      return false;
  return true;
}

// The loop over tiles; the last axis of the output moves fastest.
void Transposition::openBlocks() {
  SmallVector<Value> counts;
  SmallVector<unsigned> order;
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    if (iter != output && iter != input)
      order.push_back(iter);
  order.append({input, output});
  Value total = index(1);
  for (unsigned iter : order) {
    bool isTiled = iter == output || iter == input;
    counts.push_back(
        isTiled ? ceilDivIndex(builder, loc, nest.getExtent(iter), kTile)
                : nest.getExtent(iter));
    total = mulIndex(builder, loc, total, counts.back());
  }
  Value number = buildAxis(builder, loc, total, "blockIdx.x");
  place.resize(nest.size());
  for (size_t i = order.size(); i-- != 0;) {
    Value own = number;
    if (i != 0) {
      own = arith::RemUIOp::create(builder, loc, number, counts[i]);
      number = arith::DivUIOp::create(builder, loc, number, counts[i]);
    }
    bool isTiled = order[i] == output || order[i] == input;
    place[order[i]] = isTiled ? mulIndex(builder, loc, own, index(kTile)) : own;
  }
}

void Transposition::makeTiles() {
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  for (memref::LoadOp load : loads)
    tiles.push_back(memref::AllocOp::create(
        builder, loc,
        MemRefType::get({kTile, kTile + 1},
                        load.getMemRefType().getElementType(),
                        MemRefLayoutAttrInterface(), space)));
}

void Transposition::buildPhase(
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
  SmallVector<Value> at(place);
  at[rowIter] = addIndex(builder, loc, at[rowIter], row);
  at[laneIter] = addIndex(builder, loc, at[laneIter], x);
  SmallVector<Value> conditions;
  for (unsigned iter : {rowIter, laneIter})
    if (nest.getConstantExtent(iter).value_or(1) % kTile != 0)
      conditions.push_back(
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                at[iter], nest.getExtent(iter)));
  if (Value inside = joinConditions(builder, loc, conditions)) {
    IfOp branch = IfOp::create(builder, loc, inside);
    builder.setInsertionPointToStart(&branch.getThen().front());
  }
  element.clear();
  for (auto [iter, value] : llvm::zip(nest.block.getIters(), at))
    element.map(iter, value);
  body(builder, row, x);
}

void Transposition::build() {
  openBlocks();
  makeTiles();
  buildPhase(output, input, [&](OpBuilder inner, Value row, Value x) {
    for (auto [load, tile] : llvm::zip(loads, tiles)) {
      SmallVector<Value> indices;
      for (Value at : load.getIndices())
        indices.push_back(copyValue(inner, at, nest.block, element));
      Value value =
          memref::LoadOp::create(inner, loc, load.getMemRef(), indices);
      memref::StoreOp::create(inner, loc, value, tile, ValueRange{row, x});
    }
  });
  buildPhase(input, output, [&](OpBuilder inner, Value row, Value x) {
    for (Operation &op : nest.block.getBody()->without_terminator()) {
      auto *found = llvm::find(loads, dyn_cast<memref::LoadOp>(op));
      if (found == loads.end()) {
        inner.clone(op, element);
        continue;
      }
      Value tile = tiles[found - loads.begin()];
      element.map(op.getResult(0),
                  memref::LoadOp::create(inner, loc, tile, ValueRange{x, row})
                      .getResult());
    }
  });
  nest.getRoot()->erase();
}

bool scheduleTranspose(Operation *root, const GPUChip &chip) {
  FailureOr<BlockNest> nest = matchBlockNest(root, nullptr);
  if (failed(nest))
    return false;
  Transposition transposition(*nest, chip);
  if (!transposition.match())
    return false;
  transposition.build();
  return true;
}

} // namespace mlir::tir
