// Say what part of a buffer a block reads where its indices do not.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_ANNOTATEACCESS_H
#define RELAX_DIALECT_TIR_SCHEDULE_ANNOTATEACCESS_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "mlir/IR/AffineMap.h"

namespace mlir::tir {

/// Promise that `block` reads, of the buffer of that number in its `reads`, in
/// each dimension only indices from one result of `map`, of the iterators of
/// the block, up to and without the next one: two results a dimension. Its
/// loads say so from then on, by the least and the greatest index that they may
/// have. Fails with an error where others than loads read the buffer.
LogicalResult annotateBufferAccess(BlockOp block, unsigned buffer,
                                   AffineMap map);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_ANNOTATEACCESS_H
