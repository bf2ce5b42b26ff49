// Which calls of tensor programs can run as one kernel.
#ifndef RELAX_ANALYSIS_FUSIONGROUPS_H
#define RELAX_ANALYSIS_FUSIONGROUPS_H

#include "Relax/Analysis/OpPattern.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"

namespace mlir::relax {

/// Calls that can run as one kernel, in the order of the block. Only the
/// results of the last one are used outside the group.
using FusionGroup = SmallVector<CallTIROp>;

/// What is of one group besides.
struct FusionExtras {
  /// A reduction of rows and what goes over the rows again, with its result.
  bool rows = false;
  /// A product and what decodes an operand of fewer bits, as of quantized
  /// weights: it is done again for each tile, in place of memory for all.
  bool decoded = false;
};

/// The bits of a tensor or buffer of known size, 0 for others: what decodes
/// reads fewer than it gives.
int64_t countBits(Value value);

/// Partitions the calls of one block of pure ops by the post-dominator rule
/// (Chen et al., "TVM: An Automated End-to-End Optimizing Compiler for Deep
/// Learning", OSDI 2018, section 3): a call joins its immediate post-dominator
/// where the patterns on every path between them allow it. `pattern` gives the
/// pattern of a call. Groups of one call are left out.
///
/// Where `isSoftmax` tells the calls of a softmax along the last axis, products
/// around one are of its group, as attention has them. With `extras.rows` so is
/// what goes over the same rows: elementwise calls around reductions of the
/// last axes.
SmallVector<FusionGroup>
computeFusionGroups(Block &block, unsigned maxDepth,
                    llvm::function_ref<OpPatternKind(CallTIROp)> pattern,
                    llvm::function_ref<bool(CallTIROp)> isSoftmax = nullptr,
                    FusionExtras extras = {});

} // namespace mlir::relax

#endif // RELAX_ANALYSIS_FUSIONGROUPS_H
