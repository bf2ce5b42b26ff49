// The operators whose loops are known, for models of interfaces.
#ifndef RELAX_DIALECT_RELAX_INTERFACES_OPERATORFAMILIES_H
#define RELAX_DIALECT_RELAX_INTERFACES_OPERATORFAMILIES_H

#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"

namespace mlir::relax {

/// Calls `visit` with a null pointer of each of these classes.
template <typename... Ops, typename Visitor>
void visitClasses(Visitor visit) {
  (visit(static_cast<Ops *>(nullptr)), ...);
}

/// The same for the operators that `getOperatorLoops` knows.
template <typename Visitor>
void visitOperatorsWithLoops(Visitor visit) {
  visitClasses<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/UnaryOps.cpp.inc"
      >(visit);
  visitClasses<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/BinaryOps.cpp.inc"
      >(visit);
  visitClasses<ReluOp, GeluOp, GeluTanhOp, SiluOp, SeluOp, LeakyReluOp,
               SoftplusOp, AsTypeOp, WhereOp, MatmulOp, Conv1dOp, Conv2dOp,
               Conv3dOp, SumOp, ProdOp, MaxOp, MinOp, MeanOp, VarianceOp,
               StdOp>(visit);
}

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_INTERFACES_OPERATORFAMILIES_H
