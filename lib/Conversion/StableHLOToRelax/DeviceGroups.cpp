// Which workers exchange tensors, as StableHLO says it and as relax does.
//
// StableHLO lists the devices of each group. Relax has a grid of workers and
// the axes along which they exchange, since that is what its plans of sharded
// programs have, and what NCCL and MPI make communicators of. JAX's lists come
// from a mesh, so that one is found again.
#include "DeviceGroups.h"

#include "Relax/Dialect/StableHLO/IR/StableHLO.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::relax {

std::optional<WorkerGroups> readLists(Attribute attribute) {
  auto dense = dyn_cast_or_null<DenseIntElementsAttr>(attribute);
  if (!dense || dense.getType().getRank() != 2)
    return std::nullopt;
  WorkerGroups lists(dense.getType().getDimSize(0));
  int64_t width = dense.getType().getDimSize(1), place = 0;
  for (const APInt &number : dense.getValues<APInt>()) {
    if (number.getSignificantBits() > 31)
      return std::nullopt;
    // Groups of several sizes are filled up with -1.
    if (number.getSExtValue() != -1)
      lists[place / width].push_back(number.getSExtValue());
    ++place;
  }
  return lists;
}

DeviceNumbers getDeviceNumbers(Operation *op) {
  auto channel = op->getAttrOfType<hlo::ChannelHandleAttr>("channel_handle");
  bool hasChannel = channel && channel.getHandle() > 0;
  if (!hasChannel)
    return DeviceNumbers::Replicas;
  if (op->hasAttr("use_global_device_ids"))
    return DeviceNumbers::Workers;
  // The specification has two readings of a channel, by the kind of op.
  return isa<hlo::AllGatherOp, hlo::AllReduceOp, hlo::ReduceScatterOp>(op)
             ? DeviceNumbers::WholeReplicas
             : DeviceNumbers::Partitions;
}

Devices Devices::of(ModuleOp module) {
  auto read = [&](StringRef name) {
    auto number = module->getAttrOfType<IntegerAttr>(name);
    return number ? std::max<int64_t>(number.getInt(), 1) : 1;
  };
  Devices devices{read("mhlo.num_replicas"), read("mhlo.num_partitions")};
  if (devices.count() != 1)
    return devices;
  // A program that was written by hand need not say how many there are.
  module.walk([&](Operation *op) {
    int64_t &count = getDeviceNumbers(op) == DeviceNumbers::Partitions
                         ? devices.partitions
                         : devices.replicas;
    for (StringRef name : {"replica_groups", "source_target_pairs"})
      for (ArrayRef<int64_t> list :
           readLists(op->getAttr(name)).value_or(WorkerGroups()))
        for (int64_t number : list)
          count = std::max(count, number + 1);
  });
  return devices;
}

int64_t Devices::count(DeviceNumbers numbers) const {
  switch (numbers) {
  case DeviceNumbers::Partitions:
    return partitions;
  case DeviceNumbers::Workers:
    return count();
  default:
    return replicas;
  }
}

std::optional<WorkerGroups> getWorkerGroups(const WorkerGroups &lists,
                                            DeviceNumbers numbers,
                                            const Devices &devices) {
  WorkerGroups groups;
  auto [replicas, partitions] = devices;
  // How often a list counts: once for each device of the other kind.
  int64_t copies = numbers == DeviceNumbers::Replicas     ? partitions
                   : numbers == DeviceNumbers::Partitions ? replicas
                                                          : 1;
  int64_t limit = devices.count(numbers);
  for (int64_t copy = 0; copy != copies; ++copy)
    for (ArrayRef<int64_t> list : lists) {
      SmallVector<int64_t> &group = groups.emplace_back();
      int64_t inner = numbers == DeviceNumbers::WholeReplicas ? partitions : 1;
      for (int64_t partition = 0; partition != inner; ++partition)
        for (int64_t number : list) {
          if (number < 0 || number >= limit)
            return std::nullopt;
          group.push_back(numbers == DeviceNumbers::Workers ? number
                          : numbers == DeviceNumbers::Partitions
                              ? copy * partitions + number
                              : number * partitions + copy + partition);
        }
    }
  return groups;
}

/// The axes of a grid along which the workers `offsets` lie, from 0 on: number
/// and distance of the places of each, the innermost first; nullopt if they
/// lie in another way.
static std::optional<SmallVector<std::pair<int64_t, int64_t>>>
findSteps(SmallVector<int64_t> offsets) {
  SmallVector<std::pair<int64_t, int64_t>> steps;
  while (offsets.size() > 1) {
    int64_t stride = offsets[1] - offsets[0], length = 1;
    while (length < int64_t(offsets.size()) &&
           offsets[length] == offsets[0] + length * stride)
      ++length;
    if (stride <= 0 || offsets.size() % length != 0)
      return std::nullopt;
    steps.emplace_back(length, stride);
    SmallVector<int64_t> outer;
    for (size_t i = 0; i < offsets.size(); i += length)
      outer.push_back(offsets[i]);
    offsets = outer;
  }
  return steps;
}

/// The group of the grid in which `worker` is, in the order of its places.
static SmallVector<int64_t> getGroup(const WorkerMesh &mesh, int64_t worker) {
  SmallVector<int64_t> group = {worker};
  int64_t stride = 1;
  SmallVector<int64_t> strides(mesh.sizes.size());
  for (size_t axis = mesh.sizes.size(); axis-- != 0; stride *= mesh.sizes[axis])
    strides[axis] = stride;
  for (int64_t axis : mesh.axes) {
    SmallVector<int64_t> longer;
    for (int64_t member : group) {
      int64_t place = member / strides[axis] % mesh.sizes[axis];
      for (int64_t i = 0; i != mesh.sizes[axis]; ++i)
        longer.push_back(member + (i - place) * strides[axis]);
    }
    group = longer;
  }
  return group;
}

std::optional<WorkerMesh> WorkerMesh::find(const WorkerGroups &groups,
                                           int64_t workers) {
  WorkerMesh mesh;
  // The group of each worker, in the order of numbers.
  DenseMap<int64_t, SmallVector<int64_t>> groupOf;
  for (ArrayRef<int64_t> group : groups) {
    SmallVector<int64_t> sorted(group);
    llvm::sort(sorted);
    mesh.isOrdered &= ArrayRef(sorted) == group;
    for (int64_t worker : sorted)
      if (worker < 0 || worker >= workers ||
          !groupOf.try_emplace(worker, sorted).second)
        return std::nullopt;
  }
  auto steps = findSteps(groupOf.lookup(0));
  if (!steps || int64_t(groupOf.size()) != workers)
    return std::nullopt;
  int64_t inside = workers;
  for (auto [length, stride] : llvm::reverse(*steps)) {
    if (inside % (length * stride) != 0)
      return std::nullopt;
    mesh.sizes.push_back(inside / (length * stride));
    mesh.axes.push_back(int64_t(mesh.sizes.size()));
    mesh.sizes.push_back(length);
    mesh.group *= length;
    inside = stride;
  }
  mesh.sizes.push_back(inside);
  // The other groups have to lie as the first one does.
  for (auto &[worker, group] : groupOf)
    if (getGroup(mesh, worker) != group)
      return std::nullopt;
  return mesh;
}

} // namespace mlir::relax
