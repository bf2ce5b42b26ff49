// A tile of one operand of a product on its way to the memory of a block.
#ifndef RELAX_KERNELS_CONTRACTION_OPERANDTILE_H
#define RELAX_KERNELS_CONTRACTION_OPERANDTILE_H

#include "Relax/Kernels/Contraction/OperandPlan.h"

namespace mlir::tir {

/// What a kernel needs of an operand: extents of both axes, and the buffer, in
/// which the dimensions of a line are one.
struct OperandSource {
  Value ownExtent, kExtent, buffer;
};
OperandSource buildSource(KernelBuilder &b, const OperandPlan &plan);

/// The thread, and the iterators that all elements of its tiles have in common.
struct ThreadPlace {
  Value thread;
  IRMapping common;
};

/// Maps the iterators of an axis for a place along it.
void mapAxis(KernelBuilder &b, Contraction &contraction,
             ArrayRef<unsigned> iters, Value at, IRMapping &mapping);

/// Brings tiles of an operand to shared memory, all threads together. What is
/// outside of the extents is 0.
class OperandTile {
public:
  OperandTile(KernelBuilder &b, const OperandPlan &plan,
              const OperandSource &source, const SharedTile &shared,
              const ThreadPlace &place);

  const OperandPlan &getPlan() const { return plan; }
  const SharedTile &getShared() const { return shared; }

  /// Start to copy the tile that begins with `own` and `k`, and add what says
  /// when that is done. Zeros where `predicate`, which may be null, is false.
  void buildCopies(Value own, Value k, Value stage, Value predicate,
                   SmallVectorImpl<Value> &copies);
  /// Load the thread's share of that tile to registers, and store it to where
  /// all threads find it.
  void buildFetch(Value own, Value k);
  void buildCommit(Value stage);

private:
  /// What a thread loads at once; `predicate` says whether it does.
  struct Chunk {
    Value own, k, predicate;
  };
  Chunk getChunk(Value number);
  Value isInBounds(const Chunk &chunk, Value own, Value k);
  IRMapping mapChunk(Value own, Value k);
  SmallVector<Value> buildIndices(memref::LoadOp load, IRMapping &mapping,
                                  Value own, Value k);
  Value buildLineIndex(Value at);
  void buildLoads(Value own, Value k, Value first);

  KernelBuilder &b;
  OperandPlan plan;
  OperandSource source;
  SharedTile shared;
  ThreadPlace place;
  Value staged;
};

} // namespace mlir::tir

#endif // RELAX_KERNELS_CONTRACTION_OPERANDTILE_H
