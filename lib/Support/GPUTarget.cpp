// What a chip of a GPU can do.
#include "Relax/Support/GPUTarget.h"

namespace mlir::relax {

std::optional<GPUTarget> GPUTarget::parse(llvm::StringRef name) {
  unsigned version = 0;
  if (!name.consume_front("sm_") || name.consumeInteger(10, version) ||
      (!name.empty() && name != "a" && name != "f"))
    return std::nullopt;
  return GPUTarget(version, name == "a");
}

int64_t GPUTarget::getMaxSharedBytes() const {
  int64_t kibibytes = kMaxSharedBytes / 1024;
  if (version < 80)
    kibibytes = 64;
  else if (version == 86 || version == 89 || version >= 120)
    kibibytes = 99;
  else if (version < 90)
    kibibytes = 163;
  return kibibytes * 1024;
}

int64_t GPUTarget::getMaxResidentThreads() const {
  if (version < 80)
    return 1024;
  bool isLarge =
      version == 80 || version == 90 || (version >= 100 && version < 110);
  return isLarge ? 2048 : 1536;
}

int64_t getMaxSharedBytes(llvm::StringRef chip) {
  std::optional<GPUTarget> target = GPUTarget::parse(chip);
  return target ? target->getMaxSharedBytes() : GPUTarget::kMaxSharedBytes;
}

} // namespace mlir::relax
