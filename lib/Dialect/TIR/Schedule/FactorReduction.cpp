// Reduce in parts:
//
//   for i, ko, ki: B[i] += A[i, ko * 4 + ki]
//
// becomes, for the loop `ki`,
//
//   for i, ko, ki: B_rf[ki, i] += A[i, ko * 4 + ki]
//   for i, ki: B[i] += B_rf[ki, i]
//
// TVM's rfactor: the loop `ki` becomes parallel. The sum is associated anew,
// which floats feel in their last bits.
#include "Relax/Dialect/TIR/Schedule/FactorReduction.h"

#include "Relax/Dialect/TIR/Analysis/BlockBindings.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/Analysis/Reduction.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "Relax/Dialect/TIR/Schedule/DecomposeReduction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {
namespace {

/// One reduction and the loop whose iterations get results of their own.
class ReductionFactoring {
public:
  ReductionFactoring(BlockOp block, ForOp factor, int64_t axis)
      : block(block), factor(factor), axis(axis), loc(block.getLoc()) {}

  LogicalResult check();
  BlockOp run();

private:
  InFlightDiagnostic failPrecondition() {
    return tir::failPrecondition(block, "factor");
  }
  LogicalResult checkLoops();
  LogicalResult checkIters();
  LogicalResult checkCopies();
  bool isDropped(Value value) const;
  void makeBuffer();
  void buildResult();
  void changeIters();
  void changeBody();

  BlockOp block;
  ForOp factor;
  int64_t axis;
  Location loc;
  /// The loops around the block that hold it alone, from the outermost on.
  SmallVector<ForOp> nest;
  /// Of those, the ones that reduce; and what stays for the result.
  SmallVector<ForOp> reducing, kept;
  Accumulator accumulator;
  Operation *combiner = nullptr;
  Value partial;
  BlockOp result;
};

} // namespace

LogicalResult ReductionFactoring::checkLoops() {
  if (!llvm::is_contained(getLoops(block), factor))
    return failPrecondition() << describe(factor) << " is expected around it";
  if (isa<BlockOp>(getScope(block)))
    return failPrecondition()
           << "expected it outside of other blocks, found it in "
           << describe(getScope(block));
  nest = getOwnNest(block);
  reducing = getDrivingLoops(block, true);
  SmallVector<ForOp> others = getDrivingLoops(block, false);
  if (!llvm::is_contained(reducing, factor))
    return failPrecondition()
           << describe(factor) << " drives no reducing iterator, expected one";
  for (ForOp loop : reducing) {
    if (llvm::is_contained(others, loop))
      return failPrecondition()
             << describe(loop)
             << " drives a reducing and another iterator, expected one kind";
    if (!llvm::is_contained(nest, loop))
      return failPrecondition()
             << describe(loop) << " reduces, expected to hold it alone";
    // The buffer of partial results is indexed by the loop's variable from 0.
    if (getConstantIndex(loop.getLowerBound()) != 0)
      return failPrecondition()
             << describe(loop) << " reduces, expected to start at 0";
  }
  if (factor.getKind() != ForKind::Serial)
    return failPrecondition()
           << describe(factor) << " is '" << stringifyForKind(factor.getKind())
           << "', expected a serial loop; do it before";
  for (ForOp loop : nest)
    if (loop == factor || llvm::is_contained(others, loop))
      kept.push_back(loop);
  // If two iterations agreed in all iterators, a partial result would count a
  // step twice.
  if (ForOp again = findRepeatingLoop(block, nest, block.getIters()))
    return failPrecondition()
           << "expected its iterators to tell the iterations of "
           << describe(again) << " apart";
  return success();
}

LogicalResult ReductionFactoring::checkIters() {
  std::optional<Accumulator> found = matchAccumulator(block);
  if (!found || found->load.getIndices() != found->store.getIndices() ||
      found->initStore.getMemRef() != found->store.getMemRef() ||
      found->initStore.getIndices() != found->store.getIndices())
    return failPrecondition() << "expected a plain reduction into one buffer";
  accumulator = *found;
  combiner = getCombiner(found->load, found->store);
  // Associative and commutative, as partial results are joined in another
  // order.
  if (!combiner)
    return failPrecondition() << "expected an op that may do its steps in any "
                                 "order to join its result and a step, found "
                              << describe(accumulator.store.getValueToStore());
  for (unsigned i = 0; i != block.getNumIters(); ++i)
    if (block.getIterKind(i) != IterKind::Spatial &&
        block.getIterKind(i) != IterKind::Reduce)
      return failPrecondition()
             << "expected its iterator #" << i
             << " to be spatial or to reduce, found '"
             << stringifyIterKind(block.getIterKind(i)) << "'";
  int64_t rank = accumulator.store.getMemRefType().getRank();
  if (axis < 0 || axis > rank)
    return failPrecondition()
           << "expected an axis from 0 to " << rank << ", found " << axis;
  return success();
}

