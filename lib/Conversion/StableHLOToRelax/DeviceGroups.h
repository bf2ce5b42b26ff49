// Which workers exchange tensors, as StableHLO says it and as relax does.
#ifndef RELAX_LIB_CONVERSION_STABLEHLOTORELAX_DEVICEGROUPS_H
#define RELAX_LIB_CONVERSION_STABLEHLOTORELAX_DEVICEGROUPS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {

/// What numbers of devices in a list are.
enum class DeviceNumbers {
  /// Replicas, each partition for itself; or the other way round.
  Replicas,
  Partitions,
  /// Replicas with all of their partitions.
  WholeReplicas,
  /// Workers.
  Workers
};

/// The devices of a program: replicas, each of which has partitions. Worker
/// `replica * partitions + partition` is a device.
struct Devices {
  int64_t replicas = 1, partitions = 1;

  /// Those that the module states, or else its exchanges name.
  static Devices of(ModuleOp module);
  int64_t count() const { return replicas * partitions; }
  /// How many there are of what such numbers name.
  int64_t count(DeviceNumbers numbers) const;
};

/// Lists of workers.
using WorkerGroups = SmallVector<SmallVector<int64_t>>;

/// The rows of an attribute of lists of integers, without the -1 that fill
/// shorter ones up; nullopt if it is none.
std::optional<WorkerGroups> readLists(Attribute attribute);

/// What they are in the lists of `op`.
DeviceNumbers getDeviceNumbers(Operation *op);

/// Workers on a grid, of which those form a group that differ along `axes`.
struct WorkerMesh {
  SmallVector<int64_t> sizes, axes;
  /// The workers of a group.
  int64_t group = 1;
  /// Whether each group was listed in the order of its workers' numbers.
  bool isOrdered = true;

  /// The grid whose groups are those; nullopt if there is none, or a worker is
  /// in no group or in two.
  static std::optional<WorkerMesh> find(const WorkerGroups &groups,
                                        int64_t workers);
};

/// The groups of workers that lists of such numbers mean; nullopt if a number
/// is none of them.
std::optional<WorkerGroups> getWorkerGroups(const WorkerGroups &lists,
                                            DeviceNumbers numbers,
                                            const Devices &devices);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_STABLEHLOTORELAX_DEVICEGROUPS_H
