// What a score counts, beside the greatest score of its row.
#ifndef RELAX_LIB_KERNELS_ATTENTION_ATTENTIONWEIGHTS_H
#define RELAX_LIB_KERNELS_ATTENTION_ATTENTIONWEIGHTS_H

#include "Relax/Kernels/Contraction/KernelBuilder.h"

namespace mlir::tir {

/// How the weights of a row are computed: 2^(score * factor - shift), or
/// e^(score - shift) where there is no factor.
struct RowShift {
  Value factor, shift;
};

/// Writes exponentials of scores, of which the greatest of a row is 1.
///
/// Those of f32 are powers of two, so that a weight is one fused multiply-add
/// and one instruction for the power; docs/Devices.md has the error.
class AttentionWeights {
public:
  AttentionWeights(KernelBuilder &b, FloatType type) : b(b), type(type) {}

  /// Of a row whose greatest score so far is `maximum`; if that is the lowest,
  /// nothing is shifted.
  RowShift getShift(Value maximum);
  Value getWeight(Value score, const RowShift &shift);
  /// What weights of another greatest score before are multiplied by.
  Value getCorrection(Value before, const RowShift &shift);

private:
  Value number(double value);
  Value power(Value exponent);

  KernelBuilder &b;
  FloatType type;
};

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_ATTENTION_ATTENTIONWEIGHTS_H
