// Which pass handles each operator.
#ifndef RELAX_CONVERSION_RELAXTOTIR_OPSUPPORT_H
#define RELAX_CONVERSION_RELAXTOTIR_OPSUPPORT_H

#include "llvm/Support/raw_ostream.h"

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace mlir::relax {

/// Prints a table in Markdown, a line for each op of the relax dialect: the
/// pass that handles it, and what becomes of it. The dialect is loaded.
void printOpSupport(MLIRContext &context, llvm::raw_ostream &os);

} // namespace mlir::relax

#endif // RELAX_CONVERSION_RELAXTOTIR_OPSUPPORT_H
