// A tile of one operand of a product on its way to the memory of a block.
#ifndef RELAX_KERNELS_CONTRACTION_OPERANDTILE_H
#define RELAX_KERNELS_CONTRACTION_OPERANDTILE_H

#include "Relax/Kernels/Contraction/OperandPlan.h"

namespace mlir::tir {

/// The thread, and the iterators that all elements of its tiles have in common.
struct ThreadPlace {
  Value thread;
  IRMapping common;
};

/// What a thread loads at once; `predicate` says whether it does. Across its
/// line the thread has `first`, and to that the number of the chunk adds
/// `offset`; null where these are not apart.
struct OperandChunk {
  Value own, k, predicate, first, offset;
};

/// Maps the iterators of an axis for a place along it.
void mapAxis(KernelBuilder &b, Contraction &contraction,
             ArrayRef<unsigned> iters, Value at, IRMapping &mapping);

/// Brings tiles of an operand to shared memory: all threads together copy them,
/// or load and store them, or one of them lets the device do it (TMA). What is
/// outside of the extents is 0.
class OperandTile {
public:
  /// In front of the kernel, where views and descriptions of memory stand. The
  /// device copies what it can, if it may.
  OperandTile(KernelBuilder &b, const OperandPlan &plan, bool mayBulk = false);
  /// In the kernel: where tiles go, and which thread it is; and where the own
  /// axis ends for the block, if that is not its end.
  void enter(const SharedTile &to, const ThreadPlace &at, Value end = Value());

  const OperandPlan &getPlan() const { return plan; }
  /// Whether the device copies it by itself.
  bool isBulk() const { return map != nullptr; }
  bool isAsync() const { return plan.isCopied() && !isBulk(); }
  const SharedTile &getShared() const { return shared; }

  /// Start to copy the tile that begins with `own` and `k`. Zeros where
  /// `predicate`, which may be null, is false.
  void buildCopies(Value own, Value k, Value stage, Value predicate);
  /// Load the thread's share of that tile to registers, and store it to where
  /// all threads find it.
  void buildFetch(Value own, Value k);
  void buildCommit(Value stage);
  /// Multiply what is in registers.
  void scaleFetched(Value factor);
  /// Both, where there is but one stage.
  void buildTransfer(Value own, Value k) {
    buildFetch(own, k);
    buildCommit(Value());
  }
  /// Let the device read the description ahead, and let it copy that tile. The
  /// stage's one of `barriers` gets the bytes.
  void buildPrefetch();
  void buildBulkLoads(Value own, Value k, Value stage, Value barriers);

private:
  /// Of a chunk of the tile that begins with `own` and `k`.
  Value isInBounds(const OperandChunk &chunk, Value own, Value k);
  IRMapping mapChunk(Value own, Value k);
  SmallVector<Value> buildIndices(memref::LoadOp load, IRMapping &mapping,
                                  Value own, Value k);
  void buildLoads(Value own, Value k, Value first);
  void storeChunk(const OperandChunk &chunk, Value stage, Value first);
  void storeAcross(const OperandChunk &chunk, Value stage, int64_t first);
  Value describe();

  KernelBuilder &b;
  OperandPlan plan;
  /// The extents of both axes, and the buffer in which the dimensions of a line
  /// are one; or the description of memory for the device.
  Value ownExtent, kExtent, buffer, map;
  SharedTile shared;
  ThreadPlace place;
  /// Registers of what a thread loads.
  Value staged;
};

} // namespace mlir::tir

#endif // RELAX_KERNELS_CONTRACTION_OPERANDTILE_H
