// Programs that compute each element of the result by itself.
#include "Elementwise.h"

#include "IndexMath.h"
#include "ScalarMath.h"

#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/IntrinsicOps.h"

namespace mlir::relax {

Type getElementType(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getElementType();
}

LogicalResult buildResult(KernelBuilder &kernel, StringRef label,
                          tir::ElementBody element, unsigned result) {
  Value out = kernel.output(result);
  Type type = getElementType(out);
  tir::buildComputeBlock(
      kernel.builder(), kernel.loc(), label,
      tir::getExtents(kernel.builder(), kernel.loc(), out),
      [&](OpBuilder &b, Location loc, ValueRange at) {
        return castScalar(b, loc, element(b, loc, at), type);
      },
      out);
  return success();
}

void assertReadable(KernelBuilder &kernel, Value buffer, int64_t axis,
                    const Twine &message) {
  int64_t known = cast<MemRefType>(buffer.getType()).getDimSize(axis);
  if (!ShapedType::isDynamic(known) && known != 0)
    return;
  OpBuilder &builder = kernel.builder();
  IndexMath math(builder, kernel.loc());
  Value size = memref::DimOp::create(builder, kernel.loc(), buffer, axis);
  Value wanted =
      math.product(tir::getExtents(builder, kernel.loc(), kernel.output()));
  auto isZero = [&](Value value, arith::CmpIPredicate predicate) {
    return arith::CmpIOp::create(builder, kernel.loc(), predicate, value,
                                 math.constant(0));
  };
  Value isReadable = arith::OrIOp::create(
      builder, kernel.loc(), isZero(size, arith::CmpIPredicate::ne),
      isZero(wanted, arith::CmpIPredicate::eq));
  tir::AssertOp::create(builder, kernel.loc(), isReadable, message.str());
}

void buildSums(KernelBuilder &kernel,
               llvm::function_ref<void(Value sums)> build) {
  OpBuilder &builder = kernel.builder();
  Value output = kernel.output();
  Type type = getElementType(output), wide = getAccumulatorType(type);
  if (wide == type)
    return build(output);
  Value sums =
      tir::allocBuffer(builder, kernel.loc(),
                       tir::getExtents(builder, kernel.loc(), output), wide);
  build(sums);
  (void)buildResult(kernel, "narrow",
                    [&](OpBuilder &b, Location loc, ValueRange at) -> Value {
                      return memref::LoadOp::create(b, loc, sums, at);
                    });
}

Value loadBroadcast(OpBuilder &builder, Location loc, Value buffer,
                    ValueRange iters) {
  auto type = cast<MemRefType>(buffer.getType());
  ValueRange aligned = iters.take_back(type.getRank());
  SmallVector<Value> indices;
  for (auto [iter, extent] : llvm::zip(aligned, type.getShape()))
    indices.push_back(
        extent == 1 ? Value(arith::ConstantIndexOp::create(builder, loc, 0))
                    : iter);
  return memref::LoadOp::create(builder, loc, buffer, indices);
}

namespace {
/// Reads one input at the places of the result, to which it is broadcast.
class BroadcastInput {
public:
  /// Writes the checks that the sizes demand, in front of the loops.
  BroadcastInput(KernelBuilder &kernel, unsigned input);

  Value load(OpBuilder &builder, Location loc, ValueRange iters) const;

private:
  void checkAxis(KernelBuilder &kernel, unsigned axis, Value extent);

  Value buffer;
  /// For each axis that is 1 in some runs only, whether it is; else null.
  SmallVector<Value> isOne;
};
} // namespace

/// The dimensions of a parameter.
static SmallVector<SymExprAttr> getParameterDims(KernelBuilder &kernel,
                                                 Value buffer) {
  unsigned index = cast<BlockArgument>(buffer).getArgNumber();
  if (auto dims =
          kernel.getFunction().getArgAttrOfType<DimsAttr>(index, "tir.dims"))
    return llvm::to_vector(dims.getDims());
  auto type = cast<MemRefType>(buffer.getType());
  return getDims(RankedTensorType::get(type.getShape(), type.getElementType()));
}

BroadcastInput::BroadcastInput(KernelBuilder &kernel, unsigned input)
    : buffer(kernel.input(input)) {
  SmallVector<SymExprAttr> dims = getParameterDims(kernel, buffer);
  SmallVector<SymExprAttr> all = getParameterDims(kernel, kernel.output());
  ArrayRef<SymExprAttr> aligned = ArrayRef(all).take_back(dims.size());
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<OpFoldResult> extents =
      tir::getExtents(kernel.builder(), kernel.loc(), buffer);
  isOne.resize(dims.size());
  for (unsigned axis = 0; axis < dims.size(); ++axis)
    if (type.getDimSize(axis) != 1 &&
        compareDims(dims[axis], aligned[axis]) != Proof::Equal)
      checkAxis(
          kernel, axis,
          tir::getExtentValue(kernel.builder(), kernel.loc(), extents[axis]));
}

void BroadcastInput::checkAxis(KernelBuilder &kernel, unsigned axis,
                               Value extent) {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  auto type = cast<MemRefType>(kernel.output().getType());
  unsigned outer = type.getRank() - isOne.size() + axis;
  Value expected = tir::getExtentValue(
      builder, loc, tir::getExtents(builder, loc, kernel.output())[outer]);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  isOne[axis] = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                      extent, one);
  Value isSame = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       extent, expected);
  tir::AssertOp::create(builder, loc,
                        arith::OrIOp::create(builder, loc, isOne[axis], isSame),
                        "sizes of operands differ, and none of them is 1");
}

Value BroadcastInput::load(OpBuilder &builder, Location loc,
                           ValueRange iters) const {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<Value> indices(iters.take_back(type.getRank()));
  for (auto [axis, index] : llvm::enumerate(indices)) {
    if (type.getDimSize(axis) != 1 && !isOne[axis])
      continue;
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    index = isOne[axis] ? Value(arith::SelectOp::create(
                              builder, loc, isOne[axis], zero, index))
                        : zero;
  }
  return memref::LoadOp::create(builder, loc, buffer, indices);
}

LogicalResult buildElementwise(KernelBuilder &kernel, StringRef label,
                               ElementFunction element) {
  SmallVector<BroadcastInput> inputs;
  for (unsigned index = 0; index < kernel.getNumInputs(); ++index)
    inputs.emplace_back(kernel, index);
  return buildResult(kernel, label,
                     [&](OpBuilder &inner, Location loc, ValueRange iters) {
                       SmallVector<Value> elements;
                       for (const BroadcastInput &input : inputs)
                         elements.push_back(input.load(inner, loc, iters));
                       return element(inner, loc, elements);
                     });
}

} // namespace mlir::relax
