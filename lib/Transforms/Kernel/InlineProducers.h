// Compute elements where they are used, where that is cheaper.
#ifndef RELAX_LIB_TRANSFORMS_KERNEL_INLINEPRODUCERS_H
#define RELAX_LIB_TRANSFORMS_KERNEL_INLINEPRODUCERS_H

#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Kernels/Attention/FuseAttention.h"

namespace mlir::tir {

class ScheduleWriter;

/// Whether what decodes operands of fewer bits is done for each tile that
/// reads them, as kernels of a GPU do in registers, or once.
enum class DecodedOperands { Stored, Inlined };

/// Inlines each nest around one block at the top of `func` whose elements are
/// cheaper to compute where they are used than to store; then no op asks a
/// buffer of the function for a size. The steps go to `writer`, if there is
/// one.
void inlineProducers(FuncOp func, ScheduleWriter *writer,
                     DecodedOperands decoded = DecodedOperands::Stored);

/// `inlineOperands` of attention, whose steps go to `writer` as well.
std::optional<AttentionChain> inlineOperands(AttentionChain chain,
                                             ScheduleWriter *writer);

} // namespace mlir::tir

#endif // RELAX_LIB_TRANSFORMS_KERNEL_INLINEPRODUCERS_H
