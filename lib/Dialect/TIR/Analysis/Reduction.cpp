// A reduction into one buffer, and the elementwise block that uses it.
#include "Relax/Dialect/TIR/Analysis/Reduction.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

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
  Operation *op = value.getDefiningOp();
  if (op && op->getBlock() == nest.block.getBody() &&
      !mapping.contains(value)) {
    for (Value operand : op->getOperands())
      buildValue(builder, operand, mapping);
    builder.clone(*op, mapping);
  }
  return mapping.lookupOrDefault(value);
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
  for (Operation &op : block.getBody()->without_terminator()) {
    if (isa<InitOp>(op))
      continue;
    if (auto store = dyn_cast<memref::StoreOp>(op)) {
      if (found.store)
        return std::nullopt;
      found.store = store;
    } else if (!isa<memref::LoadOp>(op) &&
               (op.getNumRegions() != 0 || !isMemoryEffectFree(&op))) {
      return std::nullopt;
    }
  }
  if (!found.store)
    return std::nullopt;
  Value buffer = getViewedBuffer(found.store.getMemRef());
  for (ElementAccess &access : getAccesses(block)) {
    if (access.isStore || getViewedBuffer(access.buffer) != buffer)
      continue;
    if (found.load || access.buffer != found.store.getMemRef())
      return std::nullopt;
    found.load = cast<memref::LoadOp>(access.op);
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
          "expected iterators that are spatial or reduce");
  }
  std::optional<Accumulator> found = matchAccumulator(nest.block);
  if (!found)
    return notifyMatchFailure("expected a plain reduction into one buffer");
  reduction.initStore = found->initStore;
  reduction.store = found->store;
  reduction.load = found->load;
  reduction.out = found->store.getMemRef();
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
          "expected each index of the result to be an iterator");
  return reduction;
}

// An iterator of one value that goes with none yet; none if there is none.
static std::optional<unsigned> findFreeUnit(LoopNest &nest,
                                            ArrayRef<unsigned> taken) {
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    if (nest.getConstantExtent(iter) == 1 && !llvm::is_contained(taken, iter))
      return iter;
  return std::nullopt;
}

// The iterators of the epilogue that go with those of the reduction. Those of
// one value may be 0 in an index, and then go with any other such.
static LogicalResult mapIters(Reduction &reduction, LoopNest &epilogue,
                              memref::LoadOp load,
                              SmallVector<unsigned> &iters) {
  iters.assign(reduction.nest.size(), Reduction::kNoIter);
  SmallVector<unsigned> units;
  unsigned mapped = 0;
  for (auto [ours, theirs] :
       llvm::zip_equal(reduction.store.getIndices(), load.getIndices())) {
    auto from = dyn_cast<BlockArgument>(ours);
    if (!from) {
      if (getConstantIndex(ours) != getConstantIndex(theirs))
        return failure();
      continue;
    }
    if (reduction.nest.getConstantExtent(from.getArgNumber()) == 1 &&
        getConstantIndex(theirs) == 0) {
      units.push_back(from.getArgNumber());
      continue;
    }
    auto to = dyn_cast<BlockArgument>(theirs);
    if (!to || to.getOwner() != epilogue.block.getBody() ||
        llvm::is_contained(iters, to.getArgNumber()) ||
        !isSameSize(reduction.nest.getExtent(from.getArgNumber()),
                    epilogue.getExtent(to.getArgNumber())))
      return failure();
    iters[from.getArgNumber()] = to.getArgNumber();
    ++mapped;
  }
  for (unsigned unit : units)
    if (std::optional<unsigned> free = findFreeUnit(epilogue, iters)) {
      iters[unit] = *free;
      ++mapped;
    }
  return success(mapped == epilogue.size());
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

// True if a part of the reduction would see what the end of another one wrote.
static bool writesInputs(Reduction &reduction, LoopNest &epilogue) {
  return llvm::any_of(epilogue.block.getWrites(), [&](Value written) {
    return llvm::any_of(reduction.nest.block.getReads(), [&](Value read) {
      return getViewedBuffer(read) == getViewedBuffer(written);
    });
  });
}

bool attachEpilogue(Reduction &reduction, LoopNest epilogue) {
  Value buffer = getViewedBuffer(reduction.out);
  if (!buffer.getDefiningOp<memref::AllocOp>() || !isPlainSpatial(epilogue))
    return false;
  SmallVector<unsigned> iters;
  bool reads = false;
  for (Operation *user : getBufferUsers(buffer)) {
    if (reduction.nest.block->isAncestor(user) || isa<memref::DeallocOp>(user))
      continue;
    auto load = dyn_cast<memref::LoadOp>(user);
    SmallVector<unsigned> found;
    if (!load || load.getMemRef() != reduction.out ||
        !epilogue.block->isAncestor(load) ||
        failed(mapIters(reduction, epilogue, load, found)) ||
        (reads && found != iters))
      return false;
    iters = found;
    reads = true;
  }
  Operation *root = reduction.nest.getRoot();
  if (!reads || root->getBlock() != epilogue.getRoot()->getBlock() ||
      !root->isBeforeInBlock(epilogue.getRoot()) ||
      !isUnwritten(root, epilogue.getRoot(), reduction.nest.block.getReads()) ||
      writesInputs(reduction, epilogue))
    return false;
  reduction.epilogue = epilogue;
  reduction.epilogueIters = iters;
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

} // namespace mlir::tir
