// Which tensors of a function can stand in the same storage, and where in it.
//
// Dynamic storage allocation is NP-hard. Two heuristics: by size, largest
// first, into the smallest gap, with some other orders tried, and in order of
// time for what is too many for that.
#include "Relax/Analysis/StorageReuse.h"

#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/VDevices.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <limits>
#include <map>
#include <set>
#include <tuple>

namespace mlir::relax {

/// Every tensor begins at a multiple of this, as the storage itself does. A
/// cache line, and the width of a 512-bit vector.
static constexpr int64_t kAlignment = 64;

//===----------------------------------------------------------------------===//
// Placement
//===----------------------------------------------------------------------===//

/// The offset of the smallest gap between `taken`, sorted ranges of memory,
/// that holds `size`; else the end of the last one. The smallest gap leaves
/// larger ones for larger tensors; but those come first, so gaps only serve
/// what follows.
static int64_t findGap(ArrayRef<std::pair<int64_t, int64_t>> taken,
                       int64_t size) {
  int64_t end = 0;
  int64_t best = -1;
  int64_t smallest = std::numeric_limits<int64_t>::max();
  for (auto [from, to] : taken) {
    int64_t gap = from - end;
    if (gap >= size && gap < smallest) {
      best = end;
      smallest = gap;
    }
    end = std::max(end, to);
  }
  return best < 0 ? end : best;
}

namespace {
/// Memory that grows at its end; what is free again is taken before. Like a
/// heap: best fit in O(log n) by size, joining neighbours on release by offset.
class GrowingMemory {
public:
  int64_t take(int64_t size) {
    auto best = bySize.lower_bound({size, 0});
    if (best != bySize.end()) {
      auto [room, offset] = *best;
      remove(offset, room);
      insert(offset + size, room - size);
      return offset;
    }
    // What is free at the end only grows. Without growing the free piece at the
    // end, a tensor a bit larger than all before would leave it unused forever.
    int64_t offset = end;
    if (!byOffset.empty() &&
        byOffset.rbegin()->first + byOffset.rbegin()->second == end) {
      offset = byOffset.rbegin()->first;
      remove(offset, end - offset);
    }
    end = offset + size;
    return offset;
  }

  // Joins with the free pieces on both sides, or memory would break up into
  // pieces that nothing fits.
  void give(int64_t offset, int64_t size) {
    auto next = byOffset.lower_bound(offset);
    if (next != byOffset.end() && next->first == offset + size) {
      size += next->second;
      remove(next->first, next->second);
    }
    auto after = byOffset.lower_bound(offset);
    if (after != byOffset.begin()) {
      auto [from, room] = *std::prev(after);
      if (from + room == offset) {
        remove(from, room);
        offset = from;
        size += room;
      }
    }
    insert(offset, size);
  }

  int64_t getEnd() const { return end; }

private:
  void insert(int64_t offset, int64_t size) {
    if (size == 0)
      return;
    byOffset[offset] = size;
    bySize.insert({size, offset});
  }
  void remove(int64_t offset, int64_t size) {
    byOffset.erase(offset);
    bySize.erase({size, offset});
  }

