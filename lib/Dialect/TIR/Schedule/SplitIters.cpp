// Makes two iterators of one that is divided:
//
//   for c in 64:            y[c] += x[c div 32, k] * w[c div 16, k, c mod 16]
//   for b in 4, l in 16:    y[b * 16 + l] += x[b div 2, k] * w[b, k, l]
//
// An access is a function of iterators and their multiples then, as tiles and
// vectors need it.
#include "Relax/Dialect/TIR/Schedule/SplitIters.h"

#include "Relax/Dialect/TIR/Schedule/BlockIters.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

static bool isRest(Operation *op) {
  return isa<arith::RemUIOp, arith::RemSIOp>(op);
}

// All divisions are alike: an iterator is not negative.
static bool isQuotient(Operation *op) {
  return isa<arith::DivUIOp, arith::DivSIOp, arith::FloorDivSIOp>(op);
}

std::optional<int64_t> findPeriod(LoopNest &nest, unsigned iter) {
  Value value = nest.block.getBody()->getArgument(iter);
  SmallVector<int64_t> quotients;
  std::optional<int64_t> period, extent = nest.getConstantExtent(iter);
  for (Operation *user : value.getUsers()) {
    if (!isRest(user) && !isQuotient(user))
      continue;
    std::optional<int64_t> divisor = getConstantIndex(user->getOperand(1));
    if (user->getOperand(0) != value || !divisor || *divisor < 1 ||
        (isRest(user) && period && *period != *divisor))
      return std::nullopt;
    if (isRest(user))
      period = divisor;
    else
      quotients.push_back(*divisor);
  }
  if (!period || !extent || *extent <= *period)
    return std::nullopt;
  quotients.push_back(*extent);
  bool divides = llvm::all_of(
      quotients, [&](int64_t divisor) { return divisor % *period == 0; });
  return divides ? period : std::nullopt;
}

static bool isDivided(LoopNest &nest, unsigned iter) {
  return llvm::any_of(
      nest.block.getBody()->getArgument(iter).getUsers(),
      [](Operation *user) { return isRest(user) || isQuotient(user); });
}

// A loop of `period` turns inside of that of an iterator, which has the
// quotients then, with an iterator of its own behind it.
static void addInnerLoop(LoopNest &nest, unsigned iter, int64_t period) {
  BlockOp block = nest.block;
  Location loc = block.getLoc();
  OpBuilder builder(nest.getRoot());
  Value outer =
      indexConstant(builder, loc, *nest.getConstantExtent(iter) / period);
  Value extent = indexConstant(builder, loc, period);
  ForOp loop = nest.loops[iter];
  loop.getUpperBoundMutable().assign(outer);
  Operation *inside = &loop.getBody()->front();
  builder.setInsertionPointToStart(loop.getBody());
  ForOp inner =
      ForOp::create(builder, loc, indexConstant(builder, loc, 0), extent);
  inside->moveBefore(&inner.getBody()->front());
  nest.loops.insert(nest.loops.begin() + iter + 1, inner);

  auto insert = [&](OperandRange operands, Value value) {
    SmallVector<Value> values(operands);
    values.insert(values.begin() + iter + 1, value);
    return values;
  };
  block.getBindingsMutable().assign(
      insert(block.getBindings(), inner.getInductionVar()));
  block.getExtentsMutable().assign(insert(block.getExtents(), extent));
  block.getExtentsMutable()[iter].assign(outer);
  SmallVector<Attribute> kinds(block.getIterKinds().getValue());
  kinds.insert(kinds.begin() + iter + 1, kinds[iter]);
  block.setIterKindsAttr(ArrayAttr::get(block.getContext(), kinds));
  block.getBody()->insertArgument(iter + 1, builder.getIndexType(), loc);
}

// What a division of the iterator is, of its two parts.
static Value replaceDivision(Operation *division, Value quotient, Value rest,
                             int64_t period) {
  int64_t divisor = *getConstantIndex(division->getOperand(1));
  if (isRest(division))
    return rest;
  if (divisor == period)
    return quotient;
  OpBuilder builder(division);
  Location loc = division->getLoc();
  return arith::DivUIOp::create(builder, loc, quotient,
                                indexConstant(builder, loc, divisor / period));
}

// The whole iterator again, for the uses of a region: that of `tir.init`, which
// is the first op, or what is behind it.
static void rebuild(OpBuilder builder, ArrayRef<OpOperand *> uses,
                    Value quotient, Value rest, int64_t period) {
  if (uses.empty())
    return;
  Location loc = quotient.getLoc();
  Value start =
      mulIndex(builder, loc, quotient, indexConstant(builder, loc, period));
  Value whole = addIndex(builder, loc, start, rest);
  for (OpOperand *use : uses)
    use->set(whole);
}

void splitIter(LoopNest &nest, unsigned iter, int64_t period) {
  Block *body = nest.block.getBody();
  InitOp init = nest.block.getInit();
  // Sorted before the quotient becomes what the number was: an op may use both.
  SmallVector<Operation *> divisions;
  SmallVector<OpOperand *> inInit, others;
  for (OpOperand &use : body->getArgument(iter).getUses())
    if (isRest(use.getOwner()) || isQuotient(use.getOwner()))
      divisions.push_back(use.getOwner());
    else if (init && init->isProperAncestor(use.getOwner()))
      inInit.push_back(&use);
    else
      others.push_back(&use);
  addInnerLoop(nest, iter, period);
  Value quotient = body->getArgument(iter), rest = body->getArgument(iter + 1);
  for (Operation *division : divisions) {
    division->replaceAllUsesWith(
        ValueRange(replaceDivision(division, quotient, rest, period)));
    division->erase();
  }
  OpBuilder builder = OpBuilder::atBlockBegin(body);
  if (init) {
    rebuild(OpBuilder::atBlockBegin(&init->getRegion(0).front()), inInit,
            quotient, rest, period);
    builder.setInsertionPointAfter(init);
  }
  rebuild(builder, others, quotient, rest, period);
}

