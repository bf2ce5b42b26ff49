// Loads, stores, choices and loops in the body of a block.
#include "BlockMath.h"

#include "Relax/Dialect/TIR/IR/LoopOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::relax {

Value BlockMath::load(Value buffer, ValueRange place) const {
  return memref::LoadOp::create(builder, loc, buffer, place);
}

// The cast to the buffer's type is here, so that callers compute in the wide
// type throughout.
void BlockMath::store(Value element, Value buffer, ValueRange place) const {
  Type type = llvm::cast<MemRefType>(buffer.getType()).getElementType();
  memref::StoreOp::create(builder, loc, cast(element, type), buffer, place);
}

Value BlockMath::isEqual(Value lhs, Value rhs) const {
  return compareScalar(builder, loc, arith::CmpFPredicate::OEQ,
                       arith::CmpIPredicate::eq, lhs, rhs);
}

Value BlockMath::isUnequal(Value lhs, Value rhs) const {
  return compareScalar(builder, loc, arith::CmpFPredicate::UNE,
                       arith::CmpIPredicate::ne, lhs, rhs);
}

Value BlockMath::isLess(Value lhs, Value rhs) const {
  return compareScalar(builder, loc, arith::CmpFPredicate::OLT,
                       arith::CmpIPredicate::slt, lhs, rhs);
}

Value BlockMath::isAtMost(Value lhs, Value rhs) const {
  return compareScalar(builder, loc, arith::CmpFPredicate::OLE,
                       arith::CmpIPredicate::sle, lhs, rhs);
}

Value BlockMath::both(Value lhs, Value rhs) const {
  return arith::AndIOp::create(builder, loc, lhs, rhs);
}

Value BlockMath::either(Value lhs, Value rhs) const {
  return arith::OrIOp::create(builder, loc, lhs, rhs);
}

Value BlockMath::isNot(Value condition) const {
  return arith::XOrIOp::create(builder, loc, condition,
                               one(condition.getType()));
}

Value BlockMath::choose(Value condition, Value yes, Value no) const {
  return arith::SelectOp::create(builder, loc, condition, yes, no);
}

// tir.if keeps stores conditional; a select would store in both cases.
void BlockMath::when(Value condition, llvm::function_ref<void()> yes,
                     llvm::function_ref<void()> no) const {
  auto branch =
      tir::IfOp::create(builder, loc, condition, /*withElse=*/bool(no));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&branch.getThen().front());
  yes();
  if (!no)
    return;
  builder.setInsertionPointToStart(&branch.getOtherwise().front());
  no();
}

// A loop inside of a block is sequential: schedules see the block as a whole,
// which is what order-dependent code needs.
void BlockMath::loop(Value from, Value to,
                     llvm::function_ref<void(Value)> body) const {
  auto loop = tir::ForOp::create(builder, loc, from, to);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

void BlockMath::loopOver(
    ArrayRef<OpFoldResult> extents,
    llvm::function_ref<void(ValueRange place)> body) const {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> place;
  Value start = constant(0);
  for (OpFoldResult extent : extents) {
    auto loop = tir::ForOp::create(builder, loc, start, value(extent));
    place.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  body(place);
}

SmallVector<Value> insertAxis(ValueRange place, int64_t axis, Value along) {
  SmallVector<Value> result(place);
  result.insert(result.begin() + axis, along);
  return result;
}

SmallVector<Value> dropAxis(ValueRange place, int64_t axis) {
  SmallVector<Value> result(place);
  result.erase(result.begin() + axis);
  return result;
}

} // namespace mlir::relax
