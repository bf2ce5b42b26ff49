// Products of small matrices by the threads of a warp together.
//
// A warp loads four matrices of 8 rows of 16 bytes at once: of each a thread
// gets 4 bytes, and each 8 threads say where the rows of one are. A factor has
//
//   left    0: places 0-7,  first terms     right   0: places 0-7,  first terms
//           1: places 8-15, first terms             1: places 0-7,  last terms
//           2: places 0-7,  last terms              2: places 8-15, first terms
//           3: places 8-15, last terms              3: places 8-15, last terms
#include "Relax/Kernels/Contraction/WarpProduct.h"

#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tir {

// Matrices that are loaded at once, and the bytes of a thread of each.
static constexpr int64_t kMatrices = 4, kRegisterBytes = 4;

MmaLane::MmaLane(KernelBuilder &b, Value thread)
    : number(b.rem(thread, kWarpThreads)) {
  constexpr int64_t kMembers = 4;
  group = b.div(number, kMembers);
  member = b.rem(number, kMembers);
}

ThreadElements MmaLane::getRows(KernelBuilder &b, Value first, int64_t size,
                                bool hasPairs) const {
  int64_t run = hasPairs ? 2 : 1;
  return {size / kMatrixRows, run, run * kMatrixRows,
          b.add(first, b.mul(group, run))};
}

ThreadElements MmaLane::getColumns(KernelBuilder &b, Value first, int64_t size,
                                   bool hasPairs) const {
  int64_t run = hasPairs ? 4 : 2;
  return {2 * size / kMmaColumns, run, run * 4,
          b.add(first, b.mul(member, run))};
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

// Matrices, of which 8 threads each say where rows begin: a register of each.
static Value loadAll(KernelBuilder &b, Value buffer, ValueRange at,
                     bool isTransposed, int64_t count = kMatrices) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  auto type = VectorType::get(
      {count, 8 * kRegisterBytes / element.getIntOrFloatBitWidth()}, element);
  return nvgpu::LdMatrixOp::create(b, type, buffer, at, isTransposed, count);
}

// Of 8 columns there are the first two of the four matrices.
static int64_t countMatrices(const WarpOperand &operand) {
  return operand.size < 2 * kMatrixRows ? kMatrices / 2 : kMatrices;
}

// Registers as one value, in their order.
static Value stack(KernelBuilder &b, ArrayRef<Value> registers) {
  auto one = cast<VectorType>(registers.front().getType());
  auto type = VectorType::get(
      {static_cast<int64_t>(registers.size()), one.getDimSize(0)},
      one.getElementType());
  Value all = arith::ConstantOp::create(b, b.getZeroAttr(type));
  for (auto [i, part] : llvm::enumerate(registers))
    all = vector::InsertOp::create(b, part, all, i);
  return all;
}

// `count` of some registers, from the one with number `first` on.
static Value takeRegisters(KernelBuilder &b, Value all, int64_t first,
                           int64_t count) {
  if (count == cast<VectorType>(all.getType()).getDimSize(0))
    return all;
  SmallVector<Value> taken;
  for (int64_t i = 0; i != count; ++i)
    taken.push_back(vector::ExtractOp::create(b, all, first + i));
  return stack(b, taken);
}

// `times` the last digits of the thread's number in the warp, below `count`,
// behind those below `from`.
Value WarpProduct::getPart(int64_t from, int64_t count, int64_t times) {
  return b.mul(b.rem(b.div(lane.number, from), count), times);
}

