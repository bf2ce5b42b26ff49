// Give each element of a result a thread of a GPU:
//
//   blockIdx.x = 0 to ceildiv(total, 256)
//     threadIdx.x = 0 to 256
//       if blockIdx.x * 256 + threadIdx.x < total
//         loops that reduce { block }
#include "Relax/Kernels/Elementwise/BindElements.h"

#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tir {

// The number of values of the spatial iterators together.
static Value getTotal(OpBuilder &builder, Location loc, LoopNest &nest) {
  Value total = arith::ConstantIndexOp::create(builder, loc, 1);
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    if (nest.getKind(iter) == IterKind::Spatial)
      total = arith::MulIOp::create(builder, loc, total, nest.getExtent(iter));
  return total;
}

// Takes the number of a thread apart into spatial iterators, the last of which
// moves fastest: neighbours access neighbours.
static void mapSpatial(OpBuilder &builder, Location loc, LoopNest &nest,
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
static void cloneRest(OpBuilder &builder, LoopNest &nest, IRMapping &mapping) {
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

void bindElements(LoopNest &nest, int64_t threadsPerBlock) {
  Operation *root = nest.getRoot();
  Location loc = root->getLoc();
  OpBuilder builder(root);
  Value total = getTotal(builder, loc, nest);
  Value threads = arith::ConstantIndexOp::create(builder, loc, threadsPerBlock);
  Value blocks = arith::CeilDivUIOp::create(builder, loc, total, threads);
  Value block = buildAxis(builder, loc, blocks, "blockIdx.x");
  Value thread = buildAxis(builder, loc, threads, "threadIdx.x");
  Value first = arith::MulIOp::create(builder, loc, block, threads);
  Value number = arith::AddIOp::create(builder, loc, first, thread);
  Value isInBounds = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, number, total);
  IfOp branch = IfOp::create(builder, loc, isInBounds);
  builder.setInsertionPointToStart(&branch.getThen().front());
  IRMapping mapping;
  mapSpatial(builder, loc, nest, number, mapping);
  cloneRest(builder, nest, mapping);
  root->erase();
}

} // namespace mlir::tir
