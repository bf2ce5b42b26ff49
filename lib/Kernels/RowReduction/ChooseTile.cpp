// Which tile of a reduction keeps the vector units busy.
#include "Relax/Dialect/TIR/IR/DotOps.h"
#include "Relax/Kernels/RowReduction/TileReduction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

namespace mlir::tir {

// Registers of the vector unit, as far as the accumulators of most reductions
// should take them, and all that there are where vectors have 512 bits.
static constexpr int64_t kRegisters = 16, kAllRegisters = 32;
// Steps until the result of a multiply-add can be added to again; what is
// measured (AVX2) of blocks of several registers, and of rows that share
// nothing.
static constexpr double kLatency = 5, kShortLatency = 4;

// The iterator of which all values can share what is loaded for a column, the
// innermost in the result that is long enough for a tile; else the one that is
// next in the result.
static std::optional<unsigned>
findRow(Reduction &reduction, const ReductionAccesses &accesses, bool &shares) {
  constexpr int64_t kLongEnough = 6;
  unsigned column = *accesses.column;
  ArrayRef<WalkingAccess> inputs = accesses.columnInputs;
  std::optional<unsigned> best;
  int64_t bestExtent = 0;
  for (Value index : reduction.store.getIndices()) {
    auto argument = dyn_cast<BlockArgument>(index);
    if (!argument || argument.getArgNumber() == column || inputs.empty())
      continue;
    unsigned iter = argument.getArgNumber();
    bool all = llvm::none_of(
        inputs, [&](const WalkingAccess &input) { return input.moves[iter]; });
    int64_t extent =
        reduction.nest.getConstantExtent(iter).value_or(kUnknownExtent);
    if (!all || (extent <= bestExtent && extent < kLongEnough))
      continue;
    best = iter;
    bestExtent = extent;
  }
  shares = best.has_value();
  if (best)
    return best;
  for (Value index : llvm::reverse(reduction.store.getIndices()))
    if (auto iter = dyn_cast<BlockArgument>(index))
      if (iter.getArgNumber() != column)
        return iter.getArgNumber();
  return std::nullopt;
}

// How many columns an input has side by side where its last index is the rest
// of the column by that number and another one the quotient, or where there are
// no more; 0 if there is no such input, or another one that is not contiguous
// along the columns.
static int64_t getBlock(Reduction &reduction,
                        const ReductionAccesses &accesses) {
  unsigned column = *accesses.column;
  LoopNest &nest = reduction.nest;
  AffineExpr dim = getAffineDimExpr(column, reduction.nest.block.getContext());
  int64_t block = 0;
  for (const WalkingAccess &input : accesses.columnInputs) {
    if (input.isUnit(column))
      continue;
    const ElementAccess &access = input.access;
    auto rest = dyn_cast_if_present<AffineBinaryOpExpr>(
        getIndexExpr(nest.block, access.indices.back()));
    auto size =
        rest && rest.getKind() == AffineExprKind::Mod && rest.getLHS() == dim
            ? dyn_cast<AffineConstantExpr>(rest.getRHS())
            : AffineConstantExpr();
    if (!size || (block != 0 && block != size.getValue()))
      return 0;
    block = size.getValue();
    for (Value index : access.indices.drop_back()) {
      AffineExpr expr = getIndexExpr(nest.block, index);
      if (!expr ||
          (expr.isFunctionOfDim(column) && expr != dim.floorDiv(block)))
        return 0;
    }
  }
  std::optional<int64_t> extent = nest.getConstantExtent(column);
  constexpr int64_t kBlocks[] = {8, 16};
  if (block == 0 && extent && llvm::is_contained(kBlocks, *extent) &&
      !accesses.columnInputs.empty())
    return *extent;
  return block != 0 && extent && *extent >= block ? block : 0;
}

namespace {
/// What the size of a tile depends on.
struct TileAxes {
  std::optional<int64_t> rowExtent, columnExtent;
  int64_t rows, columns, lanes, registers = kRegisters;
  /// Registers that `lanes` elements take.
  int64_t width = 1;
  /// Vectors of columns, and sums, a tile has at most.
  int64_t maxVectors = 6, maxSums = kAllRegisters;
  double latency = kLatency;
  /// What a step costs beyond the work on the tile, and for each vector that
  /// comes from farther than the nearest cache.
  double perStep = 0, perVector = 0;
};
} // namespace

// Registers for what a term needs beside its factors: pairs of bytes have the
// sums of 16 bits, and the ones that these are multiplied by.
static int64_t getTermRegisters(Reduction &reduction) {
  for (Operation &op : *reduction.nest.block.getBody())
    if (auto dot = dyn_cast<Dot4U8S8Op>(op); dot && dot.getPairsFit())
      return 2;
  return 0;
}

static TileAxes getAxes(Reduction &reduction, int64_t steps,
                        const ReductionTile &tile, int64_t lanes) {
  LoopNest &nest = reduction.nest;
  TileAxes axes;
  axes.columnExtent = nest.getConstantExtent(*tile.column);
  axes.rowExtent = 1;
  if (tile.row)
    axes.rowExtent = nest.getConstantExtent(*tile.row);
  // An axis without elements gets tiles of one, none of which runs.
  axes.columns =
      std::max<int64_t>(axes.columnExtent.value_or(kUnknownExtent), 1);
  axes.rows = std::max<int64_t>(axes.rowExtent.value_or(kUnknownExtent), 1);
  axes.lanes = std::min(lanes, axes.columns);
  // A panel that does not fit into the nearest cache is read as seldom as can
  // be.
  constexpr int64_t kDeep = 512, kLongVector = 512;
  Type element = cast<MemRefType>(reduction.out.getType()).getElementType();
  if (element.isIntOrFloat() && steps >= kDeep &&
      lanes * element.getIntOrFloatBitWidth() >= kLongVector)
    axes.registers = kAllRegisters;
  axes.registers -= getTermRegisters(reduction);
  // A single row goes through a matrix once, as fast as memory gives it: long
  // pieces of its lines, where six vectors are a tenth of a page of each. Tiles
  // for fewer columns are another matter where their number is not known.
  constexpr int64_t kMaxVectors = 16;
  if (axes.rows == 1 && axes.rowExtent && axes.columnExtent)
    axes.maxVectors = kMaxVectors;
  return axes;
}

// Steps of the vector unit for all tiles of `rows` x `vectors`, a step of the
// reduction each.
static double getCost(const TileAxes &axes, int64_t rows, int64_t vectors) {
  double tiles = double(llvm::divideCeil(axes.rows, rows)) *
                 double(llvm::divideCeil(axes.columns, vectors * axes.lanes));
  double multiplies = 0.5 * rows * vectors * axes.width;
  double loads = 0.5 * (rows + vectors * axes.width);
  // A little less for few loads: they go to the cache.
  return tiles * (std::max({multiplies, loads, axes.latency}) + 0.05 * loads +
                  axes.perStep + axes.perVector * vectors);
}

// The best of the tiles with up to `maxVectors` vectors and `maxRows` rows;
// one element where none fits.
static TileSize chooseSize(const TileAxes &axes, const ReductionTile &tile,
                           int64_t maxVectors, int64_t maxRows) {
  TileSize size;
  double best = 0;
  for (int64_t r = 1; r <= std::min(axes.rows, maxRows); ++r)
    for (int64_t v = 1; v * axes.lanes <= axes.columns && v <= maxVectors;
         ++v) {
      int64_t columns = v * axes.lanes;
      // What one row alone uses is an operand in memory, in no register.
      int64_t loaded = axes.rows == 1 ? 0 : v;
      if (r * v + loaded + 1 > axes.registers || r * v > axes.maxSums ||
          !tile.covers(axes.rowExtent, r) ||
          !tile.covers(axes.columnExtent, columns))
        continue;
      double cost = getCost(axes, r, v);
      if (best != 0 && cost >= best)
        continue;
      best = cost;
      size = {r, columns};
    }
  return size;
}

// Tiles for fewer columns than `tile` has: of one vector, and of a short one.
// Few rows: code is what these cost.
static void chooseNarrower(const TileAxes &axes, ReductionTile &tile) {
  constexpr int64_t kShort = 4;
  if (axes.columnExtent || !tile.mayOverlap)
    return;
  TileAxes narrow = axes;
  if (axes.lanes < tile.columns)
    tile.narrower.push_back(chooseSize(narrow, tile, 1, 8));
  narrow.lanes = kShort;
  if (kShort < axes.lanes)
    tile.narrower.push_back(chooseSize(narrow, tile, 1, 4));
}

// What a panel keeps of a load: floats as wide as the sums, which are converted
// once for all tiles of rows.
static Operation *getPackedOp(Reduction &reduction, Operation *load) {
  Type sum = cast<MemRefType>(reduction.out.getType()).getElementType();
  if (load->hasOneUse())
    if (auto wide = dyn_cast<arith::ExtFOp>(*load->user_begin()))
      if (wide.getType() == sum)
        return wide;
  return load;
}

// A panel pays where several tiles of rows use it. True if one is made of what
// is not contiguous along the columns.
static bool choosePanels(Reduction &reduction,
                         const ReductionAccesses &accesses,
                         ReductionTile &tile) {
  bool packsStrided = false;
  int64_t rows =
      reduction.nest.getConstantExtent(*tile.row).value_or(kUnknownExtent);
  int64_t uses = llvm::divideCeil(rows, tile.rows);
  for (const WalkingAccess &input : accesses.columnInputs) {
    bool isUnit = input.isUnit(*tile.column);
    bool isDeep = accesses.steps >= 128;
    if (uses >= (isUnit ? (isDeep ? 8 : 64) : 2))
      tile.packed.push_back(getPackedOp(reduction, input.access.op));
    else
      continue;
    packsStrided |= !isUnit;
  }
  return packsStrided;
}

// A number that the extent is a multiple of: a known factor of it.
static std::optional<int64_t> getKnownDivisor(Value extent) {
  if (std::optional<int64_t> known = getConstantIndex(extent))
    return known;
  auto product = extent.getDefiningOp<arith::MulIOp>();
  if (!product)
    return std::nullopt;
  std::optional<int64_t> known = getConstantIndex(product.getRhs());
  return known ? known : getConstantIndex(product.getLhs());
}

// Of an index as well, which has 64 bits.
static int64_t getElementBytes(Value buffer) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  return element.isIntOrFloat()
             ? llvm::divideCeil(element.getIntOrFloatBitWidth(), 8)
             : 8;
}

