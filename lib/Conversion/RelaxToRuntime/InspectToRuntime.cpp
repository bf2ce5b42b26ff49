// Questions about tensors as host code: most answers are known here.
// TVM's inspect ops read DLTensor fields. Buffers of host code are compact and
// start at 0, so nearly all answers are constants, and no op touches memory.
#include "HostFunction.h"

#include "Relax/Dialect/Relax/IR/InspectOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::relax {

/// Gives the answer, an index, in the type that the op wants.
static void setAnswer(Operation *op, HostFunction &host, Value answer) {
  host.setParts(op->getResult(0),
                arith::IndexCastOp::create(host.getBuilder(), op->getLoc(),
                                           op->getResult(0).getType(), answer)
                    .getResult());
}

using Question = int64_t (*)(TensorType);

/// What the type of a tensor says, or else the tensor itself.
template <typename Op, Question question, rt::Field field>
static LogicalResult lowerQuestion(Op op, HostFunction &host) {
  FailureOr<SmallVector<Value>> parts = host.getParts(op.getTensor());
  if (failed(parts))
    return failure();
  auto type = cast<TensorType>(op.getTensor().getType());
  OpBuilder &builder = host.getBuilder();
  Value answer = isBorrowed(type)
                     ? rt::BorrowedFieldOp::create(builder, op.getLoc(),
                                                   builder.getIndexType(),
                                                   field, parts->front())
                           .getResult()
                     : host.getConstant(op.getLoc(), question(type));
  setAnswer(op, host, answer);
  return success();
}

/// Tensors begin with their first element, as inputs do after the call's copy.
/// `byte_offset` of the caller's tensor is no answer: the program would then
/// add what the copy has taken away.
template <typename Op>
static LogicalResult lowerOffset(Op op, HostFunction &host) {
  if (failed(host.getParts(op.getTensor())))
    return failure();
  setAnswer(op, host, host.getConstant(op.getLoc(), 0));
  return success();
}

static int64_t getOne(TensorType) { return 1; }
static int64_t getRank(TensorType type) { return type.getRank(); }
static int64_t getBits(TensorType type) {
  return getDLPackBits(type.getElementType());
}
static int64_t getCode(TensorType type) {
  return getDLPackCode(type.getElementType());
}

/// The number at place `axis` of `numbers`; stops the program if there is none.
/// A chain of selects: the axis may be computed, tensors have few axes, and a
/// table in memory would need a load and a bounds check as well.
static Value select(HostFunction &host, Location location, Value axis,
                    ArrayRef<Value> numbers) {
  OpBuilder &builder = host.getBuilder();
  // Unsigned comparison: a negative axis is out of range.
  Value holds = arith::CmpIOp::create(
      builder, location, arith::CmpIPredicate::ult, axis,
      host.getConstant(location, static_cast<int64_t>(numbers.size())));
  rt::AssertOp::create(builder, location, holds,
                       "an axis is asked for that a tensor does not have",
                       ValueRange());
  Value picked = host.getConstant(location, 0);
  for (auto [place, number] : llvm::enumerate(numbers)) {
    Value isPlace = arith::CmpIOp::create(
        builder, location, arith::CmpIPredicate::eq, axis,
        host.getConstant(location, static_cast<int64_t>(place)));
    picked =
        arith::SelectOp::create(builder, location, isPlace, number, picked);
  }
  return picked;
}

/// The sizes of a buffer, or how many elements lie between neighbours.
static SmallVector<Value> getNumbers(HostFunction &host, Location location,
                                     Value buffer, bool isStride) {
  int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
  SmallVector<Value> numbers(rank);
  // Strides of compact row-major memory, in elements, from the last axis on.
  Value stride = host.getConstant(location, 1);
  for (int64_t axis = rank - 1; axis >= 0; --axis) {
    Value size = host.getSize(location, buffer, axis);
    numbers[axis] = isStride ? stride : size;
    stride = arith::MulIOp::create(host.getBuilder(), location, stride, size);
  }
  return numbers;
}

template <typename Op, bool isStride>
static LogicalResult lowerAxisQuestion(Op op, HostFunction &host) {
  FailureOr<SmallVector<Value>> parts = host.getParts(op.getTensor());
  FailureOr<SmallVector<Value>> axis = host.getParts(op.getAxis());
  if (failed(parts) || failed(axis))
    return failure();
  OpBuilder &builder = host.getBuilder();
  Location location = op.getLoc();
  Value buffer = parts->front();
  Type index = builder.getIndexType();
  Value place =
      arith::IndexCastOp::create(builder, location, index, axis->front());
  using Borrowed =
      std::conditional_t<isStride, rt::BorrowedStrideOp, rt::BorrowedSizeOp>;
  if (!isa<MemRefType>(buffer.getType())) {
    setAnswer(op, host,
              Borrowed::create(builder, location, index, buffer, place));
    return success();
  }
  setAnswer(op, host,
            select(host, location, place,
                   getNumbers(host, location, buffer, isStride)));
  return success();
}

/// One element as a number of the host; stops the program outside the tensor.
static LogicalResult lowerExtract(tensor::ExtractOp op, HostFunction &host) {
  Value buffer = host.getBuffer(op.getTensor());
  FailureOr<SmallVector<Value>> place = host.getParts(op.getIndices());
  if (!buffer || failed(place))
    return failure();
  OpBuilder &builder = host.getBuilder();
  Location location = op.getLoc();
  // Each axis is checked: a wrong index would read other memory of the host.
  for (auto [axis, index] : llvm::enumerate(*place)) {
    Value isInside =
        arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ult,
                              index, host.getSize(location, buffer, axis));
    rt::AssertOp::create(builder, location, isInside,
                         "an element is read outside of its tensor",
                         ValueRange());
  }
  host.setParts(
      op.getResult(),
      memref::LoadOp::create(builder, location, buffer, *place).getResult());
  return success();
}

void addInspectLowerings(HostLowerings &lowerings) {
  using ByteOffset = InspectTensorByteOffsetOp;
  using ElemOffset = InspectTensorElemOffsetOp;
  using Bits = InspectTensorDtypeBitsOp;
  using Code = InspectTensorDtypeCodeOp;
  using Lanes = InspectTensorDtypeLanesOp;
  using Ndim = InspectTensorNdimOp;
  lowerings.addForAny(lowerOffset<ByteOffset>);
  lowerings.addForAny(lowerOffset<ElemOffset>);
  lowerings.addForAny(lowerQuestion<Bits, getBits, rt::Field::Bits>);
  lowerings.addForAny(lowerQuestion<Code, getCode, rt::Field::Code>);
  lowerings.addForAny(lowerQuestion<Lanes, getOne, rt::Field::Lanes>);
  lowerings.addForAny(lowerQuestion<Ndim, getRank, rt::Field::Rank>);
  lowerings.addForAny(lowerAxisQuestion<InspectTensorShapeIOp, false>);
  lowerings.addForAny(lowerAxisQuestion<InspectTensorStrideIOp, true>);
  lowerings.add(lowerExtract);
}

} // namespace mlir::relax
