// Strings of files in messages.
#include "Relax/Support/Quote.h"

#include "llvm/Support/raw_ostream.h"

namespace mlir::relax {

/// A name in a hostile file may have control characters, or megabytes.
std::string quote(llvm::StringRef text) {
  constexpr size_t kLongest = 200;
  std::string result;
  llvm::raw_string_ostream stream(result);
  stream << '"';
  stream.write_escaped(text.take_front(kLongest));
  stream << (text.size() > kLongest ? "...\"" : "\"");
  return result;
}

} // namespace mlir::relax
