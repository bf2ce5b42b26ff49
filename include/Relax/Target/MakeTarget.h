// Makes `#relax.target` of what a person says of a machine.
#ifndef RELAX_TARGET_MAKETARGET_H
#define RELAX_TARGET_MAKETARGET_H

#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "Relax/Target/HostMachine.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {

/// A machine as a person names it. What is empty is not said, hence this
/// machine's.
struct TargetRequest {
  /// "cpu", a GPU as "sm_90", or "native" for that of this machine.
  std::string device = {};
  /// A CPU as LLVM names it, or "native"; for another architecture's triple the
  /// plainest one.
  std::string cpu = {};
  /// Features of the CPU to add or drop, such as "+avx2,-fma".
  std::string features = {};
  /// Triple of the CPU.
  std::string triple = {};
  /// Whether the CPU runs the kernels of the GPU.
  bool isEmulated = false;
};

/// The target that `request` names; failure after an error at `location`.
FailureOr<TargetAttr> makeTarget(Location location,
                                 const TargetRequest &request);

/// The target that `module` says it has, before the host stage as
/// `relax.target`, after it as `llvm.target`; null if it says none. Failure
/// after an error.
FailureOr<TargetAttr> readTarget(ModuleOp module);

/// How code for the CPU of `target` is compiled: of a GPU its host, of what is
/// not said this machine.
HostMachineOptions getHostOptions(TargetAttr target, unsigned optLevel = 3);

} // namespace mlir::relax

#endif // RELAX_TARGET_MAKETARGET_H
