// Products of small matrices by the threads of a warp together.
#include "WarpProduct.h"

#include "Relax/Dialect/TIR/Schedule/TileLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tir {

static constexpr int64_t kWarpThreads = 32, kWarpRows = 2, kWarpColumns = 4;
// What one instruction takes: rows of the left matrix, columns of the right
// one, and registers of terms of each thread, in two halves.
static constexpr int64_t kRows = 16, kColumns = 8, kHalves = 2, kMembers = 4;
static constexpr int64_t kRegisterBits = 32;

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
  auto [warp, lane] = divide(thread, kWarpThreads);
  auto [row, column] = divide(warp, kWarpColumns);
  std::tie(group, member) = divide(lane, kMembers);
  warpColumn = times(column, tile.columns / kWarpColumns);
  firstRow = addIndex(b, loc, times(row, tile.rows / kWarpRows), group);
  firstColumn = addIndex(b, loc, warpColumn, times(member, 2));
}

// The thread's registers of a matrix whose rows are `numOwn` times 8 places
// from `first` on, with the terms from `term` on as columns.
Value WarpProduct::loadFragment(OpBuilder &b, Location loc,
                                ContractionFactor &factor, Value buffer,
                                Value first, int64_t numOwn, int64_t term) {
  int64_t width = kRegisterBits / factor.getType().getIntOrFloatBitWidth();
  auto type = VectorType::get({numOwn * kHalves, width}, factor.getType());
  Value fragment = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  for (int64_t i = 0; i != type.getDimSize(0); ++i) {
    Value own =
        addIndex(b, loc, first, indexConstant(b, loc, i % numOwn * kColumns));
    Value at =
        addIndex(b, loc, mulIndex(b, loc, member, indexConstant(b, loc, width)),
                 indexConstant(b, loc, term + i / numOwn * kMembers * width));
    Value part = factor.loadTerms(b, loc, buffer, own, at, width);
    fragment = vector::InsertOp::create(b, loc, part, fragment, i);
  }
  return fragment;
}

// The product of two fragments, added to the thread's part of the sums.
static void buildProduct(OpBuilder &b, Location loc, Value left, Value right,
                         int64_t terms, Value sums, int64_t row,
                         int64_t column) {
  Type element = cast<MemRefType>(sums.getType()).getElementType();
  auto type = VectorType::get({2, 2}, element);
  auto pair = VectorType::get(2, element);
  auto getPlace = [&](int64_t i) -> SmallVector<Value> {
    return {indexConstant(b, loc, row + i), indexConstant(b, loc, column)};
  };
  Value sum = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  for (int64_t i : {0, 1})
    sum = vector::InsertOp::create(
        b, loc, vector::LoadOp::create(b, loc, pair, sums, getPlace(i)), sum,
        i);
  Value result = nvgpu::MmaSyncOp::create(
      b, loc, type, left, right, sum,
      b.getI64ArrayAttr({kRows, kColumns, terms}), /*tf32Enabled=*/nullptr);
  for (int64_t i : {0, 1})
    vector::StoreOp::create(b, loc,
                            vector::ExtractOp::create(b, loc, result, i), sums,
                            getPlace(i));
}

void WarpProduct::buildTerms(OpBuilder &b, Location loc,
                             ContractionFactor &left, ContractionFactor &right,
                             Value buffer, Value sums) {
  int64_t terms = kHalves * kMembers * kRegisterBits /
                  left.getType().getIntOrFloatBitWidth();
  for (int64_t term = 0; term != tile.depth; term += terms) {
    SmallVector<Value> rights;
    for (int64_t column = 0; column != right.getPart(); column += 2)
      rights.push_back(
          loadFragment(b, loc, right, buffer,
                       addIndex(b, loc, addIndex(b, loc, warpColumn, group),
                                indexConstant(b, loc, column / 2 * kColumns)),
                       1, term));
    for (int64_t row = 0; row != left.getPart(); row += 2) {
      Value first =
          addIndex(b, loc, firstRow, indexConstant(b, loc, row / 2 * kRows));
      Value fragment = loadFragment(b, loc, left, buffer, first, 2, term);
      for (auto [i, other] : llvm::enumerate(rights))
        buildProduct(b, loc, fragment, other, terms, sums, row, 2 * i);
    }
  }
}

} // namespace mlir::tir
