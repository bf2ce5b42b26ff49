// How the loads and the store of a reduction walk through memory.
#include "Relax/Dialect/TIR/Analysis/ReductionAccesses.h"

#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

// Asked once: a tile is chosen by many questions about the same accesses, and
// each stride takes the expressions of all indices.
static WalkingAccess matchWalk(Reduction &reduction,
                               const ElementAccess &access) {
  LoopNest &nest = reduction.nest;
  WalkingAccess walk{access, {}, llvm::SmallBitVector(nest.size())};
  for (unsigned iter = 0; iter != nest.size(); ++iter) {
    walk.strides.push_back(getStride(nest.block, access, iter));
    walk.moves[iter] = !isInvariant(nest.block, access, iter);
  }
  return walk;
}

ReductionAccesses matchAccesses(Reduction &reduction) {
  ElementAccess store{reduction.store, reduction.out,
                      reduction.store.getIndices(), true};
  ReductionAccesses found{matchWalk(reduction, store), {}, {}, {}};
  auto column = llvm::find_if(
      reduction.spatial, [&](unsigned iter) { return found.out.isUnit(iter); });
  if (column != reduction.spatial.end())
    found.column = *column;
  for (const ElementAccess &access : reduction.getInputs()) {
    WalkingAccess input = matchWalk(reduction, access);
    found.inputs.push_back(input);
    if (found.column && input.moves[*found.column])
      found.columnInputs.push_back(input);
  }
  for (unsigned iter : reduction.reduce)
    found.steps = llvm::SaturatingMultiply<uint64_t>(
        found.steps,
        reduction.nest.getConstantExtent(iter).value_or(kUnknownExtent));
  return found;
}

} // namespace mlir::tir
