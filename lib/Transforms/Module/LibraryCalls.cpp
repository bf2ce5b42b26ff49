// Calls of functions of libraries in place of composite functions.
//
// What a function computes is read from its body and not from the name of its
// pattern: a user's pattern may have any name, and a wrong one would compute
// something else.
//
// Strides, padding and what else is known before the program runs go along as a
// shape. Host code can pass shapes, and a shape of numbers costs nothing, while
// a name for each kind of convolution would need a function for each.
#include "LibraryCalls.h"
#include "LibraryPatterns.h"

#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/Transpose.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::relax {

namespace {
/// Reads a body from its result to its operands.
class BodyReader {
public:
  BodyReader(const Library &library, std::string &reason)
      : library(library), reason(reason) {}

  FailureOr<LibraryCall> read(LambdaOp composite);

private:
  LogicalResult keepOwn(const Twine &why) {
    reason = why.str();
    return failure();
  }
  LogicalResult readMatmul(MatmulOp op);
  LogicalResult readConvolution(Conv2dOp op);
  LogicalResult readBias();
  LogicalResult checkTypes(Type result);

  const Library &library;
  std::string &reason;
  LibraryCall call;
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

/// `op` is the addition of a bias, or no such: libraries add what varies
/// along one axis, and `checkTypes` sees whether it does.
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
  if (!library.has(HasMatmul))
    return keepOwn("it is a matmul");
  // A library that takes a transpose reads the operand by other strides, so
  // that nothing has to be moved.
  Value lhs = getTransposed(op.getOperand(0));
  Value rhs = getTransposed(op.getOperand(1));
  if (!library.has(TransposedLhs))
    lhs = {};
  call.operands = {lhs ? lhs : op.getOperand(0), rhs ? rhs : op.getOperand(1)};
  call.numbers = {bias ? 1 : 0, activation};
  if (library.has(TransposedLhs))
    call.numbers.push_back(lhs ? 1 : 0);
  call.numbers.push_back(rhs ? 1 : 0);
  call.function = "matmul";
  if (bias && !variesAlong(bias, op.getResult(), -1))
    return keepOwn("its bias does not vary along the last axis alone");
  return success();
}

/// Whether padding is the same in front of each axis and behind it: top, left,
/// bottom, right.
/// A descriptor of cuDNN has one number for the two sides.
static bool isSymmetric(std::optional<ArrayRef<int64_t>> padding) {
  return !padding ||
         ((*padding)[0] == (*padding)[2] && (*padding)[1] == (*padding)[3]);
}

LogicalResult BodyReader::readConvolution(Conv2dOp op) {
  if (!library.has(HasConvolution))
    return keepOwn("it is a convolution");
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
  // cuDNN has one order for images and weights.
  if (data < 0 || kernel < 0 || (!library.has(AnyLayout) && data != kernel) ||
      (!op.getOutLayout().empty() && op.getOutLayout() != op.getDataLayout()))
    return keepOwn("its layouts are " + op.getDataLayout() + ", " +
                   op.getKernelLayout() + " and \"" + op.getOutLayout() + "\"");
  if (bias && !variesAlong(bias, op.getResult(), data ? -1 : 1))
    return keepOwn("its bias does not vary along the channels alone");
  if (!library.has(AnyLayout) && !isSymmetric(op.getPadding()))
    return keepOwn("its padding in front of an axis is another than behind it");
  call.function = "conv2d";
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

/// Whether the library takes such elements.
static bool takesElements(const Library &library, Type type) {
  SmallVector<StringRef> names;
  library.elements.split(names, ", ");
  return llvm::is_contained(names, debugString(type));
}

/// Operands have one type that the library takes, and a rank from 2 on.
LogicalResult BodyReader::checkTypes(Type result) {
  Type element = getElementTypeOrSelf(call.operands.front().getType());
  Type given = getElementTypeOrSelf(result);
  bool isWide = library.has(WideResult) && given.isF32() &&
                (element.isF16() || element.isBF16());
  if (given != element && !isWide)
    return keepOwn("it gives " + debugString(result) + " of " +
                   debugString(element));
  for (Value operand : call.operands) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    Type expected = operand == bias ? given : element;
    if (!type || !takesElements(library, type.getElementType()) ||
        type.getElementType() != expected)
      return keepOwn("an operand is of type " + debugString(operand.getType()) +
                     ", expected tensors of one type of known rank, of " +
                     library.elements);
    if (operand != bias && type.getRank() < 2)
      return keepOwn("an operand has the rank " + Twine(type.getRank()) +
                     ", expected at least 2");
    // What is computed inside would have to be computed for the call as well.
    if (!isa<BlockArgument>(operand))
      return keepOwn("it computes an operand of the product itself");
  }
  return success();
}

FailureOr<LibraryCall> BodyReader::read(LambdaOp composite) {
  // Several results would need several calls, which compute the product twice.
  Operation *yield = composite.getBody().front().getTerminator();
  if (yield->getNumOperands() != 1)
    return keepOwn("it gives " + Twine(yield->getNumOperands()) + " results");
  value = lookThrough(yield->getOperand(0));
  // From the last op to the first: a function of the sum, the sum, the product.
  if (Operation *op = value.getDefiningOp())
    if (LibraryActivation kind = getActivation(op);
        kind != LibraryActivation::None) {
      if (!llvm::is_contained(library.activations, kind))
        return keepOwn("it has '" + op->getName().getStringRef() +
                       "' behind the product");
      activation = int64_t(kind);
      value = op->getOperand(0);
    }
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
  if (failed(checkTypes(yield->getOperand(0).getType())))
    return failure();
  call.function = ("relax." + library.name + "." + call.function).str();
  return call;
}

FailureOr<LibraryCall> readLibraryCall(const Library &library,
                                       LambdaOp composite,
                                       std::string &reason) {
  return BodyReader(library, reason).read(composite);
}

} // namespace mlir::relax
