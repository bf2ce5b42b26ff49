// Where the steps of a pipeline wait: for copies, and for other threads.
//
// A step makes the same groups of copies whether or not its statements run, the
// first and the last steps included. So how many groups are younger than the
// one that a statement needs is a constant.
#include "PipelineWaits.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::tir {

/// Steps after which no new barrier is found: those of the first may have to
/// be seen by the second.
static constexpr int64_t kRounds = 3;

namespace {

class WaitFinder {
public:
  explicit WaitFinder(const PipelinePlan &plan)
      : plan(plan), waits(plan.order.size()) {}

  SmallVector<PipelineWait> run();

private:
  const PipelineStatement &at(size_t position) const {
    return plan.statements[plan.order[position]];
  }
  void findGroups();
  void findCopyWaits();
  void findBarriers();
  std::optional<int64_t> getYoungerGroups(size_t copy, size_t position) const;
  bool needsBarrier(size_t first, size_t second, int64_t steps) const;

  const PipelinePlan &plan;
  SmallVector<PipelineWait> waits;
};

} // namespace

static bool hasConflict(const PipelineStatement &a,
                        const PipelineStatement &b) {
  for (const PipelineAccess &one : a.accesses)
    for (const PipelineAccess &other : b.accesses)
      if (isPipelineConflict(one, other))
        return true;
  return false;
}

// Copies that follow each other are a group, unless they meet.
void WaitFinder::findGroups() {
  size_t first = 0;
  for (size_t position = 0; position != waits.size(); ++position) {
    if (!at(position).isAsync)
      continue;
    size_t next = position + 1;
    bool goesOn = next != waits.size() && at(next).isAsync;
    for (size_t i = first; i != next && goesOn; ++i)
      goesOn = !at(i).isAsync || !hasConflict(at(i), at(next));
    waits[position].endsGroup = !goesOn;
    if (!goesOn)
      first = next;
  }
}

// How many groups are made between that of the copy and the statement that
// needs it, of the same iteration; nothing if it needs none.
std::optional<int64_t> WaitFinder::getYoungerGroups(size_t copy,
                                                    size_t position) const {
  const PipelineStatement &made = at(copy), &user = at(position);
  if (!made.isAsync || copy == position ||
      plan.order[copy] > plan.order[position] || !hasConflict(made, user))
    return std::nullopt;
  size_t end = copy;
  while (!waits[end].endsGroup)
    ++end;
  auto count = [&](size_t from, size_t to) {
    int64_t groups = 0;
    for (size_t i = from; i < to; ++i)
      groups += waits[i].endsGroup;
    return groups;
  };
  int64_t steps = user.stage - made.stage;
  if (steps == 0)
    return count(end + 1, position);
  return count(end + 1, waits.size()) + count(0, waits.size()) * (steps - 1) +
         count(0, position);
}

void WaitFinder::findCopyWaits() {
  // What the last wait of the step has left on its way.
  std::optional<int64_t> remaining;
  for (size_t position = 0; position != waits.size(); ++position) {
    std::optional<int64_t> needed;
    for (size_t copy = 0; copy != waits.size(); ++copy)
      if (std::optional<int64_t> younger = getYoungerGroups(copy, position))
        needed = std::min(needed.value_or(*younger), *younger);
    if (needed && (!remaining || *remaining > *needed))
      remaining = waits[position].groups = needed;
    if (remaining && waits[position].endsGroup)
      ++*remaining;
  }
}

// Whether no other thread sees a buffer.
static bool isPrivate(Value buffer) {
  Operation *alloc = buffer ? buffer.getDefiningOp() : nullptr;
  if (!alloc)
    return false;
  Attribute space = cast<BaseMemRefType>(buffer.getType()).getMemorySpace();
  if (auto name = dyn_cast_if_present<StringAttr>(space))
    return name.getValue() == "local";
  if (auto known = dyn_cast_if_present<gpu::AddressSpaceAttr>(space))
    return known.getValue() == gpu::AddressSpace::Private;
  for (auto loop = alloc->getParentOfType<ForOp>(); loop;
       loop = loop->getParentOfType<ForOp>())
    if (loop.getThreadAxis().value_or("").starts_with("threadIdx"))
      return true;
  return false;
}

// Whether what stands at one place, and what stands at another one that many
// steps later, touch the same version of some memory.
bool WaitFinder::needsBarrier(size_t first, size_t second,
                              int64_t steps) const {
  int64_t distance = steps + at(first).stage - at(second).stage;
  for (const PipelineAccess &a : at(first).accesses)
    for (const PipelineAccess &b : at(second).accesses) {
      if (!isPipelineConflict(a, b) || isPrivate(a.buffer) ||
          isPrivate(b.buffer))
        continue;
      const PipelineBuffer *own =
          b.buffer ? plan.findBuffer(a.buffer) : nullptr;
      if (!own || distance % own->versions == 0)
        return true;
    }
  return false;
}

void WaitFinder::findBarriers() {
  // The places since the last barrier, with their steps.
  SmallVector<std::pair<size_t, int64_t>> done;
  for (int64_t step = 0; step != kRounds; ++step)
    for (size_t position = 0; position != waits.size(); ++position) {
      bool &hasBarrier = waits[position].hasBarrier;
      hasBarrier =
          hasBarrier || waits[position].groups ||
          llvm::any_of(done, [&](auto &earlier) {
            return needsBarrier(earlier.first, position, step - earlier.second);
          });
      if (hasBarrier)
        done.clear();
      done.push_back({position, step});
    }
}

SmallVector<PipelineWait> WaitFinder::run() {
  findGroups();
  findCopyWaits();
  if (!plan.barriers.empty())
    findBarriers();
  return waits;
}

SmallVector<PipelineWait> findWaits(const PipelinePlan &plan) {
  return WaitFinder(plan).run();
}

} // namespace mlir::tir
