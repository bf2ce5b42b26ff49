// Let the padding of a buffer be filled by a block of its own:
//
//   for i < 10: B[i] = (1 <= i and i < 9) ? A[i - 1] : 0
//
// becomes
//
//   for i < 10: B[i] = 0
//   for i < 8: B[i + 1] = A[i + 1 - 1]
//
// The inner loop is then without a branch, and can be vectorized; the fill is a
// plain store of one value. Elements of the interior are written twice, so it
// pays where the padding is thin.
#include "Relax/Dialect/TIR/Schedule/DecomposePadding.h"

#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tir {
namespace {

/// A comparison that keeps an iterator at `bound` or above it, or below it.
struct IterBound {
  unsigned iter;
  Value bound;
  /// What is added to `bound`.
  int64_t offset;
  bool isLower;
};

/// A block that chooses what it stores.
class PaddingDecomposition {
public:
  PaddingDecomposition(BlockOp block, ForOp loop)
      : block(block), loop(loop), loc(block.getLoc()) {}

  LogicalResult check();
  BlockOp run();

private:
  InFlightDiagnostic failPrecondition() {
    return tir::failPrecondition(block, "decompose, in");
  }
  LogicalResult findStore();
  LogicalResult findChoice();
  LogicalResult checkLoops();
  LogicalResult checkIters();
  std::optional<IterBound> getBound(Value condition);
  ForOp getOwnLoop(unsigned iter);
  BlockOp buildFill();
  void takeFirst();
  void narrow(unsigned iter, ArrayRef<IterBound> bounds);

  BlockOp block;
  ForOp loop;
  Location loc;
  memref::StoreOp store;
  /// An `scf.if` or an `arith.select`, which gives what is stored.
  Operation *choice = nullptr;
  Value condition, fill;
};

} // namespace

LogicalResult PaddingDecomposition::findStore() {
  for (unsigned i = 0; i != block.getNumIters(); ++i)
    if (block.getIterKind(i) != IterKind::Spatial)
      return failPrecondition()
             << "expected its iterator #" << i << " to be spatial, found '"
             << stringifyIterKind(block.getIterKind(i)) << "'";
  block.getBody()->walk([&](memref::StoreOp op) { store = op; });
  TouchedBuffers touched = getTouchedBuffers(block);
  bool isOnly = store && store->getParentOp() == block && touched.isKnown &&
                llvm::count_if(getAccesses(block), [](ElementAccess access) {
                  return access.isStore;
                }) == 1;
  if (!isOnly)
    return failPrecondition() << "expected one store as its only effect";
  if (touched.mayRead(store.getMemRef()))
    return failPrecondition()
           << "expected it to read no buffer that it writes, found "
           << store.getMemRef().getType();
  if (!getResultIters(block, store.getMemRef()))
    return failPrecondition()
           << "expected it to write at its iterators, each one index, found "
           << describeIndices(block, store.getMemRef());
  return success();
}

/// The false side must be the fill, which is how padding is written by the
/// importers and by legalisation.
LogicalResult PaddingDecomposition::findChoice() {
  choice = store.getValueToStore().getDefiningOp();
  if (auto select = dyn_cast_or_null<arith::SelectOp>(choice)) {
    condition = select.getCondition();
    fill = select.getFalseValue();
  } else if (auto branch = dyn_cast_or_null<scf::IfOp>(choice)) {
    condition = branch.getCondition();
    fill = branch.elseYield().getOperand(
        cast<OpResult>(store.getValueToStore()).getResultNumber());
  } else {
    return failPrecondition() << "expected it to store what an 'scf.if' or an "
                                 "'arith.select' chooses, found "
                              << describe(store.getValueToStore());
  }
  if (!choice->getResult(0).hasOneUse() || choice->getNumResults() != 1)
    return failPrecondition()
           << "expected it to use what '" << choice->getName()
           << "' chooses for its store only";
  // One value for all, as a fill has no iterators of the source.
  if (!canCopyValue(fill, loop, {}))
    return failPrecondition() << "expected it to store the same everywhere "
                                 "where the condition does not hold, found "
                              << describe(fill);
  return success();
}

LogicalResult PaddingDecomposition::checkLoops() {
  if (!llvm::is_contained(getOwnNest(block), loop))
    return failPrecondition()
           << describe(loop) << " is expected to hold it alone";
  SmallVector<ForOp> loops;
  for (ForOp around : getOwnNest(block))
    if (loop->isAncestor(around))
      loops.push_back(around);
  SmallVector<Value> values(block.getBindings());
  llvm::append_range(values, block.getExtents());
  llvm::append_range(values, getConditions(block));
  if (canCopyLoops(loops, loop) && llvm::all_of(values, [&](Value value) {
        return canCopyValue(value, loop, loops);
      }))
    return success();
  return failPrecondition()
         << "expected what its loops run over, and its iterators are bound to, "
            "to be computable in front of "
         << describe(loop);
}

