// Joins elements of several workers.
#ifndef RELAX_RUNTIME_REDUCEELEMENTS_H
#define RELAX_RUNTIME_REDUCEELEMENTS_H

#include "relax_collectives.h"

namespace relax::runtime {

/// `into[i] = join(into[i], from[i])` for `count` elements. An average is a sum
/// here.
using ReduceFunction = void (*)(void *into, const void *from, int64_t count);

/// The function for elements of a dtype; null if they cannot be joined so.
ReduceFunction findReduce(RelaxReduceKind kind, DLDataType dtype);

/// Divides each element of a sum by the number of workers.
void divideElements(void *elements, DLDataType dtype, int64_t count,
                    int32_t workers);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_REDUCEELEMENTS_H
