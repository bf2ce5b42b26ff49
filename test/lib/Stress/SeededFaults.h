// Faults put into modules on purpose, to see whether the stress test finds
// them.
#ifndef RELAX_TEST_STRESS_SEEDEDFAULTS_H
#define RELAX_TEST_STRESS_SEEDEDFAULTS_H

#include "Stress/Decisions.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {

/// What a pass with a fault could do to a module.
struct SeededFault {
  /// Such as `swapped-operands`.
  StringRef name;
  /// One sentence.
  StringRef description;
  /// Changes one place of the module; false if it has none.
  bool (*seed)(ModuleOp module, Decisions &decisions);
};

/// All of them: in graphs, in tensor programs, in explicit memory, in symbols.
std::vector<SeededFault> getSeededFaults();

/// The passes after each of which a fault is seeded: down from operators to
/// scheduled programs and planned memory.
std::vector<std::string> getSeedingPasses();

} // namespace mlir::relax

#endif // RELAX_TEST_STRESS_SEEDEDFAULTS_H
