// Instructions of graphs, which need not be fast: a function each.
#ifndef RELAX_LIB_REFERENCE_STEP_H
#define RELAX_LIB_REFERENCE_STEP_H

#include "TypeMatch.h"

namespace mlir::relax::reference {

/// What an instruction does; false after an error.
using Step = std::function<bool(Machine &, const Instruction *)>;

/// Emits an instruction that runs the step and goes on.
void emitStep(Operation *op, ProgramBuilder &builder, Step step);

/// The tensor of an op's operand, alive; else null, with an error.
inline Tensor *getOperand(Machine &machine, const Instruction *at, Slot slot) {
  return getLiveTensor(machine, at, machine.objects[slot.index]);
}

/// The value of a tensor of rank 0, or of a number; nothing after an error.
std::optional<Scalar> getNumber(Machine &machine, const Instruction *at,
                                const Datum &value);

/// The text of `format` with each `{}` replaced by the next value.
std::string formatValues(StringRef format, ArrayRef<Datum> values);

/// Makes `result` another name of `operand`.
LogicalResult compileSame(Operation *op, ProgramBuilder &builder);

} // namespace mlir::relax::reference

#endif // RELAX_LIB_REFERENCE_STEP_H
