// A function cut into the stages of a pipeline.
//
// The schedule is that of GPipe (Huang et al., 2019): a stage takes a
// micro-batch from the one in front of it, computes, gives it on, and takes the
// next one, while the following stage computes. Only neighbours exchange
// tensors, and both sides of a cut have them in one order, so that no worker
// waits for one that waits for it.
#include "SplitPipeline.h"

#include "MeshExchange.h"
#include "PipelineStages.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/CollectiveOps.h"
#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/TensorBuilder.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

namespace {
/// A result of the function: of each micro-batch, and how all are put together.
struct Result {
  Value value;
  /// The axes of the mesh along which micro-batches' rows are then gathered.
  SmallVector<int64_t> axes;
  /// Whether each micro-batch has rows of it.
  bool isBatch = false;
};

/// What a stage reads and gives.
struct Stage {
  size_t number;
  /// Of the function's parameters, in their order.
  SmallVector<Value> parameters;
  /// From the stage in front, and to the next one.
  SmallVector<Value> taken, given;
  /// The numbers of the function's results that it makes.
  SmallVector<size_t> results;
  /// What its step reads, and computes of what is given: the rest only passes
  /// through.
  llvm::SetVector<Value> read, computed;
  FuncOp step;
};

class PipelineSplit {
public:
  PipelineSplit(FuncOp func, const PipelineMesh &mesh,
                ArrayRef<SmallVector<int64_t>> placements)
      : func(func), mesh(mesh), placements(placements),
        symbols(func->getParentOfType<ModuleOp>()) {}

  FailureOr<SmallVector<FuncOp>> run(const MeshSpeed &speed);

private:
  void findResults();
  LogicalResult leaveBatchAxis(Operation *op);
  Stage describe(size_t number, const PipelineStages &stages);
  FuncOp makeFunction(const Twine &suffix, TypeRange inputs, TypeRange results);
  void makeStep(Stage &stage, const PipelineStages &stages);
  FuncOp makeStage(Stage &stage);
  SmallVector<Value> runBatches(Stage &stage, FuncOp made,
                                TensorBuilder &tensors);
  void nameParameters(FuncOp made, ArrayRef<Value> parameters);
  Value getWhole(const Result &result, ArrayRef<Value> parts,
                 TensorBuilder &tensors);
  bool isBatch(Value value) const {
    auto parameter = dyn_cast<BlockArgument>(value);
    return parameter && mesh.microBatches > 1 &&
           placements[parameter.getArgNumber()][mesh.getBatchAxis()] !=
               DTensorType::kReplicated;
  }

  FuncOp func;
  const PipelineMesh &mesh;
  ArrayRef<SmallVector<int64_t>> placements;
  SymbolTable symbols;
  SmallVector<Result> results;
  /// Axes along which some stage exchanges tensors.
  llvm::SetVector<Attribute> exchangeAxes;
};
} // namespace

//===----------------------------------------------------------------------===//
// Micro-batches
//===----------------------------------------------------------------------===//

/// What joins the rows of all micro-batches at the end is done once, of all of
/// them; the results are then those of one micro-batch.
void PipelineSplit::findResults() {
  Operation *end = func.getBody().front().getTerminator();
  for (Value value : end->getOperands()) {
    Result result{value, {}, isBatch(value)};
    auto gather = value.getDefiningOp<AllGatherOp>();
    if (gather && gather.getMesh() && gather->hasOneUse() &&
        gather.getMeshAxes()->back() == mesh.getBatchAxis()) {
      result = {gather.getX(),
                llvm::to_vector(gather.getMeshAxes()->drop_back()),
                /*isBatch=*/true};
      if (!result.axes.empty())
        exchangeAxes.insert(
            DenseI64ArrayAttr::get(func.getContext(), result.axes));
    }
    results.push_back(result);
  }
  for (auto [result, operand] : llvm::zip(results, end->getOpOperands())) {
    Operation *gather = operand.get().getDefiningOp();
    bool isJoined = result.value != operand.get();
    operand.set(result.value);
    if (isJoined)
      gather->erase();
  }
}

