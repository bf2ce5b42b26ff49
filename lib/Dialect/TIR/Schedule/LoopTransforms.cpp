// Change loops: split, fuse, reorder, and the way that they run.
#include "Relax/Dialect/TIR/Schedule/LoopTransforms.h"

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "Relax/Dialect/TIR/Schedule/BlockNest.h"
#include "Relax/Dialect/TIR/Schedule/TileLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tir {

//===----------------------------------------------------------------------===//
// What holds
//===----------------------------------------------------------------------===//

static LogicalResult expectSerial(ForOp loop, StringRef verb) {
  if (loop.getKind() == ForKind::Serial)
    return success();
  return loop.emitError("cannot ")
         << verb << " a loop that is '" << stringifyForKind(loop.getKind())
         << "'; do it while the loop is serial";
}

// The loop that is the only op in another one.
static FailureOr<ForOp> getOnlyLoop(ForOp outer, StringRef verb) {
  Block *body = outer.getBody();
  auto inner = dyn_cast<ForOp>(body->front());
  if (!inner || !llvm::hasNItems(*body, 2))
    return outer.emitError("cannot ")
           << verb << " a loop with the one in it: it holds more than a loop";
  for (Value bound : inner->getOperands())
    if (outer->isAncestor(bound.getParentBlock()->getParentOp()))
      return outer.emitError("cannot ")
             << verb
             << " a loop with the one in it: the inner bounds depend on the "
                "outer index";
  return inner;
}

// True if a binding is computed from an index.
static bool dependsOn(Value value, Value index) {
  if (value == index)
    return true;
  Operation *op = value.getDefiningOp();
  return op && llvm::any_of(op->getOperands(), [&](Value operand) {
           return dependsOn(operand, index);
         });
}

// The first op in `loop` that `allows` refuses: outside of blocks each op with
// an effect, and each block that the function says no to.
static Operation *findObstacle(ForOp loop,
                               llvm::function_ref<bool(BlockOp)> allows) {
  Operation *obstacle = nullptr;
  loop.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto block = dyn_cast<BlockOp>(op)) {
      if (allows(block))
        return WalkResult::skip();
    } else if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
               isMemoryEffectFree(op)) {
      return WalkResult::advance();
    }
    obstacle = op;
    return WalkResult::interrupt();
  });
  return obstacle;
}

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

// The iterations from `begin` on, in a copy behind `after`.
static void buildRest(OpBuilder &builder, ForOp loop, Value begin) {
  ForOp rest =
      ForOp::create(builder, loop.getLoc(), begin, loop.getUpperBound());
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), rest.getInductionVar());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(rest.getBody());
  for (Operation &op : loop.getBody()->without_terminator())
    builder.clone(op, mapping);
}

FailureOr<ForOp> splitLoop(ForOp loop, int64_t factor) {
  if (failed(expectSerial(loop, "split")))
    return failure();
  if (factor < 1)
    return loop.emitError("cannot split a loop into pieces of ")
           << factor << "; expected at least 1";
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Value zero = indexConstant(builder, loc, 0);
  Value width = indexConstant(builder, loc, factor);
  Value extent = builder.createOrFold<arith::SubIOp>(loc, loop.getUpperBound(),
                                                     loop.getLowerBound());
  // A range may be empty the wrong way round.
  if (!getConstantIndex(extent))
    extent = arith::MaxSIOp::create(builder, loc, extent, zero);
  std::optional<int64_t> known = loop.getConstantExtent();
  Value pieces = known
                     ? indexConstant(builder, loc, *known / factor)
                     : builder.createOrFold<arith::DivUIOp>(loc, extent, width);
  ForOp outer = ForOp::create(builder, loc, zero, pieces);
  if (!known || *known % factor != 0) {
    builder.setInsertionPointAfter(outer);
    Value done = mulIndex(builder, loc, pieces, width);
    buildRest(builder, loop,
              addIndex(builder, loc, loop.getLowerBound(), done));
  }
  loop->moveBefore(outer.getBody()->getTerminator());
  Value lower = loop.getLowerBound();
  loop.getLowerBoundMutable().assign(zero);
  loop.getUpperBoundMutable().assign(width);
  builder.setInsertionPointToStart(loop.getBody());
  Value begin = mulIndex(builder, loc, outer.getInductionVar(), width);
  Value inPiece = addIndex(builder, loc, begin, loop.getInductionVar());
  Value index = addIndex(builder, loc, lower, inPiece);
  loop.getInductionVar().replaceUsesWithIf(index, [&](OpOperand &use) {
    return use.getOwner() != inPiece.getDefiningOp();
  });
  return outer;
}

