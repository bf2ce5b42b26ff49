// Operators that hints would split in two ways.
//
// Upstream's propagation settles such conflicts by the order of the program and
// says nothing, so that an exchange of a large tensor that nobody wanted shows
// up only as a slow program.
#include "ShardingConflicts.h"

#include "mlir/Dialect/Shard/Interfaces/ShardingInterface.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

/// The value of an operator or parameter, behind hints and shardings.
static Value getRoot(Value value) {
  for (;;) {
    if (auto hint = value.getDefiningOp<AnnotateShardingOp>())
      value = hint.getInput();
    else if (auto sharded = value.getDefiningOp<shard::ShardOp>())
      value = sharded.getSrc();
    else
      return value;
  }
}

ShardingConflicts::ShardingConflicts(FuncOp func) : func(func) {
  for (auto hint : func.getBody().front().getOps<AnnotateShardingOp>())
    hints[getRoot(hint.getInput())].push_back(
        {llvm::to_vector(hint.getPlacement()), hint.getLoc(),
         getRoot(hint.getInput()) != hint.getInput()});
}

shard::ShardOp findSharding(Value value) {
  shard::ShardOp first;
  for (Operation *user : value.getUsers())
    if (auto sharded = dyn_cast<shard::ShardOp>(user);
        sharded && !sharded.getAnnotateForUsers() &&
        (!first || sharded->isBeforeInBlock(first)))
      first = sharded;
  return first;
}

bool ShardingConflicts::isSplit(Value value, int64_t dim, int64_t axis) {
  shard::ShardOp sharded = findSharding(value);
  if (!sharded)
    return false;
  auto axes = shard::Sharding(sharded.getSharding()).getSplitAxes();
  return dim < int64_t(axes.size()) &&
         llvm::is_contained(axes[dim].asArrayRef(), shard::GridAxis(axis));
}

//===----------------------------------------------------------------------===//
// Where a split comes from
//===----------------------------------------------------------------------===//

/// The dimensions of an operator's other tensors along the loop of one.
void ShardingConflicts::addNeighbours(
    Operation *op, unsigned tensor, int64_t dim,
    SmallVectorImpl<std::pair<Value, int64_t>> &found) {
  if (!isa<shard::ShardingInterface>(op))
    return;
  ShardableLoops loops = getShardableLoops(op);
  if (dim >= int64_t(loops.maps[tensor].getNumResults()))
    return;
  unsigned loop = loops.getLoop(tensor, dim);
  for (unsigned other = 0; other < loops.maps.size(); ++other)
    if (std::optional<int64_t> place = loops.getDim(other, loop))
      found.push_back({other < op->getNumOperands()
                           ? getRoot(op->getOperand(other))
                           : op->getResult(other - op->getNumOperands()),
                       *place});
}

