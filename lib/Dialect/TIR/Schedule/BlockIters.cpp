// Change the iterators of a block: drop, fuse.
#include "Relax/Dialect/TIR/Schedule/BlockIters.h"

#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "llvm/Support/CheckedArithmetic.h"

namespace mlir::tir {

// Take an iterator away, of which nothing is left in the body.
static void eraseIter(BlockOp block, unsigned iter) {
  block.getBody()->eraseArgument(iter);
  SmallVector<Attribute> kinds(block.getIterKinds().getValue());
  kinds.erase(kinds.begin() + iter);
  block.setIterKindsAttr(ArrayAttr::get(block.getContext(), kinds));
  block.getBindingsMutable().erase(iter);
  block.getExtentsMutable().erase(iter);
}

// The loop goes as well, so that nest and block keep one loop per iterator, on
// which `LoopNest` is built.
static void eraseIter(LoopNest &nest, unsigned iter) {
  eraseIter(nest.block, iter);
  ForOp loop = nest.loops[iter];
  nest.loops.erase(nest.loops.begin() + iter);
  Operation *inside = &loop.getBody()->front();
  inside->moveBefore(loop);
  loop.erase();
}

LogicalResult dropUnitIter(LoopNest &nest, unsigned iter) {
  if (nest.getConstantExtent(iter) != 1)
    return nest.block.emitError("cannot drop iterator #")
           << iter << " of 'tir.block' " << nest.block.getLabelAttr()
           << ": expected an extent of 1";
  OpBuilder builder(nest.getRoot());
  Value zero = arith::ConstantIndexOp::create(builder, nest.block.getLoc(), 0);
  nest.block.getBody()->getArgument(iter).replaceAllUsesWith(zero);
  eraseIter(nest, iter);
  return success();
}

void dropConstantIters(BlockOp block) {
  for (unsigned iter = block.getBindings().size(); iter-- > 0;) {
    Value binding = block.getBindings()[iter];
    if (!matchPattern(binding, m_Constant()))
      continue;
    block.getBody()->getArgument(iter).replaceAllUsesWith(binding);
    eraseIter(block, iter);
  }
}

// What indices were before 0 was added to them. The zero that took the
// iterator's place leaves `x + 0`, and matchers of contractions compare indices
// with iterators by identity.
static void foldIndices(LoopNest &nest) {
  // The loops hold the block only: constants stand in front of them.
  OpBuilder builder(nest.getRoot());
  // Collected first: folding erases ops.
  SmallVector<Operation *> ops;
  nest.block.getBody()->walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops) {
    SmallVector<Value> folded;
    if (!isa<arith::AddIOp, arith::MulIOp>(op) ||
        failed(builder.tryFold(op, folded)) || folded.size() != 1)
      continue;
    op->replaceAllUsesWith(folded);
    op->erase();
  }
}

void dropUnitIters(LoopNest &nest) {
  bool changed = false;
  for (unsigned iter = nest.size(); iter-- > 0;)
    if (nest.getConstantExtent(iter) == 1)
      changed |= succeeded(dropUnitIter(nest, iter));
  if (changed)
    foldIndices(nest);
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

// Merge dimensions `at` and `at + 1`.
static SmallVector<ReassociationIndices> groupPair(unsigned rank, unsigned at) {
  SmallVector<ReassociationIndices> groups;
  for (unsigned d = 0; d < rank; ++d) {
    if (d != at + 1)
      groups.emplace_back();
    groups.back().push_back(d);
  }
  return groups;
}

// `buffer` with groups of dimensions made one, as a view next to its
// definition; one view serves all. One that is there may stand behind the
// access. A view and not another buffer: parameters keep their type, which
// callers know, and the block reads and writes what it did.
static Value getCollapsed(Value buffer, ArrayRef<ReassociationIndices> groups) {
  auto type = cast<MemRefType>(buffer.getType());
  if (groups.size() == static_cast<size_t>(type.getRank()))
    return buffer;
  for (Operation *user : buffer.getUsers())
    if (auto view = dyn_cast<memref::CollapseShapeOp>(user))
      if (view->getBlock() == buffer.getParentBlock() &&
          view.getReassociationIndices() == groups) {
        if (Operation *definition = buffer.getDefiningOp())
          view->moveAfter(definition);
        else
          view->moveBefore(&buffer.getParentBlock()->front());
        return view;
      }
  OpBuilder builder(buffer.getContext());
  builder.setInsertionPointAfterValue(buffer);
  return memref::CollapseShapeOp::create(builder, buffer.getLoc(), buffer,
                                         groups);
}

Value getExpanded(Value buffer, unsigned dim, int64_t size, Operation *user) {
  SmallVector<int64_t> shape(cast<MemRefType>(buffer.getType()).getShape());
  shape[dim] /= size;
  shape.insert(shape.begin() + dim + 1, size);
  Block *top = buffer.getParentBlock();
  for (Operation *other : buffer.getUsers())
    if (auto view = dyn_cast<memref::ExpandShapeOp>(other))
      if (view->getBlock() == top &&
          view->isBeforeInBlock(top->findAncestorOpInBlock(*user)) &&
          view.getType().getShape() == ArrayRef<int64_t>(shape))
        return view;
  OpBuilder builder(buffer.getContext());
  builder.setInsertionPointAfterValue(buffer);
  return memref::ExpandShapeOp::create(builder, buffer.getLoc(), shape, buffer,
                                       groupPair(shape.size(), dim));
}

void setAccess(Operation *op, Value buffer, ArrayRef<Value> indices) {
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    load.getMemrefMutable().assign(buffer);
    load.getIndicesMutable().assign(indices);
    return;
  }
  auto store = cast<memref::StoreOp>(op);
  store.getMemrefMutable().assign(buffer);
  store.getIndicesMutable().assign(indices);
}

