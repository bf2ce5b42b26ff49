// Strings of files in messages.
#ifndef RELAX_SUPPORT_QUOTE_H
#define RELAX_SUPPORT_QUOTE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::relax {

/// A string from a file, fit for a message: bounded, escaped.
std::string escape(llvm::StringRef text);

/// The same, quoted.
std::string quote(llvm::StringRef text);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_QUOTE_H
