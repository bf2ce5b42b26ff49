// Numbers of 8 bits less their zero points, straight from floats.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_QUANTIZATION_QUANTIZEDDIFFERENCE_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_QUANTIZATION_QUANTIZEDDIFFERENCE_H

#include "../DotKernels.h"

namespace mlir::relax {

/// Makes one tensor program of each `relax.quantize` that all of what uses it
/// is: a difference to its zero point as i16, or `relax.dequantize`. Zero point
/// and scale are one number each, and the zero point is known.
void joinQuantizedDifferences(ModuleOp module, DotKernels &kernels);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_QUANTIZATION_QUANTIZEDDIFFERENCE_H
