// Let one thread of a GPU do what no threads can share.
#include "Relax/Kernels/Elementwise/BindOneThread.h"

#include "Relax/Dialect/TIR/IR/IntrinsicOps.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::tir {

void bindToOneThread(Operation *op) {
  OpBuilder builder(op);
  Value one = arith::ConstantIndexOp::create(builder, op->getLoc(), 1);
  buildAxis(builder, op->getLoc(), one, "blockIdx.x");
  buildAxis(builder, op->getLoc(), one, "threadIdx.x");
  op->moveBefore(builder.getInsertionBlock(), builder.getInsertionPoint());
}

// A check of sizes is made before the kernel: in it one thread would do all.
bool staysOutsideKernels(Operation *op) {
  return isMemoryEffectFree(op) || isa<AssertOp>(op) ||
         hasSingleEffect<MemoryEffects::Allocate>(op) ||
         hasSingleEffect<MemoryEffects::Free>(op);
}

// Whether `op` needs nothing that is computed by one of `others`.
static bool needsNoneOf(Operation *op,
                        const SmallPtrSetImpl<Operation *> &others) {
  return llvm::none_of(op->getOperands(), [&](Value operand) {
    return others.contains(operand.getDefiningOp());
  });
}

// Buffers are made before the thread and freed after it, sizes are computed
// before it.
void bindFunctionToOneThread(FuncOp func) {
  Block &body = func.getBody().front();
  SmallVector<Operation *> inside, after;
  SmallPtrSet<Operation *, 16> isInside;
  for (Operation &op : body.without_terminator()) {
    bool isOutside = staysOutsideKernels(&op) && needsNoneOf(&op, isInside);
    if (isOutside && hasSingleEffect<MemoryEffects::Free>(&op)) {
      after.push_back(&op);
    } else if (!isOutside) {
      inside.push_back(&op);
      isInside.insert(&op);
    }
  }
  OpBuilder builder = OpBuilder::atBlockTerminator(&body);
  Value one = arith::ConstantIndexOp::create(builder, func.getLoc(), 1);
  buildAxis(builder, func.getLoc(), one, "blockIdx.x");
  buildAxis(builder, func.getLoc(), one, "threadIdx.x");
  for (Operation *op : inside)
    op->moveBefore(builder.getInsertionBlock(), builder.getInsertionPoint());
  for (Operation *op : after)
    op->moveBefore(body.getTerminator());
}

} // namespace mlir::tir
