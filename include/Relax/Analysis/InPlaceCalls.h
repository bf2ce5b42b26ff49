// Which calls can overwrite their arguments without changing what values mean.
#ifndef RELAX_ANALYSIS_INPLACECALLS_H
#define RELAX_ANALYSIS_INPLACECALLS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::relax {

/// An argument that a call overwrites is a value: it stays what it was for all
/// who use it. This is the analysis of the arguments whose memory may be
/// overwritten nevertheless, since nobody can tell:
///
/// * the memory was made for a value of this function, and is planned here;
/// * nothing uses it after the call, under any name, but through the result;
/// * what used it before says so by its memory effects, so that no later
///   rewrite takes a use before the call for one after it;
/// * the call has it as one argument only.
///
/// All others are to be copied.
class InPlaceCalls {
public:
  explicit InPlaceCalls(Operation *function);

  /// Whether the call may overwrite the memory of this argument.
  bool isInPlace(OpOperand &argument) const {
    return inPlace.contains(&argument);
  }

private:
  DenseSet<OpOperand *> inPlace;
};

} // namespace mlir::relax

#endif // RELAX_ANALYSIS_INPLACECALLS_H
