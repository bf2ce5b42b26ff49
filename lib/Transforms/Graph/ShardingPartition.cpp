// What each worker does of a function whose tensors all have shardings.
//
// Two things stay as they come as long as nobody asks: partial sums, which one
// exchange adds up behind the last operator that sums go through, and what pads
// the parts of a size that the workers do not divide. Padding is anything; it
// is hidden from operators that combine elements along the dimension, and cut
// off where parts are joined.
#include "ShardingPartition.h"

#include "MeshCost.h"
#include "MeshExchange.h"
#include "PlacementChange.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "Relax/Dialect/Relax/IR/PlacementSyntax.h"
#include "Relax/Dialect/Relax/IR/TensorBuilder.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/Interfaces/LinearOperands.h"
#include "ShardingConflicts.h"
#include "mlir/Dialect/Shard/Interfaces/ShardingInterfaceImpl.h"
#include <limits>

namespace mlir::relax {

/// The `op_type` of a kind of reduction; empty if there is none.
static StringRef getOpType(shard::ReductionKind kind) {
  switch (kind) {
  case shard::ReductionKind::Sum:
    return "sum";
  case shard::ReductionKind::Product:
    return "prod";
  case shard::ReductionKind::Min:
    return "min";
  case shard::ReductionKind::Max:
    return "max";
  case shard::ReductionKind::Average:
    return "avg";
  default:
    return "";
  }
}

SmallVector<int64_t> ShardingPartition::getPlacement(shard::Sharding sharding) {
  // Upstream lists the axes of each dimension, relax the dimension of each
  // axis. Axes of one dimension are taken in rising order, whatever upstream's
  // is: all shardings of a function are read so, and nothing else depends on
  // it.
  SmallVector<int64_t> placement(grid.getShape().size(),
                                 DTensorType::kReplicated);
  for (auto [dim, axes] : llvm::enumerate(sharding.getSplitAxes()))
    for (shard::GridAxis axis : axes.asArrayRef())
      placement[axis] = dim;
  return placement;
}

/// Upstream's `shardType` leaves the names of sizes as they are, which it does
/// not know, and wants sizes that the workers divide.
Type ShardingPartition::getPartType(Type type, shard::Sharding sharding) {
  auto tensor = cast<RankedTensorType>(type);
  SmallVector<int64_t> placement = getPlacement(sharding);
  if (!hasNamedDims(tensor))
    return shard::shardType(type, grid, sharding);
  SmallVector<SymExprAttr> dims = getDims(tensor);
  for (auto [dim, size] : llvm::enumerate(dims))
    size = getPartSize(size, countParts(grid.getShape(), placement, dim));
  return getTensorType(dims, tensor.getElementType());
}

std::vector<shard::Sharding>
ShardingPartition::getShardings(ValueRange values) {
  std::vector<shard::Sharding> found;
  for (Value value : values)
    found.push_back(shardings.lookup(value));
  return found;
}

//===----------------------------------------------------------------------===//
// Partial sums
//===----------------------------------------------------------------------===//

/// Right behind the part, so that workers compute what does not need the sum
/// while they exchange it.
Value ShardingPartition::addUp(Value part) {
  auto found = sums.find(part);
  if (found == sums.end())
    return part;
  Value &whole = added[part];
  if (!whole) {
    OpBuilder builder(func.getContext());
    builder.setInsertionPointAfterValue(part);
    whole = MeshExchange(builder, part.getLoc(), grid.getShape(), found->second)
                .reduce(part, "sum");
  }
  return whole;
}

/// How many operators read a value, by whatever sharding.
static size_t countReaders(Value value) {
  size_t count = 0;
  for (Operation *user : value.getUsers())
    count += isa<shard::ShardOp>(user) ? countReaders(user->getResult(0)) : 1;
  return count;
}

/// Whether one exchange of `made` sends no more than those of all `addends`.
static bool sendsNoMore(Type made, ArrayRef<Type> addends) {
  if (llvm::is_contained(addends, made))
    return true;
  int64_t sent = 0;
  for (Type addend : addends) {
    int64_t bytes = countBytes(addend);
    if (bytes < 0)
      return false;
    sent += bytes;
  }
  int64_t bytes = countBytes(made);
  return bytes >= 0 && bytes <= sent;
}

/// Of all addends where it adds them, of one where it is linear in each.
SmallVector<int64_t> ShardingPartition::getPassedSums(Operation *op) {
  SmallVector<int64_t> axes;
  SmallVector<Type> addends;
  Linearity linearity = Linearity::None;
  for (OpOperand &operand : op->getOpOperands()) {
    Value part = parts.lookup(operand.get());
    auto sum = sums.find(part);
    if (sum == sums.end())
      continue;
    linearity = getLinearity(op, operand.getOperandNumber());
    if (linearity == Linearity::None || (!axes.empty() && axes != sum->second))
      return {};
    axes = sum->second;
    addends.push_back(part.getType());
  }
  if (addends.size() !=
      (linearity == Linearity::Together ? op->getNumOperands() : 1))
    return {};
  // Workers that add have one part of everything else.
  SmallVector<Value> tensors(op->getOperands());
  tensors.push_back(op->getResult(0));
  for (Value tensor : tensors) {
    SmallVector<int64_t> placement = getPlacement(shardings.lookup(tensor));
    if (llvm::any_of(axes,
                     [&](int64_t axis) { return isSplitDim(placement[axis]); }))
      return {};
  }
  Type made =
      getPartType(tensors.back().getType(), shardings.lookup(tensors.back()));
  return sendsNoMore(made, addends) ? axes : SmallVector<int64_t>();
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

/// Ones for the rows of the tensor, whole on each worker, of which each takes
/// its part. In front of everything: several operators read it.
Value ShardingPartition::getMask(SymExprAttr size,
                                 ArrayRef<shard::GridAxis> axes) {
  SmallVector<int64_t> placement(grid.getShape().size(),
                                 DTensorType::kReplicated);
  SmallVector<int64_t> whole = placement;
  for (shard::GridAxis axis : axes)
    placement[axis] = 0;
  OpBuilder builder = OpBuilder::atBlockBegin(&func.getBody().front());
  Value &mask = masks[{size, builder.getDenseI64ArrayAttr(placement)}];
  if (mask)
    return mask;
  TensorBuilder tensors(builder, func.getLoc());
  OnesOp::Properties ones;
  ones.dtype = TypeAttr::get(builder.getI1Type());
  mask = PlacementChange(builder, func.getLoc(), grid.getShape(), whole, size)
             .run(tensors.emit<OnesOp>(tensors.shape(size), ones), placement);
  return mask;
}

/// What changes nothing in a reduction.
static double getNeutral(shard::ReductionKind kind) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  switch (kind) {
  case shard::ReductionKind::Product:
    return 1;
  case shard::ReductionKind::Min:
    return infinity;
  case shard::ReductionKind::Max:
    return -infinity;
  default:
    return 0;
  }
}

namespace {
/// A loop that combines elements of padded parts.
struct PaddedLoop {
  unsigned loop;
  SymExprAttr size;
  SmallVector<shard::GridAxis> axes;
  int64_t parts;
};
} // namespace

/// The loops of a reduction whose parts are padded, by how its operands and its
/// result are split.
static SmallVector<PaddedLoop> findPaddedLoops(Operation *op,
                                               shard::GridOp grid,
                                               ArrayRef<shard::Sharding> read,
                                               ArrayRef<shard::Sharding> made) {
  SmallVector<PaddedLoop> found;
  ShardableLoops loops = getShardableLoops(op);
  shard::ShardingArray axes = shard::getGridAxisAssignmentForLoopIterators(
      read, made, loops.kinds, loops.maps);
  for (auto [loop, split] : llvm::enumerate(axes)) {
    if (split.empty() || loops.kinds[loop] != utils::IteratorType::reduction)
      continue;
    int64_t parts = shard::collectiveProcessGroupSize(split, grid);
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      if (std::optional<int64_t> dim = loops.getDim(i, loop)) {
        SymExprAttr size =
            getDims(cast<RankedTensorType>(operand.getType()))[*dim];
        if (isPadded(size, parts))
          found.push_back({unsigned(loop), size, split, parts});
        break;
      }
  }
  return found;
}

/// All operands of a product: zero times what pads the other one may be a NaN.
void ShardingPartition::maskOperands(Operation *op, IRMapping &operands,
                                     OpBuilder &builder) {
  SmallVector<PaddedLoop> padded =
      findPaddedLoops(op, grid, getShardings(op->getOperands()),
                      getShardings(op->getResults()));
  if (padded.empty())
    return;
  ShardableLoops loops = getShardableLoops(op);
  double neutral = getNeutral(cast<shard::ShardingInterface>(op)
                                  .getReductionLoopIteratorKinds()
                                  .front());
  TensorBuilder tensors(builder, op->getLoc());
  for (const PaddedLoop &loop : padded) {
    Value mask = getMask(loop.size, loop.axes);
    for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
      std::optional<int64_t> dim = loops.getDim(i, loop.loop);
      if (!dim)
        continue;
      Value part = operands.lookup(operand);
      Dims dims(TensorBuilder::rankOf(part), tensors.dim(1));
      dims[*dim] = TensorBuilder::dimsOf(mask).front();
      operands.map(operand, tensors.select(tensors.reshape(mask, dims), part,
                                           tensors.number(neutral, part)));
    }
  }
}

