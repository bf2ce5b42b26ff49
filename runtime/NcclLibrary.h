// The functions of NCCL, found when it is first asked for. No header of NCCL is
// needed to build.
#ifndef RELAX_RUNTIME_NCCLLIBRARY_H
#define RELAX_RUNTIME_NCCLLIBRARY_H

#include <cstddef>
#include <string>

namespace relax::runtime {

/// What the workers of a group know it by: the first one makes it.
struct NcclId {
  char bytes[128];
};

/// Calls `X(member, "name in the library", parameters)` for each function that
/// is used; all of them return an error's number. The interface is that of
/// NCCL 2.10 and later; `type`, `op` and `stream` go last.
#define RELAX_NCCL_FUNCTIONS(X)                                                \
  X(getUniqueId, "ncclGetUniqueId", (NcclId *))                                \
  X(initRank, "ncclCommInitRank", (void **, int, NcclId, int))                 \
  X(destroy, "ncclCommDestroy", (void *))                                      \
  X(abort, "ncclCommAbort", (void *))                                          \
  X(getAsyncError, "ncclCommGetAsyncError", (void *, int *))                   \
  X(beginGroup, "ncclGroupStart", ())                                          \
  X(endGroup, "ncclGroupEnd", ())                                              \
  X(allReduce, "ncclAllReduce",                                                \
    (const void *, void *, size_t, int, int, void *, void *))                  \
  X(reduceScatter, "ncclReduceScatter",                                        \
    (const void *, void *, size_t, int, int, void *, void *))                  \
  X(allGather, "ncclAllGather",                                                \
    (const void *, void *, size_t, int, void *, void *))                       \
  X(broadcast, "ncclBroadcast",                                                \
    (const void *, void *, size_t, int, int, void *, void *))                  \
  X(send, "ncclSend", (const void *, size_t, int, int, void *, void *))        \
  X(receive, "ncclRecv", (void *, size_t, int, int, void *, void *))

/// What is called of the library.
struct NcclLibrary {
#define RELAX_NCCL_MEMBER(MEMBER, NAME, ...) int(*MEMBER) __VA_ARGS__ = nullptr;
  RELAX_NCCL_FUNCTIONS(RELAX_NCCL_MEMBER)
#undef RELAX_NCCL_MEMBER
  const char *(*getErrorString)(int) = nullptr;

  /// The text of an error's number, "" of 0.
  std::string describe(int error) const;
};

/// Loads the library: `file`, else that in RELAX_NCCL_LIBRARY, else
/// libnccl.so.2; null and why not. It stays loaded.
const NcclLibrary *loadNccl(const char *file, std::string &failure);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_NCCLLIBRARY_H
