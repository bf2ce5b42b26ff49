// Give blocks as few iterators as possible.
#include "Relax/Dialect/TIR/Schedule/SimplifyIters.h"

#include "Relax/Dialect/TIR/Schedule/BlockIters.h"

namespace mlir::tir {

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

void simplifyReduction(Reduction &reduction) {
  dropUnits(reduction);
  while (fuseOnePair(reduction)) {
  }
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

} // namespace mlir::tir
