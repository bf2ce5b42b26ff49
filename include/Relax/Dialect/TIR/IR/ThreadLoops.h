// Loops over the blocks and threads of a GPU.
#ifndef RELAX_DIALECT_TIR_IR_THREADLOOPS_H
#define RELAX_DIALECT_TIR_IR_THREADLOOPS_H

#include "Relax/Dialect/TIR/IR/LoopOps.h"
#include "mlir/IR/Builders.h"

namespace mlir::tir {

/// The bytes of shared memory that a block has on any GPU.
inline constexpr int64_t kDefaultSharedBytes = 48 * 1024;

/// Why tiles of so many bytes of shared memory are too large where a block has
/// `most`; nullopt if they are not.
std::optional<std::string> findExcess(int64_t bytes,
                                      int64_t maxBytes = kDefaultSharedBytes);

/// The threads of a warp, which exchange values.
inline constexpr int64_t kWarpThreads = 32;

/// An annotation of the outermost loop of a kernel, which is an attribute of
/// upstream's: so many of its blocks a multiprocessor should have room for, by
/// their registers.
inline constexpr llvm::StringLiteral kResidentBlocks{"nvvm.minctasm"};
void setResidentBlocks(ForOp kernel, int64_t blocks);

/// A loop over the threads of an axis; the insertion point goes into it.
Value buildAxis(OpBuilder &builder, Location loc, Value extent, StringRef axis);

/// A loop in `root`, or `root`, that is bound to an axis; null if there is
/// none.
ForOp findBoundLoop(Operation *root);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_IR_THREADLOOPS_H
