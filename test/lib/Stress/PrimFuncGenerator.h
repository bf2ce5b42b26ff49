// Generated tensor programs.
#ifndef RELAX_TEST_STRESS_PRIMFUNCGENERATOR_H
#define RELAX_TEST_STRESS_PRIMFUNCGENERATOR_H

#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "Stress/Decisions.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {

/// A tensor program on one tensor of numbers that gives one of the same type,
/// or overwrites it: with blocks or without, of one nest or several. Null if a
/// dimension of the type is unknown.
tir::FuncOp generatePrimFunc(SymbolTable &table, Decisions &decisions,
                             RankedTensorType type, bool isInPlace);

} // namespace mlir::relax

#endif // RELAX_TEST_STRESS_PRIMFUNCGENERATOR_H