// Dimensions of size 1 join a neighbour; nothing is left of all of them.
// `memref.collapse_shape` joins neighbours, so a dimension of size 1 has to go
// with one beside it, leading ones with the first that is larger.
static SmallVector<ReassociationIndices> groupUnitDims(MemRefType type) {
  SmallVector<ReassociationIndices> groups;
  bool open = false;
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    if (!open && (groups.empty() || size != 1)) {
      groups.emplace_back();
      open = true;
    }
    groups.back().push_back(dim);
    if (size != 1)
      open = false;
  }
  // Only ones: a buffer of rank 0.
  if (open && groups.size() == 1)
    groups.clear();
  return groups;
}

// Other layouts do not collapse in general.
static bool isContiguous(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getLayout().isIdentity();
}

void dropUnitDims(LoopNest &nest) {
  for (ElementAccess &access : getAccesses(nest.block)) {
    auto type = cast<MemRefType>(access.buffer.getType());
    if (!llvm::is_contained(type.getShape(), 1) || !isContiguous(access.buffer))
      continue;
    SmallVector<Value> indices;
    for (auto [index, size] : llvm::zip(access.indices, type.getShape()))
      if (size != 1)
        indices.push_back(index);
    setAccess(access.op, getCollapsed(access.buffer, groupUnitDims(type)),
              indices);
  }
}

//===----------------------------------------------------------------------===//
// Fusing
//===----------------------------------------------------------------------===//

// Whether two dimensions make one: upstream disagrees with itself about the
// type where one is dynamic and the other 0. LLVM 22: for `memref<?x0>` the
// verifier and the inferred type of `collapse_shape` differ. It wraps where the
// product of two known ones is beyond 64 bits.
static bool canCollapse(MemRefType type, unsigned at) {
  int64_t outer = type.getDimSize(at), inner = type.getDimSize(at + 1);
  if (type.isDynamicDim(at) == type.isDynamicDim(at + 1))
    return type.isDynamicDim(at) || llvm::checkedMul(outer, inner);
  return outer != 0 && inner != 0;
}

// Where `outer` and `inner` are adjacent, the index of the first. Fusing in the
// index needs outer directly before inner, as memory is row-major.
static std::optional<unsigned> findPair(const ElementAccess &access,
                                        Value outer, Value inner) {
  for (unsigned d = 0; d + 1 < access.indices.size(); ++d)
    if (access.indices[d] == outer && access.indices[d + 1] == inner)
      return d;
  return std::nullopt;
}

// Whether two iterators are different ones of a kind that may be fused.
static bool areAlike(LoopNest &nest, unsigned outer, unsigned inner) {
  return outer != inner && nest.getKind(outer) == nest.getKind(inner) &&
         (nest.getKind(outer) == IterKind::Spatial ||
          nest.getKind(outer) == IterKind::Reduce);
}

// Whether dimensions `at` and `at + 1`, indexed by a pair of iterators, can be
// one dimension indexed by one. The inner iterator must run over the whole
// dimension, or the fused index would cross into the next row too early.
static bool canJoinDims(LoopNest &nest, const ElementAccess &access,
                        unsigned at, unsigned inner) {
  return isContiguous(access.buffer) &&
         canCollapse(cast<MemRefType>(access.buffer.getType()), at) &&
         isSizeOf(nest.getExtent(inner), access.buffer, at + 1);
}

