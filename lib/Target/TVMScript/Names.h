// Names in a script: Python's identifiers, each of which means one thing.
#ifndef RELAX_LIB_TARGET_TVMSCRIPT_NAMES_H
#define RELAX_LIB_TARGET_TVMSCRIPT_NAMES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::relax::tvmscript {

/// A string of Python, in quotes.
std::string quoted(llvm::StringRef text);

/// Whether Python takes `text` as a name, and a script has no other use for it.
bool isFreeIdentifier(llvm::StringRef text);

/// The names of one scope.
class Names {
public:
  /// A name like `base` that nothing else has.
  std::string fresh(llvm::StringRef base);

private:
  llvm::StringMap<unsigned> counts;
};

/// The lines of a script.
class Lines {
public:
  /// Writes a line at the indentation of this place.
  void add(const llvm::Twine &text);
  /// Everything that was written.
  std::string text;
  /// How deep this place is.
  unsigned depth = 0;
};

/// What is written while it lives stands one level deeper.
class Indented {
public:
  explicit Indented(Lines &lines) : lines(lines) { ++lines.depth; }
  ~Indented() { --lines.depth; }

private:
  Lines &lines;
};

} // namespace mlir::relax::tvmscript

#endif // RELAX_LIB_TARGET_TVMSCRIPT_NAMES_H
