// Take away the nests that a schedule has replaced.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_ERASENESTS_H
#define RELAX_DIALECT_TIR_SCHEDULE_ERASENESTS_H

#include "Relax/Dialect/TIR/Analysis/Reduction.h"

namespace mlir::tir {

/// Erase the nest and its epilogue, and the buffer between them.
void eraseNests(Reduction &reduction);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_ERASENESTS_H
