// Compiles a module of the llvm dialect into the memory of this process.
#ifndef RELAX_TARGET_JUSTINTIME_H
#define RELAX_TARGET_JUSTINTIME_H

#include "Relax/Target/HostMachine.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"

namespace mlir::relax {

/// A symbol that this process offers to compiled code.
struct JustInTimeSymbol {
  llvm::StringRef name;
  void *address;
};

/// Code in memory; it lives as long as this.
class JustInTimeCode {
public:
  /// Compiles `module` for this machine. Its open symbols are found among
  /// `symbols`, then in the process (for the C library). Null after an error.
  static std::unique_ptr<JustInTimeCode>
  compile(ModuleOp module, const HostMachineOptions &options,
          llvm::ArrayRef<JustInTimeSymbol> symbols);

  /// Address of the exported symbol `name`; null after an error at `location`.
  void *find(Location location, llvm::StringRef name);

private:
  explicit JustInTimeCode(std::unique_ptr<llvm::orc::LLJIT> jit)
      : jit(std::move(jit)) {}

  std::unique_ptr<llvm::orc::LLJIT> jit;
};

} // namespace mlir::relax

#endif // RELAX_TARGET_JUSTINTIME_H
