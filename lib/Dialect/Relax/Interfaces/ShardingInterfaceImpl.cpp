// `ShardingInterface` of operators whose loops are known: upstream's
// `sharding-propagation` finds how each is split, and `shard-partition` makes
// what one process computes, with an all-reduce where a sum is split.
#include "InterfaceModels.h"

#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/NormalizationOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/Interfaces/OperatorLoops.h"
#include "mlir/Dialect/Shard/Interfaces/ShardingInterfaceImpl.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax {

using shard::ReductionKind;
using shard::Sharding;
using shard::ShardingOption;
using utils::IteratorType;

namespace {
/// Loops as upstream wants them: each index of a tensor is a loop.
struct ShardableLoops {
  SmallVector<IteratorType> kinds;
  /// Whether a loop cannot be split.
  SmallVector<bool> isWhole;
  /// Of the operands, then of the result.
  SmallVector<AffineMap> maps;

  AffineExpr getLoopOf(AffineExpr index, MLIRContext *context);
};
} // namespace

// Upstream casts each index of a result to a loop, so an axis of size 1, which
// is broadcast or left by a reduction, has a loop of its own. So has one that
// is read in windows or as a whole. That one cannot be split, nor can the loops
// that place the windows: a part would need a halo of its neighbours.
AffineExpr ShardableLoops::getLoopOf(AffineExpr index, MLIRContext *context) {
  if (index && isa<AffineDimExpr>(index))
    return index;
  if (index)
    index.walk([&](AffineExpr part) {
      if (auto loop = dyn_cast<AffineDimExpr>(part))
        isWhole[loop.getPosition()] = true;
    });
  isWhole.push_back(!index || !isa<AffineConstantExpr>(index));
  kinds.push_back(IteratorType::parallel);
  return getAffineDimExpr(kinds.size() - 1, context);
}

// The loops of an operator, if they can be split. Types with symbols are left
// out: a part of `n` rows has a size of another name, which upstream does not
// give it.
static std::optional<OperatorLoops> getSplitLoops(Operation *op) {
  auto hasSymbols = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || tensor.getEncoding();
  };
  if (llvm::any_of(op->getOperandTypes(), hasSymbols) ||
      llvm::any_of(op->getResultTypes(), hasSymbols))
    return std::nullopt;
  return getOperatorLoops(op);
}

/// The axes of operand 0 along which an operator that keeps its shape combines
/// elements; none if it is no such operator.
static std::optional<SmallVector<int64_t>> getRowAxes(Operation *op) {
  return TypeSwitch<Operation *, std::optional<SmallVector<int64_t>>>(op)
      .Case<SoftmaxOp, LogSoftmaxOp>(
          [](auto op) { return SmallVector<int64_t>{int64_t(op.getAxis())}; })
      .Case<LayerNormOp, RMSNormOp>(
          [](auto op) { return llvm::to_vector(op.getAxes()); })
      .Default([](Operation *) { return std::nullopt; });
}

// A loop for each axis of operand 0, if the operator works on rows of it or
/// puts its axes in another order. Other operands, such as the scale of a norm,
/// are read whole by each row.
static std::optional<OperatorLoops> getRowLoops(Operation *op) {
  std::optional<SmallVector<int64_t>> rows = getRowAxes(op);
  auto permute = dyn_cast<PermuteDimsOp>(op);
  if (!rows && !permute)
    return std::nullopt;
  auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  if (!type || type.getEncoding())
    return std::nullopt;
  int64_t rank = type.getRank();
  OperatorLoops loops;
  loops.kinds.assign(rank, IteratorType::parallel);
  loops.isWhole.assign(rank, false);
  for (int64_t axis : rows.value_or(SmallVector<int64_t>()))
    loops.isWhole[axis < 0 ? axis + rank : axis] = true;
  for (Type operand : op->getOperandTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(operand);
    loops.operands.emplace_back(tensor ? tensor.getRank() : 0);
  }
  // Other operands keep null for each axis: all of it is read by each row.
  SmallVector<AffineExpr> &first = loops.operands.front();
  for (int64_t axis = 0; axis < rank; ++axis)
    first[axis] = getAffineDimExpr(axis, op->getContext());
  loops.result = first;
  if (permute)
    for (int64_t axis = 0; axis < rank; ++axis)
      loops.result[axis] = first[permute.getAxes() ? (*permute.getAxes())[axis]
                                                   : rank - 1 - axis];
  return loops;
}