bool isShared(LoopNest &nest, const ElementAccess &access, unsigned iter) {
  AffineExpr dim = getAffineDimExpr(iter, nest.block.getContext());
  bool moves = false;
  for (Value index : access.indices) {
    AffineExpr expr = getIndexExpr(nest.block, index);
    if (!expr)
      return false;
    // Without the quotients nothing of the iterator is left.
    AffineExpr left = expr;
    expr.walk([&](AffineExpr part) {
      auto division = dyn_cast<AffineBinaryOpExpr>(part);
      if (division && division.getKind() == AffineExprKind::FloorDiv &&
          division.getLHS() == dim)
        left = left.replace(part, getAffineConstantExpr(0, part.getContext()));
    });
    if (left.isFunctionOfDim(iter))
      return false;
    moves |= left != expr;
  }
  return moves;
}

// The dimension that the iterator runs over, from end to end.
static std::optional<unsigned>
findDim(LoopNest &nest, const ElementAccess &access, unsigned iter) {
  auto type = cast<MemRefType>(access.buffer.getType());
  auto found =
      llvm::find(access.indices, nest.block.getBody()->getArgument(iter));
  unsigned dim = found - access.indices.begin();
  if (found == access.indices.end() || !type.getLayout().isIdentity() ||
      type.getDimSize(dim) != nest.getConstantExtent(iter))
    return std::nullopt;
  return dim;
}

// Access dimensions that the iterator runs over through views that have a
// dimension for periods and one for the places in a period.
static void splitDims(LoopNest &nest, unsigned iter, int64_t period) {
  Value value = nest.block.getBody()->getArgument(iter);
  for (ElementAccess &access : getAccesses(nest.block)) {
    std::optional<unsigned> dim = findDim(nest, access, iter);
    if (!dim)
      continue;
    OpBuilder builder(access.op);
    Location loc = access.op->getLoc();
    SmallVector<Value> indices(access.indices);
    Value size = indexConstant(builder, loc, period);
    indices[*dim] = arith::DivUIOp::create(builder, loc, value, size);
    indices.insert(indices.begin() + *dim + 1,
                   arith::RemUIOp::create(builder, loc, value, size));
    setAccess(access.op, getExpanded(access.buffer, *dim, period, access.op),
              indices);
  }
}

// Iterators are numbers: those behind the new one `at` get another one, and so
// do those of the epilogue behind `end`.
static void insertIter(Reduction &reduction, unsigned at, unsigned end) {
  for (SmallVector<unsigned> *iters : {&reduction.spatial, &reduction.reduce})
    for (unsigned &iter : *iters)
      iter += iter >= at;
  reduction.spatial.insert(llvm::find(reduction.spatial, at - 1) + 1, at);
  if (!reduction.epilogue)
    return;
  for (unsigned &iter : reduction.epilogueIters)
    iter += iter != Reduction::kNoIter && iter >= end;
  reduction.epilogueIters.insert(reduction.epilogueIters.begin() + at, end);
}

// What the iterator is split by: a number that divides all that divide it,
// where what is read by quotients alone is shared in a period.
static std::optional<int64_t> findSharedPeriod(Reduction &reduction,
                                               unsigned iter) {
  LoopNest &nest = reduction.nest;
  std::optional<int64_t> period = findPeriod(nest, iter);
  if (!period)
    return std::nullopt;
  bool hasShared =
      llvm::any_of(reduction.getInputs(), [&](ElementAccess &access) {
        return isShared(nest, access, iter);
      });
  // Results are at iterators alone, as all that writes them relies on.
  bool isWhole = llvm::all_of(getAccesses(nest.block), [&](auto &access) {
    return !access.isStore || findDim(nest, access, iter);
  });
  if (!hasShared || !isWhole)
    return std::nullopt;
  if (!reduction.epilogue)
    return period;
  unsigned end = reduction.epilogueIters[iter];
  bool isPlain =
      end != Reduction::kNoIter && !isDivided(*reduction.epilogue, end);
  return isPlain ? period : std::nullopt;
}

bool hasSharedIter(Reduction &reduction) {
  return llvm::any_of(reduction.spatial, [&](unsigned iter) {
    return findSharedPeriod(reduction, iter).has_value();
  });
}

bool splitSharedIter(Reduction &reduction) {
  for (unsigned iter : reduction.spatial) {
    std::optional<int64_t> period = findSharedPeriod(reduction, iter);
    if (!period)
      continue;
    splitDims(reduction.nest, iter, *period);
    splitIter(reduction.nest, iter, *period);
    unsigned end = Reduction::kNoIter;
    if (reduction.epilogue) {
      end = reduction.epilogueIters[iter];
      splitDims(*reduction.epilogue, end, *period);
      splitIter(*reduction.epilogue, end, *period);
      ++end;
    }
    insertIter(reduction, iter + 1, end);
    reduction.out = reduction.store.getMemRef();
    return true;
  }
  return false;
}

} // namespace mlir::tir
