// Generated tensor programs.
#ifndef RELAX_LIB_STRESS_TENSORPROGRAMGENERATOR_H
#define RELAX_LIB_STRESS_TENSORPROGRAMGENERATOR_H

#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "Relax/Stress/Decisions.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {

/// A tensor program on one tensor of numbers that gives one of the same type,
/// or overwrites it: with blocks or without, of one nest or several. Null if a
/// dimension of the type is unknown.
tir::FuncOp generateTensorProgram(SymbolTable &table, Decisions &decisions,
                                  RankedTensorType type, bool isInPlace);

} // namespace mlir::relax

#endif // RELAX_LIB_STRESS_TENSORPROGRAMGENERATOR_H
