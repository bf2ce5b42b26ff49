// Primitives as steps of a default schedule: done, and written down.
#ifndef RELAX_LIB_TRANSFORMS_KERNEL_SCHEDULESTEPS_H
#define RELAX_LIB_TRANSFORMS_KERNEL_SCHEDULESTEPS_H

#include "Relax/Dialect/TIR/Analysis/Reduction.h"
#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "Relax/Dialect/TIR/IR/LoopOps.h"
#include "Relax/Dialect/TIR/Schedule/StorageAlignment.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::tir {

class ScheduleWriter;

/// Applies primitives to a block and its loops. Each is the function that the
/// op of a transform script calls, and goes to the writer, if there is one, as
/// that op. After one that fails the others do nothing, and give null.
class ScheduleSteps {
public:
  /// The script calls `block` what `handle` is.
  ScheduleSteps(BlockOp block, ScheduleWriter *writer, Value handle)
      : rewriter(block.getContext()), writer(writer), handles{{block, handle}} {
  }

  /// Whether all steps so far have been done.
  bool areDone() const { return !hasFailed; }

  SmallVector<ForOp> getLoops(BlockOp block);
  void simplifyIters(BlockOp block);
  SmallVector<ForOp> split(ForOp loop, ArrayRef<int64_t> factors);
  /// Fuses loops, if they are several.
  ForOp fuse(ArrayRef<ForOp> loops);
  /// Reorders loops of one nest, unless they are in that order.
  void reorder(ArrayRef<ForOp> order);
  void bind(ForOp loop, StringRef axis);
  void parallel(ForOp loop);
  void vectorize(ForOp loop);
  void unroll(ForOp loop);

protected:
  /// Whether a step that gave `result` goes to the writer.
  bool check(LogicalResult result);
  Value getHandle(Operation *op) { return handles.lookup(op); }
  void setHandles(ArrayRef<ForOp> loops, ValueRange handles);
  void setHandle(BlockOp block, Value handle) { handles[block] = handle; }

  IRRewriter rewriter;
  ScheduleWriter *writer;

private:
  SmallVector<Value> getHandles(ArrayRef<ForOp> loops);

  /// What the script calls an op.
  llvm::DenseMap<Operation *, Value> handles;
  bool hasFailed = false;
};

/// As `ScheduleSteps`, and primitives that make blocks, or move them.
class BlockSteps : public ScheduleSteps {
public:
  using ScheduleSteps::ScheduleSteps;

  /// The block that copies what `block` reads or writes of the buffer of that
  /// number.
  BlockOp cacheRead(BlockOp block, unsigned buffer, StringRef scope);
  BlockOp cacheWrite(BlockOp block, unsigned buffer, StringRef scope);
  void computeAt(BlockOp block, ForOp loop);
  void reverseComputeAt(BlockOp block, ForOp loop);
  BlockOp decomposeReduction(BlockOp block, ForOp loop);
  /// The block that joins partial results, one for each iteration of `loop`.
  BlockOp rfactor(BlockOp block, ForOp loop, int64_t axis);
  /// Of the one buffer that a block writes.
  void transformLayout(BlockOp block, AffineMap map);
  void alignStorage(BlockOp block, StorageAlignment alignment);
  void annotate(ForOp loop, StringRef name, Attribute value);

private:
  /// The block that a primitive has made of `block`, whose op of a transform
  /// script has `arguments` behind that.
  template <typename Step, typename... Arguments>
  BlockOp add(BlockOp block, FailureOr<BlockOp> made,
              const Arguments &...arguments);
};

/// Schedules the nest of a block, which is in no other block, by primitives:
/// `steps` gets the block of a copy, which then takes the place of the nest.
/// Gives that block. Where a primitive fails, the nest stays, nothing has been
/// written, and `why` says the reason.
FailureOr<BlockOp>
composeSchedule(BlockOp block, ScheduleWriter *writer,
                llvm::function_ref<void(BlockSteps &, BlockOp)> steps,
                std::string *why = nullptr);

/// The same for a reduction. The block that stores results, the last of the
/// loops, does what the epilogue does with them; where it cannot, the epilogue
/// stays.
FailureOr<BlockOp>
composeReduction(Reduction &reduction, ScheduleWriter *writer,
                 llvm::function_ref<void(BlockSteps &, BlockOp)> steps);

} // namespace mlir::tir

#endif // RELAX_LIB_TRANSFORMS_KERNEL_SCHEDULESTEPS_H
