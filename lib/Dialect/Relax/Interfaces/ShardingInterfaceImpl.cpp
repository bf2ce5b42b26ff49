// `ShardingInterface` of operators whose loops are known: upstream's
// `sharding-propagation` finds how each is split, and `shard-partition` makes
// what one process computes, with an all-reduce where a sum is split.
#include "InterfaceModels.h"

#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Dialect/Relax/IR/GradientOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/LossOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/Interfaces/ShardableLoops.h"
#include "mlir/Dialect/Shard/Interfaces/ShardingInterfaceImpl.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax {

using shard::ReductionKind;
using shard::Sharding;
using shard::ShardingOption;
using utils::IteratorType;

// What joins the results of parts. Parts are of one size, so the mean of all is
// the mean of their means; a variance is no such thing of theirs.
static ReductionKind getReductionKind(Operation *op) {
  // `relax.ccl.allreduce` joins numbers, no booleans: these are gathered.
  if (op->getNumResults() == 1 &&
      getElementTypeOrSelf(op->getResult(0)).isInteger(1))
    return ReductionKind::Generic;
  return TypeSwitch<Operation *, ReductionKind>(op)
      .Case<MatmulOp, Conv1dOp, Conv2dOp, Conv3dOp, Conv1dTransposeOp,
            Conv2dTransposeOp, Conv3dTransposeOp, SumOp, NLLLossOp,
            TakeBackwardOp>([](auto) { return ReductionKind::Sum; })
      .Case([](ProdOp) { return ReductionKind::Product; })
      .Case([](MaxOp) { return ReductionKind::Max; })
      .Case([](MinOp) { return ReductionKind::Min; })
      .Case([](MeanOp) { return ReductionKind::Average; })
      .Default([](Operation *) { return ReductionKind::Generic; });
}

bool canSplit(Operation *op, const ShardableLoops &loops, unsigned loop) {
  return !loops.isWhole[loop] &&
         (loops.kinds[loop] != IteratorType::reduction ||
          getReductionKind(op) != ReductionKind::Generic);
}

static bool hasOneElement(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return tensor && tensor.hasStaticShape() && tensor.getNumElements() == 1;
}

// Whether nothing but the readers of an operator's result says how to split it:
// it copies one element, or reads such copies and nothing that is split. Made
// whole, the derivative of a mean would make all that follows from it whole.
static bool waitsForReaders(Operation *op, ArrayRef<Sharding> operands,
                            ArrayRef<Sharding> results) {
  auto isSplit = [](const Sharding &sharding) {
    return sharding && llvm::any_of(sharding.getSplitAxes(),
                                    [](auto axes) { return !axes.empty(); });
  };
  if (llvm::any_of(results,
                   [](const Sharding &known) { return bool(known); }) ||
      llvm::any_of(operands, isSplit) || op->getNumOperands() == 0 ||
      llvm::all_of(op->getResults(), hasOneElement))
    return false;
  bool isCopy = llvm::all_of(op->getOperands(), hasOneElement);
  return isCopy ||
         llvm::any_of(llvm::zip(op->getOperands(), operands), [](auto pair) {
           return !std::get<1>(pair) && !hasOneElement(std::get<0>(pair));
         });
}

// How the loops of an operator are split, by what is said of its operands and
// its result. A loop that cannot be split, or neither evenly nor padded, is
// not: upstream then gathers the operand. It does not look itself whether sizes
// divide.
static FailureOr<ShardingOption> findOption(Operation *op,
                                            ArrayRef<Sharding> operands,
                                            ArrayRef<Sharding> results) {
  FailureOr<ShardingOption> option =
      shard::detail::defaultGetShardingOption(op, operands, results);
  // Empty says that nothing is known of how the operands are split, so that
  // there is no grid to look up either.
  if (failed(option) || option->empty)
    return option;
  if (waitsForReaders(op, operands, results))
    return ShardingOption::makeEmpty();
  SymbolTableCollection symbols;
  shard::GridOp grid = shard::getGridOrNull(op, option->grid, symbols);
  if (!grid)
    return failure();
  ShardableLoops loops = getShardableLoops(op);
  for (auto [i, axes] : llvm::enumerate(option->shardingArray)) {
    int64_t parts = shard::collectiveProcessGroupSize(axes, grid);
    if (!canSplit(op, loops, i) ||
        (ShapedType::isStatic(parts) && !isEvenlySplit(op, loops, i, parts) &&
         !canPad(op, loops, i)))
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
    if (!areRankedTensors(op->getOperandTypes()) ||
        !areRankedTensors(op->getResultTypes()))
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
  // Upstream's `getRegisteredOperationsByDialect` (22.1) compares by a number
  // that is true for greater and for less, and finds none where dialects behind
  // relax, such as stablehlo, were loaded before.
  for (RegisteredOperationName name : context.getRegisteredOperations())
    if (name.getDialectNamespace() == "relax" &&
        name.hasTrait<OpTrait::ZeroRegions>() &&
        name.hasTrait<OpTrait::ZeroSuccessors>() &&
        !name.hasTrait<OpTrait::ZeroResults>() &&
        !name.hasTrait<OpTrait::IsTerminator>())
      name.attachInterface<ShardingModel>();
  // What `relax-propagate-sharding` puts in the place of the others.
  UnrealizedConversionCastOp::attachInterface<ShardingModel>(context);
}

} // namespace mlir::relax