// How many rows stay in the nearest cache beside each other: those that are
// whole pages apart compete for the same places of it.
static int64_t getRowsInCache(const ReductionAccesses &accesses, unsigned row) {
  constexpr int64_t kPage = 4096, kWays = 7;
  int64_t rowLimit = INT64_MAX;
  for (const WalkingAccess &input : accesses.inputs) {
    int64_t bytes = getElementBytes(input.access.buffer);
    if (!input.moves[row])
      continue;
    // Rows of an image that are one axis with its columns: nothing is known of
    // how far they are from each other.
    int64_t stride = input.strides[row] ? *input.strides[row] * bytes : kPage;
    if (stride != 0)
      rowLimit = std::min<int64_t>(
          rowLimit, kWays * kPage / std::gcd(std::abs(stride), kPage));
  }
  return rowLimit;
}

namespace {
/// The axes of tiles of whole blocks, and how many rows these may have.
struct BlockedAxes {
  TileAxes axes;
  int64_t maxRows;

  TileSize choose(const ReductionTile &tile) const {
    constexpr int64_t kMaxVectors = 4;
    return chooseSize(axes, tile, kMaxVectors, maxRows);
  }
};
} // namespace

// Tiles of whole blocks: all registers are accumulators, as far as factors need
// none, and nothing is copied.
static BlockedAxes getBlockedAxes(Reduction &reduction,
                                  const ReductionAccesses &accesses,
                                  const ReductionTile &tile, int64_t lanes) {
  // Rows that are known, or of which there are many.
  constexpr int64_t kMaxRows = 14, kMaxUnknownRows = 7;
  TileAxes axes = getAxes(reduction, accesses.steps, tile, tile.block);
  axes.columns -= axes.columns % tile.block;
  axes.columnExtent = axes.columns;
  Type element = cast<MemRefType>(reduction.out.getType()).getElementType();
  int64_t bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
  axes.width = llvm::divideCeil(tile.block, lanes);
  if (axes.width > 1)
    axes.latency = kShortLatency;
  axes.registers = ((lanes * bits >= 512 ? kAllRegisters : kRegisters) -
                    getTermRegisters(reduction)) /
                   axes.width;
  axes.perStep = 0.5;
  axes.perVector = 0.3;
  std::optional<int64_t> divisor =
      tile.row ? getKnownDivisor(reduction.nest.getExtent(*tile.row)) : 1;
  int64_t maxRows =
      divisor && *divisor >= kMaxUnknownRows ? kMaxRows : kMaxUnknownRows;
  if (maxRows == kMaxRows)
    axes.rows = *divisor;
  if (tile.row)
    maxRows = std::min(maxRows, getRowsInCache(accesses, *tile.row));
  return {axes, maxRows};
}

