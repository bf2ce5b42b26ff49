// Products of small matrices by the threads of a warp together.
//
// A warp loads four matrices of 8 rows of 16 bytes at once: of each a thread
// gets 4 bytes, and each 8 threads say where the rows of one are. A factor has
//
//   left    0: places 0-7,  first terms     right   0: places 0-7,  first terms
//           1: places 8-15, first terms             1: places 0-7,  last terms
//           2: places 0-7,  last terms              2: places 8-15, first terms
//           3: places 8-15, last terms              3: places 8-15, last terms
#include "WarpProduct.h"

#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "Relax/Dialect/TIR/IR/TileLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tir {

static constexpr int64_t kWarpRows = 2, kWarpColumns = 2;
// What one instruction takes: rows of the left matrix and columns of the right
// one. A matrix that is loaded has 8 rows; 4 threads share a row.
static constexpr int64_t kRows = 16, kColumns = 8, kMatrix = 8, kMembers = 4;
static constexpr int64_t kMatrices = 4;
static constexpr int64_t kRegisterBytes = 4;

WarpProduct::WarpProduct(OpBuilder &b, Location loc,
                         const ContractionTile &tile, Value thread)
    : tile(tile) {
  auto divide = [&](Value value, int64_t by) {
    Value divisor = indexConstant(b, loc, by);
    return std::make_pair(b.createOrFold<arith::DivUIOp>(loc, value, divisor),
                          b.createOrFold<arith::RemUIOp>(loc, value, divisor));
  };
  auto times = [&](Value value, int64_t by) {
    return mulIndex(b, loc, value, indexConstant(b, loc, by));
  };
  Value warp;
  std::tie(warp, lane) = divide(thread, kWarpThreads);
  auto [row, column] = divide(warp, kWarpColumns);
  std::tie(group, member) = divide(lane, kMembers);
  warpRowNumber = row;
  warpRow = times(row, tile.rows / kWarpRows);
  warpColumn = times(column, tile.columns / kWarpColumns);
  firstRow = addIndex(b, loc, warpRow, group);
  firstColumn = addIndex(b, loc, warpColumn, times(member, 2));
}

// Each thread says where one row of one of the matrices is; a row has terms of
// a place, or places of a term, which each thread then gets for its terms.
Value WarpProduct::loadMatrices(OpBuilder &b, Location loc,
                                ContractionFactor &factor, Value buffer,
                                Side side, Value own, int64_t term) {
  int64_t bytes = factor.getLayout().bytes;
  bool hasTermsInRow = factor.getLayout().hasTermsInRow;
  auto getPart = [&](int64_t from, int64_t count, int64_t times) {
    Value part =
        b.createOrFold<arith::DivUIOp>(loc, lane, indexConstant(b, loc, from));
    part =
        b.createOrFold<arith::RemUIOp>(loc, part, indexConstant(b, loc, count));
    return mulIndex(b, loc, part, indexConstant(b, loc, times));
  };
  Value row = getPart(1, kMatrix, 1);
  Value lastPlaces = getPart(side == Side::Left ? 8 : 16, 2, kMatrix);
  Value lastTerms =
      getPart(side == Side::Left ? 16 : 8, 2, factor.getLayout().getChunk());
  own = addIndex(b, loc, own, lastPlaces);
  Value at = addIndex(b, loc, indexConstant(b, loc, term), lastTerms);
  (hasTermsInRow ? own : at) = addIndex(b, loc, hasTermsInRow ? own : at, row);
  auto type =
      VectorType::get({kMatrices, kRegisterBytes / bytes}, factor.getType());
  return nvgpu::LdMatrixOp::create(
      b, loc, type, factor.getShared(),
      factor.getSharedPlace(b, loc, buffer, own, at),
      /*transpose=*/!hasTermsInRow, /*numTiles=*/kMatrices);
}

