// Tensors of one value everywhere as tensor programs.
#include "Elementwise.h"
#include "ScalarMath.h"

#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"

namespace mlir::relax {

/// Fill the result with what `getValue` gives, in the result's element type.
/// One block without a read of its own size: fusion puts it into its users.
static LogicalResult
fill(KernelBuilder &kernel,
     llvm::function_ref<Value(OpBuilder &, Location, Type)> getValue) {
  Type element = getElementType(kernel.output());
  return buildResult(kernel, "fill",
                     [&](OpBuilder &b, Location loc, ValueRange) {
                       return getValue(b, loc, element);
                     });
}

/// Fill the result with the element of a tensor of rank 0.
static LogicalResult fillWith(KernelBuilder &kernel, Value scalar) {
  return fill(kernel, [&](OpBuilder &b, Location loc, Type) -> Value {
    return memref::LoadOp::create(b, loc, scalar, ValueRange());
  });
}

static LogicalResult legalizeFull(FullOp op, KernelBuilder &kernel) {
  return fillWith(kernel, kernel.input(0));
}

static LogicalResult legalizeFullLike(FullLikeOp op, KernelBuilder &kernel) {
  return fillWith(kernel, kernel.input(1));
}

template <typename Op>
static LogicalResult legalizeOnes(Op op, KernelBuilder &kernel) {
  return fill(kernel, oneOf);
}

template <typename Op>
static LogicalResult legalizeZeros(Op op, KernelBuilder &kernel) {
  return fill(kernel, zeroOf);
}

void populateCreateLegalizations(LegalizationTable &table) {
  table.add(legalizeFull);
  table.add(legalizeFullLike);
  table.add(legalizeOnes<OnesOp>);
  table.add(legalizeOnes<OnesLikeOp>);
  table.add(legalizeZeros<ZerosOp>);
  table.add(legalizeZeros<ZerosLikeOp>);
}

} // namespace mlir::relax
