// Calls, branches, and what concerns a program as a whole.
#include "GraphConversion.h"
#include "WhileFunction.h"

#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/EffectOps.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "llvm/ADT/ScopeExit.h"

namespace mlir::relax {

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Writes the function `name` out in place of `op`.
static LogicalResult inlineCall(Operation *op, StringRef name,
                                GraphConversion &graph) {
  auto callee = graph.getModule().symbols.lookup<func::FuncOp>(name);
  if (!callee || !callee.getBody().hasOneBlock() ||
      TypeRange(callee.getArgumentTypes()) != op->getOperandTypes() ||
      TypeRange(callee.getResultTypes()) != op->getResultTypes())
    return graph.reject(op, "expected a 'func.func' of the module of one "
                            "block and of the types of the call");
  if (llvm::is_contained(graph.getCallStack(), callee.getOperation()))
    return graph.reject(op, "expected a function that does not call itself");
  graph.getCallStack().push_back(callee);
  auto leave = llvm::scope_exit([&] { graph.getCallStack().pop_back(); });
  Block &body = callee.getBody().front();
  for (auto [argument, operand] :
       llvm::zip(body.getArguments(), op->getOperands())) {
    graph.set(argument, graph.get(operand));
    graph.forgetKnown(argument);
    if (const SmallVector<SymExprAttr> *known = graph.getKnown(operand)) {
      SmallVector<SymExprAttr> copy = *known;
      graph.setKnown(argument, copy);
    }
  }
  std::optional<SmallVector<Value>> results = graph.convertBlock(body);
  if (!results)
    return failure();
  for (auto [result, from] :
       llvm::zip(op->getResults(), body.getTerminator()->getOperands()))
    if (const SmallVector<SymExprAttr> *known = graph.getKnown(from)) {
      SmallVector<SymExprAttr> copy = *known;
      graph.setKnown(result, copy);
    }
  return graph.replace(op, *results);
}

static LogicalResult convertCall(func::CallOp op, GraphConversion &graph) {
  return inlineCall(op, op.getCallee(), graph);
}

static LogicalResult convertComposite(hlo::CompositeOp op,
                                      GraphConversion &graph) {
  return inlineCall(op, op.getDecomposition(), graph);
}

static LogicalResult convertBarrier(hlo::OptimizationBarrierOp op,
                                    GraphConversion &graph) {
  if (op->getNumResults() != op->getNumOperands())
    return graph.reject(op, "expected a result for each operand");
  return graph.replace(op, graph.get(op->getOperands()));
}

/// An assertion about sizes, which JAX writes where it exports.
static LogicalResult convertAssertion(hlo::CustomCallOp op,
                                      GraphConversion &graph) {
  if (op.getInputs().empty() || !typeOf(op.getInputs().front()))
    return graph.reject(op, "expected a condition");
  // What follows from the types is checked at the entry of the function.
  if (holdsAlways(op.getInputs().front(), graph))
    return success();
  auto message = op->getAttrOfType<StringAttr>("error_message");
  AssertOp::create(graph.getBuilder(), op.getLoc(),
                   graph.get(op.getInputs().front()),
                   message ? message.getValue() : "an assertion does not hold",
                   ValueRange());
  return success();
}

static LogicalResult convertCustomCall(hlo::CustomCallOp op,
                                       GraphConversion &graph) {
  StringRef target = op.getCallTargetName();
  if (target == "shape_assertion")
    return convertAssertion(op, graph);
  // Where values are placed changes nothing on one device.
  if (llvm::is_contained({"Sharding", "SPMDFullToShardShape",
                          "SPMDShardToFullShape", "annotate_device_placement"},
                         target) &&
      op->getOperandTypes() == op->getResultTypes())
    return graph.replace(op, graph.get(op->getOperands()));
  if (graph.getModule().packedCalls.contains(target))
    return graph.callPacked(op);
  return graph.reject(op, "it calls @" + target +
                              ", code that the program does not hold; register "
                              "a function of that name and name it in "
                              "'packed-calls'");
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// A region of the `relax.if`, of whose builder the insertion point is there.
static bool fillBranch(Region &to, Region &from, TypeRange types,
                       GraphConversion &graph) {
  OpBuilder &builder = graph.getBuilder();
  builder.setInsertionPointToEnd(&to.emplaceBlock());
  std::optional<SmallVector<Value>> values = graph.convertBlock(from.front());
  if (!values)
    return false;
  for (auto [value, type] : llvm::zip(*values, types))
    value = graph.ensureType(value, type);
  YieldOp::create(builder, graph.getLoc(), *values);
  return true;
}

/// Chooses the branch of the number `index`, the last one otherwise.
static std::optional<SmallVector<Value>>
emitCase(Operation *op, Value index, MutableArrayRef<Region> branches,
         int64_t number, GraphConversion &graph) {
  if (branches.size() == 1)
    return graph.convertBlock(branches.front().front());
  OpBuilder &builder = graph.getBuilder();
  Location loc = op->getLoc();
  Value condition = index;
  if (!TensorBuilder::elementOf(index).isInteger(1))
    condition = graph.emit<EqualOp>(
        {index, graph.constant(builder.getIntegerAttr(
                    TensorBuilder::elementOf(index), number))});
  // Types as the program says them are those of both branches.
  auto choice = IfOp::create(builder, loc, op->getResultTypes(), condition);
  OpBuilder::InsertionGuard guard(builder);
  bool isWhole = fillBranch(choice.getThenRegion(), branches.front(),
                            op->getResultTypes(), graph);
  builder.setInsertionPointToEnd(&choice.getElseRegion().emplaceBlock());
  std::optional<SmallVector<Value>> others =
      emitCase(op, index, branches.drop_front(), number + 1, graph);
  if (!isWhole || !others) {
    graph.discard(choice);
    return std::nullopt;
  }
  for (auto [value, type] : llvm::zip(*others, op->getResultTypes()))
    value = graph.ensureType(value, type);
  YieldOp::create(builder, loc, *others);
  return llvm::to_vector_of<Value>(choice.getResults());
}

/// Whether each branch is a block that gives values of the result's types.
static bool areBranches(Operation *op) {
  return op->getNumRegions() > 0 &&
         llvm::all_of(op->getRegions(), [&](Region &region) {
           return region.hasOneBlock() && region.getNumArguments() == 0 &&
                  !region.front().empty() &&
                  isa<hlo::ReturnOp>(region.front().back()) &&
                  region.front().back().getOperandTypes() ==
                      op->getResultTypes();
         });
}

static LogicalResult convertBranches(Operation *op, Value index,
                                     GraphConversion &graph) {
  bool areStatic = llvm::all_of(op->getResultTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  });
  if (!areBranches(op) || typeOf(index).getRank() != 0)
    return graph.reject(op, "expected a number and branches that give the "
                            "results");
  if (!areStatic)
    return graph.reject(op, "expected results of known sizes");
  std::optional<SmallVector<Value>> results =
      emitCase(op, graph.get(index), op->getRegions(), 0, graph);
  return results ? graph.replace(op, *results) : failure();
}

static LogicalResult convertCase(hlo::CaseOp op, GraphConversion &graph) {
  std::optional<SmallVector<int64_t>> index =
      graph.getKnownNumbers(op.getIndex());
  if (!index || !areBranches(op))
    return convertBranches(op, op.getIndex(), graph);
  int64_t last = op->getNumRegions() - 1;
  int64_t number =
      index->front() < 0 || index->front() > last ? last : index->front();
  std::optional<SmallVector<Value>> results =
      graph.convertBlock(op->getRegion(number).front());
  return results ? graph.replace(op, *results) : failure();
}

static LogicalResult convertIf(hlo::IfOp op, GraphConversion &graph) {
  return convertBranches(op, op.getPred(), graph);
}

void populateControlConversions(ConversionTable &table) {
  table.add(convertBarrier);
  table.add(convertCall);
  table.add(convertCase);
  table.add(convertComposite);
  table.add(convertCustomCall);
  table.add(convertIf);
  table.add(convertWhile);
}

} // namespace mlir::relax
