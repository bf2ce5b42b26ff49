// What an operator becomes: a tensor program, or other operators. This is where
// conversions to other dialects ask what an operator computes.
#ifndef RELAX_CONVERSION_RELAXTOTIR_TENSORPROGRAM_H
#define RELAX_CONVERSION_RELAXTOTIR_TENSORPROGRAM_H

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::relax {

/// A tensor program that belongs to no module, and the expressions that its
/// calls pass for the scalars behind the buffers.
struct TensorProgram {
  OwningOpRef<tir::FuncOp> function;
  SmallVector<SymExprAttr> vars;
};

/// Whether there is a rule that writes the op as a tensor program. A reshape,
/// which is a view by itself, counts as none, though one can be built.
bool hasTensorProgram(Operation *op);

/// The tensor program of an op: a buffer for each tensor operand, then one for
/// each result. Where there is none, `reason` says why.
std::optional<TensorProgram> buildTensorProgram(Operation *op,
                                                std::string &reason);

/// Why operands or results cannot be in buffers; empty if they can. The sizes
/// that the data decides are no obstacle in results.
std::string getBufferObstacle(Operation *op);

/// Makes integers that are `ui<N>` while a program is built `i<N>`: which
/// arithmetic they need is chosen, and programs know no other integers.
void dropSigns(tir::FuncOp function);

/// Whether the op moves no element: it becomes a `relax.reshape`.
bool becomesReshape(Operation *op);
/// Put a `relax.reshape` in its place, and give that.
Operation *replaceByReshape(Operation *op);

/// Whether the op stands for several others.
bool isDecomposed(Operation *op);
/// Put these in its place, and give them in order; or say in `reason` why not.
FailureOr<SmallVector<Operation *>> replaceByOthers(Operation *op,
                                                    std::string &reason);
/// Replace the results by values of other types and erase the op: what the
/// types of the values leave open is checked at run time.
void replaceByValues(Operation *op, ValueRange values);

} // namespace mlir::relax

#endif // RELAX_CONVERSION_RELAXTOTIR_TENSORPROGRAM_H
