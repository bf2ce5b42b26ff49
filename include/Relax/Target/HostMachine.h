// Names the CPU that code is generated for.
#ifndef RELAX_TARGET_HOSTMACHINE_H
#define RELAX_TARGET_HOSTMACHINE_H

#include "mlir/IR/Location.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>
#include <string>

namespace mlir::relax {

/// Which CPU code is for and how hard the compiler tries.
struct HostMachineOptions {
  /// Name of a CPU as LLVM knows it, "native" for this machine's.
  std::string cpu = "native";
  /// Features to add or drop, such as "+avx2,-fma".
  std::string features = {};
  /// 0 to 3.
  unsigned optLevel = 3;
  /// Triple of the machine, empty for this process's: of x86, AArch64 or
  /// RISC-V, of 64 bits.
  std::string triple = {};
};

/// Makes the machine; null after an error at
/// `location`. Code is position independent.
std::unique_ptr<llvm::TargetMachine>
createHostMachine(Location location, const HostMachineOptions &options);

/// All features of `machine` whose instructions code may use without naming
/// them, in order, such as "+avx2,+fma": a loader looks for each. Empty for
/// other machines than x86. Written into the module's descriptor.
std::string getLoadTimeFeatures(const llvm::TargetMachine &machine);

/// Bits of a vector register of `machine` for which loops are vectorized.
unsigned getVectorBits(const llvm::TargetMachine &machine);

/// Bytes of the last cache between a core of this machine and its memory; 0
/// where the system does not say.
uint64_t findNativeCacheBytes();

} // namespace mlir::relax

#endif // RELAX_TARGET_HOSTMACHINE_H
