// How a tensor program maps its inputs to its output.
#ifndef RELAX_ANALYSIS_OPPATTERN_H
#define RELAX_ANALYSIS_OPPATTERN_H

#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"

namespace mlir::relax {

/// The pattern of `func`: that of its `op_pattern` attribute where there is
/// one, else that which its blocks show.
OpPatternKind getOpPattern(tir::FuncOp func);

/// Writes that attribute, TVM's, by which fusion knows what it may join without
/// looking at the program.
void setOpPattern(tir::FuncOp func, OpPatternKind kind);

} // namespace mlir::relax

#endif // RELAX_ANALYSIS_OPPATTERN_H
