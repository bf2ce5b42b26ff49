// The linker that is part of the compiler.
#ifndef RELAX_LIB_TARGET_BUILTINLINKER_H
#define RELAX_LIB_TARGET_BUILTINLINKER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::relax {

/// Runs lld for ELF with the arguments of `ld.lld`, the first of which is its
/// name; gives its exit status and adds its messages to `text`. One thread at a
/// time links; the others wait. It registers options of LLVM's code generators:
/// a tool that parses options of such names removes its own before.
int runBuiltInLinker(llvm::ArrayRef<llvm::StringRef> arguments,
                     std::string &text);

} // namespace mlir::relax

#endif // RELAX_LIB_TARGET_BUILTINLINKER_H