/// The nearest hint that a dimension is split by, through the operators that
/// pass the split on, in both directions as the propagation does.
std::optional<Location> ShardingConflicts::findHint(Value value, int64_t dim,
                                                    int64_t axis) {
  llvm::SmallSetVector<std::pair<Value, int64_t>, 16> ways;
  ways.insert({value, dim});
  // The set grows while it is walked: breadth first.
  for (size_t i = 0; i < ways.size(); ++i) {
    auto [reached, place] = ways[i];
    for (const Hint &hint : hints.lookup(reached))
      if (hint.placement[axis] == place)
        return hint.location;
    SmallVector<std::pair<Value, int64_t>> found;
    if (auto result = dyn_cast<OpResult>(reached))
      addNeighbours(result.getOwner(),
                    result.getOwner()->getNumOperands() +
                        result.getResultNumber(),
                    place, found);
    // What reads a value reads it through a sharding for its users.
    SmallVector<Value> names{reached};
    for (size_t name = 0; name < names.size(); ++name)
      for (OpOperand &use : names[name].getUses())
        if (auto sharded = dyn_cast<shard::ShardOp>(use.getOwner()))
          names.push_back(sharded.getResult());
        else
          addNeighbours(use.getOwner(), use.getOperandNumber(), place, found);
    for (auto &next : found)
      if (isSplit(next.first, next.second, axis))
        ways.insert(next);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// What is split in two ways
//===----------------------------------------------------------------------===//

/// Of operands by how they are made, of results by hints alone: without one a
/// result is split as the operands say. Loops that cannot be split are the
/// operator's own demand, whatever the hints are.
SmallVector<ShardingConflicts::Split>
ShardingConflicts::findSplits(Operation *op, const ShardableLoops &loops,
                              int64_t axis) {
  SmallVector<Split> splits;
  auto add = [&](unsigned tensor, Value value, int64_t dim,
                 const Twine &place) {
    unsigned loop = loops.getLoop(tensor, dim);
    if (canSplit(op, loops, loop))
      splits.push_back({loop, value, dim,
                        ("dimension " + Twine(dim) + " of " + place).str()});
  };
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    Value value = getRoot(operand);
    for (int64_t dim = 0; dim < int64_t(loops.maps[i].getNumResults()); ++dim)
      if (isSplit(value, dim, axis))
        add(i, value, dim, "operand " + Twine(i));
  }
  for (auto [i, result] : llvm::enumerate(op->getResults()))
    if (auto found = hints.find(result); found != hints.end())
      if (int64_t dim = found->second.front().placement[axis];
          dim != DTensorType::kReplicated)
        add(op->getNumOperands() + i, result, dim, "result " + Twine(i));
  return splits;
}

bool ShardingConflicts::reportOp(Operation *op, const ShardableLoops &loops,
                                 int64_t axis, bool isError) {
  SmallVector<Split> splits = findSplits(op, loops, axis);
  auto other = llvm::find_if(splits, [&](const Split &split) {
    return split.loop != splits.front().loop;
  });
  if (other == splits.end())
    return false;
  InFlightDiagnostic report =
      isError ? emitError(op->getLoc()) : emitRemark(op->getLoc());
  report << "'" << getOperatorName(op) << "' op expects axis " << axis << " of "
         << FlatSymbolRefAttr::get(mesh.getSymNameAttr())
         << " to split what belongs together, found it on "
         << splits.front().place << " and on " << other->place
         << ": one of them is exchanged; change one of the hints";
  for (const Split *split : {&splits.front(), &*other})
    report.attachNote(findHint(split->value, split->dim, axis)
                          .value_or(split->value.getLoc()))
        << split->place << " is split by this hint";
  return true;
}

/// Two hints for one value, where neither asks for a change of the other's.
bool ShardingConflicts::reportValue(Value value, ArrayRef<Hint> found,
                                    bool isError) {
  for (const Hint &hint : found.drop_front()) {
    if (hint.isChange || hint.placement == found.front().placement)
      continue;
    InFlightDiagnostic report =
        isError ? emitError(hint.location) : emitRemark(hint.location);
    report
        << "'relax.dist.annotate_sharding' op expects the placement that "
           "another hint has for its operand, found "
        << getShardingText(func.getContext(), mesh.getShape(), hint.placement)
        << " for "
        << getShardingText(func.getContext(), mesh.getShape(),
                           found.front().placement)
        << ": what reads it is given an exchanged tensor; put one behind the "
           "other if a change is meant";
    report.attachNote(found.front().location) << "the first hint is here";
    report.attachNote(value.getLoc()) << "is made here";
    return true;
  }
  return false;
}

LogicalResult ShardingConflicts::report(DeviceMeshOp mesh, bool isError) {
  this->mesh = mesh;
  bool isFound = false;
  for (auto &[value, found] : hints)
    isFound |= reportValue(value, found, isError);
  for (Operation &op : func.getBody().front().without_terminator()) {
    if (isa<shard::ShardingOp, shard::ShardOp>(op))
      continue;
    ShardableLoops loops = getShardableLoops(&op);
    for (auto [axis, size] : llvm::enumerate(mesh.getShape()))
      if (size != 1)
        isFound |= reportOp(&op, loops, axis, isError);
  }
  return success(!isFound || !isError);
}

} // namespace mlir::relax
