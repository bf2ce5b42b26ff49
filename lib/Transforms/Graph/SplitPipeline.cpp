// A function cut into the stages of a pipeline.
//
// The schedule is that of GPipe (Huang et al., 2019): a stage takes a
// micro-batch from the one in front of it, computes, gives it on, and takes the
// next one, while the following stage computes. What derivatives need comes
// back in the same way, the last micro-batch first, when all have gone there.
// Only neighbours exchange tensors, and both sides of a cut have them in one
// order, so that no worker waits for one that waits for it.
#include "SplitPipeline.h"

#include "MeshExchange.h"
#include "PipelineStages.h"
#include "Relax/Dialect/Relax/Gradient/Adjoints.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/CollectiveOps.h"
#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/TensorBuilder.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/CSE.h"

namespace mlir::relax {

namespace {
/// Operators of the function, in their order, and what they read that is not
/// made by them.
struct Excerpt {
  llvm::SetVector<Operation *> ops;
  llvm::SetVector<Value> read;
};

/// What a stage does of a micro-batch in one direction.
struct Step {
  /// From the stage on the one side, and to the one on the other.
  SmallVector<Value> taken, given;
  size_t from, to;
  /// What its function reads, and computes: the rest only passes through.
  SmallVector<Value> read, computed;
  FuncOp func;
};

/// What a stage reads and gives.
struct Stage {
  size_t number;
  /// Of the function's parameters, in their order.
  SmallVector<Value> parameters;
  /// The numbers of the function's results that it makes.
  SmallVector<size_t> results;
  Step forward, backward;
  /// What it does once, of what it has of all micro-batches.
  Excerpt whole;
};

/// What a stage has of the micro-batches that it has computed.
struct Batches {
  SmallVector<IRMapping> parts;
  /// Element by element joined as far as they have come: of derivatives only
  /// the sum is kept.
  DenseMap<const BatchJoin *, Value> joined;
};
} // namespace

/// Whether each micro-batch has rows of a parameter.
static bool isCut(Value value, const PipelineMesh &mesh,
                  ArrayRef<SmallVector<int64_t>> placements) {
  auto parameter = dyn_cast<BlockArgument>(value);
  return parameter && mesh.microBatches > 1 &&
         placements[parameter.getArgNumber()][mesh.getBatchAxis()] !=
             DTensorType::kReplicated;
}

namespace {
class PipelineSplit {
public:
  PipelineSplit(FuncOp func, const PipelineMesh &mesh,
                ArrayRef<SmallVector<int64_t>> placements,
                const PipelineBatches &batches)
      : func(func), mesh(mesh), placements(placements), batches(batches),
        stages(func, batches), symbols(func->getParentOfType<ModuleOp>()) {}

  FailureOr<SmallVector<FuncOp>> run(const MeshSpeed &speed);

private:
  LogicalResult findStages();
  Stage describe(size_t number);
  void describeSteps(Stage &stage);
  SmallVector<Value> findParts(const Stage &stage, bool isBack);
  Excerpt findWhole(const Stage &stage);
  FuncOp makeFunction(const Twine &suffix, TypeRange inputs, TypeRange results);
  void makeStep(Step &step, const Twine &suffix, const Excerpt &excerpt);
  FuncOp makeStage(Stage &stage);
  void runStep(const Step &step, IRMapping &batch, OpBuilder &builder);
  void addParts(const Step &step, size_t batch, Batches &known,
                TensorBuilder &tensors);
  Batches runBatches(const Stage &stage, FuncOp made, TensorBuilder &tensors);
  SmallVector<Value> joinBatches(const Stage &stage, FuncOp made,
                                 TensorBuilder &tensors);
  Value getWhole(const BatchJoin &join, const Batches &known,
                 TensorBuilder &tensors);
  void nameParameters(FuncOp made, ArrayRef<Value> parameters);
  Value getResult(size_t number) {
    return func.getBody().front().getTerminator()->getOperand(number);
  }
  bool isBatch(Value value) const { return isCut(value, mesh, placements); }