bool canFuseIters(LoopNest &nest, unsigned outer, unsigned inner) {
  if (!areAlike(nest, outer, inner))
    return false;
  Value a = nest.block.getBody()->getArgument(outer);
  Value b = nest.block.getBody()->getArgument(inner);
  unsigned uses = 0;
  for (ElementAccess &access : getAccesses(nest.block)) {
    std::optional<unsigned> at = findPair(access, a, b);
    if (!at)
      continue;
    if (!canJoinDims(nest, access, *at, inner))
      return false;
    ++uses;
  }
  // Every use is in one of those pairs. Another use, in a predicate or in
  // arithmetic, would need the two numbers again; `joinIters` is for that, with
  // a division and a remainder per iteration.
  auto count = [](Value value) {
    return std::distance(value.use_begin(), value.use_end());
  };
  return uses != 0 && count(a) == uses && count(b) == uses;
}

// Let the loop of `outer` run over what both did; `inner` is used no more.
static void mergeLoops(LoopNest &nest, unsigned outer, unsigned inner) {
  OpBuilder builder(nest.getRoot());
  Value extent = builder.createOrFold<arith::MulIOp>(
      nest.block.getLoc(), nest.getExtent(outer), nest.getExtent(inner));
  nest.loops[outer].getUpperBoundMutable().assign(extent);
  nest.block.getExtentsMutable()[outer].assign(extent);
  eraseIter(nest, inner);
}

LogicalResult fuseIters(LoopNest &nest, unsigned outer, unsigned inner) {
  if (!canFuseIters(nest, outer, inner))
    return nest.block.emitError("cannot fuse iterators #")
           << outer << " and #" << inner << " of 'tir.block' "
           << nest.block.getLabelAttr()
           << ": expected them to walk through each buffer as one";
  Value a = nest.block.getBody()->getArgument(outer);
  Value b = nest.block.getBody()->getArgument(inner);
  for (ElementAccess &access : getAccesses(nest.block)) {
    std::optional<unsigned> at = findPair(access, a, b);
    if (!at)
      continue;
    SmallVector<Value> indices(access.indices);
    indices.erase(indices.begin() + *at + 1);
    setAccess(
        access.op,
        getCollapsed(access.buffer, groupPair(access.indices.size(), *at)),
        indices);
  }
  mergeLoops(nest, outer, inner);
  return success();
}

/// Stores must join, or the loop would write through quotients and lose its
/// vectors.
LogicalResult joinIters(LoopNest &nest, unsigned outer, unsigned inner) {
  // A width of 0 leaves a loop that does not run, and nothing divides by it.
  Value width = nest.getExtent(inner);
  if (!areAlike(nest, outer, inner) || getConstantIndex(width) == 0)
    return failure();
  Block *body = nest.block.getBody();
  Value a = body->getArgument(outer), b = body->getArgument(inner);
  SmallVector<std::pair<ElementAccess, unsigned>> joined;
  for (ElementAccess &access : getAccesses(nest.block)) {
    std::optional<unsigned> at = findPair(access, a, b);
    if (at && canJoinDims(nest, access, *at, inner))
      joined.push_back({access, *at});
    else if (access.isStore)
      return failure();
  }
  // `tir.init` is the first op, and stands before what is computed of them.
  OpBuilder builder = OpBuilder::atBlockBegin(body);
  // The init's indices would be used before they are computed.
  if (InitOp init = nest.block.getInit()) {
    for (Value iter : {a, b})
      for (Operation *user : iter.getUsers())
        if (init->isProperAncestor(user) && !isa<memref::StoreOp>(user))
          return failure();
    builder.setInsertionPointAfter(init);
  }
  Location loc = nest.block.getLoc();
  // A constant inside, where it folds with what else is computed of it.
  Value size = width;
  if (std::optional<int64_t> known = getConstantIndex(width))
    size = arith::ConstantIndexOp::create(builder, loc, *known);
  Value quotient = arith::DivUIOp::create(builder, loc, a, size);
  Value rest = arith::RemUIOp::create(builder, loc, a, size);
  llvm::SmallPtrSet<Operation *, 2> made = {quotient.getDefiningOp(),
                                            rest.getDefiningOp()};
  a.replaceAllUsesExcept(quotient, made);
  b.replaceAllUsesWith(rest);
  for (auto &[access, at] : joined) {
    SmallVector<Value> indices(
        access.op->getOperands().take_back(access.indices.size()));
    indices[at] = a;
    indices.erase(indices.begin() + at + 1);
    setAccess(access.op,
              getCollapsed(access.buffer, groupPair(access.indices.size(), at)),
              indices);
  }
  mergeLoops(nest, outer, inner);
  return success();
}

//===----------------------------------------------------------------------===//
// As few as possible
//===----------------------------------------------------------------------===//

// Iterators are numbers: those behind one that is gone get another one.
static void renumber(SmallVector<unsigned> &iters, unsigned gone) {
  for (unsigned &iter : iters)
    if (iter != Reduction::kNoIter && iter > gone)
      --iter;
}

