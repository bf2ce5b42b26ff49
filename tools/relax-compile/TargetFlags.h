// The options of relax-compile that build the target of a program.
#ifndef RELAX_TOOLS_RELAX_COMPILE_TARGETFLAGS_H
#define RELAX_TOOLS_RELAX_COMPILE_TARGETFLAGS_H

#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::relax {

/// The options that the help of relax-compile lists.
llvm::cl::OptionCategory &getOptions();

/// An error if no machine is what the options name; else the target that a
/// program gets which has none.
FailureOr<TargetAttr> readTargetFlags(Location location);

/// Gives `module` the target `flags` if it has none and a stage is to read it.
/// An error if it has another one than an option names, or if the stages from
/// number `first` on no longer ask what an option says.
FailureOr<TargetAttr> settleTarget(ModuleOp module, TargetAttr flags,
                                   unsigned first);

} // namespace mlir::relax

#endif // RELAX_TOOLS_RELAX_COMPILE_TARGETFLAGS_H
