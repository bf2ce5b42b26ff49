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

#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
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
                                ContractionOperand &operand, Value buffer,
                                Side side, Value own, int64_t k) {
  int64_t bytes = operand.getLayout().bytes;
  bool isKMajor = operand.getLayout().isKMajor;
  auto getPart = [&](int64_t from, int64_t count, int64_t times) {
    Value part =
        b.createOrFold<arith::DivUIOp>(loc, lane, indexConstant(b, loc, from));
    part =
        b.createOrFold<arith::RemUIOp>(loc, part, indexConstant(b, loc, count));
    return mulIndex(b, loc, part, indexConstant(b, loc, times));
  };
  Value row = getPart(1, kMatrix, 1);
  Value ownOffset = getPart(side == Side::Lhs ? 8 : 16, 2, kMatrix);
  Value kOffset =
      getPart(side == Side::Lhs ? 16 : 8, 2, operand.getLayout().getChunk());
  own = addIndex(b, loc, own, ownOffset);
  Value at = addIndex(b, loc, indexConstant(b, loc, k), kOffset);
  (isKMajor ? own : at) = addIndex(b, loc, isKMajor ? own : at, row);
  auto type =
      VectorType::get({kMatrices, kRegisterBytes / bytes}, operand.getType());
  return nvgpu::LdMatrixOp::create(
      b, loc, type, operand.getShared(),
      operand.getSharedIndices(b, loc, buffer, own, at),
      /*transpose=*/!isKMajor, /*numTiles=*/kMatrices);
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
// Places of a product are then every second one: `stageAccumulators` knows.
Value WarpProduct::loadPairs(OpBuilder &b, Location loc,
                             ContractionOperand &operand, Value buffer,
                             Side side, Value own, int64_t k) {
  auto getPart = [&](int64_t from, int64_t count, int64_t times) {
    Value part =
        b.createOrFold<arith::DivUIOp>(loc, lane, indexConstant(b, loc, from));
    part =
        b.createOrFold<arith::RemUIOp>(loc, part, indexConstant(b, loc, count));
    return mulIndex(b, loc, part, indexConstant(b, loc, times));
  };
  Value at = indexConstant(b, loc, k);
  for (Value part : {getPart(16, 2, 16), getPart(8, 2, 2), getPart(2, 4, 4),
                     getPart(1, 2, 1)})
    at = addIndex(b, loc, at, part);
  SmallVector<Value> position =
      operand.getSharedIndices(b, loc, buffer, own, at);
  position.back() = b.createOrFold<arith::DivUIOp>(loc, position.back(),
                                                   indexConstant(b, loc, 2));
  auto loaded = VectorType::get({kMatrices, 2}, b.getI16Type());
  Value all = nvgpu::LdMatrixOp::create(b, loc, loaded, operand.getPairs(),
                                        position, /*transpose=*/true,
                                        /*numTiles=*/kMatrices);
  auto four = VectorType::get(kRegisterBytes, operand.getType());
  SmallVector<Value> bytes;
  for (int64_t i = 0; i != kMatrices; ++i)
    bytes.push_back(vector::BitCastOp::create(
        b, loc, four, vector::ExtractOp::create(b, loc, all, i)));
  auto type = VectorType::get({kMatrices, kRegisterBytes}, operand.getType());
  Value registers = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  for (int64_t i = 0; i != kMatrices; ++i) {
    int64_t isOdd = side == Side::Lhs ? i % 2 : i / 2;
    int64_t first = side == Side::Lhs ? i / 2 * 2 : i % 2 * 2;
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
                                ContractionOperand &operand, Value buffer,
                                Side side, Value own, int64_t k) {
  auto type = VectorType::get({kMatrices, 1}, operand.getType());
  auto one = VectorType::get(1, operand.getType());
  Value registers = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  for (int64_t i = 0; i != kMatrices; ++i) {
    bool isLhs = side == Side::Lhs;
    int64_t ownOffset = (isLhs ? i % 2 : i / 2) * kMatrix;
    int64_t kOffset = k + (isLhs ? i / 2 : i % 2) * kMembers;
    Value position = addIndex(b, loc, addIndex(b, loc, own, group),
                              indexConstant(b, loc, ownOffset));
    Value at = addIndex(b, loc, indexConstant(b, loc, kOffset), member);
    Value part = vector::LoadOp::create(
        b, loc, one, operand.getShared(),
        operand.getSharedIndices(b, loc, buffer, position, at));
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
                                                ContractionOperand &operand,
                                                Value buffer, Side side,
                                                int64_t first, int64_t k) {
  const SharedLayout &layout = operand.getLayout();
  Value own = addIndex(b, loc, side == Side::Lhs ? warpRow : warpColumn,
                       indexConstant(b, loc, first));
  bool isElementwise = layout.bytes == kRegisterBytes && !layout.isKMajor;
  Value all =
      layout.hasPairs() ? loadPairs(b, loc, operand, buffer, side, own, k)
      : isElementwise   ? loadElements(b, loc, operand, buffer, side, own, k)
                        : loadMatrices(b, loc, operand, buffer, side, own, k);
  int64_t kSteps = 2 * layout.getChunk() / tile.mmaK;
  int64_t numSlices = kSteps * (side == Side::Lhs ? 1 : 2);
  Fragment fragment;
  int64_t width = kMatrices / numSlices;
  for (int64_t i = 0; i != numSlices; ++i)
    fragment.registers.push_back(getSlice(b, loc, all, i * width, width));
  return fragment;
}

// The product of two fragments of so many rows, added to the thread's part of
// the sums.
static void buildProduct(OpBuilder &b, Location loc, Value lhs, Value rhs,
                         int64_t rows, int64_t mmaK, Value accumulators,
                         int64_t row, int64_t column) {
  Type element = cast<MemRefType>(accumulators.getType()).getElementType();
  int64_t numPairs = rows / kMatrix;
  auto type = VectorType::get({numPairs, 2}, element);
  auto pair = VectorType::get(2, element);
  auto getIndices = [&](int64_t i) -> SmallVector<Value> {
    return {indexConstant(b, loc, row + i), indexConstant(b, loc, column)};
  };
  Value sum = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  for (int64_t i = 0; i != numPairs; ++i)
    sum = vector::InsertOp::create(
        b, loc,
        vector::LoadOp::create(b, loc, pair, accumulators, getIndices(i)), sum,
        i);
  bool isRounded = cast<VectorType>(lhs.getType()).getElementType().isF32();
  Value result = nvgpu::MmaSyncOp::create(
      b, loc, type, lhs, rhs, sum, b.getI64ArrayAttr({rows, kColumns, mmaK}),
      isRounded ? b.getUnitAttr() : UnitAttr());
  for (int64_t i = 0; i != numPairs; ++i)
    vector::StoreOp::create(b, loc,
                            vector::ExtractOp::create(b, loc, result, i),
                            accumulators, getIndices(i));
}

void WarpProduct::buildKSlice(OpBuilder &b, Location loc,
                              ContractionOperand &lhs, ContractionOperand &rhs,
                              Value buffer, Value accumulators) {
  // What one load of matrices has of terms.
  int64_t loaded = 2 * lhs.getLayout().getChunk();
  int64_t rows = tile.rows / kWarpRows, columns = tile.columns / kWarpColumns;
  // Products of 16 bytes of terms have half of the rows, of single bytes.
  int64_t bytes = lhs.getLayout().bytes;
  int64_t numRows = bytes == 1 && tile.mmaK == kRows ? kMatrix : kRows;
  auto multiply = [&](Value l, Value r, int64_t row, int64_t column) {
    int64_t count = numRows / kMatrix;
    for (int64_t i = 0; i != kRows / kMatrix; i += count)
      buildProduct(b, loc, numRows == kRows ? l : getSlice(b, loc, l, i, count),
                   r, numRows, tile.mmaK, accumulators, row + i, column);
  };
  for (int64_t k = 0; k != tile.k; k += loaded) {
    SmallVector<Fragment> lhsFragments, rhsFragments;
    for (int64_t row = 0; row != rows; row += kRows)
      lhsFragments.push_back(
          loadFragment(b, loc, lhs, buffer, Side::Lhs, row, k));
    for (int64_t column = 0; column != columns; column += 2 * kColumns)
      rhsFragments.push_back(
          loadFragment(b, loc, rhs, buffer, Side::Rhs, column, k));
    int64_t parts = loaded / tile.mmaK;
    for (int64_t part = 0; part != parts; ++part)
      for (auto [i, l] : llvm::enumerate(lhsFragments))
        for (auto [j, r] : llvm::enumerate(rhsFragments))
          for (int64_t half : {0, 1})
            multiply(l.registers[part], r.registers[half * parts + part], 2 * i,
                     4 * j + 2 * half);
  }
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

// A staging buffer has the rows of one product of each warp, those of lower
// warps first.
static_assert(WarpProduct::kStagingRows == kWarpRows * kRows);

// Of 16 columns a thread has two neighbours of the first and of the last 8.
// Where these are every second one, it has four neighbours, the odd ones last:
// in the order of columns they are one store.
static Value orderColumns(OpBuilder &b, Location loc, Value accumulators,
                          Value row, Value first) {
  constexpr int64_t kRun = 4;
  auto type = cast<MemRefType>(accumulators.getType());
  Value ordered = memref::AllocOp::create(
      b, loc,
      MemRefType::get(kRun, type.getElementType(), AffineMap(),
                      type.getMemorySpace()));
  for (int64_t i = 0; i != kRun; ++i) {
    Value from =
        addIndex(b, loc, first, indexConstant(b, loc, i % 2 * 2 + i / 2));
    Value sum =
        memref::LoadOp::create(b, loc, accumulators, ValueRange{row, from});
    memref::StoreOp::create(b, loc, sum, ordered, indexConstant(b, loc, i));
  }
  return ordered;
}

void WarpProduct::stageRow(OpBuilder &b, Location loc, Value accumulators,
                           Value from, bool hasPairs, Value staging,
                           Value row) {
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
        Value ordered = hasPairs
                            ? orderColumns(b, loc, accumulators, from, source)
                            : accumulators;
        buildLoop(b, loc, ForKind::Vectorized, width,
                  [&](OpBuilder &b, ValueRange i) {
                    SmallVector<Value> at{i.front()};
                    if (!hasPairs)
                      at = {from, addIndex(b, loc, source, i.front())};
                    Value sum = memref::LoadOp::create(b, loc, ordered, at);
                    memref::StoreOp::create(
                        b, loc, sum, staging,
                        ValueRange{row, addIndex(b, loc, column, i.front())});
                  });
      });
}

void WarpProduct::stageAccumulators(OpBuilder &b, Location loc,
                                    const ContractionOperand &lhs,
                                    const ContractionOperand &rhs,
                                    Value accumulators, Value number,
                                    Value staging) {
  auto times = [&](Value value, int64_t by) {
    return mulIndex(b, loc, value, indexConstant(b, loc, by));
  };
  bool hasPairs = lhs.getLayout().hasPairs();
  Value part = times(number, kRows / kMatrix);
  Value first = addIndex(b, loc, times(warpRowNumber, kRows),
                         hasPairs ? times(group, 2) : group);
  buildLoop(b, loc, ForKind::Unrolled, kRows / kMatrix,
            [&](OpBuilder &b, ValueRange half) {
              Value distance = indexConstant(b, loc, hasPairs ? 1 : kMatrix);
              stageRow(b, loc, accumulators,
                       addIndex(b, loc, part, half.front()),
                       rhs.getLayout().hasPairs(), staging,
                       addIndex(b, loc, first,
                                mulIndex(b, loc, half.front(), distance)));
            });
}

Value WarpProduct::getTileRow(OpBuilder &b, Location loc, Value number,
                              Value stagingRow) {
  Value rows = indexConstant(b, loc, kRows);
  Value warp = b.createOrFold<arith::DivUIOp>(loc, stagingRow, rows);
  Value rest = b.createOrFold<arith::RemUIOp>(loc, stagingRow, rows);
  Value row =
      mulIndex(b, loc, warp, indexConstant(b, loc, tile.rows / kWarpRows));
  row = addIndex(b, loc, row, mulIndex(b, loc, number, rows));
  return addIndex(b, loc, row, rest);
}

} // namespace mlir::tir