// Each thread says where one row of one of the matrices is; a row has elements
// along either axis, which each thread then gets along the reduction dimension.
// The rows of the next matrix are the next rows, or are so of the second next.
// Constants are added last, so that one address serves all loads.
Value WarpProduct::loadMatrices(const WarpOperand &operand, Value stage,
                                int64_t first, int64_t k) {
  const SharedLayout &layout = operand.shared.layout;
  bool areNext = operand.isLhs == layout.isKMajor;
  Value row = getPart(1, areNext ? 2 * kMatrixRows : kMatrixRows, 1);
  if (!areNext)
    row = b.add(getPart(16, 2, kMatrixRows), row);
  Value chunk = getPart(areNext ? 16 : 8, 2, layout.getChunk());
  Value own = layout.isKMajor ? row : chunk, at = layout.isKMajor ? chunk : row;
  own = b.add(b.add(operand.first, own), first);
  at = b.add(at, k);
  return loadAll(b, operand.shared.buffer,
                 operand.shared.getIndices(b, stage, own, at),
                 /*isTransposed=*/!layout.isKMajor, countMatrices(operand));
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
Value WarpProduct::loadPairs(const WarpOperand &operand, Value stage, Value own,
                             int64_t k) {
  Value at = b.index(k);
  for (Value part : {getPart(16, 2, 16), getPart(8, 2, 2), getPart(2, 4, 4),
                     getPart(1, 2, 1)})
    at = b.add(at, part);
  SmallVector<Value> position = operand.shared.getIndices(b, stage, own, at);
  position.back() = b.div(position.back(), 2);
  Value all = loadAll(b, operand.shared.pairs, position,
                      /*isTransposed=*/true);
  auto four = VectorType::get(kRegisterBytes, operand.shared.layout.element);
  SmallVector<Value> bytes;
  for (int64_t i = 0; i != kMatrices; ++i)
    bytes.push_back(vector::BitCastOp::create(
        b, four, vector::ExtractOp::create(b, all, i)));
  SmallVector<Value> registers;
  for (int64_t i = 0; i != kMatrices; ++i) {
    int64_t isOdd = operand.isLhs ? i % 2 : i / 2;
    int64_t first = operand.isLhs ? i / 2 * 2 : i % 2 * 2;
    SmallVector<int64_t> taken{isOdd, isOdd + 2, isOdd + 4, isOdd + 6};
    registers.push_back(
        vector::ShuffleOp::create(b, bytes[first], bytes[first + 1], taken));
  }
  return stack(b, registers);
}

// Elements of 4 bytes, rows of which lie along the own axis: no instruction
// distributes them.
Value WarpProduct::loadElements(const WarpOperand &operand, Value stage,
                                Value own, int64_t k) {
  const SharedLayout &layout = operand.shared.layout;
  SmallVector<Value> elements;
  for (int64_t i = 0; i != countMatrices(operand); ++i) {
    int64_t ownOffset = (operand.isLhs ? i % 2 : i / 2) * kMatrixRows;
    int64_t kOffset = k + (operand.isLhs ? i / 2 : i % 2) * layout.getChunk();
    Value position = b.add(b.add(own, lane.group), ownOffset);
    Value at = b.add(lane.member, kOffset);
    elements.push_back(
        b.load(operand.shared.buffer,
               operand.shared.getIndices(b, stage, position, at)));
  }
  return vector::FromElementsOp::create(
      b, VectorType::get({countMatrices(operand), 1}, layout.element),
      elements);
}

static Value roundRegisters(KernelBuilder &b, Value all) {
  auto type = cast<VectorType>(all.getType());
  SmallVector<Value> rounded;
  for (int64_t i = 0; i != type.getDimSize(0); ++i)
    rounded.push_back(roundForTF32(
        b, vector::ExtractOp::create(b, all, ArrayRef<int64_t>{i, 0})));
  return vector::FromElementsOp::create(b, type, rounded);
}

// 16 elements of the own axis, once or twice 8, times 32 bytes along the
// reduction dimension, in slices for one product each.
Fragments WarpProduct::load(const WarpOperand &operand, Value stage,
                            int64_t k) {
  const SharedLayout &layout = operand.shared.layout;
  bool isElementwise =
      layout.getElementBytes() == kRegisterBytes && !layout.isKMajor;
  int64_t kSteps = operand.getDepth() / mmaK;
  int64_t count = countMatrices(operand);
  int64_t numSlices = kSteps * (operand.isLhs ? 1 : count / 2);
  int64_t width = count / numSlices;
  Fragments fragments;
  for (int64_t own = 0; own < operand.size; own += 2 * kMatrixRows) {
    Value at = b.add(operand.first, own);
    Value all = layout.hasPairs() ? loadPairs(operand, stage, at, k)
                : isElementwise   ? loadElements(operand, stage, at, k)
                                  : loadMatrices(operand, stage, own, k);
    if (operand.mustRound)
      all = roundRegisters(b, all);
    SmallVector<Value> &slices = fragments.emplace_back();
    for (int64_t i = 0; i != numSlices; ++i)
      slices.push_back(takeRegisters(b, all, i * width, width));
  }
  return fragments;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

// Onto the accumulators from `row` and `column` on, pairs of every 8 rows.
void WarpProduct::addProduct(Value lhs, Value rhs, Value accumulators,
                             int64_t row, int64_t column) {
  auto lhsType = cast<VectorType>(lhs.getType());
  auto pair = VectorType::get(
      2, cast<MemRefType>(accumulators.getType()).getElementType());
  // Products of 16 bytes have half of the rows, of single bytes.
  bool isHalf = lhsType.getElementType().isInteger(8) && mmaK == kMmaRows;
  int64_t numPairs = isHalf ? 1 : kMmaRows / kMatrixRows;
  bool isTF32 = lhsType.getElementType().isF32();
  for (int64_t first = 0; first != kMmaRows / kMatrixRows; first += numPairs) {
    auto at = [&](int64_t i) {
      return SmallVector<Value>{b.index(row + first + i), b.index(column)};
    };
    SmallVector<Value> pairs;
    for (int64_t i = 0; i != numPairs; ++i)
      pairs.push_back(vector::LoadOp::create(b, pair, accumulators, at(i)));
    Value sum = stack(b, pairs);
    Value part = isHalf ? takeRegisters(b, lhs, first, 1) : lhs;
    Value result = nvgpu::MmaSyncOp::create(
        b, sum.getType(), part, rhs, sum,
        b.getI64ArrayAttr({numPairs * kMatrixRows, kMmaColumns, mmaK}),
        isTF32 ? b.getUnitAttr() : UnitAttr());
    for (int64_t i = 0; i != numPairs; ++i)
      vector::StoreOp::create(b, vector::ExtractOp::create(b, result, i),
                              accumulators, at(i));
  }
}

void WarpProduct::multiply(const Fragments &lhs, const Fragments &rhs,
                           Value accumulators, int64_t first) {
  size_t steps = lhs.front().size();
  for (size_t step = 0; step != steps; ++step)
    for (auto [i, l] : llvm::enumerate(lhs))
      for (auto [j, r] : llvm::enumerate(rhs))
        for (size_t half = 0; half != r.size() / steps; ++half)
          addProduct(l[step], r[half * steps + step], accumulators, 2 * i,
                     first + 4 * j + 2 * half);
}

// Of 16 columns a thread has two neighbours of the first and of the last 8.
// Where these are every second one, it has four neighbours, the odd ones last:
// in the order of columns they are one store.
static Value orderRun(KernelBuilder &b, Value accumulators, ValueRange first) {
  constexpr int64_t kRun = 4;
  auto type = cast<MemRefType>(accumulators.getType());
  Value ordered = b.registers(kRun, type.getElementType());
  for (int64_t i = 0; i != kRun; ++i) {
    SmallVector<Value> from(first);
    from.back() = b.add(from.back(), i % 2 * 2 + i / 2);
    b.store(b.load(accumulators, from), ordered, b.index(i));
  }
  return ordered;
}

void stageAccumulators(KernelBuilder &b, const ThreadElements (&owned)[2],
                       Value accumulators, int64_t firstRow, Value staging) {
  const ThreadElements &rows = owned[0], &columns = owned[1];
  bool isFlat = cast<MemRefType>(accumulators.getType()).getRank() == 1;
  b.unroll(rows.count, [&](Value row) {
    Value at = rows.get(b, row);
    b.unroll(columns.count / columns.run, [&](Value run) {
      Value first = b.add(columns.base, b.mul(run, columns.stride));
      SmallVector<Value> from{b.add(row, firstRow), b.mul(run, columns.run)};
      if (isFlat)
        from = {b.mul(b.add(b.mul(run, rows.count), row), columns.run)};
      Value source = accumulators;
      if (columns.run == 4) {
        source = orderRun(b, accumulators, from);
        from = {b.index(0)};
      }
      b.vectorize(columns.run, [&](Value lane) {
        SmallVector<Value> one = from;
        one.back() = b.add(one.back(), lane);
        b.store(b.load(source, one), staging, {at, b.add(first, lane)});
      });
    });
  });
}

} // namespace mlir::tir