// True if a loop that the result does without has a part in `value`. The
// result's loops are the spatial ones and the factored one; nothing else may
// take part in its values.
bool ReductionFactoring::isDropped(Value value) const {
  return llvm::any_of(reducing, [&](ForOp loop) {
    return loop != factor && dependsOn(value, loop);
  });
}

LogicalResult ReductionFactoring::checkCopies() {
  for (Value condition : getConditions(block)) {
    bool reduces = llvm::any_of(
        reducing, [&](ForOp loop) { return dependsOn(condition, loop); });
    bool isOther = llvm::any_of(getLoops(block), [&](ForOp loop) {
      return !llvm::is_contained(reducing, loop) && dependsOn(condition, loop);
    });
    if (reduces && isOther)
      return failPrecondition()
             << "expected each condition of its predicate to depend on loops "
                "that reduce or on others, not on both, found "
             << describe(condition);
  }
  ForOp top = nest.front();
  SmallVector<Value> values(block.getExtents());
  for (Value condition : getConditions(block))
    if (!isDropped(condition))
      values.push_back(condition);
  for (unsigned i = 0; i != block.getNumIters(); ++i)
    if (block.getIterKind(i) == IterKind::Spatial)
      values.push_back(block.getBindings()[i]);
  bool canCopy = canCopyLoops(kept, top) &&
                 canCopyValue(factor.getUpperBound(), top, {}) &&
                 llvm::all_of(values, [&](Value value) {
                   return canCopyValue(value, top, kept);
                 });
  Value out = accumulator.store.getMemRef();
  if (canCopy && !top->isAncestor(out.getParentRegion()->getParentOp()))
    return success();
  return failPrecondition()
         << "expected what its loops run over, and its iterators are bound to, "
            "to be computable without the loops that reduce";
}

LogicalResult ReductionFactoring::check() {
  return failure(failed(checkLoops()) || failed(checkIters()) ||
                 failed(checkCopies()));
}

// A buffer as that of the result, and one element for each iteration. One
// dimension more, at the axis that the caller names.
void ReductionFactoring::makeBuffer() {
  OpBuilder builder(nest.front());
  Value out = accumulator.store.getMemRef();
  IRMapping mapping;
  Value size =
      copyValue(builder, factor.getUpperBound(), nest.front(), mapping);
  SmallVector<OpFoldResult> extents = getExtents(builder, loc, out);
  std::optional<int64_t> known = getConstantIndex(size);
  extents.insert(extents.begin() + axis,
                 known ? OpFoldResult(builder.getIndexAttr(*known))
                       : OpFoldResult(size));
  partial = allocBuffer(builder, loc, extents,
                        accumulator.store.getMemRefType().getElementType());
}

static SmallVector<Value> insertIndex(ValueRange indices, int64_t axis,
                                      Value index) {
  SmallVector<Value> all(indices);
  all.insert(all.begin() + axis, index);
  return all;
}

// The block that joins the partial results, behind the loops.
void ReductionFactoring::buildResult() {
  ForOp top = nest.front();
  OpBuilder builder(block.getContext());
  builder.setInsertionPointAfter(top);
  IRMapping mapping;
  copyLoops(builder, kept, top, mapping);
  SmallVector<Value> bindings, extents, iters, conditions;
  SmallVector<IterKind> kinds;
  for (unsigned i = 0; i != block.getNumIters(); ++i) {
    if (block.getIterKind(i) == IterKind::Reduce)
      continue;
    iters.push_back(block.getIters()[i]);
    bindings.push_back(
        copyValue(builder, block.getBindings()[i], top, mapping));
    extents.push_back(copyValue(builder, block.getExtents()[i], top, mapping));
    kinds.push_back(IterKind::Spatial);
  }
  bindings.push_back(mapping.lookup(factor.getInductionVar()));
  extents.push_back(copyValue(builder, factor.getUpperBound(), top, mapping));
  kinds.push_back(IterKind::Reduce);
  for (Value condition : getConditions(block))
    if (!isDropped(condition))
      conditions.push_back(copyValue(builder, condition, top, mapping));
  Value predicate = joinConditions(builder, loc, conditions);
  result = BlockOp::create(builder, loc, block.getLabel(), bindings, extents,
                           kinds, {}, {}, predicate);
  IRMapping body;
  for (auto [iter, own] : llvm::zip(iters, result.getIters()))
    body.map(iter, own);
  builder.setInsertionPointToStart(result.getBody());
  // The start joins in the result only; partial results start at the neutral
  // element, or it would be added once per part.
  builder.clone(*block.getInit(), body);
  for (Value index : accumulator.store.getIndices())
    copyValue(builder, index, block, body);
  SmallVector<Value> indices;
  for (Value index : accumulator.store.getIndices())
    indices.push_back(body.lookupOrDefault(index));
  Value part = memref::LoadOp::create(
      builder, loc, partial,
      insertIndex(indices, axis, result.getIters().back()));
  Value step = combiner->getOperand(
      combiner->getOperand(0) == accumulator.load.getResult() ? 1 : 0);
  builder.clone(*accumulator.load, body);
  body.map(step, part);
  builder.clone(*combiner, body);
  builder.clone(*accumulator.store, body);
  updateAccesses(result);
}

