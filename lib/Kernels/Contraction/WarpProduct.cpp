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

#include "ContractionGrid.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tir {

static constexpr int64_t kRows = kMmaRows, kMatrix = kMatrixRows;
static constexpr int64_t kMatrices = 4;
static constexpr int64_t kRegisterBytes = 4;

WarpProduct::WarpProduct(KernelBuilder &b, const ContractionTile &tile,
                         const SharedTile &lhs, const SharedTile &rhs,
                         Value thread)
    : b(b), tile(tile), warpRows(tile.rows / tile.getWarps().rows),
      warpColumns(tile.columns / tile.getWarps().columns) {
  int64_t across = tile.getWarps().columns;
  Value warp = b.div(thread, kWarpThreads);
  lane = MmaLane(b, thread);
  warpRowNumber = b.div(warp, across);
  Value column = b.rem(warp, across);
  this->lhs = {lhs, true, b.mul(warpRowNumber, warpRows)};
  this->rhs = {rhs, false, b.mul(column, warpColumns)};
}

// `times` the last digits of the thread's number in the warp, below `count`,
// behind those below `from`.
Value WarpProduct::getPart(int64_t from, int64_t count, int64_t times) {
  return b.mul(b.rem(b.div(lane.number, from), count), times);
}

// Each thread says where one row of one of the matrices is; a row has elements
// along either axis, which each thread then gets along the reduction dimension.
Value WarpProduct::loadMatrices(const Side &side, Value stage, Value own,
                                int64_t k) {
  const SharedLayout &layout = side.shared.layout;
  Value row = getPart(1, kMatrix, 1);
  own = b.add(own, getPart(side.isLhs ? 8 : 16, 2, kMatrix));
  Value at =
      b.add(b.index(k), getPart(side.isLhs ? 16 : 8, 2, layout.getChunk()));
  Value &moving = layout.isKMajor ? own : at;
  moving = b.add(moving, row);
  return tir::loadMatrices(b, side.shared.buffer,
                           side.shared.getIndices(b, stage, own, at),
                           /*isTransposed=*/!layout.isKMajor);
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
Value WarpProduct::loadPairs(const Side &side, Value stage, Value own,
                             int64_t k) {
  Value at = b.index(k);
  for (Value part : {getPart(16, 2, 16), getPart(8, 2, 2), getPart(2, 4, 4),
                     getPart(1, 2, 1)})
    at = b.add(at, part);
  SmallVector<Value> position = side.shared.getIndices(b, stage, own, at);
  position.back() = b.div(position.back(), 2);
  Value all = tir::loadMatrices(b, side.shared.pairs, position,
                                /*isTransposed=*/true);
  Type element =
      cast<MemRefType>(side.shared.buffer.getType()).getElementType();
  auto four = VectorType::get(kRegisterBytes, element);
  SmallVector<Value> bytes;
  for (int64_t i = 0; i != kMatrices; ++i)
    bytes.push_back(vector::BitCastOp::create(
        b, four, vector::ExtractOp::create(b, all, i)));
  auto type = VectorType::get({kMatrices, kRegisterBytes}, element);
  Value registers = arith::ConstantOp::create(b, b.getZeroAttr(type));
  for (int64_t i = 0; i != kMatrices; ++i) {
    int64_t isOdd = side.isLhs ? i % 2 : i / 2;
    int64_t first = side.isLhs ? i / 2 * 2 : i % 2 * 2;
    SmallVector<int64_t> taken{isOdd, isOdd + 2, isOdd + 4, isOdd + 6};
    Value part =
        vector::ShuffleOp::create(b, bytes[first], bytes[first + 1], taken);
    registers = vector::InsertOp::create(b, part, registers, i);
  }
  return registers;
}

// Elements of 4 bytes, rows of which lie along the own axis: no instruction
// distributes them.
Value WarpProduct::loadElements(const Side &side, Value stage, Value own,
                                int64_t k) {
  const SharedLayout &layout = side.shared.layout;
  Type element =
      cast<MemRefType>(side.shared.buffer.getType()).getElementType();
  auto type = VectorType::get({kMatrices, 1}, element);
  auto one = VectorType::get(1, element);
  Value registers = arith::ConstantOp::create(b, b.getZeroAttr(type));
  for (int64_t i = 0; i != kMatrices; ++i) {
    int64_t ownOffset = (side.isLhs ? i % 2 : i / 2) * kMatrix;
    int64_t kOffset = k + (side.isLhs ? i / 2 : i % 2) * layout.getChunk();
    Value position = b.add(b.add(own, lane.group), ownOffset);
    Value at = b.add(lane.member, kOffset);
    Value part =
        vector::LoadOp::create(b, one, side.shared.buffer,
                               side.shared.getIndices(b, stage, position, at));
    registers = vector::InsertOp::create(b, part, registers, i);
  }
  return registers;
}

// The registers of a thread for 16 elements of the own axis, or twice 8, times
// 32 bytes along the reduction dimension, in slices for one product each: those
// of lhs along the reduction dimension, those of rhs along the own axis first.
WarpProduct::Fragment WarpProduct::loadFragment(const Side &side, Value stage,
                                                int64_t own, int64_t k) {
  const SharedLayout &layout = side.shared.layout;
  Value at = b.add(side.first, own);
  bool isElementwise = layout.bytes == kRegisterBytes && !layout.isKMajor;
  Value all = layout.hasPairs() ? loadPairs(side, stage, at, k)
              : isElementwise   ? loadElements(side, stage, at, k)
                                : loadMatrices(side, stage, at, k);
  int64_t kSteps = 2 * layout.getChunk() / tile.mmaK;
  int64_t numSlices = kSteps * (side.isLhs ? 1 : 2);
  int64_t width = kMatrices / numSlices;
  Fragment fragment;
  for (int64_t i = 0; i != numSlices; ++i)
    fragment.push_back(takeRegisters(b, all, i * width, width));
  return fragment;
}

void WarpProduct::buildKSlice(Value stage, Value accumulators) {
  // What one load of matrices has along the reduction dimension.
  const SharedLayout &layout = lhs.shared.layout;
  int64_t loaded = 2 * layout.getChunk();
  // Products of 16 bytes have half of the rows, of single bytes.
  int64_t numRows = layout.bytes == 1 && tile.mmaK == kRows ? kMatrix : kRows;
  auto multiply = [&](Value l, Value r, int64_t row, int64_t column) {
    int64_t count = numRows / kMatrix;
    for (int64_t i = 0; i != kRows / kMatrix; i += count)
      addMmaProduct(b, numRows == kRows ? l : takeRegisters(b, l, i, count), r,
                    tile.mmaK, {accumulators, row + i, column, numRows});
  };
  for (int64_t k = 0; k != tile.k; k += loaded) {
    SmallVector<Fragment> lhsFragments, rhsFragments;
    for (int64_t row = 0; row != warpRows; row += kRows)
      lhsFragments.push_back(loadFragment(lhs, stage, row, k));
    for (int64_t column = 0; column != warpColumns; column += 2 * kMmaColumns)
      rhsFragments.push_back(loadFragment(rhs, stage, column, k));
    int64_t parts = loaded / tile.mmaK;
    for (int64_t part = 0; part != parts; ++part)
      for (auto [i, l] : llvm::enumerate(lhsFragments))
        for (auto [j, r] : llvm::enumerate(rhsFragments))
          for (int64_t half : {0, 1})
            multiply(l[part], r[half * parts + part], 2 * i, 4 * j + 2 * half);
  }
}

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

// A thread has one of 8 rows and two of 8 columns.
Value WarpProduct::buildStart(Contraction &contraction,
                              const IRMapping &common) {
  return tir::buildStart(b, contraction, common,
                         {warpRows / kMatrix, 2 * warpColumns / kMmaColumns});
}

// A staging buffer has the rows of one product of each warp, those of lower
// warps first.
int64_t WarpProduct::getStagingRows(const ContractionTile &tile) {
  return tile.getWarps().rows * kRows;
}

// Of 16 columns a thread has two neighbours of the first and of the last 8.
// Where these are every second one, it has four neighbours, the odd ones last:
// in the order of columns they are one store.
Value WarpProduct::orderColumns(Value accumulators, Value row, Value first) {
  constexpr int64_t kRun = 4;
  auto type = cast<MemRefType>(accumulators.getType());
  Value ordered = b.registers(kRun, type.getElementType());
  for (int64_t i = 0; i != kRun; ++i) {
    Value from = b.add(first, i % 2 * 2 + i / 2);
    b.store(b.load(accumulators, {row, from}), ordered, b.index(i));
  }
  return ordered;
}

void WarpProduct::stageRow(Value accumulators, Value from, Value staging,
                           Value row) {
  bool hasPairs = rhs.shared.layout.hasPairs();
  int64_t width = hasPairs ? 4 : 2;
  Value start = b.add(rhs.first, b.mul(lane.member, width));
  b.unroll(warpColumns / (width * 4), [&](Value number) {
    Value column = b.add(start, b.mul(number, width * 4));
    Value source = b.mul(number, width);
    Value ordered =
        hasPairs ? orderColumns(accumulators, from, source) : accumulators;
    b.vectorize(width, [&](Value i) {
      SmallVector<Value> at{i};
      if (!hasPairs)
        at = {from, b.add(source, i)};
      b.store(b.load(ordered, at), staging, {row, b.add(column, i)});
    });
  });
}

void WarpProduct::stageAccumulators(Value accumulators, Value number,
                                    Value staging) {
  bool hasPairs = lhs.shared.layout.hasPairs();
  Value part = b.mul(number, kRows / kMatrix);
  Value first = b.add(b.mul(warpRowNumber, kRows),
                      hasPairs ? b.mul(lane.group, 2) : lane.group);
  b.unroll(kRows / kMatrix, [&](Value half) {
    Value row = b.add(first, b.mul(half, hasPairs ? 1 : kMatrix));
    stageRow(accumulators, b.add(part, half), staging, row);
  });
}

Value WarpProduct::getTileRow(Value number, Value stagingRow) {
  Value row = b.mul(b.div(stagingRow, kRows), warpRows);
  row = b.add(row, b.mul(number, kRows));
  return b.add(row, b.rem(stagingRow, kRows));
}

} // namespace mlir::tir
