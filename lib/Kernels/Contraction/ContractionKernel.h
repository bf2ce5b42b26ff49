// The kernel of a contraction: its blocks, and the steps of each.
#ifndef RELAX_LIB_KERNELS_CONTRACTION_CONTRACTIONKERNEL_H
#define RELAX_LIB_KERNELS_CONTRACTION_CONTRACTIONKERNEL_H

#include "Relax/Kernels/Contraction/ContractionPlan.h"
#include "Relax/Kernels/Contraction/Epilogue.h"
#include "Relax/Kernels/Contraction/MainLoop.h"
#include "Relax/Kernels/TileOrder/TileOrder.h"

namespace mlir::tir {

/// What a block has: its rows and columns, its thread, the tiles of its
/// operands, and the steps along the reduction dimension.
struct ContractionBlock {
  const ContractionPlan &plan;
  OperandTile lhs, rhs;
  BlockAxis rows, columns;
  Value steps;
  ThreadPlace place;
  /// Shared memory, where it is one piece, and the accumulators of a thread.
  Value bytes, accumulators;

  /// In front of the kernel; then a loop over blocks, "blockIdx.x", of the
  /// tiles of both operands, and one over threads. The insertion point goes
  /// into these.
  ContractionBlock(KernelBuilder &b, const ContractionPlan &plan);

  Contraction &getContraction() const { return *plan.lhs.contraction; }
  /// Accumulators with the start of the sum.
  void buildStart(KernelBuilder &b, ArrayRef<int64_t> shape);
  /// Of grouped products: the block has that tile.
  void enterGroup(KernelBuilder &b, const GroupTile &tile);
  Epilogue getEpilogue(KernelBuilder &b) const {
    return Epilogue(b, getContraction(), rows, columns, place);
  }
};

/// Writes the main loop of a kernel.
class ContractionSteps : MainLoop {
public:
  /// `warp` is the number of the thread's, the same for all of these, where
  /// the device may copy.
  ContractionSteps(KernelBuilder &b, ContractionBlock &block,
                   Value warp = Value());

  /// `multiply` writes the products of a stage.
  void build(llvm::function_ref<void(Value)> multiply);

private:
  Value getStage(Value step);
  void start(Value step) override;
  void startBulk(Value step, Value isStep);
  void commit(Value step) override;
  void waitBefore(Value step) override;
  void waitAfter() override;
  void compute(Value step) override { multiply(getStage(step)); }

  KernelBuilder &b;
  ContractionBlock &block;
  const ContractionTile &tile;
  /// Operands, and where their part of the own axis begins.
  std::pair<OperandTile *, Value> tiles[2];
  /// Whether threads copy asynchronously.
  bool hasCopies;
  llvm::function_ref<void(Value)> multiply;
  /// Which stage is multiplied, in a register; null where bits of the number of
  /// the step say it.
  Value counter;
  /// The step that is multiplied; null in front of the loop.
  Value present;
  /// The thread that lets the device copy, and a barrier for each stage.
  Value leader, barriers;
};

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_CONTRACTION_CONTRACTIONKERNEL_H
