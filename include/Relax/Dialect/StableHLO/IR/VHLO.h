// The dialect of StableHLO's portable byte code, as this project reads it.
#ifndef RELAX_DIALECT_STABLEHLO_IR_VHLO_H
#define RELAX_DIALECT_STABLEHLO_IR_VHLO_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ExtensibleDialect.h"

namespace mlir::relax::vhlo {

/// Ops with a version in their name, such as `vhlo.gather_v2`, which stand for
/// those of StableHLO in byte code that outlives its releases. Types and
/// attributes become those of StableHLO where they are read; ops in
/// `upgradeToStableHLO`.
class VHLODialect : public ExtensibleDialect {
public:
  explicit VHLODialect(MLIRContext *context);
  static constexpr StringLiteral getDialectNamespace() { return "vhlo"; }
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(VHLODialect)
};

/// The versions of byte code that are read.
inline constexpr StringLiteral kOldestVersion = "0.9.0";
inline constexpr StringLiteral kNewestVersion = "1.20.0";

/// The version that byte code names as its own; empty for what is none of
/// StableHLO.
StringRef getVersion(StringRef bytes);
/// Whether that version is read.
bool isReadVersion(StringRef version);

/// The names of the attributes of `op` ("gather_v2"), in the order in which
/// byte code has them.
ArrayRef<StringRef> getAttributeNames(StringRef op);

/// Let the dialect read types and attributes from byte code.
void addBytecodeInterface(VHLODialect &dialect);

/// Turn the ops of `module` that have a version into those of StableHLO and
/// `func`. One that is read but has no counterpart becomes an op of StableHLO
/// that is not registered, as it would be in a text.
void upgradeToStableHLO(ModuleOp module);

} // namespace mlir::relax::vhlo

#endif // RELAX_DIALECT_STABLEHLO_IR_VHLO_H
