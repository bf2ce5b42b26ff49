// Kernels of convolutions whose output channels are split into blocks.
#include "KernelLayout.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::relax {

// "OIHW8o": upper case axes, then a size and `o`. Anything else has no block
// that kernels know.
int64_t getOutputBlock(StringRef kernelLayout) {
  StringRef axes = kernelLayout.take_while(llvm::isUpper);
  StringRef block = kernelLayout.drop_front(axes.size());
  int64_t size = 0;
  if (block.consumeInteger(10, size) || block != "o")
    return 0;
  return size;
}

} // namespace mlir::relax
