// Room between the rows of a buffer, which stays when its sizes change.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_STORAGEALIGNMENT_H
#define RELAX_DIALECT_TIR_SCHEDULE_STORAGEALIGNMENT_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tir {

/// An axis whose stride is to be `offset` modulo `factor`.
struct StorageAlignment {
  int64_t axis, factor, offset;
};

/// The largest factor.
constexpr int64_t kMaxAlignment = 4096;

/// The least size from `size` on of the axis behind, of which `inner` elements
/// are a step, that gives that stride; nothing if none does.
std::optional<int64_t> getAlignedSize(StorageAlignment alignment, int64_t size,
                                      int64_t inner);

/// Says on the op that makes a buffer what is asked of it.
void addAlignment(memref::AllocOp alloc, StorageAlignment alignment);

/// Makes `shape`, of `alloc` once it is smaller, as large as it says; what asks
/// for something that a shape cannot have counts for nothing.
void alignShape(memref::AllocOp alloc, llvm::MutableArrayRef<int64_t> shape);

/// Says of `target` what is said of `source`.
void copyAlignments(memref::AllocOp source, memref::AllocOp target);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_STORAGEALIGNMENT_H
