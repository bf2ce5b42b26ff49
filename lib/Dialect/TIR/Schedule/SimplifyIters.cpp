// Give blocks as few iterators as possible.
#include "Relax/Dialect/TIR/Schedule/SimplifyIters.h"

#include "Relax/Dialect/TIR/Schedule/BlockIters.h"

namespace mlir::tir {

// Match again after a change of iterators.
static void refresh(Reduction &reduction) {
  std::optional<LoopNest> epilogue = reduction.epilogue;
  reduction = *matchReduction(reduction.nest, nullptr);
  if (epilogue)
    (void)attachEpilogue(reduction, *epilogue);
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
      }
      (void)fuseIters(nest, a, b);
      refresh(reduction);
      return true;
    }
  return false;
}

void simplifyReduction(Reduction &reduction) {
  dropUnitIters(reduction.nest);
  dropUnitDims(reduction.nest);
  if (reduction.epilogue) {
    dropUnitIters(*reduction.epilogue);
    dropUnitDims(*reduction.epilogue);
  }
  refresh(reduction);
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
  if (reduction.epilogue)
    (void)fuseIters(*reduction.epilogue, ea, eb);
  refresh(reduction);
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
