// What of a function each micro-batch computes, and what all of them do.
//
// A function comes split over an axis of the mesh that has a place for each
// micro-batch instead of a worker. A worker computes all of these places, so
// that what they exchange is on it already: sums of derivatives, means of a
// loss and rows of a result are joined once, behind the last micro-batch. What
// would go on to each micro-batch from there would stop the pipeline.
#include "PipelineBatches.h"

#include "Relax/Dialect/Relax/IR/CollectiveOps.h"
#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::relax {

SmallVector<Value> getReadValues(Operation *op) {
  llvm::SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values.takeVector();
}

LogicalResult PipelineBatches::reject(Operation *op) {
  InFlightDiagnostic error = func.emitOpError(
      "plan 'pipeline' expects operators that keep the batch apart, and "
      "results that are its rows, sums or means of it, found one that needs "
      "all ");
  error << mesh.microBatches
        << " micro-batches; choose 'micro-batches=1', or leave it to the "
           "caller";
  error.attachNote(op->getLoc()) << "is here";
  return error;
}

/// Whether an exchange among micro-batches puts something together.
bool PipelineBatches::addJoin(Operation *op, ArrayRef<int64_t> among) {
  BatchJoin join{op->getOperand(0), "", llvm::to_vector(among.drop_back())};
  if (auto reduce = dyn_cast<AllReduceOp>(op))
    join.kind = reduce.getOpType().str();
  else if (!isa<AllGatherOp>(op))
    return false;
  if (!join.axes.empty())
    axes.insert(DenseI64ArrayAttr::get(func.getContext(), join.axes));
  joins[op] = join;
  return true;
}

/// Micro-batches are no workers, so that the mesh of an exchange has no axis
/// for them.
LogicalResult PipelineBatches::leaveBatchAxis(Operation *op) {
  auto sizes = op->getAttrOfType<DenseI64ArrayAttr>("mesh");
  auto among = op->getAttrOfType<DenseI64ArrayAttr>("mesh_axes");
  if (!sizes || !among)
    return success();
  // It is the last axis of all, and so of those of an exchange.
  if (among.asArrayRef().back() == mesh.getBatchAxis())
    return addJoin(op, among.asArrayRef()) ? success() : reject(op);
  op->setAttr("mesh", DenseI64ArrayAttr::get(op->getContext(), mesh.sizes));
  // What a worker takes of what it has is no exchange.
  if (!isa<RedistributeReplicaToShardOp>(op))
    axes.insert(among);
  return success();
}

LogicalResult PipelineBatches::run(llvm::function_ref<bool(Value)> isSplit) {
  // Values that differ from one micro-batch to the next one.
  DenseSet<Value> split;
  for (Value parameter : func.getArguments())
    if (isSplit(parameter))
      split.insert(parameter);
  for (Operation &op : func.getBody().front().without_terminator()) {
    if (failed(leaveBatchAxis(&op)))
      return failure();
    SmallVector<Value> read = getReadValues(&op);
    bool isLate = llvm::any_of(read, [&](Value value) {
      return value.getDefiningOp() && isOnce(value.getDefiningOp());
    });
    bool readsSplit =
        llvm::any_of(read, [&](Value value) { return split.contains(value); });
    if (isLate && (joins.contains(&op) || readsSplit))
      return reject(&op);
    if (isLate || joins.contains(&op))
      once.insert(&op);
    else if (readsSplit)
      split.insert(op.result_begin(), op.result_end());
  }
  return success();
}

SmallVector<Value> PipelineBatches::getParts(Value value) const {
  llvm::SetVector<Value> reached, parts;
  reached.insert(value);
  for (size_t i = 0; i < reached.size(); ++i) {
    Operation *op = reached[i].getDefiningOp();
    if (const BatchJoin *join = getJoin(reached[i]))
      parts.insert(join->part);
    else if (op && isOnce(op))
      reached.insert_range(getReadValues(op));
    else if (i == 0)
      parts.insert(value);
  }
  return parts.takeVector();
}

} // namespace mlir::relax