// The condition is computed of the iterators, so that it can be a predicate.
// Values loaded from memory would make the interior depend on data.
static bool isOfIters(BlockOp block, Value value) {
  if (!block->isAncestor(value.getParentRegion()->getParentOp()))
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() == block.getBody();
  Operation *op = value.getDefiningOp();
  return isPure(op) && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(),
                      [&](Value operand) { return isOfIters(block, operand); });
}

LogicalResult PaddingDecomposition::checkIters() {
  if (isOfIters(block, condition))
    return success();
  return failPrecondition()
         << "expected the condition of '" << choice->getName()
         << "' to be computed of its iterators only";
}

LogicalResult PaddingDecomposition::check() {
  return failure(failed(checkLoops()) || failed(findStore()) ||
                 failed(findChoice()) || failed(checkIters()));
}

//===----------------------------------------------------------------------===//
// Bounds of iterators
//===----------------------------------------------------------------------===//

// The loop from 0 to the extent of an iterator that is this iterator, and
// nothing else; null if there is none. A narrowed range is written to the
// loop's bound and the iterator's extent alike, so both must belong to this
// iterator alone.
ForOp PaddingDecomposition::getOwnLoop(unsigned iter) {
  auto index = dyn_cast<BlockArgument>(block.getBindings()[iter]);
  auto own = index ? dyn_cast<ForOp>(index.getOwner()->getParentOp()) : ForOp();
  if (!own || !loop->isAncestor(own) ||
      getConstantIndex(own.getLowerBound()) != 0 || !index.hasOneUse() ||
      !isSameSize(own.getUpperBound(), block.getExtents()[iter]))
    return {};
  return own;
}

// `iterator`, `iterator + constant` or `iterator - constant`.
static std::optional<std::pair<unsigned, int64_t>> matchIter(BlockOp block,
                                                             Value value) {
  int64_t offset = 0;
  APInt constant;
  if (auto add = value.getDefiningOp<arith::AddIOp>();
      add && matchPattern(add.getRhs(), m_ConstantInt(&constant))) {
    offset = constant.getSExtValue();
    value = add.getLhs();
  } else if (auto sub = value.getDefiningOp<arith::SubIOp>();
             sub && matchPattern(sub.getRhs(), m_ConstantInt(&constant))) {
    offset = -constant.getSExtValue();
    value = sub.getLhs();
  }
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != block.getBody())
    return std::nullopt;
  return std::pair(argument.getArgNumber(), offset);
}

// What `a ? b` is as `b ? a`. `bound > iterator` says of the iterator what
// `iterator < bound` says; equality has no side and is left to the predicate.
static arith::CmpIPredicate swapSides(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::slt:
    return arith::CmpIPredicate::sgt;
  case arith::CmpIPredicate::sle:
    return arith::CmpIPredicate::sge;
  case arith::CmpIPredicate::sgt:
    return arith::CmpIPredicate::slt;
  case arith::CmpIPredicate::sge:
    return arith::CmpIPredicate::sle;
  default:
    return arith::CmpIPredicate::ne;
  }
}

std::optional<IterBound> PaddingDecomposition::getBound(Value condition) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || !compare.getLhs().getType().isIndex())
    return std::nullopt;
  arith::CmpIPredicate predicate = compare.getPredicate();
  Value lhs = compare.getLhs(), rhs = compare.getRhs();
  auto found = matchIter(block, lhs);
  if (!found) {
    found = matchIter(block, rhs);
    std::swap(lhs, rhs);
    predicate = swapSides(predicate);
  }
  if (!found || !getOwnLoop(found->first) || !canCopyValue(rhs, loop, {}))
    return std::nullopt;
  // All bounds become half-open: `<= b` is `< b + 1`, and an offset of the
  // iterator moves to the other side.
  auto [iter, offset] = *found;
  switch (predicate) {
  case arith::CmpIPredicate::slt:
    return IterBound{iter, rhs, -offset, false};
  case arith::CmpIPredicate::sle:
    return IterBound{iter, rhs, 1 - offset, false};
  case arith::CmpIPredicate::sge:
    return IterBound{iter, rhs, -offset, true};
  case arith::CmpIPredicate::sgt:
    return IterBound{iter, rhs, 1 - offset, true};
  default:
    return std::nullopt;
  }
}