// Single bytes, the places of a term in a row. A pair is what the matrices have
// as an element: of 8 terms the same pair of places is in a register of two
// elements, the next two terms of the thread in that of the next matrix. So the
// even bytes of both are four terms of one place, and the odd ones those of the
// next place:
//
//   rows of matrix 0  terms 0, 1, 4, 5, 8, 9, 12, 13
//                  1        2, 3, 6, 7, 10, 11, 14, 15
//                  2, 3     as 0 and 1, and 16 more
//
// Places of a product are then every second one: `leaveSums` knows.
Value WarpProduct::loadPairs(OpBuilder &b, Location loc,
                             ContractionFactor &factor, Value buffer, Side side,
                             Value own, int64_t term) {
  auto getPart = [&](int64_t from, int64_t count, int64_t times) {
    Value part =
        b.createOrFold<arith::DivUIOp>(loc, lane, indexConstant(b, loc, from));
    part =
        b.createOrFold<arith::RemUIOp>(loc, part, indexConstant(b, loc, count));
    return mulIndex(b, loc, part, indexConstant(b, loc, times));
  };
  Value at = indexConstant(b, loc, term);
  for (Value part : {getPart(16, 2, 16), getPart(8, 2, 2), getPart(2, 4, 4),
                     getPart(1, 2, 1)})
    at = addIndex(b, loc, at, part);
  SmallVector<Value> place = factor.getSharedPlace(b, loc, buffer, own, at);
  place.back() = b.createOrFold<arith::DivUIOp>(loc, place.back(),
                                                indexConstant(b, loc, 2));
  auto loaded = VectorType::get({kMatrices, 2}, b.getI16Type());
  Value all = nvgpu::LdMatrixOp::create(b, loc, loaded, factor.getPairs(),
                                        place, /*transpose=*/true,
                                        /*numTiles=*/kMatrices);
  auto four = VectorType::get(kRegisterBytes, factor.getType());
  SmallVector<Value> bytes;
  for (int64_t i = 0; i != kMatrices; ++i)
    bytes.push_back(vector::BitCastOp::create(
        b, loc, four, vector::ExtractOp::create(b, loc, all, i)));
  auto type = VectorType::get({kMatrices, kRegisterBytes}, factor.getType());
  Value registers = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  for (int64_t i = 0; i != kMatrices; ++i) {
    int64_t isOdd = side == Side::Left ? i % 2 : i / 2;
    int64_t first = side == Side::Left ? i / 2 * 2 : i % 2 * 2;
    SmallVector<int64_t> taken{isOdd, isOdd + 2, isOdd + 4, isOdd + 6};
    Value part = vector::ShuffleOp::create(b, loc, bytes[first],
                                           bytes[first + 1], taken);
    registers = vector::InsertOp::create(b, loc, part, registers, i);
  }
  return registers;
}

// Elements of 4 bytes, the places of a term in a row: no instruction
// distributes them.
Value WarpProduct::loadElements(OpBuilder &b, Location loc,
                                ContractionFactor &factor, Value buffer,
                                Side side, Value own, int64_t term) {
  auto type = VectorType::get({kMatrices, 1}, factor.getType());
  auto one = VectorType::get(1, factor.getType());
  Value registers = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  for (int64_t i = 0; i != kMatrices; ++i) {
    bool isLeft = side == Side::Left;
    int64_t places = (isLeft ? i % 2 : i / 2) * kMatrix;
    int64_t terms = term + (isLeft ? i / 2 : i % 2) * kMembers;
    Value place = addIndex(b, loc, addIndex(b, loc, own, group),
                           indexConstant(b, loc, places));
    Value at = addIndex(b, loc, indexConstant(b, loc, terms), member);
    Value part = vector::LoadOp::create(
        b, loc, one, factor.getShared(),
        factor.getSharedPlace(b, loc, buffer, place, at));
    registers = vector::InsertOp::create(b, loc, part, registers, i);
  }
  return registers;
}

// `count` registers from the one with number `first` on.
static Value getSlice(OpBuilder &b, Location loc, Value all, int64_t first,
                      int64_t count) {
  auto type = cast<VectorType>(all.getType());
  if (count == type.getDimSize(0))
    return all;
  auto part =
      VectorType::get({count, type.getDimSize(1)}, type.getElementType());
  Value slice = arith::ConstantOp::create(b, loc, b.getZeroAttr(part));
  for (int64_t i = 0; i != count; ++i)
    slice = vector::InsertOp::create(
        b, loc, vector::ExtractOp::create(b, loc, all, first + i), slice, i);
  return slice;
}

