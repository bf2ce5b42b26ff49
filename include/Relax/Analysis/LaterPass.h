// Which pass lowers an op after legalisation.
#ifndef RELAX_ANALYSIS_LATERPASS_H
#define RELAX_ANALYSIS_LATERPASS_H

#include "mlir/IR/Operation.h"

namespace mlir::relax {

/// The flag of the pass that lowers ops of this kind after legalisation, or an
/// empty string: then legalisation has to.
StringRef getLaterPass(Operation *op);

} // namespace mlir::relax

#endif // RELAX_ANALYSIS_LATERPASS_H
