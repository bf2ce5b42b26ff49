// What workers have to ask for alike, where they exchange tensors.
#ifndef RELAX_RUNTIME_COLLECTIVETERMS_H
#define RELAX_RUNTIME_COLLECTIVETERMS_H

#include "Communicator.h"

namespace relax::runtime {

/// The terms of an exchange as one worker asks for it, as bytes that others can
/// be sent. Sizes may be known only when a program runs, and libraries do not
/// compare them: MPI leaves what differs undefined.
struct CollectiveTerms {
  int64_t count = 0;
  int32_t kind = 0, reduce = 0, root = 0;
  uint16_t lanes = 0;
  uint8_t code = 0, bits = 0;

  CollectiveTerms() = default;
  explicit CollectiveTerms(const Collective &collective);

  /// What differs in the terms of worker `other`, "" if nothing does. From one
  /// worker to another these are bytes alone, for the one that receives.
  std::string compare(const CollectiveTerms &theirs, int32_t other) const;
};

} // namespace relax::runtime

#endif // RELAX_RUNTIME_COLLECTIVETERMS_H
