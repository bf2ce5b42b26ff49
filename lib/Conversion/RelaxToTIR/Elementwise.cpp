// Programs that compute each element of the result by itself.
#include "Elementwise.h"

#include "Broadcast.h"
#include "IndexMath.h"
#include "ScalarMath.h"

#include "Relax/Dialect/TIR/IR/IntrinsicOps.h"

namespace mlir::relax {

Type getElementType(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getElementType();
}

SmallVector<tir::Iter> makeSpatial(ArrayRef<OpFoldResult> extents) {
  return llvm::map_to_vector(extents, [](OpFoldResult extent) {
    return tir::Iter{extent, tir::IterKind::Spatial};
  });
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

// A gather from an axis without elements cannot be clamped inside. It is
// allowed if nothing is taken, and stops the program otherwise.
void assertReadable(KernelBuilder &kernel, Value buffer, int64_t axis,
                    const Twine &message) {
  int64_t known = cast<MemRefType>(buffer.getType()).getDimSize(axis);
  // A static axis with elements needs no check.
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

// Sums of 16-bit floats are in f32 in a buffer of their own, then rounded:
// rounding each partial sum would lose what is below half a unit. The copy
// fuses into the reduction's epilogue.
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

LogicalResult buildElementwise(KernelBuilder &kernel, StringRef label,
                               ElementFunction element) {
  // The result's sizes are the space; each operand says which of its axes are
  // 1.
  SmallVector<AxisSize> space = getAxisSizes(kernel, kernel.output());
  SmallVector<BroadcastInput> inputs;
  for (unsigned index = 0; index < kernel.getNumInputs(); ++index)
    inputs.emplace_back(kernel, kernel.input(index), space);
  return buildResult(kernel, label,
                     [&](OpBuilder &inner, Location loc, ValueRange iters) {
                       SmallVector<Value> elements;
                       for (const BroadcastInput &input : inputs)
                         elements.push_back(input.load(inner, loc, iters));
                       return element(inner, loc, elements);
                     });
}

} // namespace mlir::relax
