// What the emulations of a device's instructions have in common.
#include "EmulationBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tir {

Value EmulationBuilder::index(int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

Value EmulationBuilder::add(Value lhs, Value rhs) {
  return builder.createOrFold<arith::AddIOp>(loc, lhs, rhs);
}

Value EmulationBuilder::subtract(Value lhs, Value rhs) {
  return builder.createOrFold<arith::SubIOp>(loc, lhs, rhs);
}

Value EmulationBuilder::times(Value value, Value by) {
  return builder.createOrFold<arith::MulIOp>(loc, value, by);
}

Value EmulationBuilder::divide(Value value, int64_t by) {
  return builder.createOrFold<arith::DivUIOp>(loc, value, index(by));
}

Value EmulationBuilder::rest(Value value, int64_t by) {
  return builder.createOrFold<arith::RemUIOp>(loc, value, index(by));
}

Value EmulationBuilder::isEqual(Value lhs, Value rhs) {
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, lhs,
                               rhs);
}

// Unsigned: a negative index becomes large and fails an upper bound alone.
Value EmulationBuilder::isLess(Value lhs, Value rhs) {
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, lhs,
                               rhs);
}

Value EmulationBuilder::both(Value lhs, Value rhs) {
  return arith::AndIOp::create(builder, loc, lhs, rhs);
}

Value EmulationBuilder::load(Value buffer, ValueRange at) {
  return memref::LoadOp::create(builder, loc, buffer, at);
}

void EmulationBuilder::store(Value value, Value buffer, ValueRange at) {
  memref::StoreOp::create(builder, loc, value, buffer, at);
}

Value EmulationBuilder::loadIf(Value condition, Value buffer, ValueRange at) {
  Type type = cast<MemRefType>(buffer.getType()).getElementType();
  Value zero = arith::ConstantOp::create(
      builder, loc, cast<TypedAttr>(builder.getZeroAttr(type)));
  auto read = scf::IfOp::create(builder, loc, type, condition,
                                /*withElseRegion=*/true);
  OpBuilder inner = read.getThenBodyBuilder();
  Value element = memref::LoadOp::create(inner, loc, buffer, at);
  scf::YieldOp::create(inner, loc, element);
  // Zero-fill, as cp.async and TMA do beyond the bounds. The load must not be
  // executed there, hence scf.if and no select.
  inner = read.getElseBodyBuilder();
  scf::YieldOp::create(inner, loc, zero);
  return read.getResult(0);
}

Value EmulationBuilder::widen(Value operand, Type sum) {
  if (operand.getType() == sum)
    return operand;
  if (isa<FloatType>(sum))
    return arith::ExtFOp::create(builder, loc, sum, operand);
  return arith::ExtSIOp::create(builder, loc, sum, operand);
}

Value cutToTF32(OpBuilder &builder, Location loc, Value element) {
  Value bits =
      arith::BitcastOp::create(builder, loc, builder.getI32Type(), element);
  Value kept = arith::ConstantOp::create(builder, loc,
                                         builder.getI32IntegerAttr(-(1 << 13)));
  bits = arith::AndIOp::create(builder, loc, bits, kept);
  return arith::BitcastOp::create(builder, loc, element.getType(), bits);
}

// tf32: cvt.rna rounds to nearest, ties away from zero. Adding half of the
// last kept bit (bit 12) and masking does that for both signs, since the sign
// is apart. NaN could become infinity by the carry and is left alone.
Value roundToTF32(OpBuilder &builder, Location loc, Value element) {
  auto number = [&](int32_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  };
  Value bits =
      arith::BitcastOp::create(builder, loc, builder.getI32Type(), element);
  bits = arith::AddIOp::create(builder, loc, bits, number(1 << 12));
  bits = arith::AndIOp::create(builder, loc, bits, number(-(1 << 13)));
  Value isNumber = arith::CmpFOp::create(
      builder, loc, arith::CmpFPredicate::ORD, element, element);
  return arith::SelectOp::create(
      builder, loc, isNumber,
      arith::BitcastOp::create(builder, loc, element.getType(), bits), element);
}

Value EmulationBuilder::addProduct(Value sum, Value lhs, Value rhs) {
  if (isa<FloatType>(sum.getType()))
    // Products are rounded before they are added in f32. The chip's
    // accumulation order and width are not specified, and comparisons with it
    // allow for that.
    return arith::AddFOp::create(builder, loc, sum,
                                 arith::MulFOp::create(builder, loc, lhs, rhs));
  return arith::AddIOp::create(builder, loc, sum,
                               arith::MulIOp::create(builder, loc, lhs, rhs));
}

Value EmulationBuilder::buildAccumulation(
    Value start, int64_t count,
    llvm::function_ref<Value(Value sum, Value k)> body) {
  auto loop = scf::ForOp::create(builder, loc, index(0), index(count), index(1),
                                 ValueRange(start));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value sum = body(loop.getRegionIterArgs().front(), loop.getInductionVar());
  scf::YieldOp::create(builder, loc, sum);
  return loop.getResult(0);
}

void EmulationBuilder::inCase(Value condition,
                              llvm::function_ref<void()> body) {
  auto branch = scf::IfOp::create(builder, loc, condition,
                                  /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  body();
}

void EmulationBuilder::forEach(int64_t count,
                               llvm::function_ref<void(Value)> body) {
  auto loop =
      scf::ForOp::create(builder, loc, index(0), index(count), index(1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

Value EmulationBuilder::makeBuffer(ArrayRef<int64_t> shape, Type element) {
  // Workgroup attributions become allocations for each block (`lowerLaunch`).
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  return launch.addWorkgroupAttribution(
      MemRefType::get(shape, element, MemRefLayoutAttrInterface(), space), loc);
}

Value makePoison(OpBuilder &builder, Location loc, Type type) {
  // NaN for floats, all ones for integers: a value that is read too early
  // spreads visibly into results.
  TypedAttr poison =
      IntegerAttr::get(builder.getIntegerType(type.getIntOrFloatBitWidth()),
                       APInt::getAllOnes(type.getIntOrFloatBitWidth()));
  if (auto number = dyn_cast<FloatType>(type))
    poison = FloatAttr::get(type, APFloat::getNaN(number.getFloatSemantics()));
  return arith::ConstantOp::create(builder, loc, poison);
}

} // namespace mlir::tir
