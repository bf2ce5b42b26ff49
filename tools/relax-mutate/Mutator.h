// Damages programs in ways that a parser meets in the wild, and in others.
#ifndef RELAX_TOOLS_RELAX_MUTATE_MUTATOR_H
#define RELAX_TOOLS_RELAX_MUTATE_MUTATOR_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace mlir::relax {

/// What is damaged. Text: tokens and lines are dropped, doubled, swapped,
/// replaced by others, often of their kind. Numbers: one to three numbers of a
/// text become ones at some limit, and all else stays. Bytes: they are set,
/// flipped, dropped, doubled, cut off.
enum class Damage { Text, Numbers, Bytes };

/// The `number`-th mutant of `original` for `seed`: always the same, of one to
/// three changes.
std::string mutate(llvm::StringRef original, Damage damage, uint64_t seed,
                   uint64_t number);

} // namespace mlir::relax

#endif // RELAX_TOOLS_RELAX_MUTATE_MUTATOR_H
