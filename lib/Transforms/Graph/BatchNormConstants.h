// What an inference batch norm does to each channel, where that is known.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_BATCHNORMCONSTANTS_H
#define RELAX_LIB_TRANSFORMS_GRAPH_BATCHNORMCONSTANTS_H

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/NormalizationOps.h"
#include "Relax/Support/ConstantTensor.h"

namespace mlir::relax {

/// A batch norm as `x * scale + shift` for each channel along `axis`.
struct BatchNormConstants {
  int64_t axis;
  SmallVector<float> scale, shift;
};

/// The constants of a batch norm for inference on f32 whose statistics are
/// constants and whose other results nobody uses; else nothing.
std::optional<BatchNormConstants> getConstants(BatchNormOp norm);

/// Numbers for each channel, as a constant that broadcasts to the result.
Value makeChannelConstant(OpBuilder &builder, BatchNormOp norm,
                          ArrayRef<float> values);

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_GRAPH_BATCHNORMCONSTANTS_H
