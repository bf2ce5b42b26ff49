// What makes loads and stores of neighbouring elements one of a vector.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_VECTORACCESSES_H
#define RELAX_DIALECT_TIR_ANALYSIS_VECTORACCESSES_H

#include "Relax/Dialect/TIR/Analysis/LoopNest.h"

namespace mlir::tir {

/// True if all that a block does, but for its start, is loads, stores and
/// arithmetic, one after the other.
bool isStraight(BlockOp block);

/// An op that keeps a block from that; null if there is none.
Operation *findOtherThanStraight(BlockOp block);

/// True if the elements of all buffers of a block are numbers of whole bytes.
bool hasWholeBytes(BlockOp block);

/// A type of elements that are none; null if there is none.
Type findPartialBytes(BlockOp block);

/// Elements of the widest type in 128 bits; nullopt if that is one, or no
/// number of bytes.
std::optional<int64_t> countLanes(ArrayRef<ElementAccess> accesses);

/// Elements of the widest type that the blocks touch in `vectorBits` bits, one
/// at least: vectors of all types then have as many, those of narrower ones in
/// a part of a register.
int64_t countLanes(ArrayRef<BlockOp> blocks, unsigned vectorBits);

/// True if an access goes element by element with an iterator, and where that
/// is a multiple of `lanes`, the element's place in its buffer is one, whatever
/// the other iterators are.
bool isInVectors(BlockOp block, const ElementAccess &access, unsigned iter,
                 int64_t lanes);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_VECTORACCESSES_H
