// A buffer whose padding one nest fills, and its inside another one.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_PADDEDBUFFER_H
#define RELAX_DIALECT_TIR_ANALYSIS_PADDEDBUFFER_H

#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tir {

/// A buffer that one block fills with a number, and another one fills but for a
/// padding.
struct PaddedBuffer {
  memref::AllocOp alloc;
  LoopNest padding, interior;
  Value fill, value;
  SmallVector<memref::LoadOp> loads;
  /// For each dimension the iterator of `inside` of which its index is `spread`
  /// times as much and `before` more, and the extent of that; null if there is
  /// no padding there.
  struct Axis {
    unsigned iter = 0;
    int64_t spread = 1, before = 0;
    Value extent;
  };
  SmallVector<Axis> axes;

  /// What the padding is filled with.
  Value buildFill(OpBuilder &builder);
  /// An element inside, for iterators of its block that `mapping` maps.
  Value buildInterior(OpBuilder &builder, IRMapping &mapping);
};

/// `alloc` as a padded buffer, if loads in blocks behind both writers are all
/// that uses it else.
std::optional<PaddedBuffer> matchPadding(memref::AllocOp alloc);

/// True if each element inside is cheap enough to be computed wherever it is
/// read.
bool isCheap(PaddedBuffer &found);

/// True if nothing writes what the interior is computed of before the last
/// read.
bool keepsSources(PaddedBuffer &found);

/// What a choice by `condition` is where that holds, as an index inside of
/// padding; `value` if it is none.
Value skipChoice(Value value, Value condition);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_PADDEDBUFFER_H