/// Micro-batches are no workers, so that the mesh of an exchange has no axis
/// for them; an error if it is among them.
LogicalResult PipelineSplit::leaveBatchAxis(Operation *op) {
  auto sizes = op->getAttrOfType<DenseI64ArrayAttr>("mesh");
  auto axes = op->getAttrOfType<DenseI64ArrayAttr>("mesh_axes");
  if (!sizes || !axes)
    return success();
  if (llvm::is_contained(axes.asArrayRef(), mesh.getBatchAxis())) {
    InFlightDiagnostic error = func.emitOpError(
        "plan 'pipeline' expects operators that keep the batch apart, and "
        "results whose first dimension it is, found one that needs all ");
    error << mesh.microBatches
          << " micro-batches; choose 'micro-batches=1', or leave it to the "
             "caller";
    error.attachNote(op->getLoc()) << "is here";
    return error;
  }
  op->setAttr("mesh", DenseI64ArrayAttr::get(op->getContext(), mesh.sizes));
  // What a worker takes of what it has is no exchange.
  if (!isa<RedistributeReplicaToShardOp>(op))
    exchangeAxes.insert(axes);
  return success();
}

/// Of the parts of all micro-batches; of what has no rows, the last one's.
Value PipelineSplit::getWhole(const Result &result, ArrayRef<Value> parts,
                              TensorBuilder &tensors) {
  if (!result.isBatch || mesh.microBatches == 1)
    return parts.back();
  Value whole = tensors.concat(parts, 0);
  if (result.axes.empty())
    return whole;
  return MeshExchange(tensors.getBuilder(), func.getLoc(), mesh.sizes,
                      result.axes)
      .join(whole, 0);
}

//===----------------------------------------------------------------------===//
// Functions of a stage
//===----------------------------------------------------------------------===//

/// Names and placements of parameters: those of the function, whose numbers
/// they no longer have.
void PipelineSplit::nameParameters(FuncOp made, ArrayRef<Value> parameters) {
  unsigned inputs = func.getNumInput().value_or(func.getNumArguments());
  int64_t own = 0;
  for (auto [i, value] : llvm::enumerate(parameters)) {
    unsigned number = cast<BlockArgument>(value).getArgNumber();
    own += number < inputs;
    made.setArgAttr(
        i, "relax.name",
        StringAttr::get(func.getContext(), func.getParameterName(number)));
    ArrayRef<int64_t> placement = ArrayRef(placements[number]).drop_back();
    bool isSplit = false;
    for (auto [dim, size] : llvm::zip(placement, mesh.sizes))
      isSplit |= size != 1 && dim != DTensorType::kReplicated;
    if (isSplit)
      made.setArgAttr(
          i, kShardingName,
          getShardingText(func.getContext(), mesh.sizes, placement));
  }
  made.setNumInput(own);
}

/// Copies an op with what it reads of weights alone, which each stage computes
/// itself.
static void clone(Operation *op, OpBuilder &builder, IRMapping &map) {
  for (Value value : getReadValues(op))
    if (!map.contains(value) && value.getDefiningOp())
      clone(value.getDefiningOp(), builder, map);
  builder.clone(*op, map);
}

/// Adds a value that no stage computes, and what it needs: parameters, and what
/// follows from weights alone.
static void addNeeded(Value value, const PipelineStages &stages,
                      DenseSet<Value> &needed) {
  if (stages.isComputed(value) || !needed.insert(value).second ||
      isa<BlockArgument>(value))
    return;
  for (Value operand : getReadValues(value.getDefiningOp()))
    addNeeded(operand, stages, needed);
}

