// Turns the kernels of a module into code of a GPU.
#ifndef RELAX_TARGET_DEVICECODE_H
#define RELAX_TARGET_DEVICECODE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::relax {

/// Checks that code can be generated for `chip`, such as "sm_90".
LogicalResult checkDeviceChip(Location location, llvm::StringRef chip);

/// Adds the pass that turns device modules into PTX in the program,
/// `gpu.binary`; with `assembles` also into machine code, where CUDA's
/// assembler is found. Functions of the CUDA toolkit's device library are
/// linked in where it is found.
void addSerializeKernels(OpPassManager &passes, bool assembles);

/// Writes the PTX of all kernels in `module`, which has some and whose device
/// modules have targets and hold code of the llvm and nvvm dialects; `module`
/// itself stays as it is. Functions of the CUDA toolkit's device library are
/// linked in where it is found; a kernel that needs them where it is not is an
/// error.
LogicalResult writePTX(ModuleOp module, llvm::raw_ostream &os);

} // namespace mlir::relax

#endif // RELAX_TARGET_DEVICECODE_H
