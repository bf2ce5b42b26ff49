// What each scalar of a loop is in all lanes of its vector form.
#include "LaneValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tir {

// What is not in the map comes from outside of the loop.
Lanes LaneValues::lookup(Value value) const {
  auto it = values.find(value);
  return it == values.end() ? Lanes::uniform(value) : it->second;
}

VectorType LaneValues::getVectorType(Type element) const {
  return VectorType::get({numLanes}, element);
}

Value LaneValues::addConstant(Location location, Value base, int64_t offset) {
  if (offset == 0)
    return base;
  Value constant = arith::ConstantOp::create(
      builder, location, builder.getIntegerAttr(base.getType(), offset));
  return builder.createOrFold<arith::AddIOp>(location, base, constant);
}

// A stride is added to a broadcast; the offsets are a constant that all such
// vectors of one type share after CSE.
Value LaneValues::getVector(Location location, Lanes lanes) {
  if (lanes.kind == Lanes::Varying)
    return lanes.value;
  VectorType type = getVectorType(lanes.value.getType());
  Value spread =
      vector::BroadcastOp::create(builder, location, type, lanes.value);
  if (lanes.isUniform())
    return spread;
  SmallVector<Attribute> offsets;
  for (int64_t i = 0; i < numLanes; ++i)
    offsets.push_back(
        builder.getIntegerAttr(type.getElementType(), i * lanes.stride));
  Value steps = arith::ConstantOp::create(
      builder, location, DenseElementsAttr::get(type, offsets));
  return arith::AddIOp::create(builder, location, spread, steps);
}

Value LaneValues::getScalar(Location location, Lanes lanes, int64_t lane) {
  switch (lanes.kind) {
  case Lanes::Uniform:
    return lanes.value;
  case Lanes::Linear:
    return addConstant(location, lanes.value, lane * lanes.stride);
  case Lanes::Varying:
    return vector::ExtractOp::create(builder, location, lanes.value,
                                     ArrayRef<int64_t>{lane});
  }
  return {};
}

// Numbers of i8 and i16 wrap in programs that mean it, as hashes do: lanes of
// i8 from 120 on are 127 and then -128, which is no stride once they have more
// bits. So a conversion to more bits ends it, but for indices of i32 and i64:
// one that wraps is outside of every buffer.
static bool keepsStride(Operation *op) {
  if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::TruncIOp>(op))
    return true;
  if (!isa<arith::IndexCastOp>(op))
    return false;
  Type from = op->getOperand(0).getType();
  return from.isIndex() || from.getIntOrFloatBitWidth() >= 32;
}

bool LaneValues::mapLinear(Operation *op) {
  if (!keepsStride(op))
    return false;
  SmallVector<Lanes> lanes = llvm::map_to_vector(
      op->getOperands(), [&](Value operand) { return lookup(operand); });
  if (llvm::any_of(lanes, [](Lanes l) { return l.kind == Lanes::Varying; }))
    return false;
  int64_t stride = lanes[0].stride;
  if (isa<arith::AddIOp>(op)) {
    stride += lanes[1].stride;
  } else if (isa<arith::SubIOp>(op)) {
    stride -= lanes[1].stride;
  } else if (isa<arith::MulIOp>(op)) {
    // One factor has to be a known number.
    std::optional<int64_t> lhs = getConstantIntValue(op->getOperand(0));
    std::optional<int64_t> rhs = getConstantIntValue(op->getOperand(1));
    if (lhs)
      stride = lanes[1].stride * *lhs;
    else if (rhs)
      stride = lanes[0].stride * *rhs;
    else
      return false;
  }
  IRMapping mapping;
  for (auto [operand, lane] : llvm::zip(op->getOperands(), lanes))
    mapping.map(operand, lane.value);
  Operation *copy = builder.clone(*op, mapping);
  map(op->getResult(0), Lanes::linear(copy->getResult(0), stride));
  return true;
}

} // namespace mlir::tir
