// `ShardingInterface` of operators whose loops are known: upstream's
// `sharding-propagation` finds how each is split, and `shard-partition` makes
// what one process computes, with an all-reduce where a sum is split.
#include "InterfaceModels.h"

#include "Relax/Dialect/Relax/Interfaces/OperatorFamilies.h"
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

static ShardableLoops getShardableLoops(Operation *op) {
  MLIRContext *context = op->getContext();
  ShardableLoops loops;
  SmallVector<SmallVector<AffineExpr>> indices;
  if (std::optional<OperatorLoops> found = getSplitLoops(op)) {
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
template <typename Op>
struct ShardingModel
    : public shard::ShardingInterface::ExternalModel<ShardingModel<Op>, Op> {
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

  LogicalResult partition(Operation *op, ArrayRef<Value> parts,
                          ArrayRef<Sharding> operands,
                          ArrayRef<Sharding> results, IRMapping &map,
                          SymbolTableCollection &symbols,
                          OpBuilder &builder) const {
    shard::partitionTriviallyShardableOperation(*op, parts, operands, results,
                                                map, symbols, builder);
    return joinParts(op, operands, results, map, builder);
  }
};
} // namespace

void attachSharding(MLIRContext &context) {
  visitOperatorsWithLoops([&](auto *op) {
    using Op = std::remove_pointer_t<decltype(op)>;
    Op::template attachInterface<ShardingModel<Op>>(context);
  });
}

} // namespace mlir::relax