  FuncOp func;
  const PipelineMesh &mesh;
  ArrayRef<SmallVector<int64_t>> placements;
  const PipelineBatches &batches;
  PipelineStages stages;
  SymbolTable symbols;
  /// The stage that makes each result.
  SmallVector<size_t> stageOfResult;
};
} // namespace

//===----------------------------------------------------------------------===//
// Excerpts
//===----------------------------------------------------------------------===//

/// What makes `values`, of parameters and of what is `given`. What follows from
/// weights alone each reader computes itself.
static Excerpt findExcerpt(ArrayRef<Value> values,
                           llvm::function_ref<bool(Value)> isGiven) {
  Excerpt found;
  SmallVector<Value> open(values);
  llvm::SetVector<Operation *> ops;
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (isa<BlockArgument>(value) || isGiven(value))
      found.read.insert(value);
    else if (ops.insert(value.getDefiningOp()))
      llvm::append_range(open, getReadValues(value.getDefiningOp()));
  }
  SmallVector<Operation *> sorted = ops.takeVector();
  llvm::sort(sorted,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  found.ops.insert_range(sorted);
  return found;
}

/// The values that each micro-batch has of the results of a stage, on the way
/// there or back.
SmallVector<Value> PipelineSplit::findParts(const Stage &stage, bool isBack) {
  llvm::SetVector<Value> parts;
  for (size_t number : stage.results)
    for (Value part : batches.getParts(getResult(number)))
      if (!isa<BlockArgument>(part) && stages.isBack(part) == isBack)
        parts.insert(part);
  return parts.takeVector();
}

Excerpt PipelineSplit::findWhole(const Stage &stage) {
  SmallVector<Value> values;
  DenseSet<Value> parts;
  for (size_t number : stage.results) {
    Value value = getResult(number);
    values.push_back(value);
    // The last micro-batch's stands for all where it has no rows of its own.
    if (!batches.isOnce(value.getDefiningOp()))
      parts.insert(value);
  }
  return findExcerpt(values, [&](Value value) {
    return batches.getJoin(value) || parts.contains(value);
  });
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// The stage of each result: that which makes what it is put together of.
LogicalResult PipelineSplit::findStages() {
  Operation *end = func.getBody().front().getTerminator();
  for (Value value : end->getOperands()) {
    llvm::SmallSetVector<size_t, 2> found;
    for (Value part : batches.getParts(value))
      found.insert(stages.getStage(part));
    if (found.size() > 1) {
      InFlightDiagnostic error = func.emitOpError(
          "plan 'pipeline' expects what is computed of all micro-batches to "
          "come from one stage, found a result that follows from stages ");
      error << found[0] << " and " << found[1]
            << "; choose 'micro-batches=1', or leave it to the caller";
      error.attachNote(value.getLoc()) << "is made here";
      return error;
    }
    stageOfResult.push_back(found.empty() ? stages.getStage(value) : found[0]);
  }
  return success();
}

/// What the steps of a stage read and compute. Without `recompute` what the way
/// back reads again is kept for each micro-batch.
void PipelineSplit::describeSteps(Stage &stage) {
  Step &forward = stage.forward, &backward = stage.backward;
  DenseSet<Value> made = stages.getMade(stage.number);
  DenseSet<Value> taken(forward.taken.begin(), forward.taken.end());
  DenseSet<Value> takenBack(backward.taken.begin(), backward.taken.end());
  auto isKept = [&](Value value) {
    return !mesh.recompute && made.contains(value);
  };
  llvm::SetVector<Value> back, there;
  back.insert_range(backward.given);
  back.insert_range(findParts(stage, /*isBack=*/true));
  there.insert_range(forward.given);
  there.insert_range(findParts(stage, /*isBack=*/false));
  for (Value value : back)
    if (isKept(value))
      there.insert(value);
    else if (!taken.contains(value) && !takenBack.contains(value))
      backward.computed.push_back(value);
  Excerpt excerpt = findExcerpt(backward.computed, [&](Value value) {
    return taken.contains(value) || takenBack.contains(value) || isKept(value);
  });
  for (Value value : excerpt.read)
    if (isKept(value))
      there.insert(value);
  for (Value value : there)
    if (!taken.contains(value))
      forward.computed.push_back(value);
  makeStep(forward, "_stage" + Twine(stage.number) + "_step",
           findExcerpt(forward.computed,
                       [&](Value value) { return taken.contains(value); }));
  makeStep(backward, "_stage" + Twine(stage.number) + "_step_back", excerpt);
}

Stage PipelineSplit::describe(size_t number) {
  Stage stage{number, {}, {}, {}, {}, {}};
  for (auto [i, made] : llvm::enumerate(stageOfResult))
    if (made == number)
      stage.results.push_back(i);
  stage.forward.taken = stages.getTaken(number);
  stage.forward.given = stages.getTaken(number + 1);
  stage.forward.from = stage.backward.to = number - 1;
  stage.forward.to = stage.backward.from = number + 1;
  stage.backward.taken = stages.getTakenBack(number);
  if (number != 0)
    stage.backward.given = stages.getTakenBack(number - 1);
  describeSteps(stage);
  stage.whole = findWhole(stage);
  llvm::SetVector<Value> read = stage.whole.read;
  read.insert_range(stage.forward.read);
  read.insert_range(stage.backward.read);
  for (size_t result : stage.results)
    read.insert_range(batches.getParts(getResult(result)));
  for (Value parameter : func.getArguments())
    if (read.contains(parameter))
      stage.parameters.push_back(parameter);
  return stage;
}

//===----------------------------------------------------------------------===//
// Functions
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

/// A function of what a stage does of one micro-batch; none if that is nothing.
void PipelineSplit::makeStep(Step &step, const Twine &suffix,
                             const Excerpt &excerpt) {
  if (step.computed.empty())
    return;
  for (Value value : excerpt.read)
    if (!isa<BlockArgument>(value))
      step.read.push_back(value);
  for (Value parameter : func.getArguments())
    if (excerpt.read.contains(parameter))
      step.read.push_back(parameter);
  step.func = makeFunction(suffix, TypeRange(ValueRange(step.read)),
                           TypeRange(ValueRange(step.computed)));
  step.func.setPrivate();
  OpBuilder builder = OpBuilder::atBlockEnd(&step.func.getBody().front());
  IRMapping map;
  map.map(step.read, step.func.getArguments());
  for (Operation *op : excerpt.ops)
    builder.clone(*op, map);
  SmallVector<Value> made = llvm::map_to_vector(
      step.computed, [&](Value value) { return map.lookup(value); });
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

/// Takes a micro-batch from the one side, computes, and gives it to the other.
void PipelineSplit::runStep(const Step &step, IRMapping &batch,
                            OpBuilder &builder) {
  DenseI64ArrayAttr sizes = builder.getDenseI64ArrayAttr(mesh.sizes),
                    axis = builder.getDenseI64ArrayAttr(mesh.axis);
  auto lookup = [&](Value value) { return batch.lookup(value); };
  for (Value value : step.taken)
    batch.map(value, ReceiveOp::create(builder, func.getLoc(), value.getType(),
                                       step.from, sizes, axis)
                         .getResult());
  if (step.func) {
    FuncOp callee = step.func;
    auto call = CallOp::create(builder, func.getLoc(), callee.getResultTypes(),
                               FlatSymbolRefAttr::get(callee.getSymNameAttr()),
                               llvm::map_to_vector(step.read, lookup));
    batch.map(step.computed, call.getResults());
  }
  for (Value value : step.given)
    SendOp::create(builder, func.getLoc(), lookup(value), step.to, sizes, axis);
}

/// Adds what a step has computed of a micro-batch to that of others.
void PipelineSplit::addParts(const Step &step, size_t batch, Batches &known,
                             TensorBuilder &tensors) {
  for (auto &[op, join] : batches.getJoins()) {
    if (join.kind.empty() || !llvm::is_contained(step.computed, join.part))
      continue;
    Value part = known.parts[batch].lookup(join.part);
    Value &sum = known.joined[&join];
    sum = !sum                  ? part
          : join.kind == "prod" ? tensors.mul(sum, part)
          : join.kind == "min"  ? tensors.emit<MinimumOp>({sum, part})
          : join.kind == "max"  ? tensors.emit<MaximumOp>({sum, part})
                                : tensors.add(sum, part);
  }
}

/// All micro-batches there, one after the other, and all back.
Batches PipelineSplit::runBatches(const Stage &stage, FuncOp made,
                                  TensorBuilder &tensors) {
  Batches known;
  known.parts.resize(mesh.microBatches);
  for (auto [value, argument] :
       llvm::zip(stage.parameters, made.getArguments())) {
    SmallVector<Value> rows(mesh.microBatches, argument);
    if (isBatch(value))
      rows = cutRows(argument, mesh.microBatches, tensors);
    for (auto [part, row] : llvm::zip(known.parts, rows))
      part.map(value, row);
  }
  auto run = [&](const Step &step, size_t batch) {
    runStep(step, known.parts[batch], tensors.getBuilder());
    addParts(step, batch, known, tensors);
  };
  for (size_t batch = 0; batch < known.parts.size(); ++batch)
    run(stage.forward, batch);
  for (size_t batch = known.parts.size(); batch-- > 0;)
    run(stage.backward, batch);
  return known;
}

/// The parts of all micro-batches put together, and then those of workers.
Value PipelineSplit::getWhole(const BatchJoin &join, const Batches &known,
                              TensorBuilder &tensors) {
  MeshExchange exchange(tensors.getBuilder(), func.getLoc(), mesh.sizes,
                        join.axes);
  if (join.kind.empty()) {
    SmallVector<Value> rows =
        llvm::map_to_vector(known.parts, [&](const IRMapping &part) {
          return part.lookup(join.part);
        });
    Value whole = tensors.concat(rows, 0);
    return join.axes.empty() ? whole : exchange.join(whole, 0);
  }
  Value whole = known.joined.lookup(&join);
  if (join.kind == "avg")
    whole = tensors.div(whole, tensors.number(known.parts.size(), whole));
  return join.axes.empty() ? whole : exchange.reduce(whole, join.kind);
}

/// The results of a stage, of all micro-batches.
SmallVector<Value> PipelineSplit::joinBatches(const Stage &stage, FuncOp made,
                                              TensorBuilder &tensors) {
  Batches known = runBatches(stage, made, tensors);
  IRMapping map;
  map.map(stage.parameters, made.getArguments());
  for (Value value : stage.whole.read)
    if (const BatchJoin *join = batches.getJoin(value))
      map.map(value, getWhole(*join, known, tensors));
    else if (!map.contains(value))
      map.map(value, known.parts.back().lookup(value));
  for (Operation *op : stage.whole.ops)
    tensors.getBuilder().clone(*op, map);
  return llvm::map_to_vector(stage.results, [&](size_t number) {
    return map.lookup(getResult(number));
  });
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
  for (Attribute axes : batches.getExchangeAxes())
    BarrierOp::create(builder, func.getLoc(),
                      builder.getDenseI64ArrayAttr(mesh.sizes),
                      cast<DenseI64ArrayAttr>(axes));
  TensorBuilder tensors(builder, func.getLoc());
  SmallVector<Value> whole = joinBatches(stage, made, tensors);
  ReturnOp::create(builder, func.getLoc(), whole);
  made.setType(builder.getFunctionType(inputs, TypeRange(ValueRange(whole))));
  for (auto [i, number] : llvm::enumerate(stage.results)) {
    made.setResultAttr(i, "relax.result", builder.getI64IntegerAttr(number));
    if (Attribute name = func.getResultAttr(number, kDerivativeName))
      made.setResultAttr(i, kDerivativeName, name);
  }
  return made;
}

FailureOr<SmallVector<FuncOp>> PipelineSplit::run(const MeshSpeed &speed) {
  int64_t count = mesh.sizes[mesh.axis];
  if (failed(stages.cut(count, llvm::product_of(mesh.sizes), speed)) ||
      failed(findStages()))
    return failure();
  SmallVector<FuncOp> made;
  for (int64_t number = 0; number < count; ++number) {
    Stage stage = describe(number);
    made.push_back(makeStage(stage));
  }
  symbols.erase(func);
  return made;
}

FailureOr<SmallVector<FuncOp>>
splitPipeline(FuncOp func, const PipelineMesh &mesh,
              ArrayRef<SmallVector<int64_t>> placements,
              const MeshSpeed &speed) {
  // Derivatives compute again what stands between marks of `relax.grad`, from
  // values of other stages. How a stage does so says 'recompute'.
  IRRewriter rewriter(func.getContext());
  DominanceInfo dominance;
  eliminateCommonSubExpressions(rewriter, dominance, func);
  PipelineBatches batches(func, mesh);
  if (failed(batches.run(
          [&](Value parameter) { return isCut(parameter, mesh, placements); })))
    return failure();
  return PipelineSplit(func, mesh, placements, batches).run(speed);
}

} // namespace mlir::relax
