// Shapes, scalars of symbols and match_cast as host code.
#include "HostFunction.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Support/DebugStringHelper.h"

namespace mlir::relax {

/// Sets `sizes`, of which `known` is known, as the parts of a shape, whose type
/// may say more of them.
/// castParts compares only what the op's type says beyond the known
/// expressions.
static LogicalResult setSizes(Operation *op, HostFunction &host,
                              ArrayRef<SymExprAttr> known,
                              ArrayRef<Value> sizes) {
  FailureOr<SmallVector<Value>> parts =
      host.castParts(op, ShapeType::get(op->getContext(), known),
                     op->getResult(0).getType(), sizes);
  if (failed(parts))
    return failure();
  host.setParts(op->getResult(0), *parts);
  return success();
}

/// Sets a copy of `sizes`, which may end before the shape does, as a shape of
/// unknown rank.
/// The list is in the header of a tensor that the caller may free, hence the
/// copy.
static LogicalResult setList(Operation *op, HostFunction &host, Value sizes) {
  OpBuilder &builder = host.getBuilder();
  Location location = op->getLoc();
  Value copy = rt::TensorCopyOp::create(
      builder, location, rt::TensorType::get(builder.getContext()), sizes,
      IntegerAttr());
  Value list =
      rt::TensorDataOp::create(builder, location, sizes.getType(), copy);
  host.getMemory().setOwner(list, {{}, {}, copy});
  FailureOr<SmallVector<Value>> parts = host.castParts(
      op, ShapeType::get(op->getContext()), op->getResult(0).getType(), list);
  if (failed(parts))
    return failure();
  host.setParts(op->getResult(0), *parts);
  return success();
}

static LogicalResult lowerShape(ShapeOp op, HostFunction &host) {
  SmallVector<Value> sizes;
  for (SymExprAttr expr : op.getValues().getAsRange<SymExprAttr>()) {
    sizes.push_back(host.evaluate(op, expr));
    if (!sizes.back())
      return failure();
  }
  return setSizes(op, host,
                  llvm::to_vector(op.getValues().getAsRange<SymExprAttr>()),
                  // Evaluating the expressions is the definition of the op, so
                  // these are known.
                  sizes);
}

static LogicalResult lowerPrimValue(PrimValueOp op, HostFunction &host) {
  Value value = host.evaluate(op, op.getValue());
  if (!value)
    return failure();
  Type type = op.getResult().getType();
  if (!type.isIndex())
    value =
        arith::IndexCastOp::create(host.getBuilder(), op.getLoc(), type, value);
  host.setParts(op.getResult(), value);
  return success();
}

static LogicalResult lowerShapeOf(ShapeOfOp op, HostFunction &host) {
  FailureOr<SmallVector<Value>> parts = host.getParts(op.getInput());
  if (failed(parts))
    return failure();
  Value tensor = parts->front();
  auto ranked = dyn_cast<RankedTensorType>(op.getInput().getType());
  if (!ranked) {
    OpBuilder &builder = host.getBuilder();
    auto list = MemRefType::get({ShapedType::kDynamic}, builder.getI64Type());
    return setList(
        op, host,
        rt::BorrowedShapeOp::create(builder, op.getLoc(), list, tensor));
  }
  SmallVector<Value> sizes;
  for (int64_t axis = 0; axis < ranked.getRank(); ++axis)
    sizes.push_back(host.getSize(op.getLoc(), tensor, axis));
  return setSizes(op, host, getDims(ranked), sizes);
}

static LogicalResult lowerTensorToShape(TensorToShapeOp op,
                                        HostFunction &host) {
  Value buffer = host.getBuffer(op.getInput());
  auto shape = cast<ShapeType>(op.getResult().getType());
  if (!buffer)
    return failure();
  OpBuilder &builder = host.getBuilder();
  Location location = op.getLoc();
  if (!shape.hasRank()) {
    auto list = MemRefType::get({ShapedType::kDynamic}, builder.getI64Type());
    if (!memref::CastOp::areCastCompatible(buffer.getType(), list))
      return host.notifyMatchFailure(
          op, "expected elements i64 where the number of values is unknown, "
              "found " +
                  debugString(op.getInput().getType()) +
                  "; cast them with 'relax.astype'");
    return setList(op, host, host.castBuffer(location, buffer, list));
  }
  // A dynamic list must have as many entries as the result's rank; nothing
  // else compares that.
  if (cast<MemRefType>(buffer.getType()).isDynamicDim(0))
    rt::MatchDimOp::create(builder, location,
                           host.getConstant(location, shape.getRank()),
                           host.getSize(location, buffer, 0),
                           "the tensor of a shape", 0, StringAttr());
  SmallVector<Value> sizes;
  for (int64_t axis = 0; axis < shape.getRank(); ++axis)
    sizes.push_back(host.loadIndex(location, buffer, axis));
  return setSizes(op, host, SmallVector<SymExprAttr>(sizes.size()), sizes);
}

/// A shape or a scalar as the tensor in which calls pass it.
/// The buffer is on the stack, like every small value that calls pass.
template <typename Op>
static LogicalResult lowerToTensor(Op op, HostFunction &host) {
  FailureOr<SmallVector<Value>> buffers = host.getBuffers(op.getInput());
  if (failed(buffers))
    return failure();
  MemRefType type = HostFunction::getBufferType(op.getResult().getType());

  host.setParts(op.getResult(),
                host.castBuffer(op.getLoc(), buffers->front(), type));
  return success();
}

static Value countElements(HostFunction &host, Location location,
                           Value tensor) {
  OpBuilder &builder = host.getBuilder();
  auto type = dyn_cast<MemRefType>(tensor.getType());
  if (!type)
    return rt::BorrowedFieldOp::create(
        builder, location, builder.getIndexType(), rt::Field::Elements, tensor);
  Value size = host.getConstant(location, 1);
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    size = arith::MulIOp::create(builder, location, size,
                                 host.getSize(location, tensor, axis));
  return size;
}

static LogicalResult lowerSize(SizeOp op, HostFunction &host) {
  FailureOr<SmallVector<Value>> parts = host.getParts(op.getInput());
  if (failed(parts))
    return failure();
  OpBuilder &builder = host.getBuilder();
  Location location = op.getLoc();
  Value size = countElements(host, location, parts->front());
  // The result is a tensor of i64 although sizes are index.
  Value number =
      arith::IndexCastOp::create(builder, location, builder.getI64Type(), size);
  Value result = memref::AllocaOp::create(
      builder, location, MemRefType::get({}, builder.getI64Type()));
  memref::StoreOp::create(builder, location, number, result, ValueRange());
  host.setParts(op.getResult(), result);
  return success();
}

static LogicalResult lowerMatchCast(MatchCastOp op, HostFunction &host) {
  FailureOr<SmallVector<Value>> parts = host.getParts(op.getInput());
  if (succeeded(parts))
    // Symbols get values in the function's scope, for everything that follows.
    parts = host.castParts(op, op.getInput().getType(),
                           op.getResult().getType(), *parts,
                           /*definesSymbols=*/true);
  if (failed(parts))
    return failure();
  host.setParts(op.getResult(), *parts);
  return success();
}

void addShapeLowerings(HostLowerings &lowerings) {
  lowerings.add(lowerShape);
  lowerings.add(lowerPrimValue);
  lowerings.addForAny(lowerShapeOf);
  lowerings.add(lowerTensorToShape);
  lowerings.add(lowerToTensor<ShapeToTensorOp>);
  lowerings.add(lowerToTensor<ScalarToTensorOp>);
  lowerings.add(lowerSize);
  lowerings.addForAny(lowerMatchCast);
  lowerings.allowUnknown<ShapeToTensorOp>();
  lowerings.allowUnknown<SizeOp>();
}

} // namespace mlir::relax
