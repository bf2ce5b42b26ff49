// The scalar code of a linalg op as code of a block.
#include "ScalarBody.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::relax {

static bool isTerminator(Operation *op) {
  return isa<linalg::YieldOp, tensor::YieldOp>(op);
}

// The set of ops that ScalarMath and the later stages lower. An op outside of
// it would fail two stages later, with another op's name.
std::string getBodyObstacle(Region &region) {
  for (Operation &op : region.front()) {
    for (Type type : op.getResultTypes())
      if (!type.isIntOrIndexOrFloat())
        return llvm::formatv("its body computes a {0}; kernels compute on "
                             "integers and floats only",
                             type)
            .str();
    bool isKnown =
        // linalg.index and affine.apply are replaced while cloning; extract
        // and dim refer to tensors that are buffers in the kernel.
        isTerminator(&op) ||
        isa<linalg::IndexOp, affine::AffineApplyOp, tensor::ExtractOp,
            tensor::DimOp, memref::LoadOp, memref::DimOp>(op) ||
        isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
            op.getDialect());
    if (!isKnown)
      return ("its body has a '" + op.getName().getStringRef() +
              "'; expected ops of arith and math, 'linalg.index' and "
              "'tensor.extract'")
          .str();
  }
  return "";
}

SmallVector<Value> cloneBody(OpBuilder &builder, Block &body, ValueRange loops,
                             IRMapping &values) {
  auto map = [&](ValueRange from) {
    return llvm::map_to_vector(
        from, [&](Value value) { return values.lookupOrDefault(value); });
    // The yield is last, so its operands are mapped when it is reached.
  };
  for (Operation &op : body) {
    Location loc = op.getLoc();
    if (isTerminator(&op))
      return map(op.getOperands());
    if (auto index = dyn_cast<linalg::IndexOp>(op)) {
      values.map(index.getResult(), loops[index.getDim()]);
    } else if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
      // affine.apply is expanded to arith, because tensor programs have no
      // affine ops.
      auto results = affine::expandAffineMap(builder, loc, apply.getAffineMap(),
                                             map(apply.getMapOperands()));
      values.map(apply.getResult(), results->front());
    } else if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
      values.map(extract.getResult(),
                 memref::LoadOp::create(builder, loc,
                                        values.lookup(extract.getTensor()),
                                        map(extract.getIndices()))
                     .getResult());
    } else if (auto dim = dyn_cast<tensor::DimOp>(op)) {
      values.map(dim.getResult(),
                 memref::DimOp::create(builder, loc,
                                       values.lookup(dim.getSource()),
                                       values.lookupOrDefault(dim.getIndex()))
                     .getResult());
    } else {
      builder.clone(op, values);
    }
  }
  return {};
}

} // namespace mlir::relax
