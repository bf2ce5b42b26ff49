// Turns PTX into machine code of a GPU, with CUDA's assembler.
#ifndef RELAX_SUPPORT_DEVICEASSEMBLER_H
#define RELAX_SUPPORT_DEVICEASSEMBLER_H

#include "mlir/IR/Location.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::relax {

/// What a thread, or a block of threads, of a kernel takes.
struct KernelResources {
  std::string kernel;
  /// Of a thread.
  unsigned registers = 0;
  /// Bytes of a thread's frame; bytes written to and read from it because there
  /// are not enough registers, as often as they stand in the code.
  unsigned frameBytes = 0, spillStores = 0, spillLoads = 0;
  /// Of a block: its constant shared memory, and its barriers.
  unsigned sharedBytes = 0, barriers = 0;
};

/// `ptxas` of the CUDA toolkit, from CUDA_ROOT, CUDA_HOME, CUDA_PATH,
/// /usr/local/cuda or PATH; empty if there is none.
std::string findDeviceAssembler();

/// Machine code for `chip` of `ptx`, and what its kernels take. Runs
/// `findDeviceAssembler`; fails if there is none, or if it does, with words for
/// `why`; where there is no room for its files with an error, and none.
LogicalResult
tryAssembleDeviceCode(Location location, llvm::StringRef ptx,
                      llvm::StringRef chip,
                      llvm::function_ref<void(llvm::SmallVectorImpl<char> &code,
                                              llvm::StringRef log)>
                          use,
                      std::string &why);

/// The same, with an error.
LogicalResult
assembleDeviceCode(Location location, llvm::StringRef ptx, llvm::StringRef chip,
                   llvm::SmallVectorImpl<char> &code,
                   llvm::SmallVectorImpl<KernelResources> &kernels);

/// What `ptxas -v` says, as a list.
llvm::SmallVector<KernelResources> readKernelResources(llvm::StringRef text);

/// A table, a kernel a line.
void printKernelResources(llvm::ArrayRef<KernelResources> kernels,
                          llvm::raw_ostream &os);

/// The folder of the CUDA toolkit; empty if it is in none of its usual places.
std::string findToolkit();

} // namespace mlir::relax

#endif // RELAX_SUPPORT_DEVICEASSEMBLER_H
