// The threads of one block of a device, in lock step between barriers.
//
// A loop bound to a thread axis forks: each thread goes on in a copy of the
// numbers and buffers, up to the end of the loop, where they join. Threads run
// one after the other up to a barrier; once all are there, all go on.
#ifndef RELAX_LIB_REFERENCE_THREADGROUP_H
#define RELAX_LIB_REFERENCE_THREADGROUP_H

#include "Machine.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::relax::reference {

/// Threads with neighbouring numbers that exchange values.
constexpr int64_t kWarp = 32;

/// What a shuffle does besides its slots: which lane a lane asks, where it
/// finds whether there is one, and what its number in the block is made of.
struct Shuffle {
  /// The slots of a loop over threads: its variable and its bounds.
  struct Axis {
    uint32_t id, lower, upper;
  };

  gpu::ShuffleMode mode;
  uint32_t valid;
  /// The fastest one first.
  SmallVector<Axis, 3> axes;
};

/// One thread, or one that waits for those it has forked.
struct Thread {
  enum class State : uint8_t { Ready, AtBarrier, AtShuffle, Joining, Done };

  State state = State::Ready;
  /// Number of the thread that forked it; its own for the first one.
  uint32_t parent = 0;
  /// Number of the fork that made it.
  uint32_t fork = 0;
  /// Number of the last fork it made, and how many of those are not done.
  uint32_t forked = 0, running = 0;
  std::vector<Scalar> scalars;
  std::vector<ViewRef> views;
  /// Where it goes on.
  const Instruction *next = nullptr;
  /// The barrier or shuffle at which it is.
  const Instruction *barrier = nullptr;
  /// Its number in the block, at a shuffle.
  int64_t number = 0;
  uint32_t strand = 0;
};

/// The threads that a loop forks, and those that they fork.
class ThreadGroup {
public:
  ThreadGroup(Machine &machine, const Instruction *loop);

  /// Runs all threads to the end of the loop; false after an error.
  bool run();

  /// Whether what a strand did is over before what the present thread does.
  bool isOrdered(uint32_t other) const;
  /// The buffer that the threads share for an allocation.
  ViewRef &getShared(Operation *allocation) { return shared[allocation]; }

  // What stops the present thread.
  void stopAtBarrier(const Instruction *at);
  void stopAtShuffle(const Instruction *at, int64_t number);
  void stopToFork(const Instruction *at);
  void stopDone();

private:
  bool resume(uint32_t number);
  void fork(uint32_t number, const Instruction *loop);
  void join(uint32_t number);
  bool passBarrier();
  bool passShuffles();
  void exchange(const Instruction *at, ArrayRef<Thread *> lanes);
  bool failDivergent(const Thread &waiting, const Thread &other);
  bool isAncestor(uint32_t ancestor, uint32_t thread) const;
  void makeStrand(uint32_t number);

  Machine &machine;
  const Instruction *loop;
  std::vector<Thread> threads;
  llvm::DenseMap<Operation *, ViewRef> shared;
  uint32_t current = 0, numForks = 0;
  /// The first strand since the last barrier, and the thread of each from it
  /// on.
  uint32_t firstOfPhase = 0;
  std::vector<uint32_t> owners;
};

/// Whether threads meet under `op`, at a barrier or to exchange values.
bool hasBarrier(Operation *op);

/// Handlers: the beginning and the end of a loop whose threads meet at
/// barriers, and a barrier.
const Instruction *runThreads(Machine &machine, const Instruction *at);
const Instruction *runThreadEnd(Machine &machine, const Instruction *at);
const Instruction *runBarrier(Machine &machine, const Instruction *at);
/// A shuffle: the value, the offset and the width are its operands, a `Shuffle`
/// its data.
const Instruction *runShuffle(Machine &machine, const Instruction *at);

} // namespace mlir::relax::reference

#endif // RELAX_LIB_REFERENCE_THREADGROUP_H
