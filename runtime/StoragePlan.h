// Places of storages in blocks, by when they live.
#ifndef RELAX_RUNTIME_STORAGEPLAN_H
#define RELAX_RUNTIME_STORAGEPLAN_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace relax::runtime {

/// Parts of one block, and owned ones that are a block each.
struct StorageDemand {
  size_t numParts, numOwned;
  /// Of each, parts first, when it begins and when it ends.
  const int64_t *lives;
  /// Bytes of each.
  const int64_t *sizes;
};

/// Where parts lie, so that those that live at the same time do not overlap.
struct StoragePlan {
  /// What it is of.
  std::vector<int64_t> lives, sizes;
  /// The block of each part: 0, or 1 + the number of an owned one whose life
  /// has not begun, and where in it.
  std::vector<size_t> blocks;
  std::vector<int64_t> offsets;
  /// Bytes of block 0.
  int64_t size = 0;

  /// Whether it is of this demand.
  bool isOf(const StorageDemand &demand) const;
};

/// A plan with which all blocks are about as large as what lives at one time.
/// Sizes are not negative, and their sum is below 2^62.
StoragePlan planStorages(const StorageDemand &demand);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_STORAGEPLAN_H
