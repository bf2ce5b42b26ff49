// The options of relax-compile that build the target of a program.
#ifndef RELAX_TOOLS_RELAX_COMPILE_TARGETFLAGS_H
#define RELAX_TOOLS_RELAX_COMPILE_TARGETFLAGS_H

#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace mlir::relax {

/// What the command line says of the target; empty or false where it does not.
struct TargetFlags {
  std::string device, cpu, features, triple;
  bool emulate = false, tf32 = false, deviceTensors = false, ptxOnly = false,
       cudaGraphs = false, noWinograd = false;
};

/// An error if no machine is what the options name; else the target that a
/// program gets which has none.
FailureOr<TargetAttr> readTargetFlags(Location location,
                                      const TargetFlags &flags);

/// Gives `module` the target `built` of the flags if it has none and a stage is
/// to read it. An error if it has another one than an option names, or if the
/// stages from number `first` on no longer ask what an option says.
FailureOr<TargetAttr> settleTarget(ModuleOp module, const TargetFlags &flags,
                                   TargetAttr built, unsigned first);

} // namespace mlir::relax

#endif // RELAX_TOOLS_RELAX_COMPILE_TARGETFLAGS_H
