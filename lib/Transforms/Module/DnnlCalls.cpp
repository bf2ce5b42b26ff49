// Calls of oneDNN in place of composite functions.
//
// What a function computes is read from its body and not from the name of its
// pattern: a user's pattern may have any name, and a wrong one would compute
// something else.
//
// Strides, padding and what else is known before the program runs go along as a
// shape. Host code can pass shapes, and a shape of numbers costs nothing, while
// a name for each kind of convolution would need a function for each.
#include "DnnlCalls.h"
#include "LibraryPatterns.h"

#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::relax {

namespace {
/// Reads a body from its result to its operands.
class BodyReader {
public:
  explicit BodyReader(std::string &reason) : reason(reason) {}

  FailureOr<DnnlCall> read(LambdaOp composite);

private:
  LogicalResult keepOwn(const Twine &why) {
    reason = why.str();
    return failure();
  }
  LogicalResult readMatmul(MatmulOp op);
  LogicalResult readConvolution(Conv2dOp op);
  LogicalResult readBias();
  LogicalResult checkTypes();

  std::string &reason;
  DnnlCall call;
  /// What is read next.
  Value value;
  Value bias;
  int64_t activation = 0;
};
} // namespace

/// The value itself, not as a dataflow region gives it.
static Value lookThrough(Value value) {
  auto dataflow = value.getDefiningOp<DataflowOp>();
  return dataflow ? dataflow.getOutput().getOperand(
                        cast<OpResult>(value).getResultNumber())
                  : value;
}

/// The numbers are those of `Activation` in runtime/DnnlFunctions.cpp.
static int64_t getActivation(Operation *op) {
  if (isa<ReluOp>(op))
    return 1;
  if (isa<GeluOp>(op))
    return 2;
  if (isa<SigmoidOp>(op))
    return 3;
  return isa<TanhOp>(op) ? 4 : 0;
}

/// `op` is the addition of a bias, or no such: oneDNN adds what varies along
/// one axis, and `checkTypes` sees whether it does.
LogicalResult BodyReader::readBias() {
  auto add = value.getDefiningOp<AddOp>();
  if (!add)
    return success();
  // An addition commutes, and patterns may have its operands in either order.
  for (auto [product, other] :
       {std::pair(add.getOperand(0), add.getOperand(1)),
        std::pair(add.getOperand(1), add.getOperand(0))})
    if (product.getDefiningOp<MatmulOp>() ||
        product.getDefiningOp<Conv2dOp>()) {
      value = product;
      bias = other;
      return success();
    }
  return keepOwn("it adds what is no product");
}

LogicalResult BodyReader::readMatmul(MatmulOp op) {
  int64_t isTransposed = 0;
  Value rhs = op.getOperand(1);
  auto type = dyn_cast<RankedTensorType>(rhs.getType());
  if (auto permute = rhs.getDefiningOp<PermuteDimsOp>(); permute && type) {
    int64_t rank = type.getRank();
    // Without axes they are all reversed, which for a matrix is the same.
    std::optional<ArrayRef<int64_t>> axes = permute.getAxes();
    for (int64_t i = 0; i < rank; ++i) {
      int64_t moved = i < rank - 2 ? i : 2 * rank - 3 - i;
      int64_t axis = axes ? (*axes)[i] : rank - 1 - i;
      if ((axis + rank) % rank != moved)
        return keepOwn("its right operand is permuted otherwise than by its "
                       "last two axes");
    }
    isTransposed = 1;
    rhs = permute->getOperand(0);
  }
  call.function = "relax.dnnl.matmul";
  call.operands = {op.getOperand(0), rhs};
  call.numbers = {bias ? 1 : 0, activation, isTransposed};
  if (bias && !variesAlong(bias, op.getResult(), -1))
    return keepOwn("its bias does not vary along the last axis alone");
  return success();
}

LogicalResult BodyReader::readConvolution(Conv2dOp op) {
  // oneDNN has these layouts as strides of one tensor; others, such as blocked
  // ones, are private to it.
  int64_t data = llvm::StringSwitch<int64_t>(op.getDataLayout())
                     .Case("NCHW", 0)
                     .Case("NHWC", 1)
                     .Default(-1);
  int64_t kernel = llvm::StringSwitch<int64_t>(op.getKernelLayout())
                       .Case("OIHW", 0)
                       .Case("OHWI", 1)
                       .Case("HWIO", 2)
                       .Default(-1);
  if (data < 0 || kernel < 0 ||
      (!op.getOutLayout().empty() && op.getOutLayout() != op.getDataLayout()))
    return keepOwn("its layouts are " + op.getDataLayout() + ", " +
                   op.getKernelLayout() + " and \"" + op.getOutLayout() + "\"");
  if (bias && !variesAlong(bias, op.getResult(), data ? -1 : 1))
    return keepOwn("its bias does not vary along the channels alone");
  call.function = "relax.dnnl.conv2d";
  call.operands = {op.getData(), op.getWeight()};
  call.numbers = {bias ? 1 : 0, activation, data, kernel,
                  static_cast<int64_t>(op.getGroups())};
  auto add = [&](std::optional<ArrayRef<int64_t>> values, size_t count,
                 int64_t otherwise) {
    for (size_t i = 0; i < count; ++i)
      call.numbers.push_back(values ? (*values)[i] : otherwise);
  };
  add(op.getStrides(), 2, 1);
  add(op.getPadding(), 4, 0);
  add(op.getDilation(), 2, 1);
  return success();
}

/// oneDNN's functions here are for f32, and for tensors of a rank from 2 on.
LogicalResult BodyReader::checkTypes() {
  for (Value operand : call.operands) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || !type.getElementType().isF32())
      return keepOwn("an operand is of type " + debugString(operand.getType()) +
                     ", expected a tensor of f32 of known rank");
    if (operand != bias && type.getRank() < 2)
      return keepOwn("an operand has the rank " + Twine(type.getRank()) +
                     ", expected at least 2");
    // What is computed inside would have to be computed for the call as well.
    if (!isa<BlockArgument>(operand))
      return keepOwn("it computes an operand of the product itself");
  }
  return success();
}

FailureOr<DnnlCall> BodyReader::read(LambdaOp composite) {
  // Several results would need several calls, which compute the product twice.
  Operation *yield = composite.getBody().front().getTerminator();
  if (yield->getNumOperands() != 1)
    return keepOwn("it gives " + Twine(yield->getNumOperands()) + " results");
  value = lookThrough(yield->getOperand(0));
  // From the last op to the first: a function of the sum, the sum, the product.
  if (Operation *op = value.getDefiningOp())
    if ((activation = getActivation(op)))
      value = op->getOperand(0);
  if (failed(readBias()))
    return failure();
  if (auto matmul = value.getDefiningOp<MatmulOp>()) {
    if (failed(readMatmul(matmul)))
      return failure();
  } else if (auto convolution = value.getDefiningOp<Conv2dOp>()) {
    if (failed(readConvolution(convolution)))
      return failure();
  } else {
    return keepOwn("it is neither a matmul nor a 2-d convolution with a bias "
                   "and an activation behind it");
  }
  if (bias)
    call.operands.push_back(bias);
  if (failed(checkTypes()))
    return failure();
  return call;
}

FailureOr<DnnlCall> readDnnlCall(LambdaOp composite, std::string &reason) {
  return BodyReader(reason).read(composite);
}

} // namespace mlir::relax
