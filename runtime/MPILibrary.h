// The functions and constants of an MPI library, found when it is first asked
// for.
//
// MPI's standard leaves types and constants to each library. There are two
// binary interfaces on Linux: that of MPICH, where handles are ints with fixed
// values, and that of Open MPI, where they are addresses of objects of the
// library. MLIR's `mpi` dialect lowers to the first alone, at compile time; a
// compiled program of ours runs with either, since it calls the run time, and
// only that knows which one is there. No header of MPI is needed to build.
#ifndef RELAX_RUNTIME_MPILIBRARY_H
#define RELAX_RUNTIME_MPILIBRARY_H

#include <cstddef>
#include <string>

namespace relax::runtime {

/// A user's operator as MPI calls it; the last parameter points at a handle.
using MPIUserFunction = void(void *in, void *inOut, int *count, void *type);

/// Calls `X(member, "name in the library", parameters)` for each function that
/// is used; all of them return an error's number.
#define RELAX_MPI_FUNCTIONS(X)                                                 \
  X(initialized, "MPI_Initialized", (int *))                                   \
  X(finalized, "MPI_Finalized", (int *))                                       \
  X(initThread, "MPI_Init_thread", (int *, char ***, int, int *))              \
  X(queryThread, "MPI_Query_thread", (int *))                                  \
  X(finalize, "MPI_Finalize", ())                                              \
  X(abort, "MPI_Abort", (Handle, int))                                         \
  X(errorString, "MPI_Error_string", (int, char *, int *))                     \
  X(setErrorHandler, "MPI_Comm_set_errhandler", (Handle, Handle))              \
  X(duplicate, "MPI_Comm_dup", (Handle, Handle *))                             \
  X(split, "MPI_Comm_split", (Handle, int, int, Handle *))                     \
  X(freeGroup, "MPI_Comm_free", (Handle *))                                    \
  X(rank, "MPI_Comm_rank", (Handle, int *))                                    \
  X(size, "MPI_Comm_size", (Handle, int *))                                    \
  X(makeType, "MPI_Type_contiguous", (int, Handle, Handle *))                  \
  X(freeType, "MPI_Type_free", (Handle *))                                     \
  X(freeOperator, "MPI_Op_free", (Handle *))                                   \
  X(commitType, "MPI_Type_commit", (Handle *))                                 \
  X(makeOperator, "MPI_Op_create", (MPIUserFunction *, int, Handle *))         \
  X(allReduce, "MPI_Iallreduce",                                               \
    (const void *, void *, int, Handle, Handle, Handle, Handle *))             \
  X(allGather, "MPI_Iallgather",                                               \
    (const void *, int, Handle, void *, int, Handle, Handle, Handle *))        \
  X(reduceScatter, "MPI_Ireduce_scatter_block",                                \
    (const void *, void *, int, Handle, Handle, Handle, Handle *))             \
  X(allToAll, "MPI_Ialltoall",                                                 \
    (const void *, int, Handle, void *, int, Handle, Handle, Handle *))        \
  X(broadcast, "MPI_Ibcast", (void *, int, Handle, int, Handle, Handle *))     \
  X(scatter, "MPI_Iscatter",                                                   \
    (const void *, int, Handle, void *, int, Handle, int, Handle, Handle *))   \
  X(gather, "MPI_Igather",                                                     \
    (const void *, int, Handle, void *, int, Handle, int, Handle, Handle *))   \
  X(send, "MPI_Isend",                                                         \
    (const void *, int, Handle, int, int, Handle, Handle *))                   \
  X(receive, "MPI_Irecv", (void *, int, Handle, int, int, Handle, Handle *))   \
  X(barrier, "MPI_Ibarrier", (Handle, Handle *))                               \
  X(test, "MPI_Test", (Handle *, int *, void *))

/// Functions and constants of a library whose handles are of this type: int for
/// MPICH's interface, void * for Open MPI's.
template <typename Handle>
struct MPILibrary {
#define RELAX_MPI_MEMBER(MEMBER, NAME, ...) int(*MEMBER) __VA_ARGS__ = nullptr;
  RELAX_MPI_FUNCTIONS(RELAX_MPI_MEMBER)
#undef RELAX_MPI_MEMBER

  Handle world, byte, errorsReturn;
  /// What stands for the operand where it lies in the result.
  void *inPlace;
  /// What stands for a status that nobody asks for.
  void *statusIgnore;

  /// Finds all of it in a loaded library; what is missing, "" if nothing is.
  std::string find(void *library);
};

/// Loads the library, or finds the one that the program has loaded; null and
/// why not.
void *loadMPI(const char *file, std::string &failure);

/// Whether a loaded library has Open MPI's interface.
bool hasOpenMPIInterface(void *library);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_MPILIBRARY_H
