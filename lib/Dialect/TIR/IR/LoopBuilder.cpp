// Loops of a schedule: parallel tasks, tiles of an axis, unrolled bodies.
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

std::optional<int64_t> getConstantIndex(Value value) {
  APInt constant;
  if (value && matchPattern(value, m_ConstantInt(&constant)))
    return constant.getSExtValue();
  return std::nullopt;
}

Value indexConstant(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

Value addIndex(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  return builder.createOrFold<arith::AddIOp>(loc, lhs, rhs);
}

Value mulIndex(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  return builder.createOrFold<arith::MulIOp>(loc, lhs, rhs);
}

static Value subIndex(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  return builder.createOrFold<arith::SubIOp>(loc, lhs, rhs);
}

Value ceilDivIndex(OpBuilder &builder, Location loc, Value value,
                   int64_t divisor) {
  if (divisor == 1)
    return value;
  if (std::optional<int64_t> known = getConstantIndex(value))
    return indexConstant(builder, loc, llvm::divideCeil(*known, divisor));
  Value rounded =
      addIndex(builder, loc, value, indexConstant(builder, loc, divisor - 1));
  return builder.createOrFold<arith::DivUIOp>(
      loc, rounded, indexConstant(builder, loc, divisor));
}

void buildLoop(OpBuilder &builder, Location loc, ForKind kind, Value extent,
               IndexBody body) {
  Value zero = indexConstant(builder, loc, 0);
  if (getConstantIndex(extent) == 1)
    return body(builder, zero);
  ForOp loop = ForOp::create(builder, loc, zero, extent, kind);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  body(builder, loop.getInductionVar());
}

void buildLoop(OpBuilder &builder, Location loc, ForKind kind, int64_t extent,
               IndexBody body) {
  buildLoop(builder, loc, kind, indexConstant(builder, loc, extent), body);
}

static void buildLoopsFrom(OpBuilder &builder, Location loc, ValueRange extents,
                           SmallVector<Value> &indices, IndexBody body) {
  if (indices.size() == extents.size())
    return body(builder, indices);
  buildLoop(builder, loc, ForKind::Serial, extents[indices.size()],
            [&](OpBuilder &b, ValueRange index) {
              indices.push_back(index.front());
              buildLoopsFrom(b, loc, extents, indices, body);
              indices.pop_back();
            });
}

void buildLoops(OpBuilder &builder, Location loc, ValueRange extents,
                IndexBody body) {
  SmallVector<Value> indices;
  buildLoopsFrom(builder, loc, extents, indices, body);
}

Value getTotal(OpBuilder &builder, Location loc, ValueRange extents) {
  Value total = indexConstant(builder, loc, 1);
  for (Value extent : extents)
    total = mulIndex(builder, loc, total, extent);
  return total;
}

SmallVector<Value> splitIndex(OpBuilder &builder, Location loc, Value number,
                              ValueRange extents) {
  SmallVector<Value> indices(extents.size());
  for (size_t i = extents.size(); i-- > 1;) {
    if (getConstantIndex(extents[i]) == 1) {
      indices[i] = indexConstant(builder, loc, 0);
      continue;
    }
    indices[i] = builder.createOrFold<arith::RemUIOp>(loc, number, extents[i]);
    number = builder.createOrFold<arith::DivUIOp>(loc, number, extents[i]);
  }
  if (!extents.empty())
    indices[0] = number;
  return indices;
}

std::optional<int64_t> chooseTaskSize(std::optional<int64_t> number,
                                      int64_t steps) {
  int64_t size =
      std::max<int64_t>(1, kParallelGrain / std::max<int64_t>(1, steps));
  if (!number)
    return size;
  if (*number < 2 * size)
    return std::nullopt;
  return llvm::divideCeil(*number,
                          llvm::alignTo(llvm::divideCeil(*number, size), 2));
}

void buildTasks(OpBuilder &builder, Location loc, ValueRange extents,
                int64_t steps, llvm::function_ref<void(OpBuilder &)> setup,
                IndexBody body) {
  Value total = getTotal(builder, loc, extents);
  std::optional<int64_t> number = getConstantIndex(total);
  std::optional<int64_t> size = chooseTaskSize(number, steps);
  if (!size) {
    setup(builder);
    return buildLoops(builder, loc, extents, body);
  }
  int64_t chunk = *size;
  Value numTasks = ceilDivIndex(builder, loc, total, chunk);
  buildLoop(builder, loc, ForKind::Parallel, numTasks,
            [&](OpBuilder &b, ValueRange task) {
              setup(b);
              if (chunk == 1)
                return body(b, splitIndex(b, loc, task.front(), extents));
              Value width = indexConstant(b, loc, chunk);
              Value begin = mulIndex(b, loc, task.front(), width);
              Value end = addIndex(b, loc, begin, width);
              if (!number || *number % chunk != 0)
                end = arith::MinUIOp::create(b, loc, end, total);
              ForOp loop = ForOp::create(b, loc, begin, end);
              OpBuilder::InsertionGuard guard(b);
              b.setInsertionPointToStart(loop.getBody());
              body(b, splitIndex(b, loc, loop.getInductionVar(), extents));
            });
}

Value getTileStart(OpBuilder &builder, Location loc, Value number, Value extent,
                   int64_t width) {
  if (width == 1)
    return number;
  Value start =
      mulIndex(builder, loc, number, indexConstant(builder, loc, width));
  std::optional<int64_t> known = getConstantIndex(extent);
  if (known && *known % width == 0)
    return start;
  Value last =
      subIndex(builder, loc, extent, indexConstant(builder, loc, width));
  return builder.createOrFold<arith::MinUIOp>(loc, start, last);
}

} // namespace mlir::tir
