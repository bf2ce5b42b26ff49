// Places storages in one block, once their sizes are known.
//
// Dynamic storage allocation is NP-hard. The largest first, each into the
// smallest gap (as the compiler does for sizes that it knows, StorageReuse),
// comes within some percent of what lives at one time; where it does not, the
// part at the top is placed earlier, and all is tried again.
#include "StoragePlan.h"
#include "Context.h"
#include "Frame.h"

#include <algorithm>
#include <numeric>

namespace relax::runtime {
namespace {

/// What needs memory for a time.
struct Part {
  int64_t size, begin, end;
  size_t block = 0;
  int64_t offset = 0;

  bool overlaps(const Part &other) const {
    return begin < other.end && other.begin < end;
  }
};

/// Unused bytes of a block, while a part lives.
struct Gap {
  size_t block;
  int64_t offset, size;
};

/// Tries orders in which parts are placed.
class Planner {
public:
  explicit Planner(const StorageDemand &demand);

  StoragePlan run();

private:
  int64_t findBound() const;
  int64_t place();
  void place(size_t number);

  std::vector<Part> parts, owned;
  /// The parts in the order in which they are placed.
  std::vector<size_t> order;
  /// Bytes of block 0 so far.
  int64_t size = 0;
};

} // namespace

static int64_t alignPart(int64_t size) {
  return (size + RELAX_ALIGNMENT - 1) / RELAX_ALIGNMENT * RELAX_ALIGNMENT;
}

bool StoragePlan::isOf(const StorageDemand &demand) const {
  return demand.numParts == blocks.size() &&
         demand.numParts + demand.numOwned == sizes.size() &&
         std::equal(sizes.begin(), sizes.end(), demand.sizes) &&
         std::equal(lives.begin(), lives.end(), demand.lives);
}

Planner::Planner(const StorageDemand &demand) : order(demand.numParts) {
  for (size_t i = 0; i < demand.numParts + demand.numOwned; ++i)
    (i < demand.numParts ? parts : owned)
        .push_back({alignPart(demand.sizes[i]), demand.lives[2 * i],
                    demand.lives[2 * i + 1]});
  std::iota(order.begin(), order.end(), size_t(0));
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return parts[a].size != parts[b].size ? parts[a].size > parts[b].size
                                          : a < b;
  });
}

// What block 0 has at least: the most that lives at one time and has no room in
// the owned ones. Something begins where that is reached.
int64_t Planner::findBound() const {
  int64_t most = 0;
  for (const Part &at : parts) {
    int64_t sum = 0;
    for (const Part &part : parts)
      if (part.begin <= at.begin && at.begin < part.end)
        sum += part.size;
    for (const Part &own : owned)
      if (at.begin < own.begin || at.begin >= own.end)
        sum -= own.size;
    most = std::max(most, sum);
  }
  return most;
}

// Into the smallest gap that holds it, or behind all others of block 0.
void Planner::place(size_t number) {
  Part &part = parts[order[number]];
  Gap best = {0, 0, INT64_MAX};
  bool isFound = false;
  std::vector<std::pair<int64_t, int64_t>> taken;
  for (size_t block = owned.size() + 1; block-- > 0;) {
    const Part *own = block > 0 ? &owned[block - 1] : nullptr;
    if (own && (own->size < part.size || own->overlaps(part)))
      continue;
    taken.clear();
    for (size_t i = 0; i < number; ++i)
      if (const Part &other = parts[order[i]];
          other.block == block && other.overlaps(part))
        taken.push_back({other.offset, other.offset + other.size});
    std::sort(taken.begin(), taken.end());
    if (own)
      taken.push_back({own->size, own->size});
    int64_t end = 0;
    for (auto [from, to] : taken) {
      if (from - end >= part.size && from - end < best.size) {
        best = {block, end, from - end};
        isFound = true;
      }
      end = std::max(end, to);
    }
    if (block == 0 && !isFound)
      best.offset = end;
  }
  part.block = best.block;
  part.offset = best.offset;
  if (part.block == 0)
    size = std::max(size, part.offset + part.size);
}

int64_t Planner::place() {
  size = 0;
  for (size_t i = 0; i < order.size(); ++i)
    place(i);
  return size;
}

