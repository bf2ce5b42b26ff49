// Identifiers and strings of Python, lines of text.
#include "Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"

namespace mlir::relax::tvmscript {

/// Words of Python, and names that a script or TVM's parser gives a meaning.
/// TVM's parser evaluates annotations as Python does; a variable called T would
/// hide the dialect.
static const llvm::StringSet<> &takenWords() {
  static const llvm::StringSet<> words = {
      "False",  "None",    "True",    "and",      "as",       "assert", "async",
      "await",  "break",   "class",   "continue", "def",      "del",    "elif",
      "else",   "except",  "finally", "for",      "from",     "global", "if",
      "import", "in",      "is",      "lambda",   "nonlocal", "not",    "or",
      "pass",   "raise",   "return",  "try",      "while",    "with",   "yield",
      "I",      "R",       "T",       "Tx",       "ir",       "relax",  "tir",
      "tirx",   "tvm",     "cls",     "Module",   "params",   "float",  "range",
      "Axis",   "TypeVar", "match",   "case",     "_"};
  return words;
}

static bool isWordStart(char c) { return llvm::isAlpha(c) || c == '_'; }

bool isFreeIdentifier(llvm::StringRef text) {
  return !text.empty() && isWordStart(text.front()) &&
         llvm::all_of(text,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; }) &&
         !takenWords().contains(text);
}

std::string Names::fresh(llvm::StringRef base) {
  std::string name;
  for (char c : base)
    name += llvm::isAlnum(c) || c == '_' ? c : '_';
  if (name.empty() || !isWordStart(name.front()))
    name.insert(0, "v");
  if (takenWords().contains(name))
    name += "_";
  unsigned &count = counts[name];
  if (count++ == 0)
    return name;
  // Counted for each base, so that names of a long function take linear time.
  return fresh(name + "_" + std::to_string(count - 1));
}

std::string quoted(llvm::StringRef text) {
  static const char digits[] = "0123456789abcdef";
  std::string result = "\"";
  for (unsigned char c : text.bytes()) {
    // Python's escapes; UTF-8 goes through as it is.
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (c < 32 || c == 127) {
      result += "\\x";
      result += digits[c >> 4];
      result += digits[c & 15];
    } else {
      result += c;
    }
  }
  return result + "\"";
}

void Lines::add(const llvm::Twine &line) {
  std::string written = line.str();
  if (!written.empty())
    text.append(depth * 4, ' ');
  text += written;
  text += '\n';
}

} // namespace mlir::relax::tvmscript
