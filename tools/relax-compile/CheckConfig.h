// Which options of relax-compile do not go together.
#ifndef RELAX_TOOLS_RELAX_COMPILE_CHECKCONFIG_H
#define RELAX_TOOLS_RELAX_COMPILE_CHECKCONFIG_H

#include "CompileConfig.h"
#include "Relax/Pipelines/WholeStory.h"

namespace mlir::relax {

/// The stages to run: the first one, and one past the last.
struct StageRange {
  unsigned first = 1, end = 1;
  bool contains(const Stage &stage) const {
    return stage.number >= first && stage.number < end;
  }
};

/// An error for options that contradict each other; else sets the stages that
/// they ask for.
LogicalResult checkConfig(Location location, const CompileConfig &config,
                          StageRange &range);

/// An error for options that do not go with the target or with the stages that
/// are run.
LogicalResult checkTarget(Location location, const StageRange &range,
                          TargetAttr target, const CompileConfig &config);

} // namespace mlir::relax

#endif // RELAX_TOOLS_RELAX_COMPILE_CHECKCONFIG_H
