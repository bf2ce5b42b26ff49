// The threads of one block of a device, in lock step between barriers.
#include "ThreadGroup.h"

#include "mlir/IR/Diagnostics.h"

#include <map>

namespace mlir::relax::reference {

/// More threads than any device has in one block.
/// Chips have 1,024. More are allowed, since a program that is too large for a
/// chip still means something; but each costs a frame here.
static constexpr int64_t kMaxThreads = 1 << 16;

ThreadGroup::ThreadGroup(Machine &machine, const Instruction *loop)
    : async(machine.makeStrand() + 1), machine(machine), loop(loop) {
  firstOfPhase = async.getFirstStrand();
  threads.emplace_back();
  makeStrand(0);
}

uint32_t ThreadGroup::makeStrand(uint32_t number) {
  uint32_t strand = machine.makeStrand();
  async.addStrand(number);
  if (number != AsyncUnit::kDevice)
    threads[number].strand = strand;
  return strand;
}

// One thread runs until it waits, then the next: no threads of the operating
// system, whose order would be another in each run and whose stacks would be
// too many.
bool ThreadGroup::run() {
  // The first thread is the caller, waiting for the loop.
  Frame &frame = machine.getFrame();
  threads[0].scalars = frame.scalars;
  threads[0].views = frame.views;
  fork(0, loop);
  while (!machine.hasFailed() && threads[0].state == Thread::State::Joining) {
    bool hasRun = false;
    // Threads that are forked meanwhile come last.
    // `threads` grows while it is walked over, which is why it is indexed.
    for (uint32_t i = 1; i < threads.size(); ++i) {
      if (threads[i].state != Thread::State::Ready)
        continue;
      hasRun = true;
      if (!resume(i))
        return false;
    }
    if (!hasRun && !passMeetings() && (machine.hasFailed() || !passBarrier()))
      return false;
  }
  return !machine.hasFailed();
}

bool ThreadGroup::resume(uint32_t number) {
  current = number;
  Frame &frame = machine.getFrame();
  // Slots of the thread are exchanged with those of the frame, as handlers
  // read the frame's: no handler has to know of threads. The exchange moves
  // pointers and no values.
  auto exchange = [&] {
    std::swap(frame.scalars, threads[number].scalars);
    std::swap(frame.views, threads[number].views);
    machine.scalars = frame.scalars.data();
    machine.views = frame.views.data();
  };
  exchange();
  machine.strand = threads[number].strand;
  const Instruction *next = threads[number].next;
  // Until a handler stops it the thread counts as done.
  threads[number].next = nullptr;
  bool isRight = machine.execute(next);
  // A barrier in a called function would leave a frame of the function with
  // each waiting thread; threads keep the slots of one frame only.
  if (&machine.getFrame() != &frame)
    return isRight && machine.fail(loop, "expected no barrier in a function "
                                         "that its threads call, found one");
  exchange();
  if (!isRight)
    return false;
  Thread &thread = threads[number];
  if (thread.state == Thread::State::Joining)
    fork(number, thread.next);
  else if (thread.state == Thread::State::Done)
    join(number);
  return !machine.hasFailed();
}

void ThreadGroup::fork(uint32_t number, const Instruction *at) {
  int64_t lower = threads[number].scalars[at->a].i;
  int64_t upper = threads[number].scalars[at->b].i;
  int64_t count = 0;
  if (lower < upper &&
      (llvm::SubOverflow(upper, lower, count) ||
       count + static_cast<int64_t>(threads.size()) > kMaxThreads)) {
    machine.fail(at, "expects at most " + Twine(kMaxThreads) + " threads");
    return;
  }
  // Threads of two loops that follow each other are ordered, those of one loop
  // are not; the number tells which loop it was.
  uint32_t instance = numForks++;
  threads[number].next = at + at->jump;
  threads[number].forked = instance;
  threads[number].running = static_cast<uint32_t>(count);
  threads[number].state = count ? Thread::State::Joining : Thread::State::Ready;
  if (count == 0 && number == 0)
    threads[number].state = Thread::State::Done;
  for (int64_t i = 0; i < count; ++i) {
    Thread child;
    child.parent = number;
    child.fork = instance;
    child.scalars = threads[number].scalars;
    child.scalars[at->result].i = lower + i;
    child.views = threads[number].views;
    child.next = at + 1;
    threads.push_back(std::move(child));
    makeStrand(static_cast<uint32_t>(threads.size() - 1));
  }
}

// Its slots are given back at once. A block of 1,024 threads has as many
// copies of them.
void ThreadGroup::join(uint32_t number) {
  threads[number].scalars = {};
  threads[number].views = {};
  uint32_t parent = threads[number].parent;
  if (--threads[parent].running == 0)
    threads[parent].state = parent ? Thread::State::Ready : Thread::State::Done;
}

static bool failDivergent(Machine &machine, ArrayRef<Thread> threads,
                          const Thread &waiting, const Thread &other) {
  size_t count = llvm::count_if(threads, [&](const Thread &thread) {
    return thread.state == Thread::State::AtBarrier &&
           thread.barrier == waiting.barrier;
  });
  machine.fail(waiting.barrier,
               "is a divergent barrier: only " + Twine(count) +
                   (count == 1 ? " thread reaches" : " threads reach") +
                   " it, expected all; " +
                   (other.barrier ? "another waits at another barrier"
                                  : "another ends without it"));
  return false;
}

bool ThreadGroup::passBarrier() {
  const Thread *waiting = nullptr;
  for (const Thread &thread : llvm::drop_begin(threads))
    if (thread.state == Thread::State::AtBarrier && !waiting)
      waiting = &thread;
  // The first thread waits for others, so one of them is somewhere.
  if (!waiting)
    return machine.stop();
  // A barrier counts all threads of the block (PTX, bar.sync). One that has
  // ended without it, or waits at another one, hangs a device or passes it too
  // early.
  for (const Thread &thread : llvm::drop_begin(threads)) {
    // Those of earlier forks have joined.
    const Thread &parent = threads[thread.parent];
    bool isMissing = thread.state == Thread::State::Done &&
                     parent.state == Thread::State::Joining &&
                     parent.forked == thread.fork;
    bool isElsewhere = thread.state == Thread::State::AtBarrier &&
                       thread.barrier != waiting->barrier;
    if (isMissing || isElsewhere)
      return failDivergent(machine, threads, *waiting, thread);
  }
  // Strands before are ordered before all that follow, so they need not be
  // kept.
  firstOfPhase = makeStrand(AsyncUnit::kDevice) + 1;
  for (auto &entry : async.barriers)
    entry.second.released.clear();
  for (uint32_t i = 0; i < threads.size(); ++i) {
    threads[i].work.acquired.clear();
    if (threads[i].state == Thread::State::Done)
      continue;
    if (threads[i].state == Thread::State::AtBarrier)
      threads[i].state = Thread::State::Ready;
    threads[i].barrier = nullptr;
    makeStrand(i);
  }
  return true;
}

static const Instruction *failMeeting(Machine &machine, const Instruction *at,
                                      size_t count) {
  auto *meeting = static_cast<const Meeting *>(at->data);
  return machine.fail(
      at, "is reached by " + Twine(count) + " of the " + Twine(meeting->size) +
              " threads of a warp" + (meeting->size == kWarp ? "" : "group") +
              ", which " + meeting->what + " together, expected by all");
}

void ThreadGroup::take(Thread &thread) {
  current = static_cast<uint32_t>(&thread - threads.data());
  machine.strand = thread.strand;
  machine.scalars = thread.scalars.data();
  machine.views = thread.views.data();
}

StringRef ThreadGroup::getUnderWay(const Allocation &memory,
                                   int64_t place) const {
  auto goesThere = [&](const AsyncCopy &copy) {
    return copy.goesTo(memory, place);
  };
  auto hasCopy = [&](const Thread &thread) {
    const AsyncCopies &copies = thread.work.copies;
    return llvm::any_of(copies.begun, goesThere) ||
           llvm::any_of(copies.groups, [&](auto &group) {
             return llvm::any_of(group, goesThere);
           });
  };
  auto hasProduct = [&](const Thread &thread) {
    return llvm::any_of(thread.work.products.sums, [&](const PendingSums &own) {
      return own.sums->memory.get() == &memory;
    });
  };
  if (llvm::any_of(threads, hasCopy) ||
      llvm::any_of(async.barriers, [&](auto &entry) {
        return llvm::any_of(entry.second.copies, goesThere);
      }))
    return "a copy";
  return llvm::any_of(threads, hasProduct) ? "a product" : "";
}

// By their number in the warp: they came in the order in which they ran.
bool ThreadGroup::meet(const Instruction *at, MutableArrayRef<Thread *> lanes) {
  llvm::sort(lanes, [](Thread *first, Thread *second) {
    return first->number < second->number;
  });
  auto *meeting = static_cast<const Meeting *>(at->data);
  bool isRight = meeting->run(*this, at, lanes);
  Frame &frame = machine.getFrame();
  machine.scalars = frame.scalars.data();
  machine.views = frame.views.data();
  for (Thread *lane : lanes) {
    lane->state = Thread::State::Ready;
    lane->barrier = nullptr;
  }
  return isRight;
}

static const Meeting &getMeeting(const Thread &thread) {
  return *static_cast<const Meeting *>(thread.barrier->data);
}

// Lets those go on that are at a meeting as a whole. True if some do; an error
// if threads wait for others that do not come.
// Warps meet apart from each other; a warp that is not complete may still get
// there, as long as others pass.
bool ThreadGroup::passMeetings() {
  std::map<std::pair<int64_t, int64_t>, SmallVector<Thread *>> parts;
  for (Thread &thread : llvm::drop_begin(threads))
    if (thread.state == Thread::State::AtMeeting) {
      int64_t size = getMeeting(thread).size;
      parts[{size, thread.number / size}].push_back(&thread);
    }
  bool hasPassed = false;
  for (auto &[part, lanes] : parts) {
    const Instruction *at = lanes.front()->barrier;
    auto isAt = [&](Thread *lane) { return lane->barrier == at; };
    const Meeting &meeting = getMeeting(*lanes.front());
    if (meeting.isReady && !meeting.isReady(*this, at, *lanes.front()))
      continue;
    if (lanes.size() != static_cast<size_t>(part.first) ||
        !llvm::all_of(lanes, isAt))
      continue;
    if (!meet(at, lanes))
      return false;
    hasPassed = true;
  }
  if (!hasPassed && !parts.empty()) {
    auto &[part, lanes] = *parts.begin();
    const Instruction *at = lanes.front()->barrier;
    size_t count = llvm::count_if(
        lanes, [&](Thread *lane) { return lane->barrier == at; });
    const Meeting &meeting = getMeeting(*lanes.front());
    if (meeting.fail)
      meeting.fail(*this, at, *lanes.front());
    else
      failMeeting(machine, at, count);
  }
  return hasPassed && !machine.hasFailed();
}

bool ThreadGroup::isAncestor(uint32_t ancestor, uint32_t thread) const {
  while (thread != ancestor && thread != 0)
    thread = threads[thread].parent;
  return thread == ancestor;
}

bool ThreadGroup::isOrdered(uint32_t other) const {
  if (other < firstOfPhase)
    return true;
  // Since the last barrier a thread is ordered with those that forked it, and
  // with those that have joined.
  // Two threads that neither forked each other nor joined are ordered only if
  // their branches come of different loops.
  // Who waits for a phase is behind what that phase has counted.
  if (threads[current].work.acquired.contains(other))
    return true;
  uint32_t first = async.getOwner(other);
  if (first == AsyncUnit::kDevice)
    return false;
  for (uint32_t owner = first;; owner = threads[owner].parent) {
    if (isAncestor(owner, current))
      return true;
    uint32_t parent = threads[owner].parent;
    if (!isAncestor(parent, current))
      continue;
    uint32_t branch = current;
    while (branch != parent && threads[branch].parent != parent)
      branch = threads[branch].parent;
    return branch == parent || threads[branch].fork != threads[owner].fork;
  }
}

void AsyncUnit::passFence(ThreadGroup &group, std::vector<uint32_t> &fences) {
  uint32_t number = getOwner(group.getCurrent().strand);
  uint32_t strand = group.makeStrand(number);
  group.getMachine().strand = strand;
  if (fences.size() <= number)
    fences.resize(number + 1);
  fences[number] = strand;
}

void ThreadGroup::stopAtBarrier(const Instruction *at) {
  threads[current].state = Thread::State::AtBarrier;
  threads[current].barrier = at;
  threads[current].next = at + 1;
}

void ThreadGroup::stopAtMeeting(const Instruction *at, int64_t number) {
  stopAtBarrier(at);
  threads[current].state = Thread::State::AtMeeting;
  threads[current].number = number;
}

void ThreadGroup::stopToFork(const Instruction *at) {
  threads[current].state = Thread::State::Joining;
  threads[current].next = at;
}

void ThreadGroup::stopDone() { threads[current].state = Thread::State::Done; }

//===----------------------------------------------------------------------===//
// Handlers
//===----------------------------------------------------------------------===//

const Instruction *runThreads(Machine &machine, const Instruction *at) {
  if (machine.group) {
    machine.group->stopToFork(at);
    return nullptr;
  }
  ThreadGroup group(machine, at);
  uint32_t strand = machine.strand;
  machine.group = &group;
  bool isRight = group.run();
  machine.group = nullptr;
  machine.strand = strand;
  return isRight ? at + at->jump : nullptr;
}

const Instruction *runThreadEnd(Machine &machine, const Instruction *) {
  machine.group->stopDone();
  return nullptr;
}

const Instruction *runBarrier(Machine &machine, const Instruction *at) {
  // A single thread waits for nobody.
  if (!machine.group)
    return at + 1;
  machine.group->stopAtBarrier(at);
  return nullptr;
}

// Numbers of threads run along x first, then y, then z, as PTX counts lanes.
const Instruction *runMeeting(Machine &machine, const Instruction *at) {
  if (!machine.group)
    return failMeeting(machine, at, 1);
  int64_t number = 0, count = 1;
  for (const Meeting::Axis &axis :
       static_cast<const Meeting *>(at->data)->axes) {
    int64_t lower = machine.scalars[axis.lower].i;
    number += (machine.scalars[axis.id].i - lower) * count;
    count *= machine.scalars[axis.upper].i - lower;
  }
  machine.group->stopAtMeeting(at, number);
  return nullptr;
}

} // namespace mlir::relax::reference
