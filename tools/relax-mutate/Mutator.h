// Damages programs in ways that a parser meets in the wild, and in others.
#ifndef RELAX_TOOLS_RELAX_MUTATE_MUTATOR_H
#define RELAX_TOOLS_RELAX_MUTATE_MUTATOR_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace mlir::relax {

/// What `number` of `seed` makes of `original`, always the same: one to three
/// changes. Text changes by tokens and lines (one is dropped, doubled, swapped,
/// replaced by another, often one of its kind, or by a number at some limit),
/// anything else by bytes (set, flipped, dropped, doubled, cut off).
std::string mutate(llvm::StringRef original, bool isText, uint64_t seed,
                   uint64_t number);

} // namespace mlir::relax

#endif // RELAX_TOOLS_RELAX_MUTATE_MUTATOR_H
