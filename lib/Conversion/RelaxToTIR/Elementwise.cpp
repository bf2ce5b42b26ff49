// Programs that compute each element of the result by itself.
#include "Elementwise.h"

#include "IndexMath.h"
#include "ScalarMath.h"

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

LogicalResult buildElementwise(KernelBuilder &kernel, StringRef label,
                               ElementFunction element) {
  return buildResult(
      kernel, label, [&](OpBuilder &inner, Location loc, ValueRange iters) {
        SmallVector<Value> elements;
        for (unsigned index = 0; index < kernel.getNumInputs(); ++index)
          elements.push_back(
              loadBroadcast(inner, loc, kernel.input(index), iters));
        return element(inner, loc, elements);
      });
}

} // namespace mlir::relax
