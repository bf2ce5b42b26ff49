// Read what is inside of the padding instead of a padded copy, or fill no more
// than the padding.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_INLINEPADDING_H
#define RELAX_DIALECT_TIR_SCHEDULE_INLINEPADDING_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tir {

/// The block that writes the inside of a buffer whose padding another block
/// fills with one number, where later blocks can compute what they load of it;
/// null if the buffer is none of that kind.
BlockOp findPadding(memref::AllocOp alloc);

/// Compute each element of a buffer for which there is `findPadding` where it
/// is loaded: what is inside, or what the padding is filled with. Buffer and
/// writers go away.
void inlinePadding(memref::AllocOp alloc);

/// The block that fills all of a buffer with one number, of which another block
/// then writes a box of half of its elements or more, of any size; null if the
/// buffer is none of that kind.
BlockOp findPaddingFill(memref::AllocOp alloc);

/// Let that block, of a buffer for which there is `findPaddingFill`, be several
/// that fill what the other one does not write.
void fillPaddingOnly(memref::AllocOp alloc);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_INLINEPADDING_H