StoragePlan Planner::run() {
  int64_t bound = findBound();
  // Each try compares each part with each: a call of new sizes waits for it.
  constexpr size_t maxTries = 32, maxCompared = size_t(1) << 21;
  size_t compared = parts.size() * parts.size() * (owned.size() + 1) + 1;
  StoragePlan plan;
  plan.size = INT64_MAX;
  for (size_t tries = std::clamp(maxCompared / compared, size_t(1), maxTries);
       tries > 0; --tries) {
    int64_t found = place();
    if (found < plan.size) {
      plan.size = found;
      plan.blocks.clear();
      plan.offsets.clear();
      for (const Part &part : parts) {
        plan.blocks.push_back(part.block);
        plan.offsets.push_back(part.offset);
      }
    }
    auto top = std::find_if(order.begin(), order.end(), [&](size_t i) {
      const Part &part = parts[i];
      return part.block == 0 && part.offset + part.size == found;
    });
    // One percent is less than a block of the pool is rounded up by.
    if (plan.size - bound <= bound / 100 || top == order.end() ||
        top == order.begin())
      break;
    // Halfway to the front, so that a part comes there in a few tries, and
    // stays behind those that nothing fits beside.
    std::rotate(order.begin() + (top - order.begin()) / 2, top, top + 1);
  }
  return plan;
}

StoragePlan planStorages(const StorageDemand &demand) {
  StoragePlan plan = Planner(demand).run();
  size_t count = demand.numParts + demand.numOwned;
  plan.lives.assign(demand.lives, demand.lives + 2 * count);
  plan.sizes.assign(demand.sizes, demand.sizes + count);
  return plan;
}

// The plan of the last sizes is kept: calls mostly come with the same ones.
static const StoragePlan &findPlan(RelaxContext *context,
                                   const StorageDemand &demand) {
  // Functions of modules that are gone leave theirs behind.
  constexpr size_t maxPlans = 256;
  auto &plans = context->records.plans;
  if (plans.size() >= maxPlans && !plans.count(demand.lives))
    plans.clear();
  StoragePlan &plan = plans[demand.lives];
  if (!plan.isOf(demand))
    plan = planStorages(demand);
  return plan;
}

// The blocks of a plan, and how far each part is from the first one. An error
// leaves blocks to the end of the call.
static RelaxStorage *makeBlocks(RelaxContext *context, const StoragePlan &plan,
                                const StorageDemand &demand, int64_t *offsets,
                                RelaxStorage **owned) {
  RelaxStorage *first = relax_rt_storage_alloc(context, plan.size);
  for (size_t i = 0; first && i < demand.numOwned; ++i) {
    owned[i] =
        relax_rt_storage_alloc(context, demand.sizes[demand.numParts + i]);
    if (!owned[i])
      return nullptr;
  }
  for (size_t i = 0; first && i < demand.numParts; ++i) {
    size_t block = plan.blocks[i];
    offsets[i] = plan.offsets[i];
    if (block > 0)
      offsets[i] += static_cast<char *>(owned[block - 1]->data()) -
                    static_cast<char *>(first->data());
  }
  return first;
}

} // namespace relax::runtime

RelaxStorage *relax_rt_storage_plan(RelaxContext *context, const int64_t *lives,
                                    const int64_t *sizes, int64_t *offsets,
                                    RelaxStorage **owned) {
  if (!context)
    return nullptr;
  relax::runtime::StorageDemand demand = {size_t(lives[0]), size_t(lives[1]),
                                          lives + 2, sizes};
  // Saturated, so that no sum overflows while places are found. More than that
  // no machine has, and the error of the pool says so.
  constexpr uint64_t most = uint64_t(1) << 62;
  uint64_t sum = 0;
  for (size_t i = 0; i < demand.numParts + demand.numOwned; ++i) {
    if (sizes[i] < 0)
      return relax_rt_storage_alloc(context, sizes[i]);
    sum = std::min(sum + uint64_t(sizes[i]) + RELAX_ALIGNMENT, most);
  }
  if (sum == most)
    return relax_rt_storage_alloc(context, INT64_MAX);
  RelaxStorage *storage = nullptr;
  relax::runtime::guarded(context, [&]() -> int32_t {
    storage = relax::runtime::makeBlocks(
        context, relax::runtime::findPlan(context, demand), demand, offsets,
        owned);
    return relax_context_status(context);
  });
  return storage;
}
