// Which values of a function may share memory.
//
// Regions of the graph level have one block each and there are no loops: one
// walk in order meets each value after those that it may stem from.
//
// What else computes aliases upstream (`LocalAliasAnalysis`) answers for two
// values at a time and knows neither our calls nor tuples. Planning needs all
// names of a memory at once, so the sets are kept in both directions.
#include "Relax/Analysis/AliasSets.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ClosureOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/DeviceOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

/// These have all elements in their order, so they can be views. A
/// transposition cannot.
bool isReshape(Operation *op) {
  return isa<ReshapeOp, FlattenOp, BatchFlattenOp, ExpandDimsOp, SqueezeOp>(op);
}

AliasSets::AliasSets(Operation *function, InPlace isInPlace,
                     bool operatorsPassOn)
    : isInPlace(isInPlace), operatorsPassOn(operatorsPassOn) {
  for (Region &region : function->getRegions())
    visitRegion(region);
  // `isInPlace` may refer to the caller's stack; it is asked during the walk
  // only.
  this->isInPlace = {};
}

ArrayRef<Value> AliasSets::getRoots(Value value) const {
  auto it = rootsOf.find(value);
  return it == rootsOf.end() ? ArrayRef<Value>() : ArrayRef<Value>(it->second);
}

ArrayRef<Value> AliasSets::getAliases(Value root) const {
  auto it = aliasesOf.find(root);
  return it == aliasesOf.end() ? ArrayRef<Value>()
                               : ArrayRef<Value>(it->second);
}

void AliasSets::addRoot(Value value) {
  roots.push_back(value);
  rootsOf[value] = {value};
  aliasesOf[value] = {value};
}

/// A value may stem from several memories, as the result of a branch does. It
/// then is an alias of each.
void AliasSets::addAlias(Value value, ValueRange sources) {
  llvm::SmallSetVector<Value, 4> found;
  for (Value source : sources)
    for (Value root : getRoots(source))
      found.insert(root);
  if (found.empty())
    // Nothing known of the sources, as for scalars: the value is a root of its
    // own, which is the safe answer for lifetimes.
    return addRoot(value);
  rootsOf[value] = SmallVector<Value, 1>(found.begin(), found.end());
  for (Value root : found)
    aliasesOf[root].push_back(value);
}

void AliasSets::escape(ValueRange values) {
  for (Value value : values)
    escaping.insert_range(getRoots(value));
}

void AliasSets::visitRegion(Region &region) {
  for (Block &block : region) {
    for (Value argument : block.getArguments())
      addRoot(argument);
    for (Operation &op : block)
      visit(&op);
  }
}

bool passesMemoryOn(Operation *op) {
  return isReshape(op) ||
         isa<MatchCastOp, MemoryViewOp, MemoryEnsureZeroOffsetOp, TupleOp,
             TupleGetItemOp, HintOnDeviceOp, StopLiftParamsOp>(op);
}

/// Whether nothing is known of what `op` does with its operands, so that each
/// result may be any of them. A function in a library may return its argument.
/// TVM's planner took such results for new memory (apache/tvm#20134:
/// `vm.builtin.reshape`).
static bool isOpaqueCall(Operation *op) {
  return isa<CallPackedOp, CallPurePackedOp, CallBuiltinWithCtxOp,
             InvokeClosureOp, InvokePureClosureOp>(op);
}

SmallVector<int64_t> getInplaceIndices(Operation *op) {
  SmallVector<int64_t> indices;
  if (auto call = dyn_cast<CallTIRInplaceOp>(op))
    indices.assign(call.getInplaceIndices().begin(),
                   call.getInplaceIndices().end());
  else if (auto call = dyn_cast<CallInplacePackedOp>(op))
    indices.assign(call.getInplaceIndices().begin(),
                   call.getInplaceIndices().end());
  else
    return indices;
  // Others than those of arguments, one a result, break a rule of the op. The
  // verifier reports wrong indices; analyses run on such programs as well, for
  // instance in `--verify-each=0`, and must not read beyond the operands.
  indices.resize(op->getNumResults(), -1);
  for (int64_t &index : indices)
    if (index >= static_cast<int64_t>(op->getNumOperands()))
      index = -1;
  return indices;
}

/// The field that a `relax.tuple_get_item` takes, when the tuple is in sight.
/// Taking a field from a tuple in sight aliases that field alone. Through the
/// whole tuple each field would alias all others, and nothing could be freed
/// early.
static Value getField(TupleGetItemOp op) {
  auto tuple = op.getTuple().getDefiningOp<TupleOp>();
  if (!tuple || op.getIndex() >= tuple.getFields().size())
    return op.getTuple();
  return tuple.getFields()[op.getIndex()];
}

/// Regions first, because what they give names the op's results.
void AliasSets::visit(Operation *op) {
  for (Region &region : op->getRegions())
    visitRegion(region);
  // What a closure holds lives as long as the closure: nobody knows how long.
  if (isa<MakeClosureOp, InvokeClosureOp, InvokePureClosureOp, ReturnOp>(op))
    escape(op->getOperands());
  if (auto lambda = dyn_cast<LambdaOp>(op))
    lambda.getBody().walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (!lambda.getBody().isAncestor(operand.getParentRegion()))
          escape(operand);
    });

  if (auto item = dyn_cast<TupleGetItemOp>(op))
    return addAlias(item, getField(item));
  if (passesMemoryOn(op) || isOpaqueCall(op) ||
      (operatorsPassOn && isa<OpPatternInterface>(op))) {
    for (Value result : op->getResults())
      addAlias(result, op->getOperands());
    return;
  }
  // All indices are asked before aliases are added: an answer may depend on
  // names so far, and one result's alias must not change the answer for the
  // next.
  if (isa<CallTIRInplaceOp, CallInplacePackedOp>(op)) {
    SmallVector<bool> shared;
    SmallVector<int64_t> indices = getInplaceIndices(op);
    for (int64_t index : indices)
      shared.push_back(
          index >= 0 &&
          (!isInPlace || isInPlace(*this, op->getOpOperand(index))));
    for (auto [result, index, isShared] :
         llvm::zip(op->getResults(), indices, shared))
      isShared ? addAlias(result, op->getOperand(index)) : addRoot(result);
    return;
  }
  if (isa<IfOp, DataflowOp>(op)) {
    for (OpResult result : op->getResults()) {
      SmallVector<Value, 2> given;
      for (Region &region : op->getRegions())
        given.push_back(
            region.front().back().getOperand(result.getResultNumber()));
      addAlias(result, given);
    }
    return;
  }
  // All other results, those of operators and of calls of our functions
  // included, are memory of their own (docs/Rationale/Values.md).
  for (Value result : op->getResults())
    addRoot(result);
}

} // namespace mlir::relax
