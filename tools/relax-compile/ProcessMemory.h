// What the process gives back to the system.
#ifndef RELAX_TOOLS_RELAX_COMPILE_PROCESSMEMORY_H
#define RELAX_TOOLS_RELAX_COMPILE_PROCESSMEMORY_H

namespace mlir::relax {

/// Makes large blocks go back to the system when they are freed.
void returnLargeBlocks();

/// Gives back what is freed already, and pages of code and tables that were
/// read from files: those that are wanted again are mapped again.
void trimMemory();

} // namespace mlir::relax

#endif // RELAX_TOOLS_RELAX_COMPILE_PROCESSMEMORY_H
