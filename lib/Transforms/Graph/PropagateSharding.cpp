// Follows hints of how tensors are spread through a function, and makes what
// each worker does of it.
//
// Upstream's `sharding-propagation` does the first. Operators say how they are
// split, and split themselves, by `ShardingInterface`
// (ShardingInterfaceImpl.cpp). What upstream lacks is around it: hints and
// meshes of relax become its shardings and grids, and exchanges become
// operators of `relax.ccl`. `ShardingPartition` says why `shard-partition` does
// not serve.
#include "Relax/Transforms/Graph/Passes.h"

#include "PlacementChange.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/PlacementSyntax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/Interfaces/ShardableLoops.h"
#include "Relax/Transforms/Memory/Passes.h"
#include "ShardingConflicts.h"
#include "ShardingPartition.h"
#include "SplitSymbols.h"
#include "TupleSignature.h"
#include "WholeOps.h"
#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "mlir/Dialect/Shard/Interfaces/ShardingInterface.h"
#include "mlir/Dialect/Shard/Transforms/Passes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::relax {
#define GEN_PASS_DEF_PROPAGATESHARDINGPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

namespace {
struct PropagateShardingPass
    : impl::PropagateShardingPassBase<PropagateShardingPass> {
  using PropagateShardingPassBase::PropagateShardingPassBase;

  void runOnOperation() override;

private:
  FailureOr<DeviceMeshOp> check(FuncOp func, SymbolTableCollection &symbols);
  LogicalResult split(FuncOp func, DeviceMeshOp mesh);
};
} // namespace

/// What a hint splits has to have a size that is known or has a name.
static LogicalResult checkHint(AnnotateShardingOp hint) {
  auto tensor = dyn_cast<RankedTensorType>(hint.getInput().getType());
  if (!tensor && llvm::any_of(hint.getPlacement(), isSplitDim))
    return (hint.emitOpError("expects a tensor of known rank where it splits a "
                             "dimension, found ")
            << hint.getInput().getType())
               .attachNote(hint.getInput().getLoc())
           << "is made here";
  if (tensor && !hasNamedDims(tensor))
    return (hint.emitOpError("expects a tensor whose sizes are known or have "
                             "names, and that is on no device, found ")
            << tensor)
               .attachNote(hint.getInput().getLoc())
           << "is made here";
  return success();
}

/// Regions and results that can be spread, in a function with `hint`.
static LogicalResult checkOps(FuncOp func, AnnotateShardingOp hint) {
  for (Operation &op : func.getBody().front()) {
    // Parameters of other regions would have to be parts, too.
    if (op.getNumRegions() != 0 && !isa<IfOp>(op)) {
      InFlightDiagnostic error =
          op.emitOpError("expects no regions but those of 'relax.if' in a "
                         "function with hints of how tensors are spread, "
                         "found ");
      error << op.getNumRegions() << "; put it into a function of its own";
      error.attachNote(hint.getLoc()) << "is a hint of it";
      return error;
    }
    if (op.hasTrait<OpTrait::IsTerminator>() &&
        !areRankedTensors(op.getOperandTypes())) {
      InFlightDiagnostic error =
          op.emitOpError("expects tensors of known rank in a function with "
                         "hints of how tensors are spread, found ");
      error << op.getOperandTypes();
      error.attachNote(hint.getLoc()) << "is a hint of it";
      return error;
    }
  }
  return success();
}

