// The schedules that relax-tune has found, by the programs that they are for.
#ifndef RELAX_LIB_TRANSFORMS_KERNEL_TUNING_SCHEDULEDATABASE_H
#define RELAX_LIB_TRANSFORMS_KERNEL_TUNING_SCHEDULEDATABASE_H

#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::tir {

/// What a program is called where it is tuned.
inline constexpr StringLiteral kTunedName = "program";

/// A module for the target of `func`'s own, with a copy of `func` that has the
/// name `kTunedName`. So what a program is called elsewhere does not matter.
OwningOpRef<ModuleOp> isolateProgram(FuncOp func);

/// What tells an isolated program from others: 40 digits, by its text and its
/// target.
std::string getProgramKey(ModuleOp isolated);

/// Scripts of the transform dialect, by the keys of programs.
class ScheduleDatabase {
public:
  /// Reports at `location` why a file is no database.
  static FailureOr<ScheduleDatabase> read(Location location, StringRef path);

  /// Empty if there is none.
  StringRef getScript(StringRef key) const {
    auto found = scripts.find(key);
    return found == scripts.end() ? StringRef() : found->second;
  }

private:
  llvm::StringMap<std::string> scripts;
};

} // namespace mlir::tir

#endif // RELAX_LIB_TRANSFORMS_KERNEL_TUNING_SCHEDULEDATABASE_H
