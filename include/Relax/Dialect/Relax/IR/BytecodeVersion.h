// The version that bytecode of our dialects carries.
#ifndef RELAX_DIALECT_RELAX_IR_BYTECODEVERSION_H
#define RELAX_DIALECT_RELAX_IR_BYTECODEVERSION_H

#include "mlir/Bytecode/BytecodeImplementation.h"

namespace mlir::relax {

/// The version of our dialects that is written. It grows with each change after
/// which an earlier release could not read the file, or would take it for
/// something else; what reads then upgrades files of all versions before.
constexpr uint64_t kBytecodeVersion = 1;

/// Writes the version into bytecode, and rejects what is newer. Attributes and
/// types are written as text.
struct BytecodeVersion : BytecodeDialectInterface {
  explicit BytecodeVersion(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const override;
  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const override;
};

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_BYTECODEVERSION_H
