// Where the life of each tensor and storage of a function ends.
#ifndef RELAX_ANALYSIS_LASTUSE_H
#define RELAX_ANALYSIS_LASTUSE_H

#include "Relax/Analysis/AliasSets.h"

namespace mlir::relax {

/// A value with the last op, in the value's own block, that needs it.
struct Kill {
  /// The value to end.
  Value value;
  /// The op after which it can be ended.
  Operation *last;
};

/// The numbers of the first and the last op for which memory must stand, in
/// the order of a walk. The range includes both.
struct LiveRange {
  /// The op that makes the memory.
  unsigned begin = 0;
  /// The last op that may touch it.
  unsigned end = 0;

  /// Whether some op needs both.
  bool overlaps(const LiveRange &other) const {
    return begin <= other.end && other.begin <= end;
  }
};

/// Where memory of a function is used last. Uses by ops that only end a life
/// do not count.
class LastUse {
public:
  explicit LastUse(Operation *function);

  /// What shares memory with what.
  const AliasSets &getAliases() const { return aliases; }

  /// The ops between which the memory of `root`, an allocated tensor or a
  /// storage, is needed.
  LiveRange getLiveRange(Value root) const;

  /// The last op in `block` that uses `root` or what may share its memory, an
  /// op with such a use inside included; null if a use is outside `block`, or
  /// if the end of `block` gives the memory away.
  Operation *getLastIn(Block *block, Value root) const;

  /// The number of an op in the order of a walk.
  unsigned getNumber(Operation *op) const { return numbers.lookup(op); }

  /// The tensors and storages made in the function that die in it and that
  /// nothing ends yet, with the ops that use them last, in order.
  ArrayRef<Kill> kills() const { return endings; }

private:
  void visitUsers(Value root,
                  llvm::function_ref<void(Operation *)> visit) const;
  void addKill(Operation *op, Value value);

  AliasSets aliases;
  DenseMap<Operation *, unsigned> numbers;
  SmallVector<Kill> endings;
};

} // namespace mlir::relax

#endif // RELAX_ANALYSIS_LASTUSE_H