// False where no tile of whole blocks fits.
static bool chooseBlocked(Reduction &reduction,
                          const ReductionAccesses &accesses,
                          ReductionTile &tile, int64_t lanes) {
  constexpr int64_t kNearBytes = 1 << 19;
  BlockedAxes axes = getBlockedAxes(reduction, accesses, tile, lanes);
  TileSize size = axes.choose(tile);
  if (size.columns < tile.block)
    return false;
  tile.rows = size.rows;
  tile.columns = size.columns;
  tile.isContiguous = true;
  tile.columnsInner = llvm::SaturatingMultiply<uint64_t>(
                          getElementBytes(reduction.out) * axes.axes.columns,
                          accesses.steps) <= kNearBytes;
  return true;
}

// Whether nothing is shared, and rows of several tiles follow each other in
// memory.
static bool hasWholeRows(Reduction &reduction,
                         const ReductionAccesses &accesses,
                         const ReductionTile &tile) {
  constexpr int64_t kMaxColumns = 4096;
  if (!tile.row || !tile.packed.empty() || !tile.isContiguous)
    return false;
  std::optional<int64_t> columns =
      reduction.nest.getConstantExtent(*tile.column);
  return columns && *columns > tile.columns && *columns <= kMaxColumns &&
         accesses.out.strides[*tile.row] == *columns &&
         llvm::any_of(accesses.columnInputs, [&](const WalkingAccess &input) {
           return input.moves[*tile.row];
         });
}

