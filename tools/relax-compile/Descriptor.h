// The descriptor of a module that is linked into a program: its name and a
// header for it.
#ifndef RELAX_TOOLS_RELAX_COMPILE_DESCRIPTOR_H
#define RELAX_TOOLS_RELAX_COMPILE_DESCRIPTOR_H

#include "CompileConfig.h"

namespace mlir::relax {

/// Whether what is asked of the descriptor goes with the output.
LogicalResult checkDescriptor(Location location, const CompileConfig &config);

/// Names the descriptor in a module of relax functions, and writes the header
/// if one is asked for. The name is that of the configuration; if that is
/// empty, objects of a module with `relax.system_lib_prefix` have the usual
/// name behind the prefix.
LogicalResult describeModule(ModuleOp module, const CompileConfig &config);

} // namespace mlir::relax

#endif // RELAX_TOOLS_RELAX_COMPILE_DESCRIPTOR_H