// Let the loop drive an iterator that is spatial now. Iterators that it had a
// part in are computed of the loops, each of which gets an iterator. Iterators
// like `ko * 4 + ki` mix the factored loop with others. So each loop that is in
// one gets an iterator of its own, and the old value is computed in the body.
void ReductionFactoring::changeIters() {
  SmallVector<Value> bindings, extents;
  SmallVector<IterKind> kinds;
  SmallVector<ForOp> split;
  Block *body = block.getBody();
  llvm::BitVector gone(block.getNumIters());
  for (unsigned i = 0; i != block.getNumIters(); ++i) {
    Value binding = block.getBindings()[i];
    if (!dependsOn(binding, factor)) {
      bindings.push_back(binding);
      extents.push_back(block.getExtents()[i]);
      kinds.push_back(block.getIterKind(i));
      continue;
    }
    gone.set(i);
    for (ForOp loop : reducing)
      if (dependsOn(binding, loop) && !llvm::is_contained(split, loop))
        split.push_back(loop);
  }
  IRMapping mapping;
  SmallVector<Value> replaced;
  for (unsigned i : gone.set_bits())
    replaced.push_back(block.getBindings()[i]);
  for (ForOp loop : split) {
    bindings.push_back(loop.getInductionVar());
    extents.push_back(loop.getUpperBound());
    kinds.push_back(loop == factor ? IterKind::Spatial : IterKind::Reduce);
    mapping.map(loop.getInductionVar(),
                body->addArgument(loop.getInductionVar().getType(), loc));
  }
  OpBuilder builder(block.getContext());
  builder.setInsertionPointAfter(block.getInit());
  for (auto [i, binding] : llvm::zip(gone.set_bits(), replaced))
    body->getArgument(i).replaceAllUsesWith(
        copyValue(builder, binding, nest.front(), mapping));
  body->eraseArguments(gone);
  block.getBindingsMutable().assign(bindings);
  block.getExtentsMutable().assign(extents);
  SmallVector<Attribute> attributes;
  for (IterKind kind : kinds)
    attributes.push_back(IterKindAttr::get(block.getContext(), kind));
  block.setIterKindsAttr(ArrayAttr::get(block.getContext(), attributes));
}

// Let the block work on the partial results.
void ReductionFactoring::changeBody() {
  Value index;
  for (auto [iter, binding] : llvm::zip(block.getIters(), block.getBindings()))
    if (binding == factor.getInductionVar())
      index = iter;
  auto redirect = [&](Operation *op, MutableOperandRange buffer,
                      MutableOperandRange indices) {
    SmallVector<Value> all = insertIndex(OperandRange(indices), axis, index);
    buffer.assign(partial);
    indices.assign(all);
  };
  memref::StoreOp store = accumulator.store, start = accumulator.initStore;
  memref::LoadOp load = accumulator.load;
  redirect(store, store.getMemrefMutable(), store.getIndicesMutable());
  // If the factored loop was the only one that reduced, each partial result has
  // one step, and there is nothing to accumulate.
  if (!block.isReduction()) {
    // One step a result: there is nothing to start and to join.
    store.getValueMutable().assign(combiner->getOperand(
        combiner->getOperand(0) == load.getResult() ? 1 : 0));
    combiner->erase();
    load.erase();
    block.getInit().erase();
    updateAccesses(block);
    return;
  }
  redirect(load, load.getMemrefMutable(), load.getIndicesMutable());
  redirect(start, start.getMemrefMutable(), start.getIndicesMutable());
  OpBuilder builder(start);
  start.getValueMutable().assign(arith::ConstantOp::create(
      builder, loc, *arith::getNeutralElement(combiner)));
  updateAccesses(block);
}

BlockOp ReductionFactoring::run() {
  makeBuffer();
  buildResult();
  changeIters();
  changeBody();
  std::string label = getFreshLabel(block, (block.getLabel() + "_rf").str());
  block.setLabel(label);
  // A result whose steps a condition leaves out has its start all the same. The
  // condition can leave out the step at which `tir.init` would run. The start
  // then becomes a block of its own.
  SmallVector<ForOp> rest = getDrivingLoops(block, true);
  bool isMixed = llvm::any_of(getConditions(block), [&](Value condition) {
    return dependsOn(condition, factor) && llvm::any_of(rest, [&](ForOp loop) {
             return dependsOn(condition, loop);
           });
  });
  if (isMixed && block.getInit())
    moveInit(block, nest.front());
  return result;
}

FailureOr<BlockOp> factorReduction(BlockOp block, ForOp loop, int64_t axis) {
  ReductionFactoring factoring(block, loop, axis);
  if (failed(factoring.check()))
    return failure();
  return factoring.run();
}

} // namespace mlir::tir
