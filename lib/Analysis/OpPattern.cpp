// How a tensor program maps its inputs to its output.
//
// A block is classified by the indices of its loads against those of its store,
// a chain of blocks by the largest kind of them. Where the last block of one
// finishes reductions of the others, as in a softmax, a mean or a layer norm,
// element-wise work can follow in its loops: it is out-fusable.
//
// The order of kinds, elementwise to opaque, is TVM's: fusion compares them
// with `<`.
#include "Relax/Analysis/OpPattern.h"

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

namespace {
/// The loads and the store of a block, `tir.init` left out. Stores at other
/// indices, or an effect other than loads and stores, have no one pattern.
struct BlockAccesses {
  SmallVector<memref::LoadOp> loads;
  memref::StoreOp store;
  llvm::SmallSetVector<Value, 2> stored;
  bool isRegular = true;
};
} // namespace

static BlockAccesses collectAccesses(tir::BlockOp block) {
  BlockAccesses accesses;
  // The init of a reduction stores as well, at the same place.
  block.getRegion().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<tir::InitOp>(op))
      return WalkResult::skip();
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      accesses.loads.push_back(load);
    } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
      // A mean and a variance are reduced side by side, at one place of two
      // buffers.
      accesses.isRegular &=
          !accesses.store || accesses.store.getIndices() == store.getIndices();
      accesses.stored.insert(store.getMemRef());
      accesses.store = store;
    } else if (isa<scf::IfOp>(op)) {
      // A choice of values; what it computes is looked at in its branches.
      // `scf.if` stands for a padding's or bounds choice and has no memory of
      // its own.
    } else if (op->getNumRegions() != 0 ||
               (!isMemoryEffectFree(op) && !isa<tir::YieldOp>(op))) {
      accesses.isRegular = false;
    }
    return WalkResult::advance();
  });
  accesses.isRegular &= static_cast<bool>(accesses.store);
  return accesses;
}

/// Whether the store writes one element for each value of the iterators: its
/// indices are distinct iterators, but for constants. Otherwise two iterations
/// may write one element, or an element may be left out, and a fused reader
/// would compute something else.
static bool storesByIterators(tir::BlockOp block, memref::StoreOp store) {
  llvm::SmallDenseSet<Value> seen;
  for (Value index : store.getIndices()) {
    if (llvm::is_contained(block.getIters(), index)) {
      if (!seen.insert(index).second)
        return false;
    } else if (!matchPattern(index, m_Constant())) {
      return false;
    }
  }
  return true;
}

static OpPatternKind classifySpatial(tir::BlockOp block,
                                     BlockAccesses &accesses) {
  SmallVector<Value> out(accesses.store.getIndices());
  OpPatternKind pattern = OpPatternKind::Elementwise;
  bool readsElements = false;
  for (memref::LoadOp load : accesses.loads) {
    SmallVector<Value> in(load.getIndices());
    if (in == out) {
      readsElements = true;
      continue;
    }
    // Some of the output's axes, in order; constants stand for extent 1.
    // Broadcast: a subsequence of the output's indices. A transposition has all
    // of them in another order, so it is injective at best.
    auto position = out.begin();
    bool inOrder = llvm::all_of(in, [&](Value index) {
      if (matchPattern(index, m_Constant()))
        return true;
      position = std::find(position, out.end(), index);
      return position != out.end() && position++ != out.end();
      // The post-increment makes each index of the output count once: `in[i,
      // i]` of `out[i]` is no broadcast.
    });
    pattern = std::max(pattern, inOrder ? OpPatternKind::Broadcast
                                        : OpPatternKind::Injective);
  }
  // A bias or a number beside what is read element by element, as TVM has it:
  // the loops are those of the operand that is read so, and a fused reader can
  // take each element as it comes.
  return readsElements && pattern == OpPatternKind::Broadcast
             ? OpPatternKind::Elementwise
             : pattern;
}

