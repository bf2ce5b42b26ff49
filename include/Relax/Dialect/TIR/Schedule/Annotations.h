// What is said about loops, blocks and buffers, beside what they do.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_ANNOTATIONS_H
#define RELAX_DIALECT_TIR_SCHEDULE_ANNOTATIONS_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tir {

/// Give a loop or a block an annotation; fails with an error where it has one
/// of that name.
LogicalResult annotate(Operation *op, StringAttr name, Attribute value);

/// Take an annotation away; fails with an error where there is none.
LogicalResult unannotate(Operation *op, StringRef name);

/// Make room between the rows of a buffer that `block` writes, so that an axis
/// has a stride of `offset` modulo `factor`. Fails with an error unless the
/// buffer is made in the function, only loads and stores use it, and all
/// extents behind the axis are constants.
LogicalResult alignStorage(BlockOp block, unsigned buffer, unsigned axis,
                           int64_t factor, int64_t offset);

/// The memory "global", "shared" or "local"; fails with an error for another
/// name.
FailureOr<Attribute> getMemorySpace(BlockOp block, StringRef scope,
                                    StringRef verb);

/// The buffer of that number in the `writes` of a block; fails with an error
/// if there is none, or it is not made in the function.
FailureOr<memref::AllocOp> getLocalBuffer(BlockOp block, unsigned buffer,
                                          StringRef verb);

/// Store the elements of a buffer that `block` writes as another type, wider
/// or narrower; numbers may change. Fails with an error unless the buffer is
/// made in the function, and only loads and stores use it.
LogicalResult setElementType(BlockOp block, unsigned buffer, Type type);

/// A user of `buffer` that lets `setElementType` fail; null if there is none.
Operation *findTypedUser(Value buffer);

/// Put a buffer that `block` writes into the memory "global", "shared" or
/// "local". Fails with an error unless it is made in the function.
LogicalResult setScope(BlockOp block, unsigned buffer, StringRef scope);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_ANNOTATIONS_H