static ShardableLoops getShardableLoops(Operation *op) {
  MLIRContext *context = op->getContext();
  ShardableLoops loops;
  SmallVector<SmallVector<AffineExpr>> indices;
  std::optional<OperatorLoops> found = getRowLoops(op);
  if (!found)
    found = getSplitLoops(op);
  if (found) {
    loops.kinds = found->kinds;
    loops.isWhole = found->isWhole;
    indices = found->operands;
    indices.push_back(found->result);
  } else {
    auto addAxes = [&](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      indices.emplace_back(tensor ? tensor.getRank() : 0);
    };
    llvm::for_each(op->getOperandTypes(), addAxes);
    llvm::for_each(op->getResultTypes(), addAxes);
  }
  for (SmallVector<AffineExpr> &tensor : indices)
    for (AffineExpr &index : tensor)
      index = loops.getLoopOf(index, context);
  for (SmallVector<AffineExpr> &tensor : indices)
    loops.maps.push_back(
        AffineMap::get(loops.kinds.size(), 0, tensor, context));
  return loops;
}

// What joins the results of parts. Parts are of one size, so the mean of all is
// the mean of their means; a variance is no such thing of theirs.
static ReductionKind getReductionKind(Operation *op) {
  // `relax.ccl.allreduce` joins numbers, no booleans: these are gathered.
  if (op->getNumResults() == 1 &&
      getElementTypeOrSelf(op->getResult(0)).isInteger(1))
    return ReductionKind::Generic;
  return TypeSwitch<Operation *, ReductionKind>(op)
      .Case<MatmulOp, Conv1dOp, Conv2dOp, Conv3dOp, SumOp>(
          [](auto) { return ReductionKind::Sum; })
      .Case([](ProdOp) { return ReductionKind::Product; })
      .Case([](MaxOp) { return ReductionKind::Max; })
      .Case([](MinOp) { return ReductionKind::Min; })
      .Case([](MeanOp) { return ReductionKind::Average; })
      .Default([](Operation *) { return ReductionKind::Generic; });
}

static bool canSplit(Operation *op, const ShardableLoops &loops, size_t loop) {
  return !loops.isWhole[loop] &&
         (loops.kinds[loop] != IteratorType::reduction ||
          getReductionKind(op) != ReductionKind::Generic);
}

// The known size of an axis that a loop goes along; dynamic if there is none.
// The first tensor that has the loop as an axis is enough, as the verifier has
// seen that all of them agree.
static int64_t getSize(Operation *op, const ShardableLoops &loops,
                       unsigned loop) {
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  for (auto [type, map] : llvm::zip(types, loops.maps))
    for (auto [axis, index] : llvm::enumerate(map.getResults()))
      if (cast<AffineDimExpr>(index).getPosition() == loop)
        return cast<RankedTensorType>(type).getDimSize(axis);
  return ShapedType::kDynamic;
}

// How the loops of an operator are split, by what is said of its operands and
// its result. A loop that cannot be split, or not evenly, is not: upstream then
// gathers the operand. It does not look itself whether sizes divide.
static FailureOr<ShardingOption> findOption(Operation *op,
                                            ArrayRef<Sharding> operands,
                                            ArrayRef<Sharding> results) {
  FailureOr<ShardingOption> option =
      shard::detail::defaultGetShardingOption(op, operands, results);
  // Empty says that nothing is known of how the operands are split, so that
  // there is no grid to look up either.
  if (failed(option) || option->empty)
    return option;
  SymbolTableCollection symbols;
  shard::GridOp grid = shard::getGridOrNull(op, option->grid, symbols);
  if (!grid)
    return failure();
  ShardableLoops loops = getShardableLoops(op);
  for (auto [i, axes] : llvm::enumerate(option->shardingArray)) {
    int64_t size = getSize(op, loops, i);
    int64_t parts = shard::collectiveProcessGroupSize(axes, grid);
    if (!canSplit(op, loops, i) ||
        (ShapedType::isStatic(size) && ShapedType::isStatic(parts) &&
         size % parts != 0))
      axes.clear();
  }
  return option;
}

