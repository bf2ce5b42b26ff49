// Operators that each worker computes whole, while others are split.
//
// Upstream's `sharding-propagation` (22.1) asks every op of a function for its
// loops and ends with an error where one has an operand that is no tensor. A
// program has many of these, such as the shape of a reshape, so they are out of
// its sight while it runs.
#include "WholeOps.h"

#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "Relax/Dialect/Relax/Interfaces/ShardableLoops.h"
#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "mlir/Dialect/Shard/Interfaces/ShardingInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

WholeOps::WholeOps(FuncOp func) : func(func) {
  OpBuilder unattached(func.getContext());
  nothing = UnrealizedConversionCastOp::create(
      unattached, func.getLoc(), unattached.getF32Type(), ValueRange());
}

WholeOps::~WholeOps() {
  // After an error, and shapes that nothing uses. Users come after what they
  // use.
  for (TakenOp &taken : llvm::reverse(ops))
    if (!taken.op->getBlock()) {
      taken.op->dropAllUses();
      taken.op->destroy();
    }
  for (TakenOp &taken : ops)
    for (Captured &captured : taken.captured)
      captured.standIn->destroy();
  nothing->destroy();
}

void WholeOps::takeOut() {
  for (Operation &op :
       llvm::make_early_inc_range(func.getBody().front().without_terminator()))
    if (!isa<AnnotateShardingOp>(op) &&
        !(isa<shard::ShardingInterface>(op) && op.getNumResults() != 0 &&
          areRankedTensors(op.getOperandTypes()) &&
          areRankedTensors(op.getResultTypes())))
      take(&op);
}

/// The values around an op that its regions read. Upstream's
/// `getUsedValuesDefinedAbove` misses those of ops that were taken out.
static llvm::SetVector<Value> findCaptured(Operation *op) {
  llvm::SetVector<Value> captured;
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      auto argument = dyn_cast<BlockArgument>(operand);
      Operation *maker = argument ? argument.getOwner()->getParentOp()
                                  : operand.getDefiningOp();
      if (inner != op && !op->isAncestor(maker))
        captured.insert(operand);
    }
  });
  return captured;
}

void WholeOps::takeCaptured(TakenOp &taken, SmallVectorImpl<Value> &tensors) {
  OpBuilder unattached(func.getContext());
  for (Value value : findCaptured(taken.op)) {
    if (!areRankedTensors(value.getType())) {
      if (Operation *maker = value.getDefiningOp())
        taken.makers.push_back(maker);
      continue;
    }
    auto standIn = UnrealizedConversionCastOp::create(
        unattached, value.getLoc(), value.getType(), ValueRange());
    value.replaceUsesWithIf(standIn.getResult(0), [&](OpOperand &use) {
      return taken.op->isProperAncestor(use.getOwner());
    });
    taken.captured.push_back({standIn, unsigned(tensors.size())});
    tensors.push_back(value);
  }
}

void WholeOps::take(Operation *op) {
  // What the operands are is written down, and not kept as values: when the op
  // comes back, the parameters have other types and all else was made anew.
  TakenOp taken{op, {}, {}, {}};
  SmallVector<Value> tensors, results;
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned index = operand.getOperandNumber();
    auto parameter = dyn_cast<BlockArgument>(operand.get());
    if (areRankedTensors(operand.get().getType())) {
      taken.operands.push_back({index, unsigned(tensors.size()), false});
      tensors.push_back(operand.get());
    } else if (parameter) {
      taken.operands.push_back({index, parameter.getArgNumber(), true});
    }
  }
  takeCaptured(taken, tensors);
  llvm::copy_if(
      op->getResults(), std::back_inserter(results),
      [](Value result) { return areRankedTensors(result.getType()); });
  // What has no tensor comes back in front of its first user.
  if (!tensors.empty() || !results.empty() || !isPure(op)) {
    OpBuilder builder(op);
    SmallVector<Type> types(ValueRange(results).getTypes());
    // A cast has a result.
    if (types.empty())
      types.push_back(RankedTensorType::get({}, builder.getF32Type()));
    auto cast = UnrealizedConversionCastOp::create(builder, op->getLoc(), types,
                                                   tensors);
    cast->setAttr(kIndex, builder.getI64IntegerAttr(ops.size()));
    for (auto [result, made] : llvm::zip(results, cast.getResults()))
      result.replaceAllUsesWith(made);
  }
  // The values are other ones when the op comes back.
  for (const Operand &operand : taken.operands)
    op->setOperand(operand.index, nothing->getResult(0));
  op->remove();
  indices[op] = ops.size();
  ops.push_back(std::move(taken));
}

void WholeOps::insert(size_t index, Operation *before) {
  // Shapes and numbers have no cast of their own: they come back with the first
  // op that uses them, before it.
  TakenOp &taken = ops[index];
  SmallVector<Operation *> makers(taken.makers);
  for (Value operand : taken.op->getOperands())
    if (Operation *maker = operand.getDefiningOp(); maker && maker != nothing)
      makers.push_back(maker);
  for (Operation *maker : makers)
    if (!maker->getBlock())
      insert(indices.lookup(maker), before);
  before->getBlock()->getOperations().insert(before->getIterator(), taken.op);
  for (const Operand &operand : taken.operands)
    taken.op->setOperand(operand.index,
                         operand.isParameter
                             ? Value(func.getArgument(operand.place))
                             : before->getOperand(operand.place));
  for (Captured &captured : taken.captured)
    captured.standIn.getResult(0).replaceAllUsesWith(
        before->getOperand(captured.place));
}

void WholeOps::putBack() {
  // Other casts of the function are none of ours: they have no index.
  SmallVector<UnrealizedConversionCastOp> casts(
      func.getOps<UnrealizedConversionCastOp>());
  for (UnrealizedConversionCastOp cast : casts) {
    auto index = cast->getAttrOfType<IntegerAttr>(kIndex);
    if (!index)
      continue;
    insert(index.getInt(), cast);
    auto made = cast.getResults().begin();
    for (Value result : ops[index.getInt()].op->getResults())
      if (areRankedTensors(result.getType()))
        (*made++).replaceAllUsesWith(result);
    cast.erase();
  }
}

} // namespace mlir::relax
