// How symbolic expressions are stored, shared by the files that build them.
#ifndef RELAX_LIB_DIALECT_RELAX_IR_SYMBOLICEXPRSTORAGE_H
#define RELAX_LIB_DIALECT_RELAX_IR_SYMBOLICEXPRSTORAGE_H

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relax::detail {

/// The kinds of nodes, in the order in which a normal form sorts atoms.
enum class ExprKind : uint8_t {
  Symbol,
  FloorDiv,
  FloorMod,
  CeilDiv,
  Min,
  Max,
  /// Two operands whose sum or product does not fit; never looked into.
  OpenSum,
  OpenProduct,
  /// At least two atoms, no constant.
  Product,
  /// `value` plus each operand (an atom or a product) times its coefficient.
  Sum,
  Constant
};

/// The values an expression can take; a missing bound is infinite.
struct Interval {
  std::optional<int64_t> lo, hi;
};

/// What identifies an expression.
struct ExprKey {
  ExprKind kind;
  int64_t value = 0;
  StringAttr name = {};
  ArrayRef<SymExprAttr> operands = {};
  ArrayRef<int64_t> coefficients = {};

  bool operator==(const ExprKey &other) const {
    return kind == other.kind && value == other.value && name == other.name &&
           operands == other.operands && coefficients == other.coefficients;
  }
};

/// One uniqued expression with facts that its operands decide.
struct SymExprStorage : public AttributeStorage {
  using KeyTy = ExprKey;

  explicit SymExprStorage(const KeyTy &key) : key(key) {}
  bool operator==(const KeyTy &other) const { return key == other; }
  static llvm::hash_code hashKey(const KeyTy &key);
  static SymExprStorage *construct(AttributeStorageAllocator &allocator,
                                   const KeyTy &key);

  ExprKey key;
  Interval bounds;
  int64_t size = 1;
  int64_t depth = 1;
};

/// The storage of a non-null expression.
const SymExprStorage &storageOf(SymExprAttr expr);
/// The kind of a non-null expression.
ExprKind kindOf(SymExprAttr expr);
/// The operands of a non-null expression.
ArrayRef<SymExprAttr> operandsOf(SymExprAttr expr);

/// The expression for a key that is in normal form already; null if it is
/// larger than an expression may be.
SymExprAttr getUniqued(MLIRContext *context, const ExprKey &key);
/// The opaque term `kind(lhs, rhs)`.
SymExprAttr getBinary(ExprKind kind, SymExprAttr lhs, SymExprAttr rhs);

/// The total order of the normal form: negative, zero or positive.
int compareExprs(SymExprAttr lhs, SymExprAttr rhs);

/// The sum or product of numbers, from `start` on; none if an operand is no
/// number, or what `overflows` computes does not fit. Dimensions are mostly
/// numbers, for which no polynomial is built.
std::optional<int64_t>
combineConstants(ArrayRef<SymExprAttr> operands, int64_t start,
                 function_ref<int64_t(int64_t, int64_t, int64_t &)> overflows);

/// A constant and distinct monomials (atoms or products) with coefficients.
struct Polynomial {
  int64_t constant = 0;
  SmallVector<std::pair<SymExprAttr, int64_t>, 4> terms;
};

/// The polynomial of an expression; what is opaque is one monomial.
Polynomial getPolynomial(SymExprAttr expr);
/// The expression of a polynomial in any order, zero coefficients allowed;
/// null if it is too large.
SymExprAttr getExpr(MLIRContext *context, Polynomial polynomial);
/// The atoms whose product a monomial is; the list may refer to `monomial`.
ArrayRef<SymExprAttr> factorsOf(const SymExprAttr &monomial);
/// The product of atoms in any order; null (as monomial: "none") for none.
SymExprAttr getMonomial(MLIRContext *context, ArrayRef<SymExprAttr> factors);

} // namespace mlir::relax::detail

#endif // RELAX_LIB_DIALECT_RELAX_IR_SYMBOLICEXPRSTORAGE_H
