// Whether two modules are the same program, whatever its parts are called.
#ifndef RELAX_ANALYSIS_MODULECOMPARISON_H
#define RELAX_ANALYSIS_MODULECOMPARISON_H

#include "mlir/IR/BuiltinOps.h"
#include <optional>
#include <string>

namespace mlir::relax {

/// Where two modules differ first.
struct ModuleDifference {
  /// The place in either module.
  Location left, right;
  /// What differs.
  std::string reason;
};

/// The first difference of two modules of one context; none if they are equal
/// up to names of values, of private functions and of symbolic sizes, and up to
/// the order of functions, attributes and constants, and in tensor programs of
/// what has no effect. What nothing uses there does not count.
std::optional<ModuleDifference> compareModules(ModuleOp left, ModuleOp right);

} // namespace mlir::relax

#endif // RELAX_ANALYSIS_MODULECOMPARISON_H
