// Kernels that take few registers, so that a multiprocessor has room for more
// blocks of them.
#ifndef RELAX_SUPPORT_RESIDENTBLOCKS_H
#define RELAX_SUPPORT_RESIDENTBLOCKS_H

#include "mlir/IR/Location.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::relax {

/// `ptx` where each kernel asks for the blocks in a multiprocessor that its
/// registers leave room for without spills: at most those that it asks for in
/// `ptx` (`.minnctapersm`), and more than `ptxas` gives it unasked. Where there
/// is no such number, or no `ptxas`, it asks for none.
std::string settleResidentBlocks(Location location, llvm::StringRef ptx,
                                 llvm::StringRef chip);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_RESIDENTBLOCKS_H
