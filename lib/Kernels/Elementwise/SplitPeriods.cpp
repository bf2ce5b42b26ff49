// Makes two iterators of one of which loads use quotient and rest:
//
//   for i in 4 * 256: y[i] = x[i mod 256]
//   for o in 4, r in 256: y[o * 256 + r] = x[r]
//
// A copy of repeated rows was computed element by element, as nothing tells
// that a rest goes on by 1.
#include "SplitPeriods.h"

#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

static bool isRest(Operation *op) {
  return isa<arith::RemUIOp, arith::RemSIOp>(op);
}

// All divisions are alike: an iterator is not negative.
static bool isQuotient(Operation *op) {
  return isa<arith::DivUIOp, arith::DivSIOp, arith::FloorDivSIOp>(op);
}

// What the iterator is divided by, if that is always the same, and a rest of it
// is used; nullopt if there is none.
static std::optional<int64_t> findPeriod(Value iter) {
  std::optional<int64_t> period;
  bool hasRest = false;
  for (Operation *user : iter.getUsers()) {
    if (!isRest(user) && !isQuotient(user))
      continue;
    std::optional<int64_t> divisor = getConstantIndex(user->getOperand(1));
    // With two of them both would have to be multiples of one.
    if (user->getOperand(0) != iter || !divisor || *divisor < 1 ||
        (period && *period != *divisor))
      return std::nullopt;
    period = divisor;
    hasRest |= isRest(user);
  }
  return hasRest ? period : std::nullopt;
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

static void splitIter(LoopNest &nest, unsigned iter, int64_t period) {
  Block *body = nest.block.getBody();
  // Sorted before the quotient becomes what the number was: an op may use both.
  SmallVector<Operation *> divisions;
  SmallVector<OpOperand *> others;
  for (OpOperand &use : body->getArgument(iter).getUses())
    if (isRest(use.getOwner()) || isQuotient(use.getOwner()))
      divisions.push_back(use.getOwner());
    else
      others.push_back(&use);
  addInnerLoop(nest, iter, period);
  Value quotient = body->getArgument(iter), rest = body->getArgument(iter + 1);
  for (Operation *division : divisions) {
    division->replaceAllUsesWith(
        ValueRange(isRest(division) ? rest : quotient));
    division->erase();
  }
  if (others.empty())
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(body);
  Location loc = nest.block.getLoc();
  Value scaled =
      mulIndex(builder, loc, quotient, indexConstant(builder, loc, period));
  Value whole = addIndex(builder, loc, scaled, rest);
  for (OpOperand *use : others)
    use->set(whole);
}

void splitPeriods(LoopNest &nest, int64_t lanes) {
  for (unsigned iter = 0, end = nest.size(); iter != end; ++iter) {
    std::optional<int64_t> extent = nest.getConstantExtent(iter);
    std::optional<int64_t> period =
        findPeriod(nest.block.getBody()->getArgument(iter));
    if (!extent || !period || *period < lanes || *extent <= *period ||
        *extent % *period != 0)
      continue;
    bool isRow = llvm::all_of(getAccesses(nest.block), [&](auto &access) {
      return !access.isStore || getStride(nest.block, access, iter) == 1;
    });
    if (isRow)
      return splitIter(nest, iter, *period);
  }
}

} // namespace mlir::tir