// Slices for one product each: those of a left factor by terms, those of a
// right one by places first.
WarpProduct::Fragment WarpProduct::loadFragment(OpBuilder &b, Location loc,
                                                ContractionFactor &factor,
                                                Value buffer, Side side,
                                                int64_t first, int64_t term) {
  const SharedLayout &layout = factor.getLayout();
  Value own = addIndex(b, loc, side == Side::Left ? warpRow : warpColumn,
                       indexConstant(b, loc, first));
  bool isElementwise = layout.bytes == kRegisterBytes && !layout.hasTermsInRow;
  Value all =
      layout.hasPairs() ? loadPairs(b, loc, factor, buffer, side, own, term)
      : isElementwise   ? loadElements(b, loc, factor, buffer, side, own, term)
                        : loadMatrices(b, loc, factor, buffer, side, own, term);
  int64_t numTerms = 2 * layout.getChunk() / tile.terms;
  int64_t numSlices = numTerms * (side == Side::Left ? 1 : 2);
  Fragment fragment;
  int64_t width = kMatrices / numSlices;
  for (int64_t i = 0; i != numSlices; ++i)
    fragment.registers.push_back(getSlice(b, loc, all, i * width, width));
  return fragment;
}

// The product of two fragments of so many rows, added to the thread's part of
// the sums.
static void buildProduct(OpBuilder &b, Location loc, Value left, Value right,
                         int64_t rows, int64_t terms, Value sums, int64_t row,
                         int64_t column) {
  Type element = cast<MemRefType>(sums.getType()).getElementType();
  int64_t numPairs = rows / kMatrix;
  auto type = VectorType::get({numPairs, 2}, element);
  auto pair = VectorType::get(2, element);
  auto getPlace = [&](int64_t i) -> SmallVector<Value> {
    return {indexConstant(b, loc, row + i), indexConstant(b, loc, column)};
  };
  Value sum = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  for (int64_t i = 0; i != numPairs; ++i)
    sum = vector::InsertOp::create(
        b, loc, vector::LoadOp::create(b, loc, pair, sums, getPlace(i)), sum,
        i);
  bool isRounded = cast<VectorType>(left.getType()).getElementType().isF32();
  Value result =
      nvgpu::MmaSyncOp::create(b, loc, type, left, right, sum,
                               b.getI64ArrayAttr({rows, kColumns, terms}),
                               isRounded ? b.getUnitAttr() : UnitAttr());
  for (int64_t i = 0; i != numPairs; ++i)
    vector::StoreOp::create(b, loc,
                            vector::ExtractOp::create(b, loc, result, i), sums,
                            getPlace(i));
}

