// Give constants the rank of what they are broadcast to.
//
// A layout conversion moves axes of operands of equal rank. A bias of rank 1
// beside an image of rank 4 has no axis for N, H and W to go to, so
// `carryLayout` would stop there, and with it the layout of the whole network
// behind.
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "Relax/Support/ConstantTensor.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_ALIGNRANKSPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

/// The constant with leading axes of one element, `rank` in all; null where it
/// is none, has that rank, or is a number. A scalar broadcasts under any order
/// of axes, so it stays. An encoding says a device or symbols, which a reshaped
/// constant would have to say as well.
static ConstantOp getAligned(Value operand, int64_t rank) {
  auto constant = operand.getDefiningOp<ConstantOp>();
  auto type = constant ? dyn_cast<RankedTensorType>(constant.getType())
                       : RankedTensorType();
  if (!type || type.getEncoding() || type.getRank() == 0 ||
      type.getRank() >= rank)
    return {};
  SmallVector<int64_t> shape(rank - type.getRank(), 1);
  llvm::append_range(shape, type.getShape());
  auto aligned = RankedTensorType::get(shape, type.getElementType());
  // Null if the elements are in a resource that cannot be read; the operand
  // then keeps its rank.
  ElementsAttr value = reshapeConstant(constant.getValue(), aligned);
  if (!value)
    return {};
  OpBuilder builder(constant);
  return ConstantOp::create(builder, constant.getLoc(), aligned, value);
}

/// Whether the op broadcasts its operands against each other.
static bool isBroadcast(Operation *op) {
  auto pattern = dyn_cast<OpPatternInterface>(op);
  auto order = dyn_cast<AxisOrderInterface>(op);
  return pattern && order &&
         pattern.getOpPattern() == OpPatternKind::Broadcast &&
         order.getAxisOrder() == AxisOrder::Any && op->getNumResults() == 1;
}

namespace {
struct AlignRanksPass : impl::AlignRanksPassBase<AlignRanksPass> {
  void runOnOperation() override {
    // Old constants are erased after the walk: one may feed several operands,
    // and the walk must not meet an op that is gone.
    llvm::SetVector<Operation *> unused;
    getOperation()->walk([&](Operation *op) {
      auto type = isBroadcast(op)
                      ? dyn_cast<RankedTensorType>(op->getResultTypes().front())
                      : RankedTensorType();
      if (!type)
        return;
      for (OpOperand &operand : op->getOpOperands())
        if (ConstantOp aligned = getAligned(operand.get(), type.getRank())) {
          unused.insert(operand.get().getDefiningOp());
          operand.set(aligned);
        }
    });
    for (Operation *op : unused)
      if (op->use_empty())
        op->erase();
  }
};
} // namespace

} // namespace mlir::relax
