// Which attributes say what this compiler makes code for.
#ifndef RELAX_LIB_TARGET_TVMSCRIPT_TARGETNAMES_H
#define RELAX_LIB_TARGET_TVMSCRIPT_TARGETNAMES_H

#include "Relax/Dialect/Relax/IR/DeviceCodeWishes.h"
#include "Relax/Dialect/Relax/IR/TargetAttrs.h"

namespace mlir::relax::tvmscript {

/// Whether an attribute is left out: whoever compiles a script names the target
/// to TVM, and a script is the same for all.
inline bool isOfTarget(StringRef name) {
  return name == kTargetName || llvm::is_contained(kWishNames, name);
}

} // namespace mlir::relax::tvmscript

#endif // RELAX_LIB_TARGET_TVMSCRIPT_TARGETNAMES_H
