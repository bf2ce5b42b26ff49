// Calls, branches, and what concerns a program as a whole.
//
// Functions are written out where they are called, since relax infers the types
// of a call from its arguments and StableHLO declares them. Branches stay
// branches: their regions become those of `relax.if`, and may use values from
// outside as they could before.
#include "GraphConversion.h"
#include "LinearAlgebra.h"
#include "WhileFunction.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/EffectOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "llvm/ADT/ScopeExit.h"

namespace mlir::relax {

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Writes the function `name` out in place of `op`.
/// Written out, because JAX makes a private function of each jnp call: kept,
/// they would be borders that no fusion crosses. What is known of integers goes
/// in and comes out with the call, since shapes are computed across such
/// borders.
static LogicalResult inlineCall(Operation *op, StringRef name,
                                GraphConversion &graph) {
  auto callee = graph.getModule().symbols.lookup<func::FuncOp>(name);
  if (!callee || !callee.getBody().hasOneBlock() ||
      TypeRange(callee.getArgumentTypes()) != op->getOperandTypes() ||
      TypeRange(callee.getResultTypes()) != op->getResultTypes()) {
    Rejection error = graph.reject(
        op,
        "expected a 'func.func' of the module of one block and of the "
        "types of the call",
        "found " + (callee ? typesText(callee.getFunctionType())
                           : "none that is @" + name.str()));
    if (callee)
      error.attachNote(callee.getLoc(), "the function is here");
    return error;
  }
  if (llvm::is_contained(graph.getCallStack(), callee.getOperation()))
    return graph
        .reject(op, "expected a function that does not call itself",
                "found @" + name + " among its callers")
        .attachNote(callee.getLoc(), "the function is here");
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

/// A barrier keeps XLA from moving ops across it. The values are the same
/// without it.
static LogicalResult convertBarrier(hlo::OptimizationBarrierOp op,
                                    GraphConversion &graph) {
  if (op->getNumResults() != op->getNumOperands())
    return rejectResultCount(op, graph);
  return graph.replace(op, graph.get(op->getOperands()));
}

/// An assertion about sizes, which JAX writes where it exports.
/// Assertions on sizes that the types already imply would cost a comparison in
/// each call, and make a pure function impure; so those that always hold are
/// dropped.
static LogicalResult convertAssertion(hlo::CustomCallOp op,
                                      GraphConversion &graph) {
  if (op.getInputs().empty() || !typeOf(op.getInputs().front()))
    return graph
        .reject(op, "expected a condition",
                "found " + typesText(op->getOperandTypes()))
        .attachNote(op->getOperands());
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

/// A call of a function registered at run time.
/// The callee writes into buffers that the caller makes, so their sizes must be
/// known in advance: nobody could infer them.
static LogicalResult callPacked(hlo::CustomCallOp op, GraphConversion &graph) {
  OpBuilder &builder = graph.getBuilder();
  ModuleConversion &all = graph.getModule();
  StringRef target = op.getCallTargetName();
  if (op->getNumResults() == 0)
    return graph.reject(op, "expected a call with results", "found none");
  for (Type type : op->getResultTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        !tensor || !tensor.hasStaticShape())
      return graph.reject(op,
                          "expected results of known sizes from a registered "
                          "function",
                          "found " + typesText(op->getResultTypes()));
  auto call =
      CallDPSPackedOp::create(builder, op.getLoc(), op->getResultTypes(),
                              FlatSymbolRefAttr::get(op.getContext(), target),
                              graph.get(op.getInputs()));
  if (!all.symbols.lookup(target)) {
    OpBuilder outer = OpBuilder::atBlockEnd(all.module.getBody());
    // Pure: a call in the program has no effect that it does not say.
    all.symbols.insert(
        ExternFuncOp::create(outer, op.getLoc(), builder.getStringAttr(target),
                             StringAttr(), builder.getUnitAttr()));
  }
  return graph.replace(op, call->getResults());
}

/// What an unknown target does cannot be guessed. A call that is left out
/// silently would give wrong numbers, so the user has to name each one.
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
    return callPacked(op, graph);
  SmallVector<Value> found = emitLapackCall(op, graph);
  if (!found.empty() && found.size() == op->getNumResults())
    return graph.replace(op, found);
  return graph.reject(op, "it calls @" + target +
                              ", code that the program does not hold; register "
                              "a function of that name and name it in "
                              "'packed-calls'");
}

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

/// A tuple has no value of its own at the graph level: who takes an element
/// finds it among the operands of the op that made the tuple. JAX has none, so
/// those that go through branches and loops are left out.
static LogicalResult convertTuple(hlo::TupleOp op, GraphConversion &graph) {
  for (Operation *user : op->getUsers())
    if (!isa<hlo::GetTupleElementOp>(user))
      return graph
          .reject(op, "expected a tuple of which elements are taken at once",
                  "found " + user->getName().getStringRef())
          .attachNote(user->getLoc(), "the tuple is used here");
  // Any value says that those of the tuple are there.
  if (!op.getVal().empty())
    graph.set(op.getResult(), graph.get(op.getVal().front()));
  return success();
}

static LogicalResult convertGetTupleElement(hlo::GetTupleElementOp op,
                                            GraphConversion &graph) {
  auto tuple = op.getOperand().getDefiningOp<hlo::TupleOp>();
  int64_t index = op.getIndex();
  if (!tuple || index < 0 || index >= int64_t(tuple.getVal().size()))
    return graph
        .reject(op, "expected an element of a 'stablehlo.tuple'",
                "found element " + std::to_string(index) + " of " +
                    typesText(op.getOperand().getType()))
        .attachNote(op.getOperand());
  return graph.replace(op, graph.get(tuple.getVal()[index]));
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// A region of the `relax.if`, of whose builder the insertion point is there,
/// without its end; gives the values of its end.
static std::optional<SmallVector<Value>> fillBranch(Region &to, Region &from,
                                                    GraphConversion &graph) {
  graph.getBuilder().setInsertionPointToEnd(&to.emplaceBlock());
  return graph.convertBlock(from.front());
}

/// The type of a result that is one of two values: a size is the one that the
/// program says, or that of both; else it is unknown.
static Type joinTypes(Value lhs, Value rhs, Type declared) {
  SmallVector<SymExprAttr> dims;
  for (auto [one, other, size] :
       llvm::zip(TensorBuilder::dimsOf(lhs), TensorBuilder::dimsOf(rhs),
                 cast<RankedTensorType>(declared).getShape()))
    dims.push_back(!ShapedType::isDynamic(size)
                       ? getDim(declared.getContext(), size)
                   : one == other ? one
                                  : SymExprAttr());
  return getTensorType(dims, TensorBuilder::elementOf(lhs));
}

/// Ends a branch with `values` as those of `types`.
static void endBranch(Region &region, ArrayRef<Value> values, TypeRange types,
                      GraphConversion &graph) {
  graph.getBuilder().setInsertionPointToEnd(&region.front());
  SmallVector<Value> yielded;
  for (auto [value, type] : llvm::zip(values, types))
    yielded.push_back(graph.ensureType(value, type));
  YieldOp::create(graph.getBuilder(), graph.getLoc(), yielded);
}

/// Chooses the branch of the number `index`, the last one otherwise. Which
/// types the results have is known once the branches are written, so the
/// regions then go to an op of these.
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
  auto open = IfOp::create(builder, loc, TypeRange(), condition);
  OpBuilder::InsertionGuard guard(builder);
  std::optional<SmallVector<Value>> first =
      fillBranch(open.getThenRegion(), branches.front(), graph);
  builder.setInsertionPointToEnd(&open.getElseRegion().emplaceBlock());
  std::optional<SmallVector<Value>> others =
      emitCase(op, index, branches.drop_front(), number + 1, graph);
  if (!first || !others) {
    graph.discard(open);
    return std::nullopt;
  }
  SmallVector<Type> types;
  for (auto [lhs, rhs, type] :
       llvm::zip_equal(*first, *others, op->getResultTypes()))
    types.push_back(joinTypes(lhs, rhs, type));
  endBranch(open.getThenRegion(), *first, types, graph);
  endBranch(open.getElseRegion(), *others, types, graph);
  builder.setInsertionPoint(open);
  auto choice = IfOp::create(builder, loc, types, condition);
  choice.getThenRegion().takeBody(open.getThenRegion());
  choice.getElseRegion().takeBody(open.getElseRegion());
  open.erase();
  return llvm::to_vector_of<Value>(choice.getResults());
}

/// Whether each branch is a block that gives values of the result's types.
/// Checked for all branches in advance, since an `if` with half its regions
/// filled could not be printed or verified.
static bool areBranches(Operation *op) {
  return op->getNumRegions() > 0 &&
         llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>) &&
         llvm::all_of(op->getRegions(), [&](Region &region) {
           return region.hasOneBlock() && region.getNumArguments() == 0 &&
                  !region.front().empty() &&
                  isa<hlo::ReturnOp>(region.front().back()) &&
                  region.front().back().getOperandTypes() ==
                      op->getResultTypes();
         });
}

/// A size in which branches differ gets a name, as what follows may need one.
static Value nameSizes(Value value, GraphConversion &graph) {
  SmallVector<SymExprAttr> dims(TensorBuilder::dimsOf(value));
  for (SymExprAttr &dim : dims)
    if (!dim)
      dim = SymExprAttr::symbol(
          graph.getContext(),
          "branch" + std::to_string(graph.getModule().numBranchSizes++));
  return graph.ensureType(value,
                          getTensorType(dims, TensorBuilder::elementOf(value)));
}

static LogicalResult convertBranches(Operation *op, Value index,
                                     GraphConversion &graph) {
  if (!areBranches(op) || typeOf(index).getRank() != 0)
    return graph
        .reject(op,
                "expected a number and branches that give the "
                "results",
                "found " + typesText(op->getOperandTypes()) + " and " +
                    std::to_string(op->getNumRegions()) + " branches")
        .attachNote(op->getOperands());
  std::optional<SmallVector<Value>> results =
      emitCase(op, graph.get(index), op->getRegions(), 0, graph);
  if (!results)
    return failure();
  for (Value &value : *results)
    value = nameSizes(value, graph);
  return graph.replace(op, *results);
}

/// An index outside chooses the last branch, by the specification. A known
/// index needs no branch at all, so no condition is left for run time.
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
  table.add(convertGetTupleElement);
  table.add(convertIf);
  table.add(convertTuple);
  table.add(convertWhile);
}

} // namespace mlir::relax