/// Whether each value of the iterators reads another element: the indices of
/// the load, but for constants, are distinct iterators that name all of them.
/// An iterator with one value, that of an axis which `keepdims` keeps, needs no
/// name. A sum over windows reads `x[i + k]` many times: each read would
/// compute the producer again.
static bool readsEachOnce(tir::BlockOp block, memref::LoadOp load) {
  llvm::SmallDenseSet<Value> seen;
  for (Value index : load.getIndices())
    if (llvm::is_contained(block.getIters(), index))
      seen.insert(index);
  return llvm::all_of(
      llvm::zip(block.getIters(), block.getExtents()), [&](auto iterAndExtent) {
        auto [iter, extent] = iterAndExtent;
        return seen.contains(iter) || matchPattern(extent, m_One());
      });
}

static OpPatternKind classifyReduction(tir::BlockOp block,
                                       BlockAccesses &accesses) {
  unsigned inputs = 0;
  for (memref::LoadOp load : accesses.loads) {
    if (accesses.stored.contains(load.getMemRef()))
      continue;
    ++inputs;
    if (!readsEachOnce(block, load))
      return OpPatternKind::OutFusable;
  }
  // Two inputs, as in a product: even if each is read once, the fused
  // producer's loops would not be the reduction's.
  return inputs == 1 ? OpPatternKind::Reduction : OpPatternKind::OutFusable;
}

/// A scan's iterators (ordered ones) carry values from one to the next.
static OpPatternKind classify(tir::BlockOp block) {
  BlockAccesses accesses = collectAccesses(block);
  if (!accesses.isRegular || !storesByIterators(block, accesses.store))
    return OpPatternKind::Opaque;
  for (unsigned iter = 0; iter < block.getNumIters(); ++iter)
    if (block.getIterKind(iter) != tir::IterKind::Spatial &&
        block.getIterKind(iter) != tir::IterKind::Reduce)
      return OpPatternKind::Opaque;
  return block.isReduction() ? classifyReduction(block, accesses)
                             : classifySpatial(block, accesses);
}

static bool writesParameter(tir::BlockOp block) {
  WalkResult result = block.getRegion().walk([](memref::StoreOp store) {
    return isa<BlockArgument>(store.getMemRef()) &&
                   isa<tir::FuncOp>(
                       store.getMemRef().getParentBlock()->getParentOp())
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return result.wasInterrupted();
}

static constexpr StringLiteral kOpPattern{"op_pattern"};

void setOpPattern(tir::FuncOp func, OpPatternKind kind) {
  func->setAttr(
      kOpPattern,
      Builder(func.getContext()).getI64IntegerAttr(static_cast<int64_t>(kind)));
}

OpPatternKind getOpPattern(tir::FuncOp func) {
  // TVM's numbers 0 to 4; others (5 to 8 there: tuple and opaque) are opaque
  // here.
  if (auto declared = func->getAttrOfType<IntegerAttr>(kOpPattern)) {
    int64_t number = declared.getInt();
    return number >= 0 && number <= 4 ? static_cast<OpPatternKind>(number)
                                      : OpPatternKind::Opaque;
  }
  if (func.isExternal())
    return OpPatternKind::Opaque;
  SmallVector<tir::BlockOp> blocks;
  bool plain = true;
  func.getBody().walk([&](Operation *op) {
    if (auto block = dyn_cast<tir::BlockOp>(op))
      blocks.push_back(block);
    // A store outside of blocks has no iterators to reason with.
    else if (isa<memref::StoreOp>(op))
      plain &= op->getParentOfType<tir::BlockOp>() != nullptr;
  });
  if (!plain || blocks.empty())
    return OpPatternKind::Opaque;
  OpPatternKind pattern = OpPatternKind::Elementwise;
  for (tir::BlockOp block : blocks) {
    OpPatternKind own = classify(block);
    // The block that finishes what was reduced writes a result.
    bool finishes = pattern == OpPatternKind::Reduction &&
                    own <= OpPatternKind::Injective && writesParameter(block);
    pattern = finishes ? OpPatternKind::OutFusable : std::max(pattern, own);
  }
  return pattern;
}

} // namespace mlir::relax