FailureOr<ForOp> fuseLoops(ForOp outer) {
  FailureOr<ForOp> inner = getOnlyLoop(outer, "fuse");
  if (failed(inner) || failed(expectSerial(outer, "fuse")) ||
      failed(expectSerial(*inner, "fuse")))
    return failure();
  OpBuilder builder(outer);
  Location loc = outer.getLoc();
  auto getExtent = [&](ForOp loop) {
    if (std::optional<int64_t> known = loop.getConstantExtent())
      return indexConstant(builder, loc, *known);
    Value extent = arith::SubIOp::create(builder, loc, loop.getUpperBound(),
                                         loop.getLowerBound());
    return Value(arith::MaxSIOp::create(builder, loc, extent,
                                        indexConstant(builder, loc, 0)));
  };
  Value width = getExtent(*inner);
  Value total = mulIndex(builder, loc, getExtent(outer), width);
  ForOp fused =
      ForOp::create(builder, loc, indexConstant(builder, loc, 0), total);
  builder.setInsertionPointToStart(fused.getBody());
  Value index = fused.getInductionVar();
  Value high = arith::DivUIOp::create(builder, loc, index, width);
  Value low = arith::RemUIOp::create(builder, loc, index, width);
  outer.getInductionVar().replaceAllUsesWith(
      addIndex(builder, loc, outer.getLowerBound(), high));
  inner->getInductionVar().replaceAllUsesWith(
      addIndex(builder, loc, inner->getLowerBound(), low));
  fused.setAnnotationsAttr(outer.getAnnotationsAttr());
  Operation *end = fused.getBody()->getTerminator();
  for (Operation &op :
       llvm::make_early_inc_range(inner->getBody()->without_terminator()))
    op.moveBefore(end);
  outer.erase();
  return fused;
}

LogicalResult swapLoops(ForOp outer) {
  FailureOr<ForOp> inner = getOnlyLoop(outer, "reorder");
  if (failed(inner))
    return failure();
  Operation *obstacle = findObstacle(outer, [](BlockOp block) {
    return llvm::all_of(block.getIterKinds(), [](Attribute attribute) {
      IterKind kind = cast<IterKindAttr>(attribute).getValue();
      return kind == IterKind::Spatial || kind == IterKind::Reduce;
    });
  });
  if (obstacle)
    return (outer
                .emitError("cannot reorder a loop with the one in it: no "
                           "block says that the order is free")
                .attachNote(obstacle->getLoc())
            << "for this op");
  // Exchange what the loops are, not where they stand.
  Value a = outer.getInductionVar(), b = inner->getInductionVar();
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : a.getUses())
    uses.push_back(&use);
  b.replaceAllUsesWith(a);
  for (OpOperand *use : uses)
    use->set(b);
  SmallVector<Value> bounds(outer->getOperands());
  outer->setOperands(inner->getOperands());
  (*inner)->setOperands(bounds);
  std::swap(outer.getProperties(), inner->getProperties());
  DictionaryAttr attributes = outer->getDiscardableAttrDictionary();
  outer->setDiscardableAttrs((*inner)->getDiscardableAttrDictionary());
  (*inner)->setDiscardableAttrs(attributes);
  return success();
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

// True if no iterator but spatial ones depends on the index of the loop.
static LogicalResult expectIndependent(ForOp loop, StringRef how) {
  Operation *obstacle = findObstacle(loop, [&](BlockOp block) {
    for (auto [i, binding] : llvm::enumerate(block.getBindings()))
      if (dependsOn(binding, loop.getInductionVar()) &&
          block.getIterKind(i) != IterKind::Spatial)
        return false;
    // Without the index every iteration does the same.
    return llvm::any_of(block.getBindings(), [&](Value binding) {
      return dependsOn(binding, loop.getInductionVar());
    });
  });
  if (!obstacle)
    return success();
  return (loop.emitError("cannot be ")
              .append(how, ": not every effect is in a block that has the "
                           "index in a spatial iterator, and in no other")
              .attachNote(obstacle->getLoc())
          << "this op is not");
}

LogicalResult setParallel(ForOp loop) {
  if (failed(expectSerial(loop, "run in parallel")) ||
      failed(expectIndependent(loop, "parallel")))
    return failure();
  loop.setKind(ForKind::Parallel);
  return success();
}

LogicalResult setVectorized(ForOp loop) {
  if (failed(expectSerial(loop, "vectorize")) ||
      failed(expectIndependent(loop, "vectorized")))
    return failure();
  if (!loop.getConstantExtent())
    return loop.emitError(
        "cannot be vectorized: its extent is no constant; split it first");
  loop.setKind(ForKind::Vectorized);
  return success();
}

LogicalResult setUnrolled(ForOp loop) {
  if (failed(expectSerial(loop, "unroll")))
    return failure();
  std::optional<int64_t> extent = loop.getConstantExtent();
  if (!extent || *extent > kMaxUnroll)
    return loop.emitError("cannot be unrolled: expected a constant extent of "
                          "at most ")
           << kMaxUnroll << ", found "
           << (extent ? std::to_string(*extent) : "none") << "; split it first";
  loop.setKind(ForKind::Unrolled);
  return success();
}

} // namespace mlir::tir
