// The threads of one block of a device, in lock step between barriers.
//
// A loop bound to a thread axis forks: each thread goes on in a copy of the
// numbers and buffers, up to the end of the loop, where they join. Threads run
// one after the other up to a barrier; once all are there, all go on.
#ifndef RELAX_LIB_REFERENCE_THREADGROUP_H
#define RELAX_LIB_REFERENCE_THREADGROUP_H

#include "AsyncWork.h"
#include "Machine.h"

namespace mlir::relax::reference {

/// Threads with neighbouring numbers that exchange values.
constexpr int64_t kWarp = 32;

class ThreadGroup;
struct Thread;

/// What threads with neighbouring numbers do together, when all have come.
struct Meeting {
  /// The slots of a loop over threads: its variable and its bounds.
  struct Axis {
    uint32_t id, lower, upper;
  };

  /// Does it, with the threads in their order; false after an error.
  bool (*run)(ThreadGroup &group, const Instruction *at,
              ArrayRef<Thread *> threads) = nullptr;
  /// What that is, for an error.
  StringRef what;
  /// How many come; the first one's number is a multiple of that.
  int64_t size = kWarp;
  /// Whether a thread can go on; null where it can once all have come. And the
  /// error where it never can.
  bool (*isReady)(ThreadGroup &group, const Instruction *at,
                  const Thread &thread) = nullptr;
  void (*fail)(ThreadGroup &group, const Instruction *at,
               const Thread &thread) = nullptr;
  /// What a thread's number in the block is made of, the fastest one first.
  SmallVector<Axis, 3> axes;
};

/// Finds the loops over threads around `op`.
void addAxes(Operation *op, ProgramBuilder &builder, Meeting &meeting);
/// Emits a meeting; its data is a kept struct that begins with it.
Instruction &emitMeeting(Operation *op, ProgramBuilder &builder,
                         const Meeting *meeting);

/// One thread, or one that waits for those it has forked.
struct Thread {
  enum class State : uint8_t { Ready, AtBarrier, AtMeeting, Joining, Done };

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
  /// The barrier or meeting at which it is.
  const Instruction *barrier = nullptr;
  /// Its number in the block, at a meeting.
  int64_t number = 0;
  uint32_t strand = 0;
  AsyncWork work;
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

  Machine &getMachine() { return machine; }
  Thread &getCurrent() { return threads[current]; }
  /// Lets the machine see what a thread at a meeting sees.
  void take(Thread &thread);
  /// What brings the bytes of a place and is not waited for yet: a copy or a
  /// product; empty if nothing does.
  StringRef getUnderWay(const Allocation &memory, int64_t place) const;
  /// Begins a strand of a thread, or of the device (`AsyncUnit::kDevice`).
  uint32_t makeStrand(uint32_t number);

  // What stops the present thread.
  void stopAtBarrier(const Instruction *at);
  void stopAtMeeting(const Instruction *at, int64_t number);
  void stopToFork(const Instruction *at);
  void stopDone();

  /// What goes on beside the threads.
  AsyncUnit async;

private:
  bool resume(uint32_t number);
  void fork(uint32_t number, const Instruction *loop);
  void join(uint32_t number);
  bool passBarrier();
  bool passMeetings();
  bool meet(const Instruction *at, MutableArrayRef<Thread *> lanes);
  bool isAncestor(uint32_t ancestor, uint32_t thread) const;

  Machine &machine;
  const Instruction *loop;
  std::vector<Thread> threads;
  llvm::DenseMap<Operation *, ViewRef> shared;
  uint32_t current = 0, numForks = 0;
  /// The first strand since the last barrier.
  uint32_t firstOfPhase = 0;
};

/// Whether threads meet under `op`, at a barrier or to exchange values.
bool hasBarrier(Operation *op);

/// Handlers: the beginning and the end of a loop whose threads meet at
/// barriers, and a barrier.
const Instruction *runThreads(Machine &machine, const Instruction *at);
const Instruction *runThreadEnd(Machine &machine, const Instruction *at);
const Instruction *runBarrier(Machine &machine, const Instruction *at);
/// A meeting, which is its data.
const Instruction *runMeeting(Machine &machine, const Instruction *at);

} // namespace mlir::relax::reference

#endif // RELAX_LIB_REFERENCE_THREADGROUP_H
