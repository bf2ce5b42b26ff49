// Which pass lowers the ops that legalisation leaves.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_LATERSTAGES_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_LATERSTAGES_H

#include "mlir/IR/Operation.h"

namespace mlir::relax {

/// The flag of the pass that lowers ops of this kind after legalisation, or an
/// empty string: then legalisation has to.
StringRef getLaterPass(Operation *op);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_LATERSTAGES_H