  int64_t end = 0;
  std::map<int64_t, int64_t> byOffset;
  std::set<std::pair<int64_t, int64_t>> bySize;
};
} // namespace

/// Places requests as they come in time, in n * log(n) steps. Time order means
/// each request is placed once with what lives then, so no two need to be
/// compared.
static Placement placeInOrder(ArrayRef<PlacementRequest> requests) {
  Placement result;
  result.offsets.assign(requests.size(), 0);
  SmallVector<unsigned> order = llvm::to_vector(
      llvm::seq<unsigned>(0, static_cast<unsigned>(requests.size())));
  llvm::sort(order, [&](unsigned lhs, unsigned rhs) {
    return std::make_pair(requests[lhs].range.begin, lhs) <
           std::make_pair(requests[rhs].range.begin, rhs);
  });
  GrowingMemory memory;
  std::multimap<unsigned, unsigned> ends;
  for (unsigned index : order) {
    const PlacementRequest &request = requests[index];
    // A tensor that ends at the op where another begins still overlaps: a
    // kernel reads one and writes the other. Hence less, and not less or equal.
    while (!ends.empty() && ends.begin()->first < request.range.begin) {
      unsigned ended = ends.begin()->second;
      memory.give(result.offsets[ended], requests[ended].size);
      ends.erase(ends.begin());
    }
    if (request.size == 0)
      continue;
    result.offsets[index] = memory.take(request.size);
    ends.insert({request.range.end, index});
  }
  result.size = memory.getEnd();
  return result;
}

/// Places requests in this order, each with those before it.
static Placement placeEach(ArrayRef<PlacementRequest> requests,
                           ArrayRef<unsigned> order) {
  Placement result;
  result.offsets.assign(requests.size(), 0);
  for (auto [number, index] : llvm::enumerate(order)) {
    const PlacementRequest &request = requests[index];
    SmallVector<std::pair<int64_t, int64_t>> taken;
    for (unsigned other : order.take_front(number))
      if (requests[other].range.overlaps(request.range))
        taken.push_back({result.offsets[other],
                         result.offsets[other] + requests[other].size});
    llvm::sort(taken);
    result.offsets[index] = findGap(taken, request.size);
    result.size = std::max(result.size, result.offsets[index] + request.size);
  }
  return result;
}

Placement placeRequests(ArrayRef<PlacementRequest> requests) {
  // To compare each with each gives less memory, and takes too long for many.
  // 4096 requests are 8 million comparisons of ranges; 100,000 would be 5
  // billion.
  constexpr size_t kMaxCompared = 4096;
  if (requests.size() > kMaxCompared)
    return placeInOrder(requests);
  SmallVector<unsigned> order = llvm::to_vector(
      llvm::seq<unsigned>(0, static_cast<unsigned>(requests.size())));
  llvm::sort(order, [&](unsigned lhs, unsigned rhs) {
    return std::make_pair(-requests[lhs].size, lhs) <
           std::make_pair(-requests[rhs].size, rhs);
  });
  // What ends last is tried nearer to the front: of PP-OCR's classification
  // that takes 7 % less, which no other plan is below. The run time does the
  // same with sizes that it is told (runtime/StoragePlan.cpp).
  constexpr size_t kMaxTries = 16, kMaxWork = size_t(1) << 21;
  size_t work = requests.size() * requests.size() + 1;
  Placement best;
  for (size_t tries = std::clamp(kMaxWork / work, size_t(1), kMaxTries);
       tries > 0; --tries) {
    Placement last = placeEach(requests, order);
    if (best.offsets.empty() || last.size < best.size)
      best = last;
    auto *top = llvm::find_if(order, [&](unsigned index) {
      return last.offsets[index] + requests[index].size == last.size;
    });
    if (top == order.begin() || top == order.end())
      break;
    std::rotate(order.begin() + (top - order.begin()) / 2, top, top + 1);
  }
  return best;
}

//===----------------------------------------------------------------------===//
// StorageReuse
//===----------------------------------------------------------------------===//

/// A tensor to plan: its size is `size * unit` bytes.
struct StorageReuse::Candidate {
  BuiltinAllocTensorOp op;
  int64_t size;
  SymExprAttr unit;
};

/// The largest number of bytes a storage may have for a unit of 1: sums of such
/// sizes do not overflow. 2^46 bytes times 2^12 tensors at once, with
/// alignment, are below 2^63.
static constexpr int64_t kMaxSize = int64_t(1) << 46;

/// Sizes that differ by a constant factor only share a storage: `n * 4` and `n
/// * 8` have the unit n. Sizes in different symbols are never known to be less
/// than each other, so they have storages of their own.
std::pair<int64_t, SymExprAttr> getSizeInUnits(RankedTensorType type) {
  if (!type.getElementType().isIntOrIndexOrFloat())
    return {0, {}};
  unsigned bits =
      type.getElementType().isIndex() ? 64 : type.getElementTypeBitWidth();
  int64_t size = llvm::divideCeil(bits, 8);
  SymExprAttr unit = SymExprAttr::constant(type.getContext(), 1);
  for (SymExprAttr dim : getDims(type)) {
    if (!dim)
      return {0, {}};
    std::optional<int64_t> constant = dim.getConstant();
    if (!constant)
      unit = unit * dim;
    else if (llvm::MulOverflow(size, *constant, size) || size > kMaxSize)
      return {0, {}};
    if (!unit)
      return {0, {}};
  }
  return {size, unit};
}

// `min(n, limit)` in the place of n is the same in each legal run, and bounds
// of sums, products and differences follow from its own.
std::pair<int64_t, SymExprAttr>
getSizeWithin(ArrayRef<std::pair<StringAttr, int64_t>> limits,
              RankedTensorType type) {
  std::pair<int64_t, SymExprAttr> size = getSizeInUnits(type);
  if (limits.empty() || !size.second || size.second.getConstant())
    return size;
  DenseMap<StringAttr, SymExprAttr> values;
  for (auto [symbol, limit] : limits)
    values[symbol] =
        SymExprAttr::minimum({SymExprAttr::symbol(type.getContext(), symbol),
                              SymExprAttr::constant(type.getContext(), limit)});
  int64_t bytes = size.first;
  for (SymExprAttr dim : getDims(type)) {
    if (dim.getConstant())
      continue;
    SymExprAttr within = dim.substitute(values);
    std::optional<int64_t> most =
        within ? within.getUpperBound() : std::nullopt;
    if (!most || llvm::MulOverflow(bytes, std::max<int64_t>(*most, 0), bytes) ||
        bytes > kMaxSize)
      return size;
  }
  return {bytes, SymExprAttr::constant(type.getContext(), 1)};
}

VDeviceAttr getDevice(BuiltinAllocTensorOp op) {
  VDeviceAttr device = getVDevice(cast<TensorType>(op.getTensor().getType()));
  return isHost(device) ? VDeviceAttr() : device;
}

static bool isSaid(ArrayRef<StringAttr> known, SymExprAttr unit) {
  bool isKnown = true;
  unit.walkSymbols(
      [&](StringAttr symbol) { isKnown &= llvm::is_contained(known, symbol); });
  return isKnown;
}

// TVM writes `true`; in MLIR one may write the name alone.
static bool limitsResults(FuncOp func) {
  Attribute limits = func->getAttr("relax.memory_plan_dynamic_func_output");
  return limits && limits != BoolAttr::get(func.getContext(), false);
}

void StorageReuse::findDefinitions() {
  Block *body = &func.getBody().front();
  for (StringAttr symbol : getParameterSymbols(func))
    definedIn[symbol] = body;
  // A symbol may be known in a branch only. A storage whose size mentions it
  // has to be allocated in there.
  func.walk<WalkOrder::PreOrder>([&](MatchCastOp op) {
    walkBareSymbols(op.getResult().getType(), [&](StringAttr symbol) {
      auto [it, isNew] = definedIn.try_emplace(symbol, op->getBlock());
      // Two blocks may define one symbol each for itself: it has no one value.
      // Names are per function, so two branches may use one name for two sizes.
      if (!isNew && it->second != body && it->second != op->getBlock())
        it->second = nullptr;
    });
  });
}

StorageReuse::StorageReuse(FuncOp func, bool usesLimits)
    : func(func), lastUse(func) {
  findDefinitions();
  Block *body = &func.getBody().front();
  // Only tensors of one scope, unit and device can share; the key has all that
  // must be equal.
  using Key = std::tuple<Block *, SymExprAttr, StringAttr, VDeviceAttr>;
  llvm::MapVector<Key, SmallVector<Candidate>> groups;
  SmallVector<std::pair<StringAttr, int64_t>> limits;
  if (usesLimits)
    limits = getSymbolLimits(func);
  func.walk<WalkOrder::PreOrder>([&](BuiltinAllocTensorOp op) {
    auto type = cast<RankedTensorType>(op.getTensor().getType());
    bool escapes = lastUse.getAliases().escapes(op.getTensor());
    auto [size, unit] = escapes && !limitsResults(this->func)
                            ? getSizeInUnits(type)
                            : getSizeWithin(limits, type);
    if (!unit)
      return;
    Candidate candidate = {op, size, unit};
    Block *scope = getScope(op, unit);
    // What is returned is the caller's to free, and cannot be a part of
    // something larger (`WhatIsReturnedStandsAlone` in StorageReuseTest.cpp).
    if (escapes || !lastUse.getLastIn(scope, op.getTensor()))
      return planAlone(candidate);
    groups[{scope, unit, op.getStorageScopeAttr(), getDevice(op)}].push_back(
        candidate);
  });
  // Sizes of unlike units are numbers at the entry of a call, and are planned
  // together there, if the parameters say them
  // (RelaxToRuntime/StoragePlan.cpp).
  constexpr size_t kMaxPlannedLater = 1024; // each is compared with each
  size_t later = 0, numTensors = 0;
  SmallVector<StringAttr> known = getParameterSymbols(func);
  auto isPlannedLater = [&](const Key &key) {
    auto &[scope, unit, space, device] = key;
    return scope == body && space.getValue() == "global" && !device &&
           isSaid(known, unit);
  };
  for (auto &[key, group] : groups)
    if (isPlannedLater(key)) {
      ++later;
      numTensors += group.size();
    }
  // Who gives limits wants numbers when the program is compiled.
  bool plansLater =
      limits.empty() && later > 1 && numTensors <= kMaxPlannedLater;
  for (auto &[key, group] : groups)
    if (plansLater && isPlannedLater(key))
      for (Candidate &candidate : group)
        planAlone(candidate);
    else
      plan(group);
}

/// The outermost block around `op` in which all symbols of `unit` are known.
/// Outside of that block its size could not be computed; further inside fewer
/// tensors could share it.
Block *StorageReuse::getScope(BuiltinAllocTensorOp op, SymExprAttr unit) {
  Block *scope = &func.getBody().front();
  unit.walkSymbols([&](StringAttr symbol) {
    Block *block = definedIn.lookup(symbol);
    if (!block)
      block = op->getBlock();
    if (scope->getParent()->isProperAncestor(block->getParent()))
      scope = block;
  });
  // A symbol defined in a block beside `op`: then its own block is all that is
  // left.
  bool isAround = scope->findAncestorOpInBlock(*op) != nullptr;
  return isAround ? scope : op->getBlock();
}

void StorageReuse::planAlone(Candidate candidate) {
  SymExprAttr start = SymExprAttr::constant(func.getContext(), 0);
  planned.push_back({candidate.unit * candidate.size,
                     candidate.op.getStorageScopeAttr(),
                     getDevice(candidate.op),
                     candidate.op,
                     {{candidate.op, start}}});
}

/// Groups requests that do not live at the same time, largest first: a number
/// for each, and the size of each group's largest.
static std::pair<SmallVector<unsigned>, SmallVector<int64_t>>
groupApart(ArrayRef<PlacementRequest> requests) {
  SmallVector<unsigned> order = llvm::to_vector(
      llvm::seq<unsigned>(0, static_cast<unsigned>(requests.size())));
  llvm::sort(order, [&](unsigned lhs, unsigned rhs) {
    return std::make_pair(-requests[lhs].size, lhs) <
           std::make_pair(-requests[rhs].size, rhs);
  });
  SmallVector<unsigned> groups(requests.size());
  SmallVector<int64_t> sizes;
  SmallVector<SmallVector<unsigned>> members;
  for (unsigned index : order) {
    auto *fits = llvm::find_if(members, [&](ArrayRef<unsigned> others) {
      return llvm::none_of(others, [&](unsigned other) {
        return requests[other].range.overlaps(requests[index].range);
      });
    });
    groups[index] = fits - members.begin();
    if (fits == members.end()) {
      members.emplace_back();
      sizes.push_back(requests[index].size);
    }
    members[groups[index]].push_back(index);
  }
  return {groups, sizes};
}

/// Of a size that is not known, a tensor begins at a multiple of 64 times that:
/// `m * n` floats of four bytes would take 16 times what they need where
/// another one comes behind. Tensors that do not live at the same time then
/// share a storage from its beginning. True if that takes less than `size`.
bool StorageReuse::planApart(MutableArrayRef<Candidate> group, int64_t size) {
  SymExprAttr unit = group.front().unit;
  constexpr size_t kMaxCompared = 4096; // each is compared with each
  if (unit.getConstant() || group.size() > kMaxCompared)
    return false;
  SmallVector<PlacementRequest> requests;
  for (Candidate &candidate : group)
    requests.push_back(
        {candidate.size, lastUse.getLiveRange(candidate.op.getTensor())});
  auto [groups, sizes] = groupApart(requests);
  int64_t all = 0;
  for (int64_t each : sizes)
    all += each;
  if (all >= size)
    return false;
  SymExprAttr start = SymExprAttr::constant(func.getContext(), 0);
  SmallVector<PlannedStorage> storages(sizes.size());
  for (auto [candidate, number] : llvm::zip(group, groups)) {
    PlannedStorage &storage = storages[number];
    // The first tensor of the walk says where the storage is made.
    if (storage.tensors.empty())
      storage = {
          unit * sizes[number],
          candidate.op.getStorageScopeAttr(),
          getDevice(candidate.op),
          getScope(candidate.op, unit)->findAncestorOpInBlock(*candidate.op),
          {}};
    storage.tensors.push_back({candidate.op, start});
  }
  llvm::append_range(planned, storages);
  return true;
}

void StorageReuse::plan(MutableArrayRef<Candidate> group) {
  SmallVector<PlacementRequest> requests;
  for (Candidate &candidate : group)
    // Rounded up so that the next tensor is aligned; the symbolic unit times a
    // multiple of 64 is one as well.
    requests.push_back(
        {static_cast<int64_t>(llvm::alignTo(candidate.size, kAlignment)),
         lastUse.getLiveRange(candidate.op.getTensor())});
  Placement placement = placeRequests(requests);
  // What aligns the next tensor is not needed after the last one.
  int64_t size = 0;
  for (auto [candidate, offset] : llvm::zip(group, placement.offsets))
    size = std::max(size, offset + candidate.size);
  if (planApart(group, size))
    return;
  SymExprAttr unit = group.front().unit;
  // The first tensor of the walk comes first in each block around it.
  Block *scope = getScope(group.front().op, unit);
  PlannedStorage storage = {unit * size,
                            group.front().op.getStorageScopeAttr(),
                            getDevice(group.front().op),
                            scope->findAncestorOpInBlock(*group.front().op),
                            {}};
  for (auto [candidate, offset] : llvm::zip(group, placement.offsets))
    storage.tensors.push_back({candidate.op, unit * offset});
  planned.push_back(std::move(storage));
}

} // namespace mlir::relax