std::optional<unsigned> findLaneIter(Reduction &reduction,
                                     const ReductionAccesses &accesses,
                                     int64_t lanes) {
  if (!reduction.combiner)
    return std::nullopt;
  for (unsigned iter : reduction.reduce) {
    if (reduction.nest.getConstantExtent(iter).value_or(lanes) < lanes)
      continue;
    bool moves = false, fits = true;
    for (const WalkingAccess &input : accesses.inputs) {
      moves |= input.isUnit(iter);
      fits &= input.isUnit(iter) || !input.moves[iter];
    }
    if (moves && fits)
      return iter;
  }
  return std::nullopt;
}

static ReductionTile chooseTile(Reduction &reduction,
                                const ReductionAccesses &accesses,
                                int64_t lanes, std::optional<unsigned> laneIter,
                                TileOverlap overlap) {
  ReductionTile tile;
  tile.mayOverlap = overlap == TileOverlap::Allowed && reduction.isRepeatable;
  tile.column = accesses.column;
  if (!tile.column)
    return tile;
  bool shares = false;
  tile.row = findRow(reduction, accesses, shares);
  tile.block = shares || !tile.row ? getBlock(reduction, accesses) : 0;
  if (tile.block != 0 && chooseBlocked(reduction, accesses, tile, lanes))
    return tile;
  tile.block = 0;
  TileAxes axes = getAxes(reduction, accesses.steps, tile, lanes);
  // Windows of one channel each: more sums than hide the latency are of no use.
  constexpr int64_t kFewSums = 8, kFewSteps = 64;
  if (tile.row && !shares && accesses.steps <= kFewSteps) {
    axes.maxSums = kFewSums;
    axes.latency = kShortLatency;
  }
  TileSize size = chooseSize(axes, tile, axes.maxVectors,
                             axes.registers <= kRegisters ? 6 : 8);
  tile.rows = size.rows;
  tile.columns = size.columns;
  chooseNarrower(axes, tile);
  bool packsStrided =
      tile.row && shares && choosePanels(reduction, accesses, tile);
  tile.isContiguous =
      llvm::all_of(accesses.columnInputs, [&](const WalkingAccess &input) {
        return llvm::is_contained(tile.packed,
                                  getPackedOp(reduction, input.access.op)) ||
               input.isUnit(*tile.column);
      });
  tile.columnsInner = hasWholeRows(reduction, accesses, tile);
  // A panel of what is not contiguous pays for many rows only.
  if (laneIter && packsStrided && !reduction.nest.getConstantExtent(*tile.row))
    tile.laneIter = LaneIter{*laneIter, lanes};
  return tile;
}

