// Convolutions of 8-bit numbers and bf16 with constants, as words.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_WORDCONVOLUTION_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_WORDCONVOLUTION_H

#include "DotKernels.h"
#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"

namespace mlir::relax {

/// Replaces a convolution of factors on scales, or less zero points, by one of
/// integers that gives i32; leaves others alone. It is of 8-bit numbers as they
/// are where `form` is bytes and the weight has no zero point, else of numbers
/// of 16 bits less their zero points. It has the layouts of the old one, which
/// a later pass may still choose.
void takeScalesOut(Conv2dOp conv, WordForm form);

/// Replaces a convolution of integers of 8 or 16 bits that gives i32, or one of
/// bf16, by a call of a tensor program of `tir.dot4_u8s8`, `tir.dot2_s16` or
/// `tir.dot2_bf16`, with the constant packed; leaves others alone. Channels are
/// last, or `permutes` says that the data may be moved.
void packConvolution(Conv2dOp conv, bool permutes, DotKernels &kernels);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_WORDCONVOLUTION_H
