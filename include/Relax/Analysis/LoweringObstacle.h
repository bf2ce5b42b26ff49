// Why a pass left an op behind.
#ifndef RELAX_ANALYSIS_LOWERINGOBSTACLE_H
#define RELAX_ANALYSIS_LOWERINGOBSTACLE_H

#include "mlir/IR/Operation.h"
#include <string>

namespace mlir::relax {

/// Why the pass that lowers `op` could not, and what to do about it: an unknown
/// type, a region that allows no effect, a missing schedule. Where the op gives
/// no reason, the pass was not run, or before something else made the op.
std::string getLoweringObstacle(Operation *op);

} // namespace mlir::relax

#endif // RELAX_ANALYSIS_LOWERINGOBSTACLE_H
