// The version that bytecode of our dialects carries.
#include "Relax/Dialect/Relax/IR/BytecodeVersion.h"

namespace mlir::relax {

void BytecodeVersion::writeVersion(DialectBytecodeWriter &writer) const {
  writer.writeVarInt(kBytecodeVersion);
}

std::unique_ptr<DialectVersion>
BytecodeVersion::readVersion(DialectBytecodeReader &reader) const {
  uint64_t version = 0;
  if (failed(reader.readVarInt(version)))
    return nullptr;
  // Nothing has to be upgraded yet, so that no number is kept. Files from
  // before there were versions have none, and this is not called for them.
  if (version <= kBytecodeVersion)
    return std::make_unique<DialectVersion>();
  reader.emitError() << "expected version " << kBytecodeVersion
                     << " or earlier of dialect '"
                     << getDialect()->getNamespace() << "', found " << version
                     << "; the file is of a later release: read it with that "
                        "one, or write it again as text";
  return nullptr;
}

} // namespace mlir::relax
