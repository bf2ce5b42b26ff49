// The rewrite patterns of the passes on graphs.
#ifndef RELAX_TRANSFORMS_GRAPH_PATTERNS_H
#define RELAX_TRANSFORMS_GRAPH_PATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::relax {

/// What relax-adjust-matmul-order applies.
void populateAdjustMatmulOrderPatterns(RewritePatternSet &patterns);

/// What relax-canonicalize-bindings applies.
void populateCanonicalizeBindingsPatterns(RewritePatternSet &patterns);

/// What relax-decompose-ops-for-inference applies.
void populateDecomposeOpsForInferencePatterns(RewritePatternSet &patterns);
void populateDecomposeOpsForTrainingPatterns(RewritePatternSet &patterns);

/// What relax-expand-conv1d applies.
void populateExpandConv1DPatterns(RewritePatternSet &patterns);

/// What relax-expand-matmul-of-sum applies.
void populateExpandMatmulOfSumPatterns(RewritePatternSet &patterns);

/// What relax-fold-batch-norm-to-conv2d applies.
void populateFoldBatchNormToConv2DPatterns(RewritePatternSet &patterns);

/// What relax-optimize-layout-transform applies.
void populateOptimizeLayoutTransformPatterns(RewritePatternSet &patterns);

/// What relax-remove-reshapes-around-matmul applies.
void populateRemoveReshapesAroundMatmulPatterns(RewritePatternSet &patterns);

/// What relax-reorder-permute-dims-after-concat applies.
void populateReorderPermuteDimsAfterConcatPatterns(RewritePatternSet &patterns);

/// What relax-reorder-take-after-matmul applies.
void populateReorderTakeAfterMatmulPatterns(RewritePatternSet &patterns);

} // namespace mlir::relax

#endif // RELAX_TRANSFORMS_GRAPH_PATTERNS_H
