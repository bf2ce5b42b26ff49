// Rejects text that upstream's parser cannot follow: deep nesting, results that
// no op can have, endless numbers.
#ifndef RELAX_SUPPORT_NESTING_H
#define RELAX_SUPPORT_NESTING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::relax {

/// The deepest nesting that tools read; programs need a fiftieth. Upstream's
/// parser, printer and verifiers recurse, and on a deep stack (see
/// `runOnDeepStack`) this many levels are safe; printing their indentation
/// takes time that grows with the square.
inline constexpr size_t kMaxNesting = 2500;

/// The offset of what opens level `limit + 1` of MLIR text, or `npos`. That is
/// a bracket, or the name of an alias (`#a`, `!t`) whose definition has levels
/// of its own. Strings and comments do not count.
size_t findDeepBracket(llvm::StringRef text, size_t limit = kMaxNesting);

/// The highest result of an op that text may use. Upstream's parser makes room
/// for all results below that of `%x#4000000000` before it looks for `%x`.
inline constexpr size_t kMaxResult = 10000;

/// The offset of a use of a result above `limit`, or `npos`.
size_t findHighResult(llvm::StringRef text, size_t limit = kMaxResult);

/// The most digits of a number. Reading one takes time that grows with their
/// square, and upstream's parser of fractions crashes on a million.
inline constexpr size_t kMaxDigits = 4000;

/// The offset of a number of more than `limit` digits, or `npos`. Strings do
/// not count.
size_t findLongNumber(llvm::StringRef text, size_t limit = kMaxDigits);

/// Report text that nests too deep, uses too high a result or has too long a
/// number, with its place. Bytecode passes: it has no brackets, names, digits.
llvm::LogicalResult checkNesting(llvm::MemoryBufferRef buffer,
                                 llvm::raw_ostream &errors);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_NESTING_H
