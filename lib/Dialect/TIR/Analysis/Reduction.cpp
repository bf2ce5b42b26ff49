// A reduction into one buffer, and the elementwise block that uses it.
#include "Relax/Dialect/TIR/Analysis/Reduction.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::tir {

SmallVector<ElementAccess> Reduction::getInputs() {
  SmallVector<ElementAccess> inputs;
  for (ElementAccess &access : getAccesses(nest.block))
    if (!access.isStore && access.op != load)
      inputs.push_back(access);
  return inputs;
}

SmallVector<Value> Reduction::getReduceExtents() {
  SmallVector<Value> extents;
  for (unsigned iter : reduce)
    extents.push_back(nest.getExtent(iter));
  return extents;
}

Value Reduction::buildStart(OpBuilder &builder, IRMapping &mapping) {
  for (Operation &op : initStore->getBlock()->without_terminator())
    if (&op != initStore)
      builder.clone(op, mapping);
  return mapping.lookupOrDefault(initStore.getValueToStore());
}

Value Reduction::buildValue(OpBuilder &builder, Value value,
                            IRMapping &mapping) {
  return copyValue(builder, value, nest.block, mapping);
}

void Reduction::buildResult(OpBuilder &builder, Value value,
                            const IRMapping &mapping) {
  if (!epilogue) {
    SmallVector<Value> indices;
    for (Value index : store.getIndices())
      indices.push_back(mapping.lookupOrDefault(index));
    memref::StoreOp::create(builder, store.getLoc(), value, out, indices);
    return;
  }
  IRMapping inner;
  Block *body = epilogue->block.getBody();
  for (unsigned iter = 0; iter != epilogue->size(); ++iter)
    if (epilogue->getConstantExtent(iter) == 1)
      inner.map(body->getArgument(iter),
                indexConstant(builder, store.getLoc(), 0));
  for (unsigned iter : spatial)
    if (epilogueIters[iter] != kNoIter)
      inner.map(body->getArgument(epilogueIters[iter]),
                mapping.lookupOrDefault(
                    Value(nest.block.getBody()->getArgument(iter))));
  for (Operation &op : body->without_terminator()) {
    auto read = dyn_cast<memref::LoadOp>(op);
    if (read && read.getMemRef() == out)
      inner.map(read.getResult(), value);
    else
      builder.clone(op, inner);
  }
}

// The one store of `tir.init`, if that is all it does.
static memref::StoreOp getInitStore(BlockOp block) {
  memref::StoreOp only;
  InitOp init = block.getInit();
  if (!init)
    return {};
  for (Operation &op : init.getBody()->without_terminator()) {
    if (auto store = dyn_cast<memref::StoreOp>(op); store && !only)
      only = store;
    else if (!isMemoryEffectFree(&op))
      return {};
  }
  return only;
}

std::optional<Accumulator> matchAccumulator(BlockOp block) {
  Accumulator found{getInitStore(block), {}, {}};
  if (!found.initStore)
    return std::nullopt;
  SmallVector<memref::LoadOp> loads;
  for (Operation &op : block.getBody()->without_terminator()) {
    if (isa<InitOp>(op))
      continue;
    if (auto store = dyn_cast<memref::StoreOp>(op)) {
      if (found.store)
        return std::nullopt;
      found.store = store;
    } else if (auto load = dyn_cast<memref::LoadOp>(op)) {
      loads.push_back(load);
    } else if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op)) {
      return std::nullopt;
    }
  }
  if (!found.store)
    return std::nullopt;
  Value buffer = getViewedBuffer(found.store.getMemRef());
  for (memref::LoadOp load : loads) {
    if (getViewedBuffer(load.getMemRef()) != buffer)
      continue;
    if (found.load || load.getMemRef() != found.store.getMemRef())
      return std::nullopt;
    found.load = load;
  }
  if (!found.load)
    return std::nullopt;
  return found;
}

Operation *getCombiner(memref::LoadOp load, memref::StoreOp store) {
  Operation *op = store.getValueToStore().getDefiningOp();
  if (!op || op->getNumOperands() != 2 || !load->hasOneUse() ||
      *load->user_begin() != op)
    return nullptr;
  std::optional<TypedAttr> neutral = arith::getNeutralElement(op);
  // Floats without infinities have none for a maximum, but NaN instead.
  auto number = neutral ? dyn_cast<FloatAttr>(*neutral) : FloatAttr();
  bool isNaN = number && number.getValue().isNaN();
  return neutral && !isNaN ? op : nullptr;
}

FailureOr<Reduction> matchReduction(LoopNest nest, std::string *why) {
  auto notifyMatchFailure = [&](const Twine &reason) {
    if (why)
      *why = reason.str();
    return failure();
  };
  Reduction reduction;
  reduction.nest = nest;
  for (unsigned iter = 0; iter != nest.size(); ++iter) {
    if (nest.getKind(iter) == IterKind::Spatial)
      reduction.spatial.push_back(iter);
    else if (nest.getKind(iter) == IterKind::Reduce)
      reduction.reduce.push_back(iter);
    else
      return notifyMatchFailure(
          "expected iterators that are spatial or reduce, found '" +
          stringifyIterKind(nest.getKind(iter)) + "'");
  }
  std::optional<Accumulator> found = matchAccumulator(nest.block);
  if (!found)
    return notifyMatchFailure("expected a plain reduction into one buffer");
  reduction.initStore = found->initStore;
  reduction.store = found->store;
  reduction.load = found->load;
  reduction.out = found->store.getMemRef();
  reduction.combiner = getCombiner(found->load, found->store);
  ValueRange indices = reduction.store.getIndices();
  if (reduction.initStore.getMemRef() != reduction.out ||
      reduction.initStore.getIndices() != indices ||
      reduction.load.getIndices() != indices)
    return notifyMatchFailure("expected start, load and store of one element");
  for (unsigned iter : reduction.spatial)
    if (llvm::count(indices, nest.block.getBody()->getArgument(iter)) != 1)
      return notifyMatchFailure(
          "expected each spatial iterator to be an index of the result");
  auto isSpatial = [&](Value index) {
    auto iter = dyn_cast<BlockArgument>(index);
    return iter && iter.getOwner() == nest.block.getBody() &&
           nest.getKind(iter.getArgNumber()) == IterKind::Spatial;
  };
  for (Value index : indices)
    if (!isSpatial(index) && !getConstantIndex(index))
      return notifyMatchFailure(
          "expected each index of the result to be an iterator, found " +
          describe(index));
  return reduction;
}

