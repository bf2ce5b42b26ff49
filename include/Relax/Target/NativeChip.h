// Asks the CUDA driver which GPU there is.
#ifndef RELAX_TARGET_NATIVECHIP_H
#define RELAX_TARGET_NATIVECHIP_H

#include "mlir/IR/Diagnostics.h"
#include <optional>
#include <string>

namespace mlir::relax {

/// A GPU of this machine.
struct NativeChip {
  /// Name, such as "sm_90a": code need not run on later ones.
  std::string name;
  /// Multiprocessors; 0 if the driver does not say.
  unsigned cores = 0;
};

/// The first GPU of this machine; nothing where the driver names none.
std::optional<NativeChip> askNativeChip();

/// The first GPU of this machine; failure after an error at `location`.
FailureOr<NativeChip> findNativeChip(Location location);

} // namespace mlir::relax

#endif // RELAX_TARGET_NATIVECHIP_H