// Joins what the processes have that share a result.
static LogicalResult joinParts(Operation *op, ArrayRef<Sharding> operands,
                               ArrayRef<Sharding> results, IRMapping &map,
                               OpBuilder &builder) {
  ShardableLoops loops = getShardableLoops(op);
  shard::ShardingArray axes = shard::getGridAxisAssignmentForLoopIterators(
      operands, results, loops.kinds, loops.maps);
  for (auto [i, split] : llvm::enumerate(axes)) {
    if (split.empty() || canSplit(op, loops, i))
      continue;
    InFlightDiagnostic error =
        op->emitOpError("expects a whole axis where it has windows, padding, "
                        "groups, a variance or symbols, found one that is "
                        "split over axis ")
        << split.front() << " of grid " << operands.front().getGridAttr()
        << "; leave 'annotate_for_users' away, so that it is gathered";
    error.attachNote(op->getOperand(0).getLoc()) << "is split here";
    return error;
  }
  if (!shard::isAtLeastOneReductionIteratorSharded(loops.kinds, axes))
    return success();
  Value part = map.lookup(op->getResult(0));
  map.map(op->getResult(0),
          shard::AllReduceOp::create(
              builder, op->getLoc(), part, operands.front().getGrid(),
              shard::getReductionGridAxes(loops.kinds, axes),
              getReductionKind(op))
              .getResult());
  return success();
}

namespace {
/// One model for all operators: what they differ in is asked of their loops.
struct ShardingModel : shard::ShardingInterface::FallbackModel<ShardingModel> {
  SmallVector<IteratorType> getLoopIteratorTypes(Operation *op) const {
    return getShardableLoops(op).kinds;
  }

  SmallVector<ReductionKind>
  getReductionLoopIteratorKinds(Operation *op) const {
    size_t count =
        llvm::count(getShardableLoops(op).kinds, IteratorType::reduction);
    return SmallVector<ReductionKind>(count, getReductionKind(op));
  }

  SmallVector<AffineMap> getIndexingMaps(Operation *op) const {
    return getShardableLoops(op).maps;
  }

  FailureOr<ShardingOption>
  getShardingOption(Operation *op, ArrayRef<Sharding> operands,
                    ArrayRef<Sharding> results) const {
    return findOption(op, operands, results);
  }

  FailureOr<std::vector<Sharding>>
  getShardingAnnotations(Operation *op, const ShardingOption &option) const {
    return shard::detail::defaultGetShardingAnnotations(op, option);
  }

  LogicalResult addShardingAnnotations(Operation *op, OpBuilder &builder,
                                       const ShardingOption &option) const {
    return shard::detail::defaultAddShardingAnnotations(op, builder, option);
  }

  LogicalResult partition(Operation *op, ArrayRef<Value> parts,
                          ArrayRef<Sharding> operands,
                          ArrayRef<Sharding> results, IRMapping &map,
                          SymbolTableCollection &symbols,
                          OpBuilder &builder) const {
    // Upstream's propagation goes on after its error.
    auto isRanked = [](Type type) { return isa<RankedTensorType>(type); };
    if (!llvm::all_of(op->getOperandTypes(), isRanked) ||
        !llvm::all_of(op->getResultTypes(), isRanked))
      return op->emitOpError("expects tensors of known rank alone where it is "
                             "split; 'relax-propagate-sharding' leaves it "
                             "whole");
    shard::partitionTriviallyShardableOperation(*op, parts, operands, results,
                                                map, symbols, builder);
    return joinParts(op, operands, results, map, builder);
  }
};
} // namespace

// Operators without known loops are computed whole by each process, so that a
// program with one of them can be split elsewhere.
void attachSharding(MLIRContext &context) {
  for (RegisteredOperationName name :
       context.getRegisteredOperationsByDialect("relax"))
    if (name.hasTrait<OpTrait::ZeroRegions>() &&
        name.hasTrait<OpTrait::ZeroSuccessors>() &&
        !name.hasTrait<OpTrait::ZeroResults>() &&
        !name.hasTrait<OpTrait::IsTerminator>())
      name.attachInterface<ShardingModel>();
  // What `relax-propagate-sharding` puts in the place of the others.
  UnrealizedConversionCastOp::attachInterface<ShardingModel>(context);
}

} // namespace mlir::relax
