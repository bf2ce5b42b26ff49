// What a chip of a GPU can do, by its name. Passes ask the target of their op,
// `Relax/Dialect/Relax/IR/TargetAttrs.h`, which asks here.
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
  /// Registers of a multiprocessor, on every chip, and how many of them warps
  /// get at a time.
  static constexpr int64_t kRegisters = 64 * 1024, kRegisterUnit = 256;
  /// Bytes of shared memory of a block that are the system's.
  static constexpr int64_t kReservedSharedBytes = 1024;
  /// The oldest chip that the toolkits of today generate code for.
  static constexpr unsigned kOldest = 75;
  /// The one chip whose warpgroups multiply matrices.
  static constexpr llvm::StringLiteral kWarpgroupChip{"sm_90a"};
  /// The first chips with tensor cores; with those of all types and async
  /// copies; and with bulk copies.
  static constexpr unsigned kFirstTensorCores = 75, kFirstAsyncCopies = 80,
                            kFirstBulkCopies = 90;

  /// The chip that `name`, such as "sm_90a", names; nothing for other text.
  static std::optional<GPUTarget> parse(llvm::StringRef name);

  /// Ten times the compute capability: 90 for sm_90 and sm_90a.
  unsigned getVersion() const { return version; }

  /// Whether warps multiply matrices: `mma.sync` of f16 and i8.
  bool hasTensorCores() const { return version >= kFirstTensorCores; }

  /// Whether they do so with 16 rows of all types: bf16 as well, and f32
  /// rounded to tf32.
  bool hasAllTensorCoreTypes() const { return version >= kFirstAsyncCopies; }

  /// Whether threads start copies to shared memory: `cp.async`.
  bool hasAsyncCopies() const { return version >= kFirstAsyncCopies; }

  /// Whether the maximum that is NaN where a number is NaN is an instruction,
  /// `max.NaN`: since the same chips.
  bool hasNaNMaximum() const { return version >= kFirstAsyncCopies; }

  /// Whether one thread copies a box of a tensor: `cp.async.bulk.tensor`, with
  /// barriers that count bytes.
  bool hasBulkCopies() const { return version >= kFirstBulkCopies; }

  /// Whether four warps multiply matrices of shared memory together: `wgmma`,
  /// which no later chip has.
  bool hasWarpgroupProducts() const { return version == 90 && isSpecific; }

  /// Bytes that the threads of a block share at most, where the launch asks for
  /// them.
  int64_t getMaxSharedBytes() const;

  /// Threads that a multiprocessor has room for.
  int64_t getMaxResidentThreads() const;

  /// Features that LLVM compiles kernels with: the PTX version, where the first
  /// one that has the chip lacks an instruction.
  llvm::StringRef getPTXFeatures() const {
    return version == 75 ? "+ptx65" : "";
  }

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
