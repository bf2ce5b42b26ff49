// The rule that takes everything. A nest of loops around one block runs one
// thread for each value of its spatial iterators:
//
//   blockIdx.x = 0 to ceildiv(total, 256)
//     threadIdx.x = 0 to 256
//       if blockIdx.x * 256 + threadIdx.x < total
//         loops that reduce { block }
//
// Anything else is run by one thread, as it is.
#include "Rules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tir {

Value buildAxis(OpBuilder &builder, Location loc, Value extent,
                StringRef axis) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  ForOp loop =
      ForOp::create(builder, loc, zero, extent, ForKind::ThreadBinding, axis);
  builder.setInsertionPointToStart(loop.getBody());
  return loop.getInductionVar();
}

// The number of values of the spatial iterators together.
static Value getTotal(OpBuilder &builder, Location loc, BlockNest &nest) {
  Value total = arith::ConstantIndexOp::create(builder, loc, 1);
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    if (nest.getKind(iter) == IterKind::Spatial)
      total = arith::MulIOp::create(builder, loc, total, nest.getExtent(iter));
  return total;
}

// Takes the number of a thread apart into spatial iterators, the last of which
// moves fastest: neighbours access neighbours.
static void mapSpatial(OpBuilder &builder, Location loc, BlockNest &nest,
                       Value thread, IRMapping &mapping) {
  for (unsigned iter = nest.size(); iter-- != 0;) {
    if (nest.getKind(iter) != IterKind::Spatial)
      continue;
    Value extent = nest.getExtent(iter);
    mapping.map(nest.loops[iter].getInductionVar(),
                arith::RemUIOp::create(builder, loc, thread, extent));
    thread = arith::DivUIOp::create(builder, loc, thread, extent);
  }
}

// The loops that are left for each thread, in their order, and the block.
static void cloneRest(OpBuilder &builder, BlockNest &nest, IRMapping &mapping) {
  SmallVector<ForOp> rest;
  for (Operation *op = nest.block->getParentOp(); isa<ForOp>(op);
       op = op->getParentOp())
    if (!mapping.contains(cast<ForOp>(op).getInductionVar()))
      rest.push_back(cast<ForOp>(op));
  for (ForOp loop : llvm::reverse(rest)) {
    ForOp copy = ForOp::create(builder, loop.getLoc(), loop.getLowerBound(),
                               loop.getUpperBound());
    mapping.map(loop.getInductionVar(), copy.getInductionVar());
    builder.setInsertionPointToStart(copy.getBody());
  }
  builder.clone(*nest.block, mapping);
}

static void bindNest(BlockNest nest, const GPUChip &chip) {
  Operation *root = nest.getRoot();
  Location loc = root->getLoc();
  OpBuilder builder(root);
  Value total = getTotal(builder, loc, nest);
  Value threads = arith::ConstantIndexOp::create(builder, loc, chip.threads);
  Value blocks = arith::CeilDivUIOp::create(builder, loc, total, threads);
  Value block = buildAxis(builder, loc, blocks, "blockIdx.x");
  Value thread = buildAxis(builder, loc, threads, "threadIdx.x");
  Value first = arith::MulIOp::create(builder, loc, block, threads);
  Value number = arith::AddIOp::create(builder, loc, first, thread);
  Value isInside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, number, total);
  IfOp branch = IfOp::create(builder, loc, isInside);
  builder.setInsertionPointToStart(&branch.getThen().front());
  IRMapping mapping;
  mapSpatial(builder, loc, nest, number, mapping);
  cloneRest(builder, nest, mapping);
  root->erase();
}

static void bindOne(Operation *op) {
  op->emitRemark("runs in one thread: it is no nest of loops around one block");
  OpBuilder builder(op);
  Value one = arith::ConstantIndexOp::create(builder, op->getLoc(), 1);
  buildAxis(builder, op->getLoc(), one, "blockIdx.x");
  buildAxis(builder, op->getLoc(), one, "threadIdx.x");
  op->moveBefore(builder.getInsertionBlock(), builder.getInsertionPoint());
}

bool scheduleFallback(Operation *root, const GPUChip &chip) {
  FailureOr<BlockNest> nest = matchBlockNest(root, nullptr);
  if (succeeded(nest))
    bindNest(*nest, chip);
  else
    bindOne(root);
  return true;
}

//===----------------------------------------------------------------------===//
// Whole functions
//===----------------------------------------------------------------------===//

bool staysOutsideKernels(Operation *op) {
  return isMemoryEffectFree(op) ||
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
  func.emitRemark("runs in one thread: it has statements outside of loops");
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
