// The protobuf classes of ONNX, as Debian's libonnx declares them.
#ifndef RELAX_LIB_IMPORT_PROTO_H
#define RELAX_LIB_IMPORT_PROTO_H

#include "Relax/Support/Quote.h"
#include <onnx/onnx_pb.h>

namespace mlir::relax {

/// ONNX's own name of the default operator set, for messages.
inline llvm::StringRef getDomainName(llvm::StringRef domain) {
  return domain.empty() ? llvm::StringRef("ai.onnx") : domain;
}

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_PROTO_H
