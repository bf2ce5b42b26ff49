// The names that code generation gives a meaning of its own.
#include "Relax/Support/LibraryNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

namespace mlir::relax {

/// A kernel called `memcpy` or `expf` would be taken for the library's by the
/// optimizer, which then replaces calls, or by the linker.
bool isLibraryName(llvm::StringRef name) {
  // C leaves names that begin with two underscores to its implementations,
  // assemblers have those of sections and of their own with a dot, and LLVM
  // takes what follows the character 1 for the name.
  static constexpr llvm::StringRef kPrefixes[] = {
      "__", "llvm.",          "relax_rt_",
      ".",  "relax_function", "relax_module_descriptor",
      "\1"};
  if (llvm::any_of(kPrefixes, [&](llvm::StringRef prefix) {
        return name.starts_with(prefix);
      }))
    return true;
  // The host's library; others have the same names.
  static const llvm::TargetLibraryInfoImpl library(
      (llvm::Triple(llvm::sys::getDefaultTargetTriple())));
  llvm::LibFunc function;
  // Known to the code generator and not to the table of library functions.
  static constexpr llvm::StringRef kMore[] = {"sincos", "sincosf", "sincosl",
                                              "sincospi", "sincospif"};
  return library.getLibFunc(name, function) || llvm::is_contained(kMore, name);
}

} // namespace mlir::relax
