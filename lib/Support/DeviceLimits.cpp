// What the chips of GPUs have at most, as CUDA's programming guide lists it.
#include "Relax/Support/DeviceLimits.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::relax {

int64_t getMaxSharedBytes(llvm::StringRef chip) {
  unsigned number = 0;
  llvm::StringRef digits = chip.drop_until(llvm::isDigit);
  bool isUnknown = digits.consumeInteger(10, number);
  int64_t kibibytes = 227;
  if (isUnknown)
    return kibibytes * 1024;
  if (number < 80)
    kibibytes = 64;
  else if (number == 86 || number == 89 || number >= 120)
    kibibytes = 99;
  else if (number < 90)
    kibibytes = 163;
  return kibibytes * 1024;
}

} // namespace mlir::relax
