// Compute sums of products of words by the matrix unit of a CPU, AMX:
//
//   for each task (some columns, 32 rows):
//     panel = copy of the left side: 16 rows of 64 bytes contiguous
//     for each 32 columns:
//       four tiles of 16 x 16 sums = 0
//       for each step of up to 16 words:    (eight loads of 64 bytes each side)
//         two tiles of the panel times two tiles of the right side
//       store the sums; epilogue of 32 x 32 of them
//
// A row is any combination of the iterators that are no columns: so the panel
// gathers the windows of a convolution, the rows of a batch, and, where there
// are fewer rows than a tile has, the last one again. Of the right side each
// tile is a block of a packed constant. The four sums and the four tiles that
// are multiplied are all eight registers.
#include "Relax/Kernels/RowReduction/TileProduct.h"

#include "ReductionTasks.h"
#include "Relax/Dialect/TIR/Analysis/Contraction.h"
#include "Relax/Dialect/TIR/IR/DotOps.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/Schedule/EraseNests.h"
#include "Relax/Kernels/RowReduction/RowReductionGroups.h"
#include "mlir/Dialect/AMX/AMXDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

/// Rows of a tile, and its columns of 32 bits.
static constexpr int64_t kTile = 16;
/// Tiles of sums along each axis.
static constexpr int64_t kTilesPerSide = 2;

//===----------------------------------------------------------------------===//
// What tiles compute
//===----------------------------------------------------------------------===//

// The product of words that the reduction adds up from zero; else null.
static Operation *findDot(Reduction &reduction) {
  Value start = reduction.initStore.getValueToStore();
  if (!isa_and_present<arith::AddIOp, arith::AddFOp>(reduction.combiner) ||
      !(matchPattern(start, m_Zero()) || matchPattern(start, m_AnyZeroFloat())))
    return nullptr;
  bool isFirst =
      reduction.combiner->getOperand(0) == reduction.load.getResult();
  Operation *dot = reduction.combiner->getOperand(isFirst).getDefiningOp();
  bool isTaken = isa_and_present<Dot4U8S8Op, Dot2BF16Op>(dot) &&
                 dot->getBlock() == reduction.nest.block.getBody();
  return isTaken ? dot : nullptr;
}

// The number of an iterator of the block; nullopt for all else.
static std::optional<unsigned> getIter(Reduction &reduction, Value index) {
  auto argument = dyn_cast<BlockArgument>(index);
  if (!argument || argument.getOwner() != reduction.nest.block.getBody())
    return std::nullopt;
  return argument.getArgNumber();
}

// Whether `index` is `Op` of the column and the width of a tile.
template <typename Op>
static bool isOfBlock(Value index, Value column) {
  auto op = index.getDefiningOp<Op>();
  return op && op.getLhs() == column && getConstantIndex(op.getRhs()) == kTile;
}

// Whether 16 columns are contiguous, and the next step is the next row: the
// columns are the last index, or in blocks of 16, the last one filled up.
static bool hasTilesOnRight(Reduction &reduction, TileProduct product) {
  auto type = cast<MemRefType>(product.rhs.getMemRef().getType());
  ValueRange indices = product.rhs.getIndices();
  Value column = reduction.nest.block.getBody()->getArgument(product.column);
  if (indices.size() < 2 || !type.getLayout().isIdentity() ||
      getIter(reduction, indices.drop_back().back()) != product.depth)
    return false;
  bool isBlocked = isOfBlock<arith::RemUIOp>(indices.back(), column) &&
                   type.getShape().back() == kTile;
  if (!isBlocked && (indices.back() != column || product.columns % kTile != 0))
    return false;
  return llvm::all_of(indices.drop_back(2), [&](Value index) {
    std::optional<unsigned> iter = getIter(reduction, index);
    bool isReduced = iter && *iter != product.depth &&
                     llvm::is_contained(reduction.reduce, *iter);
    return isReduced || getConstantIndex(index) ||
           (isBlocked && isOfBlock<arith::DivUIOp>(index, column));
  });
}

