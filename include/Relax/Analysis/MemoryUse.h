// What memory the functions of a module take, from their planned storage.
#ifndef RELAX_ANALYSIS_MEMORYUSE_H
#define RELAX_ANALYSIS_MEMORYUSE_H

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"

namespace mlir::relax {

/// What one call of a function takes, after the memory stage. Sizes are in
/// bytes; a null one is unknown.
struct MemoryUse {
  explicit MemoryUse(FuncOp func);

  /// The most that storage takes at one time.
  SymExprAttr peak;
  /// The most that tensors which are alive at one time take: less is impossible
  /// in this order of operations.
  SymExprAttr bound;
  /// All storage, and its number.
  SymExprAttr total;
  unsigned numStorages = 0;
  /// Constants; several functions may have the same ones.
  SymExprAttr constants;
  /// The tensors, the largest first; those of symbolic sizes as if each symbol
  /// were 1.
  SmallVector<MemoryAllocTensorOp> tensors;
};

/// The size of a tensor in bytes; null if it is unknown.
SymExprAttr getSizeInBytes(RankedTensorType type);

/// Writes a table for each function, with at most `numTensors` tensors.
void printMemoryUse(ModuleOp module, unsigned numTensors,
                    llvm::raw_ostream &os);

} // namespace mlir::relax

#endif // RELAX_ANALYSIS_MEMORYUSE_H
