// Sizes of tensors, and indices computed from them, as symbolic expressions.
#ifndef RELAX_LIB_CONVERSION_LINALGTOTIR_SYMBOLICSIZES_H
#define RELAX_LIB_CONVERSION_LINALGTOTIR_SYMBOLICSIZES_H

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::relax {

/// Answers, for one function, which expression a size or an index is. What is
/// none gets a symbol of its own by a `relax.match_cast`.
class SymbolicSizes {
public:
  explicit SymbolicSizes(FuncOp func);

  /// The expression that an index or an i64 is; null if it depends on more than
  /// sizes and constants.
  SymExprAttr getExpr(Value value);

  /// The expression that a size is; what is none is named at the insertion
  /// point of the builder.
  SymExprAttr getSize(OpFoldResult size, OpBuilder &builder);

  /// The sizes of a tensor that some op gives; unknown ones get names, as the
  /// tensor does that all others then use.
  SmallVector<SymExprAttr> getDims(Value tensor);
  /// The tensor of which all sizes have names.
  Value getNamed(Value tensor);

  /// Sizes of a result whose type says `declared`: what that says as a number
  /// is one, and the rest is in `dims`.
  static RankedTensorType getType(RankedTensorType declared,
                                  ArrayRef<SymExprAttr> dims);

private:
  SymExprAttr makeSymbol();
  SymExprAttr computeExpr(Value value);
  SymExprAttr computeAffine(AffineExpr expr, ValueRange operands,
                            unsigned numDims);

  MLIRContext *context;
  llvm::StringSet<> taken;
  unsigned next = 0;
  DenseMap<Value, SymExprAttr> named;
};

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_LINALGTOTIR_SYMBOLICSIZES_H
