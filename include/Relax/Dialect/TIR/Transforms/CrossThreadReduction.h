// Reductions that the threads of a block do together.
//
// The form, which `bind` makes of a loop that reduces: a block with `tir.init`
// whose reducing iterators are driven by a loop over `threadIdx`, of constant
// extent, and perhaps by serial ones.
//
//   tir.for thread_binding "threadIdx.x" %t = %c0 to %c256 {
//     tir.for %o = %c0 to %n {
//       tir.block "sum" iters(%i : spatial, %k : reduce = %o * 256 + %t)
//           where %o * 256 + %t < %extent { tir.init {...} ... }
//
// The threads do the steps in any order, as those of any reduction. What
// follows the loop, as always, sees all that its threads have done: one
// result. `lowerCrossThreadReduction` writes it out in plain loops:
//
//   for threadIdx.x = t: own = neutral; for o: own += ...; parts[t] = own
//   for threadIdx.x = t: if t < 128: parts[t] = parts[t] + parts[t + 128]
//   ... 64, 32, ..., 1
//   for threadIdx.x = t: if t < 1: result = start + parts[0]
//
// Where the innermost loop is vectorized, a thread has a result for each of its
// elements, which it joins at last. Where whole warps reduce, along
// threadIdx.x, `gpu.shuffle` joins what the threads of each have, and what the
// warps have then.
#ifndef RELAX_DIALECT_TIR_TRANSFORMS_CROSSTHREADREDUCTION_H
#define RELAX_DIALECT_TIR_TRANSFORMS_CROSSTHREADREDUCTION_H

#include "Relax/Dialect/TIR/Analysis/CrossThreadBinding.h"

namespace mlir::tir {

/// Write a reduction over threads out: each thread reduces on its own, a tree
/// in shared memory joins what they have. Fails with an error where the loops
/// inside the first that reduces do something else, or have extents that are
/// only known at run time.
LogicalResult lowerCrossThreadReduction(BlockOp block);

/// The same for every such block inside `root`; false if one is rejected.
LogicalResult lowerCrossThreadReductions(Operation *root);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_TRANSFORMS_CROSSTHREADREDUCTION_H