/// The mean of the workers' means counts what pads their parts.
Value ShardingPartition::scaleMean(Operation *op, Value part,
                                   OpBuilder &builder) {
  TensorBuilder tensors(builder, op->getLoc());
  for (const PaddedLoop &loop :
       findPaddedLoops(op, grid, getShardings(op->getOperands()),
                       getShardings(op->getResults()))) {
    SymExprAttr counted = getPartSize(loop.size, loop.parts) * loop.parts;
    if (loop.size.getConstant())
      part = tensors.mul(part, double(*counted.getConstant()) /
                                   double(*loop.size.getConstant()));
    else
      part = tensors.mul(part, tensors.div(tensors.count(counted, part),
                                           tensors.count(loop.size, part)));
  }
  return part;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

void ShardingPartition::reshard(shard::ShardOp op, OpBuilder &builder) {
  shard::Sharding sharding(op.getSharding());
  Value part = parts.lookup(op.getSrc());
  SmallVector<int64_t> from = getPlacement(shardings.lookup(op.getSrc())),
                       to = getPlacement(sharding);
  // Nothing is made where both placements are the same; sums stay what they
  // are.
  if (from != to) {
    if (auto sum = sums.find(part); sum != sums.end())
      for (int64_t axis : sum->second)
        from[axis] = kPartialSum;
    part = PlacementChange(
               builder, op.getLoc(), grid.getShape(), from,
               getDims(cast<RankedTensorType>(op.getResult().getType())))
               .run(part, to);
  }
  parts.map(op.getResult(), part);
  shardings[op.getResult()] = sharding;
}

/// Makes the operator of parts, in front of the whole one.
LogicalResult ShardingPartition::makePart(Operation *op, IRMapping &operands,
                                          OpBuilder &builder) {
  SmallVector<Value> values;
  for (Value operand : op->getOperands())
    values.push_back(operands.lookup(operand));
  return cast<shard::ShardingInterface>(op).partition(
      values, getShardings(op->getOperands()), getShardings(op->getResults()),
      operands, symbols, builder);
}

LogicalResult ShardingPartition::partition(Operation *op, OpBuilder &builder) {
  for (Value result : op->getResults())
    shardings[result] = shard::Sharding(findSharding(result).getSharding());
  SmallVector<int64_t> passed = getPassedSums(op);
  IRMapping values;
  for (Value operand : op->getOperands()) {
    Value part = parts.lookup(operand);
    values.map(operand, passed.empty() ? addUp(part) : part);
  }
  maskOperands(op, values, builder);
  Operation *last = op->getPrevNode();
  if (failed(makePart(op, values, builder)))
    return failure();
  // The sums of parts that the operator has asked for, after the operator.
  for (Operation *next = last ? last->getNextNode() : &op->getBlock()->front();
       next != op; next = next->getNextNode()) {
    auto reduce = dyn_cast<shard::AllReduceOp>(next);
    if (!reduce) {
      for (auto [result, old] : llvm::zip(next->getResults(), op->getResults()))
        result.setType(getPartType(old.getType(), shardings.lookup(old)));
      continue;
    }
    Value part = reduce.getInput();
    SmallVector<int64_t> axes(reduce.getGridAxes());
    shard::ReductionKind kind = reduce.getReduction();
    reduce.erase();
    if (kind == shard::ReductionKind::Sum) {
      llvm::append_range(passed, axes);
      llvm::sort(passed);
    } else {
      if (kind == shard::ReductionKind::Average)
        part = scaleMean(op, part, builder);
      part = MeshExchange(builder, op->getLoc(), grid.getShape(), axes)
                 .reduce(part, getOpType(kind));
    }
    values.map(op->getResult(0), part);
    break;
  }
  for (Value result : op->getResults())
    parts.map(result, values.lookup(result));
  if (passed.empty())
    return success();
  Value part = parts.lookup(op->getResult(0));
  sums[part] = passed;
  // Several operators read one sum; each would have its own else.
  if (countReaders(op->getResult(0)) != 1)
    parts.map(op->getResult(0), addUp(part));
  return success();
}

/// How a parameter is spread, as the run time reads it. Behind it stand the
/// sizes of one whose parts are padded, "[2] [S[0]] [5, ?]": a part alone does
/// not tell whether a file has the tensor or one of about its size.
StringAttr ShardingPartition::getParameterText(BlockArgument parameter,
                                               ArrayRef<int64_t> placement) {
  StringAttr text =
      getShardingText(func.getContext(), grid.getShape(), placement);
  SmallVector<SymExprAttr> whole =
      getDims(cast<RankedTensorType>(parameter.getType()));
  if (llvm::none_of(llvm::enumerate(whole), [&](auto size) {
        return isPadded(size.value(),
                        countParts(grid.getShape(), placement, size.index()));
      }))
    return text;
  std::string sizes;
  llvm::raw_string_ostream stream(sizes);
  llvm::interleaveComma(whole, stream, [&](SymExprAttr size) {
    if (std::optional<int64_t> number = size.getConstant())
      stream << *number;
    else
      stream << '?';
  });
  return StringAttr::get(func.getContext(),
                         text.getValue() + " [" + sizes + "]");
}

/// Parameters get their types first, since what reads them is made with these.
void ShardingPartition::partitionParameters() {
  for (BlockArgument parameter : func.getArguments()) {
    parts.map(parameter, parameter);
    shard::ShardOp sharded = findSharding(parameter);
    if (!sharded)
      continue;
    shard::Sharding sharding(sharded.getSharding());
    shardings[parameter] = sharding;
    SmallVector<int64_t> placement = getPlacement(sharding);
    if (llvm::any_of(placement, isSplitDim))
      func.setArgAttr(parameter.getArgNumber(), kShardingName,
                      getParameterText(parameter, placement));
    parameter.setType(getPartType(parameter.getType(), sharding));
  }
}

LogicalResult ShardingPartition::run() {
  Block &body = func.getBody().front();
  SmallVector<Operation *> ops;
  for (Operation &op : body.without_terminator())
    ops.push_back(&op);
  partitionParameters();
  for (Operation *op : ops) {
    OpBuilder builder(op);
    if (auto sharded = dyn_cast<shard::ShardOp>(op))
      reshard(sharded, builder);
    else if (!isa<shard::ShardingOp>(op) && failed(partition(op, builder)))
      return failure();
  }
  Operation *end = body.getTerminator();
  for (OpOperand &result : end->getOpOperands())
    result.set(addUp(parts.lookup(result.get())));
  // Users first.
  for (Operation *op : llvm::reverse(ops))
    op->erase();
  func.setFunctionType(FunctionType::get(
      func.getContext(), body.getArgumentTypes(), end->getOperandTypes()));
  return success();
}

} // namespace mlir::relax