// Run over the numbers from the greatest lower to the least upper bound. Where
// the bounds cross, the interior is empty: the size is clamped at 0, or the
// loop would count down.
void PaddingDecomposition::narrow(unsigned iter, ArrayRef<IterBound> bounds) {
  ForOp own = getOwnLoop(iter);
  OpBuilder builder(loop);
  IRMapping mapping;
  Value zero = indexConstant(builder, loc, 0), lower = zero;
  Value extent = copyValue(builder, block.getExtents()[iter], loop, mapping);
  Value upper = extent;
  for (const IterBound &each : bounds) {
    Value bound =
        addIndex(builder, loc, copyValue(builder, each.bound, loop, mapping),
                 indexConstant(builder, loc, each.offset));
    Value &end = each.isLower ? lower : upper;
    if (each.isLower)
      end = builder.createOrFold<arith::MaxSIOp>(loc, end, bound);
    else
      end = builder.createOrFold<arith::MinSIOp>(loc, end, bound);
  }
  Value size = builder.createOrFold<arith::MaxSIOp>(
      loc, builder.createOrFold<arith::SubIOp>(loc, upper, lower), zero);
  own.getUpperBoundMutable().assign(size);
  block.getExtentsMutable()[iter].set(size);
  // The body keeps its old numbers: the iterator starts at 0 again, so the
  // lower bound is added inside.
  BlockArgument inside = block.getIters()[iter];
  if (getConstantIndex(lower) == 0)
    return;
  builder.setInsertionPointToStart(block.getBody());
  Value moved = arith::AddIOp::create(builder, loc, inside, lower);
  inside.replaceAllUsesExcept(moved, moved.getDefiningOp());
}

//===----------------------------------------------------------------------===//
// The two blocks
//===----------------------------------------------------------------------===//

BlockOp PaddingDecomposition::buildFill() {
  SmallVector<ForOp> loops;
  for (ForOp around : getOwnNest(block))
    if (loop->isAncestor(around))
      loops.push_back(around);
  OpBuilder builder(loop);
  IRMapping mapping;
  copyLoops(builder, loops, loop, mapping);
  auto copy = [&](Value value) {
    return copyValue(builder, value, loop, mapping);
  };
  SmallVector<Value> bindings = llvm::map_to_vector(block.getBindings(), copy);
  SmallVector<Value> extents = llvm::map_to_vector(block.getExtents(), copy);
  Value predicate = block.getPredicate() ? copy(block.getPredicate()) : Value();
  std::string label =
      getFreshLabel(block, (block.getLabel() + "_pad_const").str());
  BlockOp made =
      BlockOp::create(builder, loc, label, bindings, extents,
                      SmallVector<IterKind>(bindings.size(), IterKind::Spatial),
                      {}, {}, predicate);
  builder.setInsertionPointToStart(made.getBody());
  for (auto [old, own] : llvm::zip_equal(block.getIters(), made.getIters()))
    mapping.map(old, own);
  Value value = copyValue(builder, fill, loop, mapping);
  SmallVector<Value> indices;
  for (Value index : store.getIndices())
    indices.push_back(copyValue(builder, index, loop, mapping));
  memref::StoreOp::create(builder, loc, value, store.getMemRef(), indices);
  updateAccesses(made);
  return made;
}

// Store the first value, wherever the block runs.
void PaddingDecomposition::takeFirst() {
  Value first;
  if (auto select = dyn_cast<arith::SelectOp>(choice)) {
    first = select.getTrueValue();
  } else {
    auto branch = cast<scf::IfOp>(choice);
    Block *then = branch.thenBlock();
    first = branch.thenYield().getOperand(0);
    then->getTerminator()->erase();
    choice->getBlock()->getOperations().splice(choice->getIterator(),
                                               then->getOperations());
  }
  choice->getResult(0).replaceAllUsesWith(first);
  choice->erase();
}

BlockOp PaddingDecomposition::run() {
  BlockOp made = buildFill();
  // Conditions joined by `and` are taken one by one; those that are no bounds
  // stay as a predicate.
  SmallVector<Value> all, kept;
  collectConditions(condition, all);
  takeFirst();
  llvm::MapVector<unsigned, SmallVector<IterBound>> bounds;
  for (Value each : all) {
    std::optional<IterBound> bound = getBound(each);
    if (bound)
      bounds[bound->iter].push_back(*bound);
    else
      kept.push_back(each);
  }
  for (auto &[iter, own] : bounds)
    narrow(iter, own);
  // A predicate knows the loops, where the body has iterators.
  OpBuilder builder(block);
  IRMapping mapping;
  for (auto [iter, binding] :
       llvm::zip_equal(block.getIters(), block.getBindings()))
    mapping.map(iter, binding);
  SmallVector<Value> conditions = getConditions(block);
  for (Value each : kept)
    conditions.push_back(copyValue(builder, each, block, mapping));
  if (Value predicate = joinConditions(builder, loc, conditions))
    block.getPredicateMutable().assign(predicate);
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(*block.getBody())))
    if (isOpTriviallyDead(&op))
      op.erase();
  updateAround(block);
  return made;
}

FailureOr<BlockOp> decomposePadding(BlockOp block, ForOp loop) {
  PaddingDecomposition decomposition(block, loop);
  if (failed(decomposition.check()))
    return failure();
  return decomposition.run();
}

} // namespace mlir::tir
