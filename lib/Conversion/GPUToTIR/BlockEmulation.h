// What the threads of one block do, as loops over them between barriers.
#ifndef RELAX_LIB_CONVERSION_GPUTOTIR_BLOCKEMULATION_H
#define RELAX_LIB_CONVERSION_GPUTOTIR_BLOCKEMULATION_H

#include "Relax/Conversion/GPUToTIR/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tir {

/// How the threads of a block run.
struct ThreadSchedule {
  ThreadOrder order;
  /// Whether the first one requests copies that others wait for: then it is the
  /// first in each order.
  bool isFirstAhead;
};

/// Emits the loops of a block of a launch. A *phase* is a run of ops without a
/// barrier; threads do one phase after the other, each all threads.
class BlockEmulation {
public:
  /// `shared` maps what all threads of the block see: the numbers of the block,
  /// sizes, shared buffers; `zero` is the index.
  BlockEmulation(gpu::LaunchOp launch, ThreadSchedule schedule,
                 IRMapping shared, Value zero);

  /// Emits at `builder`, which is in the loop over blocks.
  LogicalResult run(OpBuilder &builder);

private:
  void numberPhases(Block &block);
  SmallVector<Value> findKept();
  void makeBuffers(OpBuilder &builder);
  LogicalResult checkPrivate();
  LogicalResult emit(Block &block, OpBuilder &builder);
  LogicalResult emitAround(Operation *op, OpBuilder &builder);
  void openThreads(IRMapping &own, OpBuilder &builder);
  void openPermuted(IRMapping &own, OpBuilder &builder);
  void emitPhase(ArrayRef<Operation *> ops, OpBuilder &builder);
  Value computeShared(Value value, OpBuilder &builder);
  Value computeShared(Value value, OpBuilder &builder,
                      llvm::DenseMap<Value, Value> &made);
  Value computeOwn(Value value, IRMapping &own, OpBuilder &builder);
  Value getPrivate(BlockArgument buffer, OpBuilder &builder);
  void keep(Operation *op, IRMapping &own, OpBuilder &builder);

  gpu::LaunchOp launch;
  ThreadSchedule schedule;
  IRMapping shared;
  Value zero;
  /// The phase of each op that is directly in one.
  llvm::DenseMap<Operation *, unsigned> phases;
  unsigned numPhases = 0;
  /// Buffers, an element a thread, of values that outlive their phase and of
  /// buffers that threads have of their own.
  llvm::MapVector<Value, Value> kept;
  /// The number of the thread in the phase that is being emitted.
  Value number;
};

/// Threads that a block has at most.
constexpr int64_t kMaxThreads = 1024;

/// The number of the present thread in its block: x moves fastest.
Value getThreadNumber(OpBuilder &builder, gpu::LaunchOp launch);

/// Replaces the exchanges of values between the threads of a warp by memory of
/// the block and barriers. All threads of the block come to each.
void lowerShuffles(gpu::LaunchOp launch);
/// Lets asynchronous copies happen where threads wait for them;
/// who reads before that gets what is no number.
LogicalResult lowerAsyncCopies(gpu::LaunchOp launch);
/// Lets copies of boxes happen where threads wait at their barriers; the same.
LogicalResult lowerBulkLoads(gpu::LaunchOp launch);
/// Replaces loads of matrices by warps by loads of threads.
LogicalResult lowerMatrixLoads(gpu::LaunchOp launch, ThreadOrder order);
/// The same for products of matrices by the threads of a warp.
LogicalResult lowerMatrixProducts(gpu::LaunchOp launch);
/// Replaces products of matrices in shared memory by warpgroups by what each
/// thread computes, which is added where it waits for them.
LogicalResult lowerWarpgroupProducts(gpu::LaunchOp launch, ThreadOrder order);
/// Lets loops around barriers begin and end at these, where no values stand in
/// the way.
void peelBarrierLoops(gpu::LaunchOp launch);
/// Asserts that tensor cores and TMA use what threads write behind fences only.
void checkFences(gpu::LaunchOp launch);
/// Asserts that accesses are inside of their buffers, but for the memory of the
/// block that stands behind the first `numShared` buffers.
void checkAccesses(gpu::LaunchOp launch, unsigned numShared);

} // namespace mlir::tir

#endif // RELAX_LIB_CONVERSION_GPUTOTIR_BLOCKEMULATION_H
