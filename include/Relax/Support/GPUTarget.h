// What a chip of a GPU can do. Passes ask here, and parse no names.
#ifndef RELAX_SUPPORT_GPUTARGET_H
#define RELAX_SUPPORT_GPUTARGET_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace mlir::relax {

/// A chip of NVIDIA's, by its name. The facts are those of CUDA's programming
/// guide, "Technical Specifications per Compute Capability", and of the PTX
/// ISA, "Target ISA Notes" of each instruction.
class GPUTarget {
public:
  /// Threads of a block, on every chip.
  static constexpr int64_t kMaxBlockThreads = 1024;

  /// The chip that `name`, such as "sm_90a", names; nothing for other text.
  static std::optional<GPUTarget> parse(llvm::StringRef name);

  /// Ten times the compute capability: 90 for sm_90 and sm_90a.
  unsigned getVersion() const { return version; }

  /// Whether warps multiply matrices: `mma.sync` of f16 and i8.
  bool hasTensorCores() const { return version >= 75; }

  /// Whether they do so with 16 rows of all types, f32 rounded to tf32 among
  /// them, and threads start copies to shared memory: `cp.async`.
  bool hasAsyncCopies() const { return version >= 80; }

  /// Whether one thread copies a box of a tensor: `cp.async.bulk.tensor`, with
  /// barriers that count bytes.
  bool hasBulkCopies() const { return version >= 90; }

  /// Whether four warps multiply matrices of shared memory together: `wgmma`,
  /// which no later chip has.
  bool hasWarpgroupProducts() const { return version == 90 && isSpecific; }

  /// Bytes that the threads of a block share at most, where the launch asks for
  /// them.
  int64_t getMaxSharedBytes() const;

  /// The same of the chip with most.
  static constexpr int64_t kMaxSharedBytes = 227 * 1024;

private:
  GPUTarget(unsigned version, bool isSpecific)
      : version(version), isSpecific(isSpecific) {}

  unsigned version;
  /// Whether the name ends with "a": code for this chip and no later one.
  bool isSpecific;
};

/// `GPUTarget::getMaxSharedBytes` of the chip of that name, the most that any
/// chip has for other text.
int64_t getMaxSharedBytes(llvm::StringRef chip);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_GPUTARGET_H
