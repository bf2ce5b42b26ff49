// Computations of parts, which JAX's `shard_map` writes.
//
// A tensor around one is whole on each worker, unless a parameter or a result
// is spread as the computation has it: then workers bring and keep their parts.
// The region becomes a function of its own. Called, it is an op that
// `relax-propagate-sharding` leaves alone; written out, values that differ from
// worker to worker would look like copies, which it may split again.
#include "ManualToRelax.h"

#include "ShardingToRelax.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"

namespace mlir::relax {

//===----------------------------------------------------------------------===//
// Parts of parameters and results
//===----------------------------------------------------------------------===//

/// Whether both split each dimension by the same axes, all of which are manual.
static bool liesAlike(sdy::ManualComputationOp op, Attribute inside,
                      Attribute outside) {
  auto lhs = dyn_cast_or_null<sdy::ShardingAttr>(inside),
       rhs = dyn_cast_or_null<sdy::ShardingAttr>(outside);
  if (!lhs || !rhs || lhs.getMesh() != rhs.getMesh() ||
      lhs.getDims() != rhs.getDims())
    return false;
  // A free axis splits what is outside, and copies what is inside.
  return llvm::all_of(lhs.getDims(), [&](Attribute dim) {
    return llvm::all_of(cast<ArrayAttr>(dim), [&](Attribute axis) {
      return llvm::is_contained(op.getManualAxes(), axis);
    });
  });
}

/// All uses have to agree: where one reads the whole tensor, workers bring that
/// or are given a hint, and the computation takes its part of it.
RankedTensorType getParameterPart(BlockArgument parameter) {
  auto func = cast<func::FuncOp>(parameter.getOwner()->getParentOp());
  Attribute sharding = func.getArgAttr(parameter.getArgNumber(), kSharding);
  RankedTensorType part;
  for (OpOperand &use : parameter.getUses()) {
    auto op = dyn_cast<sdy::ManualComputationOp>(use.getOwner());
    unsigned place = use.getOperandNumber();
    if (!op || !liesAlike(op, op.getInShardings()[place], sharding))
      return {};
    auto type =
        dyn_cast<RankedTensorType>(op.getBody().getArgument(place).getType());
    // Computations that disagree about the part are rejected one by one.
    if (!type || (part && part != type))
      return {};
    part = type;
  }
  return part;
}

/// A result that is read twice is gathered once, for both.
bool isResultPart(OpOperand &result) {
  auto end = dyn_cast<func::ReturnOp>(result.getOwner());
  auto op = result.get().getDefiningOp<sdy::ManualComputationOp>();
  if (!end || !op || !result.get().hasOneUse())
    return false;
  unsigned place = cast<OpResult>(result.get()).getResultNumber();
  return liesAlike(op, op.getOutShardings()[place],
                   end->getParentOfType<func::FuncOp>().getResultAttr(
                       result.getOperandNumber(), kSharding));
}

/// By the stack of calls: functions that the region calls are written out, and
/// their ops do not stand in it.
bool isInManual(GraphConversion &graph) {
  return llvm::any_of(graph.getCallStack(),
                      llvm::IsaPred<sdy::ManualComputationOp>);
}

//===----------------------------------------------------------------------===//
// The computation
//===----------------------------------------------------------------------===//

namespace {
/// A dimension that manual axes split, and which workers share it.
struct SplitDim {
  int64_t dim;
  WorkerMesh mesh;
};
} // namespace

/// The dimensions of a tensor that are split along manual axes.
static std::optional<SmallVector<SplitDim>>
getSplitDims(sdy::ManualComputationOp op, Attribute attribute, Value tensor,
             GraphConversion &graph) {
  auto sharding = cast<sdy::ShardingAttr>(attribute);
  std::optional<SpreadTensor> spread =
      getSpread(graph, op, sharding, tensor.getType());
  if (!spread)
    return std::nullopt;
  sdy::MeshAttr axes = spread->mesh.getMesh();
  SmallVector<SplitDim> found;
  for (size_t dim = 0; dim != sharding.getDims().size(); ++dim) {
    WorkerMesh mesh{llvm::to_vector(axes.getSizes()), {}};
    for (auto [axis, place] : llvm::enumerate(spread->placement)) {
      if (place != int64_t(dim) ||
          !llvm::is_contained(op.getManualAxes(), axes.getNames()[axis]))
        continue;
      mesh.axes.push_back(axis);
      mesh.group *= mesh.sizes[axis];
    }
    // An axis of one worker exchanges nothing, and a program for one worker
    // must not wait for others.
    if (mesh.group != 1)
      found.push_back({int64_t(dim), mesh});
  }
  return found;
}

/// The part of a whole tensor that each worker has. All have the whole one, so
/// that nothing is exchanged.
static Value takePart(Value x, ArrayRef<SplitDim> dims,
                      GraphConversion &graph) {
  Builder builder(graph.getContext());
  for (const SplitDim &each : dims) {
    RedistributeReplicaToShardOp::Properties properties;
    properties.num_workers = builder.getI64IntegerAttr(each.mesh.group);
    properties.axis = builder.getI64IntegerAttr(each.dim);
    properties.mesh = builder.getDenseI64ArrayAttr(each.mesh.sizes);
    properties.mesh_axes = builder.getDenseI64ArrayAttr(each.mesh.axes);
    x = graph.emit<RedistributeReplicaToShardOp>(x, properties);
  }
  return x;
}

/// The parts of the operands, or nothing where one does not fit its parameter.
static std::optional<SmallVector<Value>> takeParts(sdy::ManualComputationOp op,
                                                   GraphConversion &graph) {
  SmallVector<Value> parts;
  for (auto [index, operand, parameter] :
       llvm::enumerate(op.getInputs(), op.getBody().getArguments())) {
    std::optional<SmallVector<SplitDim>> dims =
        getSplitDims(op, op.getInShardings()[index], operand, graph);
    if (!dims)
      return std::nullopt;
    Type expected = getStoredType(parameter.getType());
    Value part = graph.get(operand);
    // A worker may have brought its part.
    if (part.getType() != expected)
      part = takePart(part, *dims, graph);
    if (!part || part.getType() != expected) {
      graph
          .reject(op,
                  "expected parameters of the region that are as large as the "
                  "parts of its operands, and known sizes that the workers "
                  "divide",
                  "found " + typesText(parameter.getType()) + " for " +
                      typesText(operand.getType()))
          .attachNote(operand);
      return std::nullopt;
    }
    parts.push_back(part);
  }
  return parts;
}

/// The region as a function. What is known of integers outside stays there: the
/// region sees its parameters only.
static std::optional<FuncOp> makeFunction(sdy::ManualComputationOp op,
                                          TypeRange types,
                                          GraphConversion &graph) {
  ModuleConversion &all = graph.getModule();
  OpBuilder builder = OpBuilder::atBlockEnd(all.module.getBody());
  auto function = FuncOp::create(builder, op.getLoc(), "manual_computation",
                                 builder.getFunctionType(types, {}));
  function.setPrivate();
  all.symbols.insert(function);
  Block &body = function.getBody().front();
  builder.setInsertionPointToEnd(&body);
  GraphConversion inner(all, builder, op.getLoc());
  inner.getCallStack() = graph.getCallStack();
  inner.getCallStack().push_back(op);
  for (auto [from, to] :
       llvm::zip(op.getBody().getArguments(), body.getArguments()))
    inner.set(from, to);
  std::optional<SmallVector<Value>> results =
      inner.convertBlock(op.getBody().front());
  if (!results)
    return std::nullopt;
  ReturnOp::create(builder, op.getLoc(), *results);
  function.setType(
      builder.getFunctionType(types, TypeRange(ValueRange(*results))));
  return function;
}

/// Results are gathered along the axes that split them; along others all
/// workers have the same, as the program promises.
static LogicalResult convertManual(sdy::ManualComputationOp op,
                                   GraphConversion &graph) {
  std::optional<SmallVector<Value>> parts = takeParts(op, graph);
  if (!parts)
    return failure();
  std::optional<FuncOp> function =
      makeFunction(op, TypeRange(ValueRange(*parts)), graph);
  if (!function)
    return failure();
  auto call = CallOp::create(
      graph.getBuilder(), op.getLoc(), function->getFunctionType().getResults(),
      FlatSymbolRefAttr::get(function->getSymNameAttr()), *parts,
      /*impure=*/UnitAttr());
  for (auto [index, result, made] :
       llvm::enumerate(op.getResults(), call.getResults())) {
    std::optional<SmallVector<SplitDim>> dims =
        getSplitDims(op, op.getOutShardings()[index], result, graph);
    if (!dims)
      return failure();
    Value value = made;
    // What a worker keeps is not of the type of the whole.
    bool isKept = result.hasOneUse() && isResultPart(*result.getUses().begin());
    if (!isKept)
      for (const SplitDim &each : *dims)
        value = gatherParts(graph, value, each.mesh, each.dim);
    if (!isKept && value.getType() != getStoredType(result.getType()))
      return graph
          .reject(op,
                  "expected results of the region that are as large as the "
                  "parts of its own results",
                  "found " + typesText(made.getType()) + " for " +
                      typesText(result.getType()))
          .attachNote(op.getInputs());
    graph.set(result, value);
  }
  return success();
}

void populateManualConversions(ConversionTable &table) {
  table.add(convertManual);
}

} // namespace mlir::relax