// The last two neighbouring axes in front of that of the columns, if what moves
// with the columns moves with neither: the lines of an image and the places in
// them. Behind them may be the blocks of the columns.
static std::optional<std::pair<unsigned, unsigned>>
findImageAxes(Reduction &reduction, const ReductionAccesses &accesses) {
  ValueRange indices = reduction.store.getIndices();
  if (!accesses.column || indices.size() < 3)
    return std::nullopt;
  Block *body = reduction.nest.block.getBody();
  auto getLine = [&](Value index) -> std::optional<unsigned> {
    auto axis = dyn_cast<BlockArgument>(index);
    if (!axis || axis.getOwner() != body ||
        axis.getArgNumber() == *accesses.column ||
        llvm::any_of(accesses.columnInputs, [&](const WalkingAccess &input) {
          return input.moves[axis.getArgNumber()];
        }))
      return std::nullopt;
    return axis.getArgNumber();
  };
  for (size_t place = indices.size() - 2; place != 0; --place) {
    std::optional<unsigned> line = getLine(indices[place - 1]);
    std::optional<unsigned> inLine = getLine(indices[place]);
    if (line && inLine)
      return std::pair(*line, *inLine);
  }
  return std::nullopt;
}

// Whether fewer places are computed twice where a tile may go on in the next
// line. For 56 x 56 places in tiles of six: 3138 instead of 3360.
static bool paysToJoin(Reduction &reduction, const ReductionAccesses &accesses,
                       const ReductionTile &tile,
                       std::pair<unsigned, unsigned> axes, int64_t lanes) {
  // A place is divided by the length of a line once for each tile, which takes
  // about as long as 16 steps where the length is not known. The gain of what
  // is known is to be worth it, as neighbours are then no more in one piece.
  constexpr int64_t kMinKnownSteps = 64, kMinSteps = 256;
  constexpr double kGain = 0.97;
  BlockedAxes apart = getBlockedAxes(reduction, accesses, tile, lanes);
  if (apart.choose(tile).columns < tile.block)
    return false;
  std::optional<int64_t> lines = reduction.nest.getConstantExtent(axes.first);
  std::optional<int64_t> width = reduction.nest.getConstantExtent(axes.second);
  if (!width || !lines)
    return accesses.steps >= kMinSteps && width != 1 && lines != 1;
  int64_t places;
  if (*lines < 2 || *width < 2 || accesses.steps < kMinKnownSteps ||
      llvm::MulOverflow(*lines, *width, places))
    return false;
  BlockedAxes joined = apart;
  joined.axes.rows = places;
  joined.axes.rowExtent = places;
  auto getTileCost = [&](const BlockedAxes &blocked) {
    TileSize size = blocked.choose(tile);
    return getCost(blocked.axes, size.rows, size.columns / tile.block);
  };
  return getTileCost(joined) < kGain * *lines * getTileCost(apart);
}

std::optional<std::pair<unsigned, unsigned>>
findShortLines(Reduction &reduction, const ReductionAccesses &accesses,
               int64_t lanes) {
  auto axes = findImageAxes(reduction, accesses);
  if (!axes || !reduction.isRepeatable)
    return std::nullopt;
  ReductionTile tile;
  tile.column = accesses.column;
  tile.row = axes->second;
  tile.block = getBlock(reduction, accesses);
  if (tile.block == 0 || !paysToJoin(reduction, accesses, tile, *axes, lanes))
    return std::nullopt;
  return axes;
}

ReductionPlan planReduction(Reduction &reduction,
                            const ReductionAccesses &accesses, int64_t lanes,
                            TileOverlap overlap) {
  std::optional<unsigned> iter = findLaneIter(reduction, accesses, lanes);
  ReductionPlan plan{chooseTile(reduction, accesses, lanes, iter, overlap),
                     std::nullopt};
  if (iter && !plan.tile.isContiguous)
    plan.laneIter = LaneIter{*iter, lanes};
  return plan;
}

} // namespace mlir::tir
