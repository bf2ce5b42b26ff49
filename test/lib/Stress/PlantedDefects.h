// Defects put into modules on purpose, to see whether the stress test finds
// them.
#ifndef RELAX_TEST_STRESS_PLANTEDDEFECTS_H
#define RELAX_TEST_STRESS_PLANTEDDEFECTS_H

#include "Stress/Decisions.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {

/// What a pass with a fault could do to a module.
struct PlantedDefect {
  /// Such as `swapped-operands`.
  StringRef name;
  /// One sentence.
  StringRef description;
  /// Changes one place of the module; false if it has none.
  bool (*plant)(ModuleOp module, Decisions &decisions);
};

/// All of them: in graphs, in tensor programs, in explicit memory, in symbols.
std::vector<PlantedDefect> getPlantedDefects();

/// The passes after each of which a defect is planted: down from operators to
/// scheduled programs and planned memory.
std::vector<std::string> getPlantingPasses();

} // namespace mlir::relax

#endif // RELAX_TEST_STRESS_PLANTEDDEFECTS_H
