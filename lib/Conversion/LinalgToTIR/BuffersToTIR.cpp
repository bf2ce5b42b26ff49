// linalg ops on buffers of a tensor program as loops and blocks in its place.
#include "BuffersToTIR.h"

#include "GenericNest.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::relax {

static LogicalResult reject(Operation *op, const Twine &reason) {
  return op->emitOpError("cannot become a block: ") << reason;
}

/// The number of which `buffer` was filled right before `op`, by a fill that
/// then has nothing more to do: no op between reads or writes memory.
/// A reduction's start in our blocks is a part of the block, so that schedules
/// can split and move it. Upstream writes it as a fill in front. Taking it
/// along needs to be sure that nobody saw the filled buffer in between.
static std::pair<linalg::FillOp, TypedAttr> findFill(Operation *op,
                                                     Value buffer) {
  for (Operation *before = op->getPrevNode(); before;
       before = before->getPrevNode()) {
    auto fill = dyn_cast<linalg::FillOp>(before);
    TypedAttr number;
    if (fill && fill.getOutputs().front() == buffer &&
        matchPattern(fill.getInputs().front(), m_Constant(&number)) &&
        number.getType() == getElementTypeOrSelf(buffer.getType()))
      return {fill, number};
    // Any effect ends the search: an op that is not understood may read the
    // buffer under another name.
    if (!isMemoryEffectFree(before))
      break;
  }
  return {};
}

/// The size of each loop, from the operands.
/// A static size wins over a dim op, as a constant makes static loops.
static SmallVector<OpFoldResult> getLoopSizes(OpBuilder &builder,
                                              linalg::GenericOp op) {
  SmallVector<OpFoldResult> sizes(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type)
      continue;
    for (auto [axis, expr] :
         llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults())) {
      // An index such as d0 + d1 of a window does not give a loop's size;
      // upstream's verifier guarantees some operand with the loop alone.
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (!loop)
        continue;
      OpFoldResult &size = sizes[loop.getPosition()];
      if (!type.isDynamicDim(axis))
        size = builder.getIndexAttr(type.getDimSize(axis));
      else if (!size)
        size = memref::DimOp::create(builder, op.getLoc(), operand.get(), axis)
                   .getResult();
    }
  }
  return sizes;
}

/// A value that a block may not take from around it: an index of a loop.
/// Blocks see loop indices through iterators only: that is what lets schedules
/// move a block. So a captured induction variable would be invisible to them.
static Value findLoopIndex(linalg::GenericOp op) {
  SetVector<Value> captured(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value value : captured)
    if (auto argument = dyn_cast<BlockArgument>(value))
      if (isa<tir::ForOp, tir::BlockOp>(argument.getOwner()->getParentOp()))
        return value;
  return {};
}

static LogicalResult lowerGeneric(linalg::GenericOp op, StringRef name) {
  if (!op.hasPureBufferSemantics())
    return reject(op, "it has operands that are tensors, which a tensor "
                      "program has none of; expected buffers");
  // Checked before anything is built: a pass that fails leaves the op as it
  // was.
  std::string obstacle = getNestObstacle(op);
  if (!obstacle.empty())
    return reject(op, obstacle);
  if (findLoopIndex(op))
    return reject(op, "it uses an index of the loop around it, which a block "
                      "gets through iterators only; expected what is computed "
                      "from it, or a view of a buffer");
  OpBuilder builder(op);
  GenericNest nest{op, getLoopSizes(builder, op), {}, {}, {}, {}};
  for (OpOperand &operand : op->getOpOperands())
    nest.elements.push_back(
        isa<MemRefType>(operand.get().getType()) ? operand.get() : Value());
  // Without a reduction a fill in front is an op of its own and may be of use
  // to others.
  bool reduces = llvm::is_contained(getIterKinds(op), tir::IterKind::Reduce);
  SmallVector<linalg::FillOp> done;
  for (unsigned index = 0; index < op.getNumDpsInits(); ++index) {
    Value buffer = op.getDpsInitOperand(index)->get();
    nest.outs.push_back(buffer);
    // The fill is dropped only if this op overwrites every element it filled
    // and does not read the buffer through another operand.
    nest.starts.emplace_back();
    if (!reduces || llvm::count(op->getOperands(), buffer) != 1 ||
        !writesEachElement(op, index,
                           cast<MemRefType>(buffer.getType()).getShape()))
      continue;
    auto [fill, number] = findFill(op, buffer);
    if (!fill)
      continue;
    nest.starts.back().number = number;
    done.push_back(fill);
  }
  buildNest(builder, op.getLoc(), name, nest);
  op.erase();
  for (linalg::FillOp fill : done)
    fill.erase();
  return success();
}

static LogicalResult lower(Operation *op) {
  std::string name = getNestName(op);
  IRRewriter rewriter(op);
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic) {
    // The named op knows its meaning for other passes; here all become
    // generic, so one lowering serves. The name was taken before for the
    // block.
    auto named = dyn_cast<linalg::LinalgOp>(op);
    FailureOr<linalg::GenericOp> made =
        named ? linalg::generalizeNamedOp(rewriter, named)
              : FailureOr<linalg::GenericOp>();
    if (failed(made))
      return reject(op, "expected an op that upstream makes a 'linalg.generic' "
                        "of; lower it with a pass of upstream first");
    generic = *made;
  }
  return lowerGeneric(generic, name);
}

static SmallVector<Operation *> getOps(tir::FuncOp func, bool areFills) {
  SmallVector<Operation *> ops;
  // Pre-order with skip: ops inside of a linalg body are its own.
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa_and_nonnull<linalg::LinalgDialect>(op->getDialect()))
      return WalkResult::advance();
    if (isa<linalg::FillOp>(op) == areFills)
      ops.push_back(op);
    return WalkResult::skip();
  });
  return ops;
}

LogicalResult lowerBuffers(tir::FuncOp func) {
  bool lowered = true;
  // Fills come last: reductions take some along.
  // A fill that a reduction could take must not have been lowered to loops
  // before.
  for (bool areFills : {false, true})
    for (Operation *op : getOps(func, areFills))
      lowered &= succeeded(lower(op));
  return success(lowered);
}

} // namespace mlir::relax
