// The keys that some rows of attention may see.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_KEYMASK_H
#define RELAX_DIALECT_TIR_ANALYSIS_KEYMASK_H

#include "Relax/Dialect/TIR/Analysis/AttentionChain.h"

namespace mlir::tir {

/// A key is seen if `key` is less than, or not less than, `bound`; both are
/// numbers of the nest between scores and softmax, and the key itself counts
/// once in `key`.
struct KeyBound {
  Value key, bound;
  bool isUpper;
  /// Whether equal ones are on the side that is seen, for an upper bound, or on
  /// the one that is not, for a lower one.
  bool isShifted;
};

/// The mask between scores and softmax.
struct KeyMask {
  /// What keys that are not seen have as a score; null if there is no mask.
  Value hidden;
  /// All of them hold for a key that is seen.
  SmallVector<KeyBound> bounds;
};

/// The mask of `chain`, as far as it compares places. A key bound does not fall
/// from one row to the next.
KeyMask matchKeyMask(AttentionChain &chain);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_KEYMASK_H