// What an index is for all values of the iterators: one of one value is 0.
static std::optional<int64_t> getFixedIndex(LoopNest &nest, Value index) {
  auto iter = dyn_cast<BlockArgument>(index);
  if (!iter || iter.getOwner() != nest.block.getBody())
    return getConstantIntValue(index);
  if (nest.getConstantExtent(iter.getArgNumber()) == 1)
    return 0;
  return std::nullopt;
}

// The iterators of the epilogue that go with those of the reduction; those of
// one value go with none.
static FailureOr<SmallVector<unsigned>>
mapIters(Reduction &reduction, LoopNest &epilogue, memref::LoadOp load) {
  SmallVector<unsigned> iters(reduction.nest.size(), Reduction::kNoIter);
  unsigned mapped = 0;
  for (auto [ours, theirs] :
       llvm::zip_equal(reduction.store.getIndices(), load.getIndices())) {
    std::optional<int64_t> fixed = getFixedIndex(reduction.nest, ours);
    if (fixed != getFixedIndex(epilogue, theirs))
      return failure();
    if (fixed)
      continue;
    unsigned from = cast<BlockArgument>(ours).getArgNumber();
    auto to = dyn_cast<BlockArgument>(theirs);
    if (!to || to.getOwner() != epilogue.block.getBody() ||
        llvm::is_contained(iters, to.getArgNumber()) ||
        !isSameSize(reduction.nest.getExtent(from),
                    epilogue.getExtent(to.getArgNumber())))
      return failure();
    iters[from] = to.getArgNumber();
    ++mapped;
  }
  for (unsigned iter = 0; iter != epilogue.size(); ++iter)
    mapped += epilogue.getConstantExtent(iter) == 1;
  if (mapped != epilogue.size())
    return failure();
  return iters;
}

// True if each op of the block is plain and each iterator spatial.
static bool isPlainSpatial(LoopNest &nest) {
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    if (nest.getKind(iter) != IterKind::Spatial)
      return false;
  return llvm::all_of(
      nest.block.getBody()->without_terminator(), [](Operation &op) {
        return isa<memref::LoadOp, memref::StoreOp>(op) ||
               (op.getNumRegions() == 0 && isMemoryEffectFree(&op));
      });
}

// True if what one block reads is what the other one, which may be the same,
// writes.
static bool readsResult(BlockOp reader, BlockOp writer) {
  return llvm::any_of(writer.getWrites(), [&](Value written) {
    return llvm::any_of(reader.getReads(), [&](Value read) {
      return getViewedBuffer(read) == getViewedBuffer(written);
    });
  });
}

bool attachEpilogue(Reduction &reduction, LoopNest epilogue) {
  Operation *first = reduction.nest.getRoot(), *last = epilogue.getRoot();
  Value buffer = getViewedBuffer(reduction.out);
  if (!buffer.getDefiningOp<memref::AllocOp>() || !isPlainSpatial(epilogue) ||
      readsResult(reduction.nest.block, epilogue.block) ||
      first->getBlock() != last->getBlock() || !first->isBeforeInBlock(last))
    return false;
  std::optional<SmallVector<unsigned>> iters;
  for (Operation *user : getBufferUsers(buffer)) {
    if (reduction.nest.block->isAncestor(user) || isa<memref::DeallocOp>(user))
      continue;
    auto load = dyn_cast<memref::LoadOp>(user);
    if (!load || load.getMemRef() != reduction.out ||
        !epilogue.block->isAncestor(load))
      return false;
    FailureOr<SmallVector<unsigned>> found =
        mapIters(reduction, epilogue, load);
    if (failed(found) || (iters && *iters != *found))
      return false;
    iters = *found;
  }
  if (!iters || !isUnwritten(first, last, reduction.nest.block.getReads()))
    return false;
  reduction.epilogue = epilogue;
  reduction.epilogueIters = *iters;
  reduction.isRepeatable = !readsResult(epilogue.block, epilogue.block);
  return true;
}

FailureOr<LoopNest> findOnlyUser(Reduction &reduction) {
  Operation *root = reduction.nest.getRoot();
  Operation *only = nullptr;
  for (Operation *user : getBufferUsers(getViewedBuffer(reduction.out))) {
    Operation *op = root->getBlock()->findAncestorOpInBlock(*user);
    if (op == root || op == only || isa<memref::DeallocOp>(user))
      continue;
    if (only || !op)
      return failure();
    only = op;
  }
  return only ? matchLoopNest(only, nullptr) : FailureOr<LoopNest>();
}

void attachOnlyUser(Reduction &reduction) {
  if (FailureOr<LoopNest> user = findOnlyUser(reduction); succeeded(user))
    (void)attachEpilogue(reduction, *user);
}

} // namespace mlir::tir