// The words of a row, and how many of them are a tile: all tiles have the same
// size, as another size would be another register.
static int64_t chooseWords(Reduction &reduction, unsigned depth) {
  // Half of a tile; a panel of 32 rows that the second cache holds.
  constexpr int64_t kMinWords = kTile / 2, kMaxRowWords = 1 << 12;
  std::optional<int64_t> rowWords =
      reduction.nest.getConstantTotal(reduction.reduce);
  if (!rowWords || *rowWords > kMaxRowWords)
    return 0;
  int64_t extent = *reduction.nest.getConstantExtent(depth);
  for (int64_t words = kTile; words >= kMinWords; --words)
    if (extent > 0 && extent % words == 0)
      return words;
  return 0;
}

// How many rows there are, if that is known.
static std::optional<int64_t> countRows(Reduction &reduction, unsigned column) {
  SmallVector<unsigned> rows(reduction.spatial);
  llvm::erase(rows, column);
  return reduction.nest.getConstantTotal(rows);
}

std::optional<TileProduct> planTileProduct(Reduction &reduction) {
  // Fewer rows are left to vectors: most of a tile would be computed in vain.
  constexpr int64_t kMinRows = 5;
  Operation *dot = findDot(reduction);
  ValueRange place = reduction.store.getIndices();
  std::optional<unsigned> column =
      place.empty() ? std::nullopt : getIter(reduction, place.back());
  if (!dot || !column || reduction.reduce.empty() ||
      !llvm::is_contained(reduction.spatial, *column))
    return std::nullopt;
  MLIRContext *context = dot->getContext();
  TileProduct product;
  product.lhs = dot->getOperand(0);
  product.rhs = dot->getOperand(1).getDefiningOp<memref::LoadOp>();
  product.element = isa<Dot4U8S8Op>(dot) ? Type(IntegerType::get(context, 8))
                                         : Type(BFloat16Type::get(context));
  product.column = *column;
  product.depth = reduction.reduce.back();
  product.columns = reduction.nest.getConstantExtent(*column).value_or(0);
  product.words = chooseWords(reduction, product.depth);
  BlockOp block = reduction.nest.block;
  if (!product.rhs || product.columns < kTile || product.words == 0 ||
      countRows(reduction, *column).value_or(kMinRows) < kMinRows ||
      getIters(block, product.lhs).test(*column) ||
      !hasTilesOnRight(reduction, product))
    return std::nullopt;
  return product;
}

//===----------------------------------------------------------------------===//
// What computes them
//===----------------------------------------------------------------------===//

namespace {

/// Writes the loops of one product.
class TileProductBuilder {
public:
  TileProductBuilder(Reduction &reduction, const TileProduct &product)
      : reduction(reduction), product(product), nest(reduction.nest),
        loc(nest.block.getLoc()) {}

  void run(OpBuilder &b);

private:
  void setup(OpBuilder &b);
  void buildTask(OpBuilder &b, Value group, Value rowBlock);
  void buildPanel(OpBuilder &b, Value firstRow);
  void buildColumns(OpBuilder &b, Value firstRow, Value firstColumn,
                    int64_t width);
  SmallVector<Value> buildSteps(OpBuilder &b, Value firstColumn,
                                IRMapping mapping, ArrayRef<Value> steps,
                                SmallVector<Value> sums);
  SmallVector<Value> multiply(OpBuilder &b, Value firstColumn,
                              IRMapping mapping, ArrayRef<Value> steps,
                              SmallVector<Value> sums);
  Value loadRight(OpBuilder &b, Value column, IRMapping mapping);
  void buildEpilogue(OpBuilder &b, Value firstRow, Value firstColumn,
                     int64_t width);

