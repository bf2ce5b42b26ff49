// Convolutions of 8-bit numbers and bf16 with constants, as words.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_WORDCONVOLUTION_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_WORDCONVOLUTION_H

#include "DotKernels.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"

namespace mlir::relax {

/// Whether data and result have their channels last.
bool isChannelsLast(Conv2dOp conv);

/// Whether all layouts have whole axes, and the result that of the data.
bool hasPlainLayouts(Conv2dOp conv);

/// The constant that `weight` is, if it is of integers of 8 or 16 bits or of
/// bf16 that are all there, and the convolution of plain layouts and of sizes
/// that are known; else null.
ConstantOp getPlainWeight(Conv2dOp conv, Value weight);

/// The weight as `[HWI, O]`, with zeros behind the input channels up to a
/// multiple of a word's; null where it is not all there.
ElementsAttr getMatrix(Conv2dOp conv, ElementsAttr weight);

/// What goes before and behind each axis of the data, as `nn.pad` has it.
SmallVector<int64_t> getWidths(Conv2dOp conv, int64_t behindChannels);

/// How many output channels are a vector that crosses no group; 0 for none.
int64_t getBlock(Conv2dOp conv);

/// Whether no word and no vector crosses groups, which in depthwise
/// convolutions are of a channel each.
bool suitsGroups(Conv2dOp conv, WordForm form);

/// Replaces a convolution of factors on scales, or less zero points, by one of
/// integers that gives i32; leaves others alone. It is of 8-bit numbers as they
/// are where `form` is bytes and the weight has no zero point, else of numbers
/// of 16 bits less their zero points. Where groups have fewer channels than
/// words, it gives sums of f32, if these are exact. It has the layouts of the
/// old one, which a later pass may still choose.
void takeScalesOut(Conv2dOp conv, WordForm form);

/// Replaces a convolution of integers of 8 or 16 bits that gives i32, or one of
/// bf16, by a call of a tensor program of `tir.dot4_u8s8`, `tir.dot2_s16` or
/// `tir.dot2_bf16`, with the constant packed; leaves others alone. Channels are
/// last, or `permutes` says that the data may be moved, unless there are
/// groups.
void packConvolution(Conv2dOp conv, bool permutes, DotKernels &kernels);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_WORDCONVOLUTION_H