Stage PipelineSplit::describe(size_t number, const PipelineStages &stages) {
  Stage stage{number, {}, stages.getTaken(number), {}, {}, {}, {}, {}};
  if (int64_t(number) + 1 < mesh.sizes[mesh.axis])
    stage.given = stages.getTaken(number + 1);
  SmallVector<Value> values(stage.given);
  for (auto [i, result] : llvm::enumerate(results))
    if (stages.getStage(result.value) == number) {
      stage.results.push_back(i);
      values.push_back(result.value);
    }
  DenseSet<Value> needed;
  for (Value value : values) {
    addNeeded(value, stages, needed);
    if (!llvm::is_contained(stage.taken, value) && !isa<BlockArgument>(value))
      stage.computed.insert(value);
  }
  for (Operation *op : stages.getOps(number))
    for (Value value : getReadValues(op)) {
      addNeeded(value, stages, needed);
      if (llvm::is_contained(stage.taken, value))
        stage.read.insert(value);
    }
  for (Value parameter : func.getArguments())
    if (needed.contains(parameter))
      stage.parameters.push_back(parameter);
  stage.read.insert(stage.parameters.begin(), stage.parameters.end());
  return stage;
}

FuncOp PipelineSplit::makeFunction(const Twine &suffix, TypeRange inputs,
                                   TypeRange results) {
  OpBuilder unattached(func.getContext());
  auto made = FuncOp::create(unattached, func.getLoc(),
                             (func.getSymName() + suffix).str(),
                             unattached.getFunctionType(inputs, results));
  // The table finds another name where this one is taken.
  symbols.insert(made, func->getIterator());
  return made;
}

/// What a stage does of one micro-batch: a function of what it reads.
void PipelineSplit::makeStep(Stage &stage, const PipelineStages &stages) {
  ValueRange inputs(stage.read.getArrayRef()),
      outputs(stage.computed.getArrayRef());
  stage.step = makeFunction("_stage" + Twine(stage.number) + "_step",
                            TypeRange(inputs), TypeRange(outputs));
  stage.step.setPrivate();
  OpBuilder builder = OpBuilder::atBlockEnd(&stage.step.getBody().front());
  IRMapping map;
  map.map(inputs, stage.step.getArguments());
  for (Operation *op : stages.getOps(stage.number))
    clone(op, builder, map);
  SmallVector<Value> made;
  for (Value value : outputs) {
    // A result that no input reaches, such as a weight turned round.
    if (!map.contains(value))
      clone(value.getDefiningOp(), builder, map);
    made.push_back(map.lookup(value));
  }
  ReturnOp::create(builder, func.getLoc(), made);
}

/// The rows of each micro-batch.
static SmallVector<Value> cutRows(Value tensor, int64_t batches,
                                  TensorBuilder &tensors) {
  int64_t rows = cast<RankedTensorType>(tensor.getType()).getDimSize(0);
  SmallVector<int64_t> ends;
  for (int64_t batch = 1; batch < batches; ++batch)
    ends.push_back(rows / batches * batch);
  SplitOp::Properties parts;
  parts.axis = tensors.getBuilder().getI64IntegerAttr(0);
  parts.indices = tensors.getBuilder().getDenseI64ArrayAttr(ends);
  return SmallVector<Value>(
      tensors.emitAll<SplitOp>(tensor, parts)->getResults());
}

