// Attributes of relax, and arithmetic on symbolic expressions.
#ifndef RELAX_DIALECT_RELAX_IR_RELAXATTRS_H
#define RELAX_DIALECT_RELAX_IR_RELAXATTRS_H

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TensorEncoding.h"

namespace mlir::relax::detail {
struct SymExprStorage;
} // namespace mlir::relax::detail

#define GET_ATTRDEF_CLASSES
#include "Relax/Dialect/Relax/IR/RelaxAttrs.h.inc"

namespace mlir::relax {

// In all of these a null operand, and a division by the constant zero, give
// null: the result is unknown.

/// The sum.
SymExprAttr operator+(SymExprAttr lhs, SymExprAttr rhs);
SymExprAttr operator+(SymExprAttr lhs, int64_t rhs);
/// The difference.
SymExprAttr operator-(SymExprAttr lhs, SymExprAttr rhs);
SymExprAttr operator-(SymExprAttr lhs, int64_t rhs);
/// The negated expression.
SymExprAttr operator-(SymExprAttr operand);
/// The product.
SymExprAttr operator*(SymExprAttr lhs, SymExprAttr rhs);
SymExprAttr operator*(SymExprAttr lhs, int64_t rhs);
/// The quotient, rounded down.
SymExprAttr floorDiv(SymExprAttr lhs, SymExprAttr rhs);
SymExprAttr floorDiv(SymExprAttr lhs, int64_t rhs);
/// The rest of `floorDiv`; it has the sign of the divisor.
SymExprAttr floorMod(SymExprAttr lhs, SymExprAttr rhs);
SymExprAttr floorMod(SymExprAttr lhs, int64_t rhs);
/// The quotient, rounded up.
SymExprAttr ceilDiv(SymExprAttr lhs, SymExprAttr rhs);
SymExprAttr ceilDiv(SymExprAttr lhs, int64_t rhs);
/// The smaller one.
SymExprAttr min(SymExprAttr lhs, SymExprAttr rhs);
/// The greater one.
SymExprAttr max(SymExprAttr lhs, SymExprAttr rhs);

/// Parse `[n, n * 2, 4, ?]`; `?` gives null. Fails with a diagnostic.
ParseResult parseDimList(AsmParser &parser, SmallVectorImpl<SymExprAttr> &dims);
/// Check that no dimension is negative for all sizes: rule `rule` of `owner`.
LogicalResult verifyDimList(function_ref<InFlightDiagnostic()> emitError,
                            ArrayRef<SymExprAttr> dims, StringRef owner,
                            unsigned rule);
/// Print `[n, n * 2, 4, ?]`.
void printDimList(raw_ostream &os, ArrayRef<SymExprAttr> dims);

} // namespace mlir::relax

/// How upstream's walkers and replacers see a list of dimensions. Their own
/// way with lists takes no null, which here is an unknown dimension.
template <>
struct mlir::AttrTypeSubElementHandler<
    llvm::ArrayRef<mlir::relax::SymExprAttr>> {
  static void walk(ArrayRef<relax::SymExprAttr> dims,
                   AttrTypeImmediateSubElementWalker &walker) {
    walker.walkRange(dims);
  }
  static SmallVector<relax::SymExprAttr>
  replace(ArrayRef<relax::SymExprAttr> dims,
          AttrSubElementReplacements &attributes,
          TypeSubElementReplacements &types) {
    SmallVector<relax::SymExprAttr> replaced;
    for (relax::SymExprAttr dim : dims)
      replaced.push_back(
          dim ? cast_or_null<relax::SymExprAttr>(attributes.take_front(1)[0])
              : dim);
    return replaced;
  }
};

#endif // RELAX_DIALECT_RELAX_IR_RELAXATTRS_H