// Iterator `gone` of the block, or of the epilogue, is there no more.
static void forgetIter(Reduction &reduction, unsigned gone) {
  for (SmallVector<unsigned> *iters : {&reduction.spatial, &reduction.reduce}) {
    llvm::erase(*iters, gone);
    renumber(*iters, gone);
  }
  if (reduction.epilogue)
    reduction.epilogueIters.erase(reduction.epilogueIters.begin() + gone);
}

static void forgetEpilogueIter(Reduction &reduction, unsigned gone) {
  llvm::replace(reduction.epilogueIters, gone, Reduction::kNoIter);
  renumber(reduction.epilogueIters, gone);
}

static void dropUnits(Reduction &reduction) {
  LoopNest &nest = reduction.nest;
  for (unsigned iter = nest.size(); iter-- > 0;)
    if (nest.getConstantExtent(iter) == 1)
      forgetIter(reduction, iter);
  if (std::optional<LoopNest> &end = reduction.epilogue)
    for (unsigned iter = end->size(); iter-- > 0;)
      if (end->getConstantExtent(iter) == 1)
        forgetEpilogueIter(reduction, iter);
  dropUnitIters(nest);
  dropUnitDims(nest);
  reduction.out = reduction.store.getMemRef();
  if (reduction.epilogue) {
    dropUnitIters(*reduction.epilogue);
    dropUnitDims(*reduction.epilogue);
  }
}

// Fuse one pair of iterators; false if there is none.
static bool fuseOnePair(Reduction &reduction) {
  LoopNest &nest = reduction.nest;
  for (unsigned a = 0; a != nest.size(); ++a)
    for (unsigned b = 0; b != nest.size(); ++b) {
      if (!canFuseIters(nest, a, b))
        continue;
      if (reduction.epilogue && nest.getKind(a) == IterKind::Spatial) {
        unsigned ea = reduction.epilogueIters[a];
        unsigned eb = reduction.epilogueIters[b];
        if (ea == Reduction::kNoIter || eb == Reduction::kNoIter ||
            !canFuseIters(*reduction.epilogue, ea, eb))
          continue;
        (void)fuseIters(*reduction.epilogue, ea, eb);
        forgetEpilogueIter(reduction, eb);
      }
      (void)fuseIters(nest, a, b);
      forgetIter(reduction, b);
      reduction.out = reduction.store.getMemRef();
      return true;
    }
  return false;
}

bool simplifyReduction(Reduction &reduction) {
  size_t number = reduction.nest.size();
  dropUnits(reduction);
  while (fuseOnePair(reduction)) {
  }
  return reduction.nest.size() != number;
}

void joinSpatial(Reduction &reduction, unsigned outer, unsigned inner) {
  unsigned ea = 0, eb = 0;
  if (reduction.epilogue) {
    ea = reduction.epilogueIters[outer];
    eb = reduction.epilogueIters[inner];
    if (ea == Reduction::kNoIter || eb == Reduction::kNoIter ||
        !canFuseIters(*reduction.epilogue, ea, eb))
      return;
  }
  if (failed(joinIters(reduction.nest, outer, inner)))
    return;
  if (reduction.epilogue) {
    (void)fuseIters(*reduction.epilogue, ea, eb);
    forgetEpilogueIter(reduction, eb);
  }
  forgetIter(reduction, inner);
  reduction.out = reduction.store.getMemRef();
}

void simplifyNest(LoopNest &nest) {
  dropUnitIters(nest);
  dropUnitDims(nest);
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned a = 0; a != nest.size() && !changed; ++a)
      for (unsigned b = 0; b != nest.size() && !changed; ++b)
        changed = canFuseIters(nest, a, b) && succeeded(fuseIters(nest, a, b));
  }
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

LogicalResult reorderIters(BlockOp block, ArrayRef<int64_t> order) {
  SmallVector<int64_t> sorted(order);
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(0, block.getNumIters())))
    return failPrecondition(block, "reorder the iterators of")
           << "expected each number below " << block.getNumIters() << " once";
  SmallVector<Value> bindings, extents;
  SmallVector<Attribute> kinds;
  for (int64_t iter : order) {
    bindings.push_back(block.getBindings()[iter]);
    extents.push_back(block.getExtents()[iter]);
    kinds.push_back(block.getIterKinds()[iter]);
  }
  block.getBindingsMutable().assign(bindings);
  block.getExtentsMutable().assign(extents);
  block.setIterKindsAttr(ArrayAttr::get(block.getContext(), kinds));
  Block *body = block.getBody();
  // Arguments are added behind and the old ones erased at once, since erasing
  // one shifts the numbers of all others.
  unsigned count = body->getNumArguments();
  for (int64_t iter : order) {
    BlockArgument moved = body->addArgument(body->getArgument(iter).getType(),
                                            body->getArgument(iter).getLoc());
    body->getArgument(iter).replaceAllUsesWith(moved);
  }
  body->eraseArguments(0, count);
  return success();
}

} // namespace mlir::tir