/// All micro-batches, one after the other; the results of the stage.
SmallVector<Value> PipelineSplit::runBatches(Stage &stage, FuncOp made,
                                             TensorBuilder &tensors) {
  OpBuilder &builder = tensors.getBuilder();
  DenseI64ArrayAttr sizes = builder.getDenseI64ArrayAttr(mesh.sizes),
                    axis = builder.getDenseI64ArrayAttr(mesh.axis);
  int64_t place = stage.number;
  SmallVector<SmallVector<Value>> arguments;
  for (auto [value, argument] :
       llvm::zip(stage.parameters, made.getArguments()))
    arguments.push_back(isBatch(value)
                            ? cutRows(argument, mesh.microBatches, tensors)
                            : SmallVector<Value>(mesh.microBatches, argument));
  SmallVector<SmallVector<Value>> parts(stage.results.size());
  for (int64_t batch = 0; batch < mesh.microBatches; ++batch) {
    IRMapping map;
    for (auto [value, argument] : llvm::zip(stage.parameters, arguments))
      map.map(value, argument[batch]);
    for (Value value : stage.taken)
      map.map(value, ReceiveOp::create(builder, func.getLoc(), value.getType(),
                                       place - 1, sizes, axis)
                         .getResult());
    SmallVector<Value> operands = llvm::map_to_vector(
        stage.read, [&](Value value) { return map.lookup(value); });
    auto call = CallOp::create(
        builder, func.getLoc(), stage.step.getResultTypes(),
        FlatSymbolRefAttr::get(stage.step.getSymNameAttr()), operands);
    map.map(ValueRange(stage.computed.getArrayRef()), call.getResults());
    for (Value value : stage.given)
      SendOp::create(builder, func.getLoc(), map.lookup(value), place + 1,
                     sizes, axis);
    for (auto [i, part] : llvm::zip(stage.results, parts))
      part.push_back(map.lookup(results[i].value));
  }
  SmallVector<Value> whole;
  for (auto [i, part] : llvm::zip(stage.results, parts))
    whole.push_back(getWhole(results[i], part, tensors));
  return whole;
}

FuncOp PipelineSplit::makeStage(Stage &stage) {
  SmallVector<Type> inputs;
  for (Value value : stage.parameters) {
    inputs.push_back(value.getType());
    if (!isBatch(value))
      continue;
    auto tensor = cast<RankedTensorType>(value.getType());
    SmallVector<SymExprAttr> dims = getDims(tensor);
    dims[0] = dims[0] * mesh.microBatches;
    inputs.back() = getTensorType(dims, tensor.getElementType());
  }
  FuncOp made = makeFunction("_stage" + Twine(stage.number), inputs, {});
  made.setImpure(true);
  nameParameters(made, stage.parameters);
  OpBuilder builder = OpBuilder::atBlockEnd(&made.getBody().front());
  // Groups are made by all workers together, and before any of them waits for
  // a stage that has not begun.
  for (Attribute axes : exchangeAxes)
    BarrierOp::create(builder, func.getLoc(),
                      builder.getDenseI64ArrayAttr(mesh.sizes),
                      cast<DenseI64ArrayAttr>(axes));
  TensorBuilder tensors(builder, func.getLoc());
  SmallVector<Value> whole = runBatches(stage, made, tensors);
  ReturnOp::create(builder, func.getLoc(), whole);
  made.setType(builder.getFunctionType(inputs, TypeRange(ValueRange(whole))));
  for (auto [i, number] : llvm::enumerate(stage.results))
    made.setResultAttr(i, "relax.result", builder.getI64IntegerAttr(number));
  return made;
}

FailureOr<SmallVector<FuncOp>> PipelineSplit::run(const MeshSpeed &speed) {
  findResults();
  for (Operation &op : func.getBody().front())
    if (failed(leaveBatchAxis(&op)))
      return failure();
  int64_t stages = mesh.sizes[mesh.axis];
  PipelineStages cut(func, func.getNumInput().value_or(func.getNumArguments()));
  if (failed(cut.cut(stages, llvm::product_of(mesh.sizes), speed)))
    return failure();
  SmallVector<FuncOp> made;
  for (int64_t number = 0; number < stages; ++number) {
    Stage stage = describe(number, cut);
    makeStep(stage, cut);
    made.push_back(makeStage(stage));
  }
  symbols.erase(func);
  return made;
}

FailureOr<SmallVector<FuncOp>>
splitPipeline(FuncOp func, const PipelineMesh &mesh,
              ArrayRef<SmallVector<int64_t>> placements,
              const MeshSpeed &speed) {
  return PipelineSplit(func, mesh, placements).run(speed);
}

} // namespace mlir::relax