/// The mesh of a function's hints, null if it has none.
FailureOr<DeviceMeshOp>
PropagateShardingPass::check(FuncOp func, SymbolTableCollection &symbols) {
  AnnotateShardingOp first;
  WalkResult result = func.walk([&](AnnotateShardingOp hint) -> WalkResult {
    if (hint->getParentOp() != func) {
      InFlightDiagnostic error = hint.emitOpError(
          "expects to stand in the body of a function, found one in a '");
      error << hint->getParentOp()->getName()
            << "'; put the hint in front of it";
      error.attachNote(hint->getParentOp()->getLoc()) << "is here";
      return error;
    }
    if (!first)
      first = hint;
    if (first.getDeviceMesh() != hint.getDeviceMesh()) {
      InFlightDiagnostic error = hint.emitOpError("expects one mesh in each "
                                                  "function, found ");
      error << hint.getDeviceMeshAttr() << " beside "
            << first.getDeviceMeshAttr();
      error.attachNote(first.getLoc()) << "is the other hint";
      return error;
    }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  if (!first)
    return DeviceMeshOp();
  if (failed(checkOps(func, first)))
    return failure();
  // Parameters and results become parts, which a caller does not have.
  if (std::optional<SymbolTable::UseRange> uses =
          SymbolTable::getSymbolUses(func.getNameAttr(), getOperation());
      uses && !uses->empty()) {
    InFlightDiagnostic error = func.emitOpError(
        "expects no callers where it has hints of how tensors are spread, "
        "found one; inline it first");
    error.attachNote(uses->begin()->getUser()->getLoc()) << "is called here";
    return error;
  }
  auto mesh = symbols.lookupNearestSymbolFrom<DeviceMeshOp>(
      first, first.getDeviceMeshAttr());
  if (failed(checkDeviceOrder(mesh)))
    return failure();
  return mesh;
}

/// A sharding of `tensor` by `placement`; an empty one says that each worker
/// has all of it. An axis of one worker splits nothing: a program for one must
/// not wait for others.
static Value makeSharding(OpBuilder &builder, Location location,
                          shard::GridOp grid, RankedTensorType tensor,
                          ArrayRef<int64_t> placement) {
  SmallVector<shard::GridAxesAttr> axes;
  for (int64_t dim = 0; dim < tensor.getRank(); ++dim) {
    SmallVector<shard::GridAxis> split;
    for (auto [axis, place] : llvm::enumerate(placement))
      if (place == dim && grid.getShape()[axis] != 1)
        split.push_back(axis);
    axes.push_back(shard::GridAxesAttr::get(builder.getContext(), split));
  }
  return shard::ShardingOp::create(
      builder, location, FlatSymbolRefAttr::get(grid.getSymNameAttr()), axes);
}

/// Makes upstream's shardings of the hints of a function: of how a value is
/// made. What reads it may want it in another way.
///
/// A parameter that no hint is for is whole, so that a caller brings a part
/// only where the program asks for it.
static void replaceHints(FuncOp func, shard::GridOp grid) {
  Block &body = func.getBody().front();
  OpBuilder builder(func.getContext());
  for (BlockArgument parameter : body.getArguments()) {
    auto tensor = dyn_cast<RankedTensorType>(parameter.getType());
    if (!tensor ||
        llvm::any_of(parameter.getUsers(), llvm::IsaPred<AnnotateShardingOp>))
      continue;
    builder.setInsertionPointToStart(&body);
    auto whole = shard::ShardOp::create(
        builder, parameter.getLoc(), parameter,
        makeSharding(builder, parameter.getLoc(), grid, tensor, {}));
    parameter.replaceAllUsesExcept(whole.getResult(), whole);
  }
  SmallVector<AnnotateShardingOp> hints(body.getOps<AnnotateShardingOp>());
  for (AnnotateShardingOp hint : hints) {
    Value value = hint.getInput();
    auto tensor = dyn_cast<RankedTensorType>(value.getType());
    if (!tensor) {
      hint.getResult().replaceAllUsesWith(value);
      hint.erase();
      continue;
    }
    // The first hint of a value says how it is made, to all that reads it; a
    // further one changes that for its own users. Upstream loses the order of
    // ops where two say how one value is made.
    bool isFirst = !value.getDefiningOp<shard::ShardOp>();
    if (isFirst)
      builder.setInsertionPointAfterValue(value);
    else
      builder.setInsertionPoint(hint);
    Value sharding =
        makeSharding(builder, hint.getLoc(), grid, tensor, hint.getPlacement());
    Value made =
        shard::ShardOp::create(builder, hint.getLoc(), value, sharding);
    if (isFirst)
      value.replaceAllUsesExcept(made, made.getDefiningOp());
    // A result of the function is given as the hint says.
    builder.setInsertionPoint(hint);
    Value given = shard::ShardOp::create(builder, hint.getLoc(), made, sharding,
                                         /*annotate_for_users=*/true);
    hint.getResult().replaceUsesWithIf(given, [](OpOperand &use) {
      return use.getOwner()->hasTrait<OpTrait::IsTerminator>();
    });
    if (given.use_empty())
      given.getDefiningOp()->erase();
    hint.getResult().replaceAllUsesWith(made);
    hint.erase();
  }
}

/// Makes whole what the propagation did not reach, and the results of the
/// function that no hint is for. These come behind the propagation, which would
/// go back from them and leave everything whole.
static void annotateRest(FuncOp func, shard::GridOp grid) {
  OpBuilder builder(func.getContext());
  auto makeWhole = [&](Value value, bool isForUsers) -> Value {
    Value sharding = makeSharding(builder, value.getLoc(), grid,
                                  cast<RankedTensorType>(value.getType()), {});
    return shard::ShardOp::create(builder, value.getLoc(), value, sharding,
                                  isForUsers);
  };
  for (Operation &op :
       llvm::make_early_inc_range(func.getBody().front().getOperations())) {
    if (isa_and_nonnull<shard::ShardDialect>(op.getDialect()))
      continue;
    bool isReached = llvm::any_of(op.getResults(), findSharding);
    builder.setInsertionPoint(&op);
    for (OpOperand &operand : op.getOpOperands()) {
      auto sharded = operand.get().getDefiningOp<shard::ShardOp>();
      bool isRead = sharded && sharded.getAnnotateForUsers();
      if (op.hasTrait<OpTrait::IsTerminator>() ? !isRead
                                               : !isReached || !sharded)
        operand.set(makeWhole(operand.get(), /*isForUsers=*/true));
    }
    builder.setInsertionPointAfter(&op);
    for (Value result : op.getResults())
      if (!findSharding(result)) {
        Value whole = makeWhole(result, /*isForUsers=*/false);
        result.replaceAllUsesExcept(whole, whole.getDefiningOp());
      }
  }
}

/// Takes the shapes away from operators that are split without them.
static void replaceShapes(FuncOp func) {
  for (Operation &op :
       llvm::make_early_inc_range(func.getBody().front().getOperations()))
    if (hasKnownShape(&op))
      replaceByShapeless(&op);
}

LogicalResult PropagateShardingPass::split(FuncOp func, DeviceMeshOp mesh) {
  SplitSymbols symbols(func);
  if (failed(symbols.scale(mesh)))
    return failure();
  for (auto hint : func.getBody().front().getOps<AnnotateShardingOp>())
    if (failed(checkHint(hint)))
      return failure();
  OpBuilder builder(mesh);
  auto grid = shard::GridOp::create(builder, mesh.getLoc(), mesh.getSymName(),
                                    mesh.getShape());
  // Beside the mesh, which has its name: the table finds another one.
  SymbolTable(getOperation()).insert(grid, mesh->getIterator());
  OpPassManager propagation(FuncOp::getOperationName());
  // Forward first: going back from a whole parameter, an operator that has it
  // beside a split one would be whole, too.
  shard::ShardingPropagationOptions options;
  options.traversal = shard::TraversalOrder::ForwardBackward;
  // A second time for what has waited for its readers in the first one.
  for (int round = 0; round < 2; ++round)
    propagation.addPass(shard::createShardingPropagation(options));
  replaceShapes(func);
  WholeOps wholeOps(func);
  wholeOps.takeOut();
  ShardingConflicts found(func);
  replaceHints(func, grid);
  if (failed(runPipeline(propagation, func)))
    return failure();
  annotateRest(func, grid);
  if (failed(found.report(mesh, rejectConflicts)))
    return failure();
  if (failed(ShardingPartition(func, grid).run()))
    return failure();
  wholeOps.putBack();
  for (auto cast :
       llvm::make_early_inc_range(func.getOps<UnrealizedConversionCastOp>()))
    restoreShape(cast);
  grid.erase();
  return success();
}

void PropagateShardingPass::runOnOperation() {
  OpPassManager flatten(FuncOp::getOperationName());
  flatten.addPass(createToNonDataflowPass());
  for (FuncOp func : getOperation().getOps<FuncOp>()) {
    if (!func.walk([](AnnotateShardingOp) { return WalkResult::interrupt(); })
             .wasInterrupted())
      continue;
    // Upstream looks at the body of a function only.
    if (failed(runPipeline(flatten, func)))
      return signalPassFailure();
    // Not kept from one function to the next: grids come and go.
    SymbolTableCollection symbols;
    TupleSignature tuples(func);
    tuples.takeApart();
    FailureOr<DeviceMeshOp> mesh = check(func, symbols);
    if (failed(mesh) || (*mesh && failed(split(func, *mesh))))
      return signalPassFailure();
    tuples.putTogether();
  }
}

} // namespace mlir::relax