  Value arg(unsigned iter) { return nest.block.getBody()->getArgument(iter); }
  Value index(OpBuilder &b, int64_t value) {
    return indexConstant(b, loc, value);
  }
  /// Maps the iterators of a row.
  void mapRow(OpBuilder &b, Value row, IRMapping &mapping);
  /// The number of a step of tiles, by those of the reducing iterators.
  Value getStep(OpBuilder &b, ArrayRef<Value> steps);
  /// Iterations of a reducing iterator, of tiles for the last one.
  int64_t getNumSteps(unsigned iter) {
    int64_t extent = *nest.getConstantExtent(iter);
    return iter == product.depth ? extent / product.words : extent;
  }
  /// A tile of factors of so many rows of so many words.
  amx::TileType getFactor(int64_t rows, int64_t words) {
    int64_t parts = 32 / product.element.getIntOrFloatBitWidth();
    return amx::TileType::get({rows, words * parts}, product.element);
  }
  Type getSumType() {
    return cast<MemRefType>(reduction.out.getType()).getElementType();
  }

  Reduction &reduction;
  TileProduct product;
  LoopNest &nest;
  Location loc;
  SmallVector<unsigned> rowIters;
  SmallVector<Value> rowExtents;
  Value numRows;
  /// Rows of a task, and pairs of 16 columns.
  int64_t rows = kTilesPerSide * kTile, pairs = 1;
  Value panel, sums;
};

} // namespace

void TileProductBuilder::mapRow(OpBuilder &b, Value row, IRMapping &mapping) {
  for (auto [iter, index] :
       llvm::zip_equal(rowIters, splitIndex(b, loc, row, rowExtents)))
    mapping.map(arg(iter), index);
}

Value TileProductBuilder::getStep(OpBuilder &b, ArrayRef<Value> steps) {
  Value number = index(b, 0);
  for (auto [iter, step] : llvm::zip_equal(reduction.reduce, steps))
    number = addIndex(
        b, loc, mulIndex(b, loc, number, index(b, getNumSteps(iter))), step);
  return number;
}

void TileProductBuilder::setup(OpBuilder &b) {
  // A row of a tile in two lines of the cache would be two loads.
  constexpr int64_t kAlignment = 64;
  int64_t steps = 1;
  for (unsigned iter : reduction.reduce)
    steps *= getNumSteps(iter);
  auto allocate = [&](ArrayRef<int64_t> shape, Type element) -> Value {
    return memref::AllocOp::create(b, loc, MemRefType::get(shape, element),
                                   b.getI64IntegerAttr(kAlignment));
  };
  panel = allocate({steps, rows, product.words}, product.lhs.getType());
  sums = allocate({rows, kTilesPerSide * kTile}, getSumType());
}

// Tile behind tile, so that its rows do not compete for places of the cache.
void TileProductBuilder::buildPanel(OpBuilder &b, Value firstRow) {
  Value last = b.createOrFold<arith::SubIOp>(loc, numRows, index(b, 1));
  SmallVector<Value> extents;
  for (unsigned iter : reduction.reduce)
    extents.push_back(index(b, getNumSteps(iter)));
  auto copyWords = [&](OpBuilder &b, IRMapping mapping, Value row,
                       ValueRange steps) {
    Value first = mulIndex(b, loc, steps.back(), index(b, product.words));
    buildLoop(b, loc, ForKind::Vectorized, product.words,
              [&](OpBuilder &b, ValueRange word) {
                IRMapping inner = mapping;
                for (auto [iter, step] : llvm::zip(reduction.reduce, steps))
                  inner.map(arg(iter), step);
                inner.map(arg(product.depth),
                          addIndex(b, loc, first, word.front()));
                Value value = reduction.buildValue(b, product.lhs, inner);
                memref::StoreOp::create(
                    b, loc, value, panel,
                    ValueRange{getStep(b, SmallVector<Value>(steps)), row,
                               word.front()});
              });
  };
  buildLoop(b, loc, ForKind::Serial, rows, [&](OpBuilder &b, ValueRange row) {
    IRMapping mapping;
    mapRow(b,
           b.createOrFold<arith::MinUIOp>(
               loc, addIndex(b, loc, firstRow, row.front()), last),
           mapping);
    buildLoops(b, loc, extents, [&](OpBuilder &b, ValueRange steps) {
      copyWords(b, mapping, row.front(), steps);
    });
  });
}

