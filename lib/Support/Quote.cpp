// Strings of files in messages.
#include "Relax/Support/Quote.h"

#include "llvm/Support/raw_ostream.h"

namespace mlir::relax {

/// A name in a hostile file may have control characters, bytes that are no
/// text, or megabytes.
std::string escape(llvm::StringRef text) {
  constexpr size_t kLongest = 200;
  std::string result;
  llvm::raw_string_ostream stream(result);
  stream.write_escaped(text.take_front(kLongest));
  if (text.size() > kLongest)
    stream << "...";
  return result;
}

std::string quote(llvm::StringRef text) { return '"' + escape(text) + '"'; }

} // namespace mlir::relax
