// Shapes, scalars of symbols and match_cast as host code.
#include "HostFunction.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

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
  Value buffer = host.getBuffer(op.getInput());
  if (!buffer)
    return failure();
  SmallVector<Value> sizes;
  int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
  for (int64_t axis = 0; axis < rank; ++axis)
    sizes.push_back(host.getSize(op.getLoc(), buffer, axis));
  SmallVector<SymExprAttr> known(rank);
  if (auto tensor = dyn_cast<RankedTensorType>(op.getInput().getType()))
    known = getDims(tensor);
  return setSizes(op, host, known, sizes);
}

static LogicalResult lowerTensorToShape(TensorToShapeOp op,
                                        HostFunction &host) {
  Value buffer = host.getBuffer(op.getInput());
  auto shape = cast<ShapeType>(op.getResult().getType());
  if (!buffer)
    return failure();
  if (!shape.hasRank())
    return host.notifyMatchFailure(op, "the rank of its result is unknown");
  OpBuilder &builder = host.getBuilder();
  Location location = op.getLoc();
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

static LogicalResult lowerSize(SizeOp op, HostFunction &host) {
  Value buffer = host.getBuffer(op.getInput());
  if (!buffer)
    return failure();
  OpBuilder &builder = host.getBuilder();
  Location location = op.getLoc();
  Value size = host.getConstant(location, 1);
  int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
  for (int64_t axis = 0; axis < rank; ++axis)
    size = arith::MulIOp::create(builder, location, size,
                                 host.getSize(location, buffer, axis));
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
  lowerings.addForDevices(lowerShapeOf);
  lowerings.add(lowerTensorToShape);
  lowerings.add(lowerToTensor<ShapeToTensorOp>);
  lowerings.add(lowerToTensor<ScalarToTensorOp>);
  lowerings.add(lowerSize);
  lowerings.addForDevices(lowerMatchCast);
}

} // namespace mlir::relax