void WarpProduct::buildTerms(OpBuilder &b, Location loc,
                             ContractionFactor &left, ContractionFactor &right,
                             Value buffer, Value sums) {
  // What one load of matrices has of terms.
  int64_t loaded = 2 * left.getLayout().getChunk();
  int64_t rows = tile.rows / kWarpRows, columns = tile.columns / kWarpColumns;
  // Products of 16 bytes of terms have half of the rows, of single bytes.
  int64_t bytes = left.getLayout().bytes;
  int64_t numRows = bytes == 1 && tile.terms == kRows ? kMatrix : kRows;
  auto multiply = [&](Value l, Value r, int64_t row, int64_t column) {
    int64_t count = numRows / kMatrix;
    for (int64_t i = 0; i != kRows / kMatrix; i += count)
      buildProduct(b, loc, numRows == kRows ? l : getSlice(b, loc, l, i, count),
                   r, numRows, tile.terms, sums, row + i, column);
  };
  for (int64_t term = 0; term != tile.depth; term += loaded) {
    SmallVector<Fragment> lefts, rights;
    for (int64_t row = 0; row != rows; row += kRows)
      lefts.push_back(
          loadFragment(b, loc, left, buffer, Side::Left, row, term));
    for (int64_t column = 0; column != columns; column += 2 * kColumns)
      rights.push_back(
          loadFragment(b, loc, right, buffer, Side::Right, column, term));
    int64_t parts = loaded / tile.terms;
    for (int64_t part = 0; part != parts; ++part)
      for (auto [i, l] : llvm::enumerate(lefts))
        for (auto [j, r] : llvm::enumerate(rights))
          for (int64_t half : {0, 1})
            multiply(l.registers[part], r.registers[half * parts + part], 2 * i,
                     4 * j + 2 * half);
  }
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

// A shelf has the rows of one product of each warp, those of lower warps first.
static_assert(WarpProduct::kShelfRows == kWarpRows * kRows);

// Of 16 columns a thread has two neighbours of the first and of the last 8.
// Where these are every second one, it has four neighbours, the odd ones last:
// in the order of columns they are one store.
static Value orderColumns(OpBuilder &b, Location loc, Value sums, Value row,
                          Value first) {
  constexpr int64_t kRun = 4;
  auto type = cast<MemRefType>(sums.getType());
  Value piece = memref::AllocOp::create(
      b, loc,
      MemRefType::get(kRun, type.getElementType(), AffineMap(),
                      type.getMemorySpace()));
  for (int64_t i = 0; i != kRun; ++i) {
    Value from =
        addIndex(b, loc, first, indexConstant(b, loc, i % 2 * 2 + i / 2));
    Value sum = memref::LoadOp::create(b, loc, sums, ValueRange{row, from});
    memref::StoreOp::create(b, loc, sum, piece, indexConstant(b, loc, i));
  }
  return piece;
}

void WarpProduct::leaveRow(OpBuilder &b, Location loc, Value sums, Value from,
                           bool hasPairs, Value shelf, Value row) {
  int64_t width = hasPairs ? 4 : 2;
  auto times = [&](OpBuilder &b, Value value, int64_t by) {
    return mulIndex(b, loc, value, indexConstant(b, loc, by));
  };
  Value start = addIndex(b, loc, warpColumn, times(b, member, width));
  buildLoop(
      b, loc, ForKind::Unrolled, tile.columns / kWarpColumns / (width * 4),
      [&](OpBuilder &b, ValueRange number) {
        Value column =
            addIndex(b, loc, start, times(b, number.front(), width * 4));
        Value source = times(b, number.front(), width);
        Value piece =
            hasPairs ? orderColumns(b, loc, sums, from, source) : sums;
        buildLoop(b, loc, ForKind::Vectorized, width,
                  [&](OpBuilder &b, ValueRange i) {
                    SmallVector<Value> at{i.front()};
                    if (!hasPairs)
                      at = {from, addIndex(b, loc, source, i.front())};
                    Value sum = memref::LoadOp::create(b, loc, piece, at);
                    memref::StoreOp::create(
                        b, loc, sum, shelf,
                        ValueRange{row, addIndex(b, loc, column, i.front())});
                  });
      });
}

void WarpProduct::leaveSums(OpBuilder &b, Location loc,
                            const ContractionFactor &left,
                            const ContractionFactor &right, Value sums,
                            Value number, Value shelf) {
  auto times = [&](Value value, int64_t by) {
    return mulIndex(b, loc, value, indexConstant(b, loc, by));
  };
  bool hasPairs = left.getLayout().hasPairs();
  Value part = times(number, kRows / kMatrix);
  Value first = addIndex(b, loc, times(warpRowNumber, kRows),
                         hasPairs ? times(group, 2) : group);
  buildLoop(b, loc, ForKind::Unrolled, kRows / kMatrix,
            [&](OpBuilder &b, ValueRange half) {
              Value distance = indexConstant(b, loc, hasPairs ? 1 : kMatrix);
              leaveRow(b, loc, sums, addIndex(b, loc, part, half.front()),
                       right.getLayout().hasPairs(), shelf,
                       addIndex(b, loc, first,
                                mulIndex(b, loc, half.front(), distance)));
            });
}

Value WarpProduct::getTileRow(OpBuilder &b, Location loc, Value number,
                              Value shelfRow) {
  Value rows = indexConstant(b, loc, kRows);
  Value warp = b.createOrFold<arith::DivUIOp>(loc, shelfRow, rows);
  Value rest = b.createOrFold<arith::RemUIOp>(loc, shelfRow, rows);
  Value row =
      mulIndex(b, loc, warp, indexConstant(b, loc, tile.rows / kWarpRows));
  row = addIndex(b, loc, row, mulIndex(b, loc, number, rows));
  return addIndex(b, loc, row, rest);
}

} // namespace mlir::tir
