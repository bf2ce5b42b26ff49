// Which tensors of a function can stand in the same storage, and where in it.
#ifndef RELAX_ANALYSIS_STORAGEREUSE_H
#define RELAX_ANALYSIS_STORAGEREUSE_H

#include "Relax/Analysis/LastUse.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"

namespace mlir::relax {

/// A wish for `size` units of memory during `range`.
struct PlacementRequest {
  int64_t size;
  LiveRange range;
};

/// Where each request begins, and how much memory that takes in all.
struct Placement {
  SmallVector<int64_t> offsets;
  int64_t size = 0;
};

/// Gives each request a place so that those that live at the same time do not
/// overlap: the largest first, each into the smallest gap that holds it.
Placement placeRequests(ArrayRef<PlacementRequest> requests);

/// The size of a tensor in bytes as a number times its unit, the product of its
/// dynamic dimensions; no unit where that is unknown or too large.
std::pair<int64_t, SymExprAttr> getSizeInUnits(RankedTensorType type);

/// The same of what the type takes at most, as a number of bytes, where each of
/// its sizes has a greatest value; else as `getSizeInUnits`.
std::pair<int64_t, SymExprAttr>
getSizeWithin(ArrayRef<std::pair<StringAttr, int64_t>> limits,
              RankedTensorType type);

/// The device on which a tensor is to be allocated; null for the host.
VDeviceAttr getDevice(BuiltinAllocTensorOp op);

/// A tensor and the bytes before it in its storage.
struct PlacedTensor {
  BuiltinAllocTensorOp tensor;
  SymExprAttr offset;
};

/// A storage to allocate, with the tensors that stand in it.
struct PlannedStorage {
  /// In bytes.
  SymExprAttr size;
  /// Where in memory: what its tensors say.
  StringAttr scope;
  /// The device: what their types say, null for the host.
  VDeviceAttr device;
  /// The op before which it is to be allocated.
  Operation *first;
  SmallVector<PlacedTensor> tensors;
};

/// Which tensors of a function can stand in the same storage.
///
/// Sizes are a number times a *unit*, the product of the dynamic dimensions.
/// Tensors of one unit share one storage, whose size and offsets are numbers
/// times that unit; static tensors are those of unit 1. Where offsets would
/// cost more than they save, tensors of a unit that live one after the other
/// share. A tensor that leaves the function, or the block in which its unit is
/// known, has its own storage.
class StorageReuse {
public:
  /// Plans all `relax.builtin.alloc_tensor` of the function whose sizes are
  /// representable. With `usesLimits` tensors whose sizes have a greatest value
  /// are planned as static ones of that size; those that leave the function
  /// only where it says `relax.memory_plan_dynamic_func_output`.
  explicit StorageReuse(FuncOp func, bool usesLimits = false);

  /// The storages to make.
  ArrayRef<PlannedStorage> storages() const { return planned; }

private:
  struct Candidate;
  void findDefinitions();
  Block *getScope(BuiltinAllocTensorOp op, SymExprAttr unit);
  void plan(MutableArrayRef<Candidate> group);
  bool planApart(MutableArrayRef<Candidate> group, int64_t size);
  void planAlone(Candidate candidate);

  FuncOp func;
  LastUse lastUse;
  DenseMap<StringAttr, Block *> definedIn;
  SmallVector<PlannedStorage> planned;
};

} // namespace mlir::relax

#endif // RELAX_ANALYSIS_STORAGEREUSE_H
