// What goes on beside the threads of a block: copies, products of warpgroups,
// barriers that count bytes, and the fences that order these with the threads.
#ifndef RELAX_LIB_REFERENCE_ASYNCWORK_H
#define RELAX_LIB_REFERENCE_ASYNCWORK_H

#include "Program.h"
#include "llvm/ADT/DenseSet.h"

#include <map>

namespace mlir::relax::reference {

class ThreadGroup;

/// Bytes that are on their way to a buffer.
struct AsyncCopy {
  ViewRef to;
  int64_t place;
  std::vector<uint8_t> bytes;
  const Instruction *at;

  bool goesTo(const Allocation &memory, int64_t other) const {
    return to->memory.get() == &memory && place <= other &&
           other < place + static_cast<int64_t>(bytes.size());
  }
};

/// The copies of a thread that it has not waited for: those since the last
/// group, and the groups, the oldest first.
struct AsyncCopies {
  std::vector<AsyncCopy> begun;
  std::vector<std::vector<AsyncCopy>> groups;
};

/// A product that nobody has waited for: the bytes of shared memory that it
/// reads, and where they are.
struct AsyncProduct {
  const Instruction *at = nullptr;
  AllocationRef memory;
  int64_t elementBytes = 0;
  std::vector<int64_t> places;
  std::vector<uint8_t> bytes;
};

/// The sums of a thread that products bring, and the last of these.
struct PendingSums {
  ViewRef sums;
  std::vector<Scalar> values;
  const AsyncProduct *last = nullptr;
};

using ProductGroup = std::vector<std::shared_ptr<AsyncProduct>>;

/// The products of a thread, as its copies.
struct AsyncProducts {
  ProductGroup begun;
  std::vector<ProductGroup> groups;
  std::vector<PendingSums> sums;
};

/// What a thread waits for, and what is over before it goes on although no
/// barrier of all threads says so.
struct AsyncWork {
  AsyncCopies copies;
  AsyncProducts products;
  llvm::SmallDenseSet<uint32_t> acquired;
};

/// An mbarrier: a phase ends when all have arrived, and all bytes.
struct PhaseBarrier {
  bool isMade = false, isOdd = false;
  int64_t count = 0, missing = 0, expected = 0, brought = 0;
  /// The strand that has made it.
  uint32_t maker = 0;
  std::vector<AsyncCopy> copies;
  /// Strands of those that have arrived in this phase; and those that are over
  /// for who waits for a phase before.
  std::vector<uint32_t> arrived, released;

  bool isComplete() const { return missing == 0 && brought == expected; }
};

/// The barriers of a block, and up to which strand of a thread its accesses are
/// fenced off.
class AsyncUnit {
public:
  /// Stands for the device's own units where the number of a thread does.
  static constexpr uint32_t kDevice = UINT32_MAX;

  explicit AsyncUnit(uint32_t firstStrand) : firstStrand(firstStrand) {}

  uint32_t getFirstStrand() const { return firstStrand; }
  /// A strand of a thread or of the device; each after the one before.
  void addStrand(uint32_t thread) { owners.push_back(thread); }
  uint32_t getOwner(uint32_t strand) const {
    return strand < firstStrand ? kDevice : owners[strand - firstStrand];
  }
  /// Lets all that the present thread has done be before what follows.
  void passFence(ThreadGroup &group, std::vector<uint32_t> &fences);
  /// Whether what a strand has done is in front of such a fence. What was there
  /// before the block is, and so is what the device brings.
  bool isFenced(uint32_t strand, const std::vector<uint32_t> &fences) const {
    uint32_t owner = getOwner(strand);
    return owner == kDevice ||
           (owner < fences.size() && strand < fences[owner]);
  }

  /// By the op that makes them, and their numbers.
  std::map<std::pair<Operation *, int64_t>, PhaseBarrier> barriers;
  /// By threads: between accesses of theirs to shared memory and those of other
  /// units; between accesses to registers and those of products.
  std::vector<uint32_t> proxyFences, registerFences;

private:
  uint32_t firstStrand;
  std::vector<uint32_t> owners;
};

} // namespace mlir::relax::reference

#endif // RELAX_LIB_REFERENCE_ASYNCWORK_H
