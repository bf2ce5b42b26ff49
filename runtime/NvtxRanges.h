// Ranges of NVTX, which profilers such as Nsight Systems draw on their time
// lines. No header of NVTX is needed to build.
#ifndef RELAX_RUNTIME_NVTXRANGES_H
#define RELAX_RUNTIME_NVTXRANGES_H

#include "relax_runtime.h"

namespace relax::runtime {

/// A range of the thread with this name, for as long as it lives; nothing
/// unless RELAX_NVTX is set. Ranges of a thread nest.
class NvtxRange {
public:
  explicit NvtxRange(const char *name);
  ~NvtxRange();
  NvtxRange(const NvtxRange &) = delete;
  NvtxRange &operator=(const NvtxRange &) = delete;

private:
  bool isOpen;
};

/// An error if RELAX_NVTX asks for a library that cannot be loaded.
int32_t checkNvtx(RelaxContext *context);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_NVTXRANGES_H
