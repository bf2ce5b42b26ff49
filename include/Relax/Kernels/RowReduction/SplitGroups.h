// Go over groups and their members where nests over the same data do.
#ifndef RELAX_KERNELS_ROWREDUCTION_SPLITGROUPS_H
#define RELAX_KERNELS_ROWREDUCTION_SPLITGROUPS_H

#include "Relax/Dialect/TIR/Analysis/LoopNest.h"

namespace mlir::tir {

/// Nests, some of which are there twice: as they were, and behind that with an
/// iterator for groups and one for what is in them. `keep` decides.
class SplitGroups {
public:
  /// Makes the second form of each nest that does not reduce and goes along an
  /// axis of a buffer that another one sees as groups.
  explicit SplitGroups(ArrayRef<LoopNest> nests);

  /// In the form that is made, where there is one.
  ArrayRef<LoopNest> getNests() const { return made; }

  /// Keeps the form that is made of the first `count` nests, of others the
  /// first one.
  void keep(size_t count);

private:
  bool splitOne();
  std::optional<int64_t> findSize(LoopNest &nest, unsigned iter);

  SmallVector<LoopNest> old, made;
};

} // namespace mlir::tir

#endif // RELAX_KERNELS_ROWREDUCTION_SPLITGROUPS_H
