// Drop what private functions return and no call of them uses.
//
// Functions that give several values, and those that give one tuple, as TVM's
// do, are two cases: of a tuple it is the users of the call's result that say
// which fields are needed.
#include "PrivateCalls.h"

#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "Relax/Transforms/Module/Passes.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_REMOVEUNUSEDOUTPUTSPASS
#include "Relax/Transforms/Module/Passes.h.inc"

/// Drops the results that no call uses; false if there is none. What computes
/// the value inside is left to dead code elimination, which may find that more
/// goes with it.
static bool dropResults(PrivateFunction &function) {
  FuncOp func = function.func;
  llvm::BitVector used(func.getNumResults());
  for (CallOp call : function.calls)
    for (OpResult result : call.getResults())
      if (!result.use_empty())
        used.set(result.getResultNumber());
  if (used.all())
    return false;
  for (CallOp &call : function.calls) {
    SmallVector<Value> kept;
    for (unsigned index : used.set_bits())
      kept.push_back(call.getResult(index));
    CallOp changed =
        changeCall(call, call.getArgs(), ValueRange(kept).getTypes());
    for (auto [old, result] : llvm::zip(kept, changed.getResults()))
      old.replaceAllUsesWith(result);
    call.erase();
    call = changed;
  }
  Operation *terminator = func.getBody().front().getTerminator();
  used.flip();
  (void)func.eraseResults(used);
  terminator->eraseOperands(used);
  return true;
}

/// The fields of the one tuple that `function` returns which calls take from
/// what they get; none if a call does something else with the tuple. No call or
/// no field at all looks the same as "does something else": both give no bit,
/// and the caller leaves the function alone.
static llvm::BitVector getUsedFields(PrivateFunction &function,
                                     TupleType type) {
  llvm::BitVector used(unsigned(type.size()));
  for (CallOp call : function.calls)
    for (Operation *user : call->getUsers()) {
      auto item = dyn_cast<TupleGetItemOp>(user);
      if (!item || item.getIndex() >= type.size())
        return {};
      used.set(unsigned(item.getIndex()));
    }
  return used;
}

/// Gives a region other values as results behind those of its results that are
/// used; gives the new ones. An op's number of results is fixed when it is
/// made, so the region moves to a new op.
static SmallVector<Value> addResults(DataflowOp region, ValueRange added) {
  SmallVector<Value> values, kept;
  for (auto [value, result] :
       llvm::zip(region.getOutput().getOperands(), region.getResults()))
    if (!result.use_empty()) {
      values.push_back(value);
      kept.push_back(result);
    }
  SmallVector<Type> types(ValueRange(kept).getTypes());
  llvm::append_range(values, added);
  llvm::append_range(types, added.getTypes());
  OpBuilder builder(region);
  auto changed = DataflowOp::create(builder, region.getLoc(), types);
  changed.getBody().takeBody(region.getBody());
  changed.getOutput()->setOperands(values);
  for (auto [old, result] : llvm::zip(kept, changed.getResults()))
    old.replaceAllUsesWith(result);
  region.erase();
  return SmallVector<Value>(changed.getResults().drop_front(kept.size()));
}

/// Fields of the tuple that a function returns in `terminator`, which no longer
/// returns it. A region that makes the tuple gives the fields. Returning a new
/// tuple of fields taken from the old one would keep the old tuple and all its
/// fields alive. So the fields are taken from where the tuple was made, in the
/// region as well.
static SmallVector<Value> takeFields(Operation *terminator,
                                     const llvm::BitVector &used) {
  Value tuple = terminator->getOperand(0);
  terminator->setOperands({});
  SmallVector<Value> fields;
  auto take = [&](TupleOp made) {
    for (unsigned index : used.set_bits())
      fields.push_back(made.getFields()[index]);
  };
  if (auto made = tuple.getDefiningOp<TupleOp>()) {
    take(made);
    return fields;
  }
  if (auto region = tuple.getDefiningOp<DataflowOp>()) {
    unsigned place = cast<OpResult>(tuple).getResultNumber();
    Value inside = region.getOutput().getOperands()[place];
    if (auto made = inside.getDefiningOp<TupleOp>()) {
      take(made);
      return addResults(region, fields);
    }
  }
  OpBuilder builder(terminator);
  auto type = cast<TupleType>(tuple.getType());
  for (unsigned index : used.set_bits())
    fields.push_back(TupleGetItemOp::create(builder, tuple.getLoc(),
                                            type.getType(index), tuple, index));
  return fields;
}

/// What stands in the place of a tuple of which these fields are left: one
/// alone has no tuple around it.
static Type getLeft(TupleType type, const llvm::BitVector &used) {
  SmallVector<Type> types;
  for (unsigned index : used.set_bits())
    types.push_back(type.getType(index));
  return types.size() == 1 ? types.front()
                           : TupleType::get(type.getContext(), types);
}

/// A call of a function that gives only the used fields of its tuple. Old index
/// to new one, the number of used fields before it.
static CallOp takeFromCall(CallOp call, const llvm::BitVector &used) {
  SmallVector<unsigned> places(used.size());
  for (auto [place, index] : llvm::enumerate(used.set_bits()))
    places[index] = unsigned(place);
  SmallVector<Operation *> items(call->getUsers());
  CallOp changed =
      changeCall(call, call.getArgs(),
                 getLeft(cast<TupleType>(call.getResultTypes().front()), used));
  for (Operation *user : items) {
    auto item = cast<TupleGetItemOp>(user);
    if (used.count() == 1) {
      item.replaceAllUsesWith(changed.getResult(0));
      item.erase();
    } else {
      item.getTupleMutable().assign(changed.getResult(0));
      item.setIndex(places[item.getIndex()]);
    }
  }
  call.erase();
  return changed;
}

/// Lets a function give those fields of its tuple that are used; false if all
/// are used. Only the outer tuple: fields of a tuple within it are all kept.
static bool dropFields(PrivateFunction &function) {
  FuncOp func = function.func;
  if (func.getNumResults() != 1)
    return false;
  auto type = dyn_cast<TupleType>(func.getResultTypes().front());
  llvm::BitVector used =
      type ? getUsedFields(function, type) : llvm::BitVector();
  if (used.none() || used.all())
    return false;
  Operation *terminator = func.getBody().front().getTerminator();
  SmallVector<Value> kept = takeFields(terminator, used);
  OpBuilder builder(terminator);
  if (kept.size() > 1)
    kept = {TupleOp::create(
        builder, terminator->getLoc(),
        TupleType::get(func.getContext(), ValueRange(kept).getTypes()), kept)};
  terminator->setOperands(kept);
  func.setFunctionType(FunctionType::get(
      func.getContext(), func.getArgumentTypes(), {getLeft(type, used)}));
  for (CallOp &call : function.calls)
    call = takeFromCall(call, used);
  return true;
}

namespace {
struct RemoveUnusedOutputsPass
    : impl::RemoveUnusedOutputsPassBase<RemoveUnusedOutputsPass> {
  void runOnOperation() override {
    // What a function no longer returns may be the last use of what a call in
    // it gives.
    if (!changePrivateFunctions(getOperation(), [](PrivateFunction &function) {
          return dropResults(function) || dropFields(function);
        }))
      markAllAnalysesPreserved();
  }
};
} // namespace

} // namespace mlir::relax