// 16 columns of the right side, of the steps of a tile.
Value TileProductBuilder::loadRight(OpBuilder &b, Value column,
                                    IRMapping mapping) {
  mapping.map(arg(product.column), column);
  SmallVector<Value> place;
  for (Value at : product.rhs.getIndices())
    place.push_back(reduction.buildValue(b, at, mapping));
  return amx::TileLoadOp::create(b, loc, getFactor(product.words, kTile),
                                 product.rhs.getMemRef(), place);
}

// One step: two tiles of each side, of which the rows come one by one, as all
// registers are taken then.
SmallVector<Value> TileProductBuilder::multiply(OpBuilder &b, Value firstColumn,
                                                IRMapping mapping,
                                                ArrayRef<Value> steps,
                                                SmallVector<Value> sums) {
  int64_t height = rows / kTile, width = sums.size() / height;
  Value step = getStep(b, steps);
  mapping.map(arg(product.depth),
              mulIndex(b, loc, steps.back(), index(b, product.words)));
  SmallVector<Value> right;
  for (int64_t i = 0; i != height; ++i) {
    Value left = amx::TileLoadOp::create(
        b, loc, getFactor(kTile, product.words), panel,
        ValueRange{step, index(b, i * kTile), index(b, 0)});
    for (int64_t j = 0; j != width; ++j) {
      if (i == 0)
        right.push_back(loadRight(
            b, addIndex(b, loc, firstColumn, index(b, j * kTile)), mapping));
      Value &sum = sums[i * width + j];
      if (product.element.isBF16())
        sum =
            amx::TileMulFOp::create(b, loc, sum.getType(), left, right[j], sum);
      else
        sum = amx::TileMulIOp::create(b, loc, sum.getType(), left, right[j],
                                      sum, /*isZextLhs=*/true,
                                      /*isZextRhs=*/false);
    }
  }
  return sums;
}

// Loops over the reducing iterators from number `steps.size()` on, with the
// sums as their values: tiles cannot be in a buffer and in a register.
SmallVector<Value> TileProductBuilder::buildSteps(OpBuilder &b,
                                                  Value firstColumn,
                                                  IRMapping mapping,
                                                  ArrayRef<Value> steps,
                                                  SmallVector<Value> sums) {
  if (steps.size() == reduction.reduce.size())
    return multiply(b, firstColumn, mapping, steps, sums);
  unsigned iter = reduction.reduce[steps.size()];
  auto loop = scf::ForOp::create(
      b, loc, index(b, 0), index(b, getNumSteps(iter)), index(b, 1), sums,
      [&](OpBuilder &b, Location loc, Value step, ValueRange values) {
        IRMapping inner = mapping;
        inner.map(arg(iter), step);
        SmallVector<Value> all(steps);
        all.push_back(step);
        scf::YieldOp::create(
            b, loc,
            buildSteps(b, firstColumn, inner, all, SmallVector<Value>(values)));
      });
  return SmallVector<Value>(loop.getResults());
}

// What uses the sums of the rows that there are.
void TileProductBuilder::buildEpilogue(OpBuilder &b, Value firstRow,
                                       Value firstColumn, int64_t width) {
  Value left = b.createOrFold<arith::SubIOp>(loc, numRows, firstRow);
  Value count = b.createOrFold<arith::MinUIOp>(loc, left, index(b, rows));
  ForOp loop = ForOp::create(b, loc, index(b, 0), count);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value row = loop.getInductionVar();
  IRMapping mapping;
  mapRow(b, addIndex(b, loc, firstRow, row), mapping);
  buildLoop(b, loc, ForKind::Vectorized, width,
            [&](OpBuilder &b, ValueRange column) {
              IRMapping inner = mapping;
              inner.map(arg(product.column),
                        addIndex(b, loc, firstColumn, column.front()));
              Value sum = memref::LoadOp::create(
                  b, loc, sums, ValueRange{row, column.front()});
              reduction.buildResult(b, sum, inner);
            });
}

