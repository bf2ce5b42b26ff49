// What workers have to ask for alike, where they exchange tensors.
#include "CollectiveTerms.h"

namespace relax::runtime {

CollectiveTerms::CollectiveTerms(const Collective &collective)
    : count(collective.count), kind(int32_t(collective.kind)),
      reduce(collective.reduce), root(collective.root),
      lanes(collective.dtype.lanes), code(collective.dtype.code),
      bits(collective.dtype.bits) {}

std::string CollectiveTerms::compare(const CollectiveTerms &theirs,
                                     int32_t other) const {
  std::string worker = "worker " + std::to_string(other);
  auto getBytes = [](const CollectiveTerms &terms) {
    return std::to_string(terms.count * (terms.bits * terms.lanes / 8));
  };
  auto own = CollectiveKind(kind);
  if (own == CollectiveKind::Receive)
    return getBytes(*this) == getBytes(theirs)
               ? ""
               : "expected " + getBytes(*this) + " bytes of " + worker +
                     ", found " + getBytes(theirs);
  if (theirs.kind != kind)
    return std::string("expected all workers to call ") + getName(own) +
           ", found that " + worker + " calls " +
           getName(CollectiveKind(theirs.kind));
  if (theirs.count != count || theirs.root != root || theirs.reduce != reduce ||
      theirs.lanes != lanes || theirs.code != code || theirs.bits != bits)
    return std::string("expected all workers to call ") + getName(own) +
           " with the same dtype, sizes, root and reduction, found others in " +
           worker;
  return "";
}

} // namespace relax::runtime
