// Operators by which MPI joins elements: the run time's own functions, since
// MPI has no 16-bit floats and does not say what the minimum of a NaN is.
#include "MPIOperators.h"

#include "ReduceElements.h"

namespace relax::runtime {

// MPI's operators get no value of their own, so each kind and dtype has a
// function. MPI joins into the second.
template <RelaxReduceKind kind, uint8_t code, uint8_t bits>
static void joinForMPI(void *in, void *inOut, int *count, void *) {
  static const ReduceFunction join = findReduce(kind, {code, bits, 1});
  join(inOut, in, *count);
}

template <RelaxReduceKind kind>
static MPIUserFunction *findJoinOf(DLDataType dtype) {
#define RELAX_MPI_JOIN(CODE, BITS)                                             \
  if (dtype.code == CODE && dtype.bits == BITS)                                \
    return joinForMPI<kind, CODE, BITS>;
  RELAX_MPI_JOIN(RELAX_INT, 8)
  RELAX_MPI_JOIN(RELAX_INT, 16)
  RELAX_MPI_JOIN(RELAX_INT, 32)
  RELAX_MPI_JOIN(RELAX_INT, 64)
  RELAX_MPI_JOIN(RELAX_UINT, 8)
  RELAX_MPI_JOIN(RELAX_UINT, 16)
  RELAX_MPI_JOIN(RELAX_UINT, 32)
  RELAX_MPI_JOIN(RELAX_UINT, 64)
  RELAX_MPI_JOIN(RELAX_FLOAT, 16)
  RELAX_MPI_JOIN(RELAX_BFLOAT, 16)
  RELAX_MPI_JOIN(RELAX_FLOAT, 32)
  RELAX_MPI_JOIN(RELAX_FLOAT, 64)
  RELAX_MPI_JOIN(RELAX_BOOL, 8)
  RELAX_MPI_JOIN(RELAX_FLOAT8_E3M4, 8)
  RELAX_MPI_JOIN(RELAX_FLOAT8_E4M3, 8)
  RELAX_MPI_JOIN(RELAX_FLOAT8_E4M3B11FNUZ, 8)
  RELAX_MPI_JOIN(RELAX_FLOAT8_E4M3FN, 8)
  RELAX_MPI_JOIN(RELAX_FLOAT8_E4M3FNUZ, 8)
  RELAX_MPI_JOIN(RELAX_FLOAT8_E5M2, 8)
  RELAX_MPI_JOIN(RELAX_FLOAT8_E5M2FNUZ, 8)
#undef RELAX_MPI_JOIN
  return nullptr;
}

// An average is a sum that is divided afterwards: a mean of means would be
// wrong where MPI's tree is uneven.
MPIUserFunction *findJoin(RelaxReduceKind kind, DLDataType dtype) {
  switch (kind) {
  case RELAX_REDUCE_PROD:
    return findJoinOf<RELAX_REDUCE_PROD>(dtype);
  case RELAX_REDUCE_MIN:
    return findJoinOf<RELAX_REDUCE_MIN>(dtype);
  case RELAX_REDUCE_MAX:
    return findJoinOf<RELAX_REDUCE_MAX>(dtype);
  case RELAX_REDUCE_SUM:
  case RELAX_REDUCE_AVG:
    break;
  }
  return findJoinOf<RELAX_REDUCE_SUM>(dtype);
}

} // namespace relax::runtime