void TileProductBuilder::buildColumns(OpBuilder &b, Value firstRow,
                                      Value firstColumn, int64_t width) {
  int64_t tiles = llvm::divideCeil(width, kTile), height = rows / kTile;
  auto type = amx::TileType::get({kTile, kTile}, getSumType());
  SmallVector<Value> zeros;
  for (int64_t i = 0; i != height * tiles; ++i)
    zeros.push_back(amx::TileZeroOp::create(b, loc, type));
  SmallVector<Value> results = buildSteps(b, firstColumn, {}, {}, zeros);
  for (auto [i, result] : llvm::enumerate(results))
    amx::TileStoreOp::create(
        b, loc, sums,
        ValueRange{index(b, i / tiles * kTile), index(b, i % tiles * kTile)},
        result);
  buildEpilogue(b, firstRow, firstColumn, width);
}

// Whole pairs of tiles of columns in a loop; what is behind the last one goes
// with the last task.
void TileProductBuilder::buildTask(OpBuilder &b, Value group, Value rowBlock) {
  constexpr int64_t kPair = kTilesPerSide * kTile;
  Value firstRow = mulIndex(b, loc, rowBlock, index(b, rows));
  buildPanel(b, firstRow);
  int64_t whole = product.columns / kPair, rest = product.columns % kPair;
  Value begin = mulIndex(b, loc, group, index(b, pairs));
  Value end = b.createOrFold<arith::MinUIOp>(
      loc, addIndex(b, loc, begin, index(b, pairs)), index(b, whole));
  if (whole != 0) {
    ForOp loop = ForOp::create(b, loc, begin, end);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    buildColumns(b, firstRow,
                 mulIndex(b, loc, loop.getInductionVar(), index(b, kPair)),
                 kPair);
  }
  if (rest == 0)
    return;
  OpBuilder::InsertionGuard guard(b);
  if (whole >= pairs) {
    Value isLast = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                         group, index(b, whole / pairs));
    IfOp branch = IfOp::create(b, loc, isLast, /*withElse=*/false);
    b.setInsertionPointToStart(&branch.getThen().front());
  }
  buildColumns(b, firstRow, index(b, whole * kPair), rest);
}

void TileProductBuilder::run(OpBuilder &b) {
  // A panel is used for so many pairs of columns, less where rows give few
  // tasks. A tile multiplies eight times as fast as vectors do.
  constexpr int64_t kMaxPairs = 16, kFewPairs = 4, kFewRows = 256, kGain = 8;
  std::optional<int64_t> known = countRows(reduction, product.column);
  if (known && *known <= kTile)
    rows = kTile;
  pairs = std::min<int64_t>(
      known && *known <= kFewRows ? kFewPairs : kMaxPairs,
      llvm::divideCeil(product.columns, kTilesPerSide * kTile));
  for (unsigned iter : reduction.spatial)
    if (iter != product.column) {
      rowIters.push_back(iter);
      rowExtents.push_back(nest.getExtent(iter));
    }
  numRows = getTotal(b, loc, rowExtents);
  int64_t groups =
      llvm::divideCeil(product.columns, pairs * kTilesPerSide * kTile);
  int64_t steps =
      getStepsPerTile(reduction, rows * kTilesPerSide * kTile * pairs);
  buildTasks(
      b, loc, {index(b, groups), ceilDivIndex(b, loc, numRows, rows)},
      steps / kGain + 1, [&](OpBuilder &b) { setup(b); },
      [&](OpBuilder &b, ValueRange task) { buildTask(b, task[0], task[1]); });
}

void replaceTileProduct(Reduction &reduction, const TileProduct &product) {
  OpBuilder builder(reduction.getLastRoot());
  TileProductBuilder(reduction, product).run(builder);
  eraseNests(reduction);
}

} // namespace mlir::tir
