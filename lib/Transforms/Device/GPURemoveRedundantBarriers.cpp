// Removes barriers of kernels that order nothing.
//
// A barrier is needed if some access that may come before it, and after the
// barrier before that, touches the same memory as one that may come after it,
// up to the next barrier; and one of the two writes. A thread's own memory does
// not count: no other thread sees it.
//
// Schedules put a barrier behind each cooperative step, as they do not know
// what stands beside it. A barrier that is not needed makes all warps of a
// block wait for the slowest. Whether shared memory is meant is not asked:
// global memory that threads of a block exchange through is ordered by barriers
// as well.
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Transforms/Device/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::relax {

#define GEN_PASS_DEF_GPUREMOVEREDUNDANTBARRIERSPASS
#include "Relax/Transforms/Device/Passes.h.inc"

namespace {

struct GPURemoveRedundantBarriersPass
    : impl::GPURemoveRedundantBarriersPassBase<GPURemoveRedundantBarriersPass> {
  using GPURemoveRedundantBarriersPassBase::GPURemoveRedundantBarriersPassBase;

  void runOnOperation() override;
};

/// An access to a buffer, or to any if it is null.
struct Access {
  Value buffer;
  bool isWrite;
};

/// Which way from a barrier.
enum class Direction { Before, After };

/// The accesses between a barrier and the next ones on one side.
class Surroundings {
public:
  Surroundings(gpu::BarrierOp barrier, Direction direction)
      : direction(direction) {
    collect(barrier);
  }

  ArrayRef<Access> getAccesses() const { return accesses; }

private:
  void collect(Operation *from);
  bool collectInBlock(Operation *from);
  bool collectFromEnd(Block &block);
  void add(Operation *op);
  Operation *step(Operation *op) {
    return direction == Direction::Before ? op->getPrevNode()
                                          : op->getNextNode();
  }

  Direction direction;
  SmallVector<Access> accesses;
};

} // namespace

/// All views of one buffer count as that buffer, which may keep a barrier for
/// parts that do not overlap.
static Value getRoot(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  return buffer;
}

/// Registers and local memory are private to a thread.
static bool isOfOneThread(Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  auto space = dyn_cast_if_present<gpu::AddressSpaceAttr>(
      type ? type.getMemorySpace() : Attribute());
  return buffer.getDefiningOp<memref::AllocaOp>() ||
         (space && space.getValue() == gpu::AddressSpace::Private);
}

// Whether nothing else is that memory: what a launch or an allocation made. Two
// attributions, or an attribution and a parameter, cannot alias; two parameters
// may be the same tensor.
static bool isDistinct(Value buffer) {
  if (auto argument = dyn_cast<BlockArgument>(buffer))
    return isa<gpu::LaunchOp>(argument.getOwner()->getParentOp());
  return hasSingleEffect<MemoryEffects::Allocate>(buffer.getDefiningOp());
}

// Whether it is known which memory that is, or that it is a parameter's.
static bool isKnown(Value buffer) {
  if (auto argument = dyn_cast<BlockArgument>(buffer))
    return isa<gpu::LaunchOp, FunctionOpInterface>(
        argument.getOwner()->getParentOp());
  return isDistinct(buffer);
}

/// What is in a loop or branch may run or not, so its accesses are added and
/// the search goes on beyond it. Its inner barriers stop only what is behind
/// them on the way.
void Surroundings::add(Operation *op) {
  if (isa<gpu::BarrierOp>(op) || isMemoryEffectFree(op))
    return;
  if (isa<scf::ForOp, scf::IfOp>(op)) {
    // A barrier inside orders what is beyond it.
    for (Region &region : op->getRegions())
      for (Block &block : region)
        collectFromEnd(block);
    return;
  }
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects =
      getEffectsRecursively(op);
  if (!effects) {
    // An op of unknown effects may touch anything.
    accesses.push_back({Value(), /*isWrite=*/true});
    return;
  }
  for (const MemoryEffects::EffectInstance &effect : *effects) {
    if (!isa<MemoryEffects::Read, MemoryEffects::Write>(effect.getEffect()))
      continue;
    Value buffer = effect.getValue() ? getRoot(effect.getValue()) : Value();
    if (!buffer || !isOfOneThread(buffer))
      accesses.push_back(
          {buffer, isa<MemoryEffects::Write>(effect.getEffect())});
  }
}

// Adds what is at the end of `block` that is next; true if a barrier ends it.
bool Surroundings::collectFromEnd(Block &block) {
  Operation *end =
      direction == Direction::Before ? &block.back() : &block.front();
  if (isa<gpu::BarrierOp>(end))
    return true;
  add(end);
  return collectInBlock(end);
}

// Adds what is on the side of `from` in its block; true if a barrier ends it.
bool Surroundings::collectInBlock(Operation *from) {
  for (Operation *op = step(from); op; op = step(op)) {
    if (isa<gpu::BarrierOp>(op))
      return true;
    add(op);
  }
  return false;
}

/// Outward through the enclosing ops. A loop is the only way back to what lies
/// behind.
void Surroundings::collect(Operation *from) {
  for (Operation *op = from; !isa<gpu::LaunchOp>(op); op = op->getParentOp()) {
    if (collectInBlock(op))
      return;
    Operation *parent = op->getParentOp();
    if (isa<gpu::LaunchOp>(parent))
      return;
    if (isa<scf::IfOp>(parent))
      continue;
    // The block may come again: its other end comes before, or after.
    if (isa<scf::ForOp>(parent))
      collectFromEnd(*op->getBlock());
    else
      add(parent);
  }
}

static bool mayConflict(const Access &first, const Access &second) {
  if (!first.isWrite && !second.isWrite)
    return false;
  if (!first.buffer || !second.buffer || first.buffer == second.buffer)
    return true;
  if (!isKnown(first.buffer) || !isKnown(second.buffer))
    return true;
  return !isDistinct(first.buffer) && !isDistinct(second.buffer);
}

static bool isNeeded(gpu::BarrierOp barrier) {
  Surroundings before(barrier, Direction::Before);
  Surroundings after(barrier, Direction::After);
  return llvm::any_of(before.getAccesses(), [&](const Access &first) {
    return llvm::any_of(after.getAccesses(), [&](const Access &second) {
      return mayConflict(first, second);
    });
  });
}

void GPURemoveRedundantBarriersPass::runOnOperation() {
  SmallVector<gpu::BarrierOp> barriers;
  getOperation().walk([&](gpu::LaunchOp launch) {
    launch.walk([&](gpu::BarrierOp barrier) { barriers.push_back(barrier); });
  });
  // The last of those that each could go stays: what is left orders all. One
  // after the other on the changed program: two barriers in a row are each
  // redundant because of the other, and only one may go.
  for (gpu::BarrierOp barrier : barriers)
    if (!isNeeded(barrier))
      barrier.erase();
}

} // namespace mlir::relax
