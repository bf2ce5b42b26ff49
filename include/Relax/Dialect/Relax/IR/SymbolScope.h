// Where the symbols of symbolic shapes are defined and used.
#ifndef RELAX_DIALECT_RELAX_IR_SYMBOLSCOPE_H
#define RELAX_DIALECT_RELAX_IR_SYMBOLSCOPE_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Types.h"
#include <utility>

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::relax {
class FuncOp;

/// Calls `visit` with each symbol that stands alone as a dimension of `type`,
/// from left to right: those a parameter of that type defines. What types of
/// callables define nobody else sees: they are passed over.
void walkBareSymbols(Type type, llvm::function_ref<void(StringAttr)> visit);

/// Calls `visit` with each symbol that occurs in `type`, but for those in a
/// type of a callable that its own parameters define. A symbol that occurs
/// twice is visited twice.
void walkSymbols(Type type, llvm::function_ref<void(StringAttr)> visit);

/// The same for the types and expressions inside an attribute.
void walkSymbols(Attribute attribute,
                 llvm::function_ref<void(StringAttr)> visit);

/// The distinct symbols in the result types and attributes of `op`, regions
/// left out, in order of first occurrence.
SmallVector<StringAttr> getSymbolsUsedBy(Operation *op);

/// The symbols that `group` mentions and that no input's type defines. A
/// function of these ops is a scope of its own. A size that none of its
/// tensors' types defines has to be passed (apache/tvm#20238: there, fused
/// programs used `height` and `width` that nobody gave them).
SmallVector<StringAttr> getFreeSymbols(ArrayRef<Operation *> group,
                                       ArrayRef<Value> inputs);

/// The distinct symbols that the parameters of `func` define, in order.
SmallVector<StringAttr> getParameterSymbols(FuncOp func);

/// The symbols of parameters that `tir_var_upper_bound` of `func` gives a
/// greatest value, with that value. Whoever enters the function checks them.
SmallVector<std::pair<StringAttr, int64_t>> getSymbolLimits(FuncOp func);

/// Checks that one definition dominates each use of a symbol in `func`;
/// reports every violation.
LogicalResult verifySymbolScope(FuncOp func);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_SYMBOLSCOPE_H
