// Sums, products, minima and maxima of symbolic expressions in normal form.
#include "SymbolicExprStorage.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::relax {

using detail::ExprKey;
using detail::ExprKind;
using detail::Polynomial;

// The most nodes that multiplying out may produce; beyond that a product stays
// as it is. It keeps (a + b) * (c + d) * ... from growing exponentially.
static constexpr int64_t kMaxExpansion = 4096;
static constexpr int64_t kShortFactor = 16;

//===----------------------------------------------------------------------===//
// Polynomials
//===----------------------------------------------------------------------===//

namespace {
/// A sum under construction. 64 bits with checks at each step: an expression
/// stands for an integer, so a coefficient that wraps would be another
/// expression. Who fails here keeps the operands side by side (`getOpen`),
/// which is right and proves less.
class SumBuilder {
public:
  explicit SumBuilder(MLIRContext *context) : context(context) {}

  /// Add `scale * monomial`, where a null monomial is 1.
  LogicalResult addTerm(SymExprAttr monomial, int64_t scale) {
    int64_t &slot = monomial ? terms[monomial] : constant;
    return failure(llvm::AddOverflow(slot, scale, slot));
  }

  /// Add `scale * expr`.
  LogicalResult add(SymExprAttr expr, int64_t scale = 1) {
    const ExprKey &key = detail::storageOf(expr).key;
    if (key.kind != ExprKind::Sum && key.kind != ExprKind::Constant)
      return addTerm(expr, scale);
    int64_t scaled;
    if (llvm::MulOverflow(key.value, scale, scaled) ||
        failed(addTerm({}, scaled)))
      return failure();
    for (auto [monomial, coefficient] :
         llvm::zip(key.operands, key.coefficients))
      if (llvm::MulOverflow(coefficient, scale, scaled) ||
          failed(addTerm(monomial, scaled)))
        return failure();
    return success();
  }

  SymExprAttr take() {
    // A quotient and its rest meet only in a sum, so this is the one place
    // where they can be joined.
    joinQuotientsAndRests();
    Polynomial polynomial;
    polynomial.constant = constant;
    for (auto [monomial, coefficient] : terms)
      if (coefficient)
        polynomial.terms.push_back({monomial, coefficient});
    // Sorted by structure and not by pointer, so that the normal form is the
    // same in each run and can be printed.
    llvm::sort(polynomial.terms, [](const auto &lhs, const auto &rhs) {
      return detail::compareExprs(lhs.first, rhs.first) < 0;
    });
    return finish(polynomial);
  }

private:
  /// x floormod c + (x floordiv c) * c is x.
  void joinQuotientsAndRests();
  bool joinAt(SymExprAttr monomial, SymExprAttr rest);
  bool canAdd(SymExprAttr expr, int64_t scale) const;
  SymExprAttr finish(const Polynomial &polynomial);

  MLIRContext *context;
  int64_t constant = 0;
  llvm::MapVector<SymExprAttr, int64_t> terms;
};
} // namespace

/// A sum of one term with coefficient 1 is that term: each meaning has one
/// form.
SymExprAttr SumBuilder::finish(const Polynomial &polynomial) {
  if (polynomial.terms.empty())
    return SymExprAttr::constant(context, polynomial.constant);
  if (polynomial.terms.size() == 1 && polynomial.constant == 0 &&
      polynomial.terms.front().second == 1)
    return polynomial.terms.front().first;
  SmallVector<SymExprAttr> monomials;
  SmallVector<int64_t> coefficients;
  for (auto [monomial, coefficient] : polynomial.terms) {
    monomials.push_back(monomial);
    coefficients.push_back(coefficient);
  }
  return detail::getUniqued(context, {ExprKind::Sum, polynomial.constant,
                                      StringAttr(), monomials, coefficients});
}

// Adding must not overflow halfway.
bool SumBuilder::canAdd(SymExprAttr expr, int64_t scale) const {
  SumBuilder added(context);
  int64_t sum;
  if (failed(added.add(expr, scale)) ||
      llvm::AddOverflow(constant, added.constant, sum))
    return false;
  return llvm::all_of(added.terms, [&](const auto &term) {
    return !llvm::AddOverflow(terms.lookup(term.first), term.second, sum);
  });
}

/// `m * (x mod d)` and `m * d * (x div d)` join, if their coefficients are in
/// that proportion.
bool SumBuilder::joinAt(SymExprAttr monomial, SymExprAttr rest) {
  SymExprAttr dividend = detail::operandsOf(rest)[0];
  SymExprAttr divisor = detail::operandsOf(rest)[1];
  SmallVector<SymExprAttr> others(detail::factorsOf(monomial));
  others.erase(llvm::find(others, rest));

  SymExprAttr scale = SymExprAttr::product(context, others);
  SymExprAttr quotient =
      scale * divisor *
      detail::getBinary(ExprKind::FloorDiv, dividend, divisor);
  SymExprAttr whole = scale * dividend;
  if (!quotient || !whole)
    return false;
  Polynomial target = detail::getPolynomial(quotient);
  if (target.constant != 0 || target.terms.size() != 1)
    return false;
  auto [partner, factor] = target.terms.front();
  auto *it = terms.find(partner);
  int64_t coefficient = terms[monomial], wanted;
  if (it == terms.end() || llvm::MulOverflow(coefficient, factor, wanted) ||
      it->second != wanted)
    return false;

  if (!canAdd(whole, coefficient))
    return false;
  terms[monomial] = terms[partner] = 0;
  return succeeded(add(whole, coefficient));
}

/// Each round makes the sum smaller, for two terms become what they stand for.
/// The set keeps a sum of many terms from being searched for each rest.
void SumBuilder::joinQuotientsAndRests() {
  for (bool changed = true; changed;) {
    changed = false;
    llvm::DenseSet<std::pair<Attribute, Attribute>> quotients;
    SmallVector<std::pair<SymExprAttr, SymExprAttr>> rests;
    for (const auto &[monomial, coefficient] : terms) {
      if (coefficient == 0)
        continue;
      for (SymExprAttr factor : detail::factorsOf(monomial)) {
        ArrayRef<SymExprAttr> operands = detail::operandsOf(factor);
        if (detail::kindOf(factor) == ExprKind::FloorDiv)
          quotients.insert({operands[0], operands[1]});
        else if (detail::kindOf(factor) == ExprKind::FloorMod)
          rests.push_back({monomial, factor});
      }
    }
    for (auto [monomial, rest] : rests) {
      ArrayRef<SymExprAttr> operands = detail::operandsOf(rest);
      if (terms[monomial] != 0 &&
          quotients.contains({operands[0], operands[1]}))
        changed |= joinAt(monomial, rest);
    }
  }
}

Polynomial detail::getPolynomial(SymExprAttr expr) {
  Polynomial polynomial;
  const ExprKey &key = storageOf(expr).key;
  if (key.kind != ExprKind::Sum && key.kind != ExprKind::Constant) {
    polynomial.terms.push_back({expr, 1});
    return polynomial;
  }
  polynomial.constant = key.value;
  for (auto [monomial, coefficient] : llvm::zip(key.operands, key.coefficients))
    polynomial.terms.push_back({monomial, coefficient});
  return polynomial;
}

/// Null where the sum does not fit: callers that only wanted a simpler form
/// keep what they had.
SymExprAttr detail::getExpr(MLIRContext *context, Polynomial polynomial) {
  SumBuilder builder(context);
  bool fits = succeeded(builder.addTerm({}, polynomial.constant));
  for (auto [monomial, coefficient] : polynomial.terms)
    fits &= succeeded(builder.addTerm(monomial, coefficient));
  return fits ? builder.take() : SymExprAttr();
}

SymExprAttr detail::getMonomial(MLIRContext *context,
                                ArrayRef<SymExprAttr> factors) {
  if (factors.empty())
    return {};
  if (factors.size() == 1)
    return factors.front();
  SmallVector<SymExprAttr> sorted(factors);
  llvm::sort(sorted, [](SymExprAttr lhs, SymExprAttr rhs) {
    return compareExprs(lhs, rhs) < 0;
  });
  ExprKey key{ExprKind::Product};
  key.operands = sorted;
  return getUniqued(context, key);
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

SymExprAttr SymExprAttr::symbol(MLIRContext *context, StringRef name) {
  if (name.empty())
    return {};
  ExprKey key{ExprKind::Symbol};
  key.name = StringAttr::get(context, name);
  return detail::getUniqued(context, key);
}

SymExprAttr SymExprAttr::constant(MLIRContext *context, int64_t value) {
  return detail::getUniqued(context, {ExprKind::Constant, value});
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

// Two operands whose result does not fit, in the order of the normal form.
static SymExprAttr getOpen(ExprKind kind, SymExprAttr lhs, SymExprAttr rhs) {
  if (detail::compareExprs(lhs, rhs) > 0)
    std::swap(lhs, rhs);
  return detail::getBinary(kind, lhs, rhs);
}

SymExprAttr SymExprAttr::sum(MLIRContext *context,
                             ArrayRef<SymExprAttr> terms) {
  if (llvm::is_contained(terms, SymExprAttr()))
    return {};
  if (terms.size() == 1)
    return terms.front();
  if (std::optional<int64_t> known =
          detail::combineConstants(terms, 0, llvm::AddOverflow<int64_t>))
    return constant(context, *known);
  SumBuilder builder(context);
  if (llvm::all_of(terms, [&](SymExprAttr term) {
        return succeeded(builder.add(term));
      }))
    return builder.take();
  if (terms.size() == 2)
    return getOpen(ExprKind::OpenSum, terms[0], terms[1]);
  // Halves, so that a long sum nests little. A long list that does not fit is
  // cut in halves: the depth of the result is log2 of its length, and depth is
  // limited to 200.
  size_t half = terms.size() / 2;
  return sum(context, terms.take_front(half)) +
         sum(context, terms.drop_front(half));
}

SymExprAttr operator+(SymExprAttr lhs, SymExprAttr rhs) {
  if (!lhs || !rhs)
    return {};
  return SymExprAttr::sum(lhs.getContext(), {lhs, rhs});
}

SymExprAttr operator-(SymExprAttr lhs, SymExprAttr rhs) { return lhs + -rhs; }

SymExprAttr operator-(SymExprAttr operand) { return operand * -1; }

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

// Whether multiplying out costs more than reading the product as it stands. A
// short factor may always be distributed over a sum. (a + b)(c + d)... doubles
// with each factor. A factor of one short term does not: n * (a + b) has as
// many terms as before.
static bool isTooMuchWork(const Polynomial &lhs, const Polynomial &rhs) {
  auto getSize = [](const Polynomial &polynomial) {
    int64_t size = 0;
    for (const auto &[monomial, coefficient] : polynomial.terms)
      size += monomial ? detail::storageOf(monomial).size : 1;
    return size;
  };
  auto isShort = [&](const Polynomial &polynomial) {
    return polynomial.terms.size() == 1 && getSize(polynomial) <= kShortFactor;
  };
  auto left = static_cast<int64_t>(lhs.terms.size());
  auto right = static_cast<int64_t>(rhs.terms.size());
  return !isShort(lhs) && !isShort(rhs) &&
         getSize(lhs) * right + getSize(rhs) * left > kMaxExpansion;
}

// The product of two polynomials; none if it does not fit.
static SymExprAttr multiplyOut(SymExprAttr lhs, SymExprAttr rhs) {
  MLIRContext *context = lhs.getContext();
  Polynomial left = detail::getPolynomial(lhs);
  Polynomial right = detail::getPolynomial(rhs);
  for (Polynomial *polynomial : {&left, &right})
    if (polynomial->constant)
      polynomial->terms.push_back({SymExprAttr(), polynomial->constant});
  if (isTooMuchWork(left, right))
    return {};

  SumBuilder builder(context);
  for (auto &[leftMonomial, leftScale] : left.terms) {
    for (auto &[rightMonomial, rightScale] : right.terms) {
      int64_t scale;
      if (llvm::MulOverflow(leftScale, rightScale, scale))
        return {};
      SmallVector<SymExprAttr> factors;
      for (const SymExprAttr *monomial : {&leftMonomial, &rightMonomial})
        if (*monomial)
          llvm::append_range(factors, detail::factorsOf(*monomial));
      SymExprAttr monomial = detail::getMonomial(context, factors);
      if (scale && ((!factors.empty() && !monomial) ||
                    failed(builder.addTerm(monomial, scale))))
        return {};
    }
  }
  return builder.take();
}

// One constant, one monomial and the sums among the factors, multiplied; none
// if the result does not fit.
static SymExprAttr multiplyAll(MLIRContext *context,
                               ArrayRef<SymExprAttr> factors) {
  int64_t scale = 1;
  SmallVector<SymExprAttr> atoms, sums;
  for (SymExprAttr factor : factors) {
    Polynomial polynomial = detail::getPolynomial(factor);
    bool isSum = polynomial.terms.size() + (polynomial.constant != 0) > 1;
    if (isSum) {
      sums.push_back(factor);
      continue;
    }
    int64_t coefficient = polynomial.constant;
    if (!polynomial.terms.empty()) {
      coefficient = polynomial.terms.front().second;
      llvm::append_range(atoms,
                         detail::factorsOf(polynomial.terms.front().first));
    }
    if (llvm::MulOverflow(scale, coefficient, scale))
      return {};
  }
  Polynomial single;
  SymExprAttr monomial = detail::getMonomial(context, atoms);
  if (!monomial && !atoms.empty())
    return {};
  if (monomial)
    single.terms.push_back({monomial, scale});
  else
    single.constant = scale;
  SymExprAttr result = detail::getExpr(context, single);
  // Sums are multiplied one after the other into the result; one constant and
  // one monomial are collected first, as most products of shapes have only
  // these.
  for (SymExprAttr sum : sums)
    if (result)
      result = multiplyOut(result, sum);
  return result;
}

SymExprAttr SymExprAttr::product(MLIRContext *context,
                                 ArrayRef<SymExprAttr> factors) {
  if (llvm::is_contained(factors, SymExprAttr()))
    return {};
  if (factors.size() == 1)
    return factors.front();
  if (std::optional<int64_t> known =
          detail::combineConstants(factors, 1, llvm::MulOverflow<int64_t>))
    return constant(context, *known);
  // Zero is taken out before: 0 times what does not fit is 0.
  if (llvm::is_contained(factors, constant(context, 0)))
    return constant(context, 0);
  if (SymExprAttr result = multiplyAll(context, factors))
    return result;
  if (factors.size() == 2)
    return getOpen(ExprKind::OpenProduct, factors[0], factors[1]);
  size_t half = factors.size() / 2;
  return product(context, factors.take_front(half)) *
         product(context, factors.drop_front(half));
}

SymExprAttr operator*(SymExprAttr lhs, SymExprAttr rhs) {
  if (!lhs || !rhs)
    return {};
  return SymExprAttr::product(lhs.getContext(), {lhs, rhs});
}

//===----------------------------------------------------------------------===//
// Minima and maxima
//===----------------------------------------------------------------------===//

// The most operands among which all pairs are compared. 16 operands are 120
// pairs, each a subtraction. Beyond that a minimum keeps redundant operands:
// less is simplified, and nothing is wrong.
static constexpr size_t kMaxCompared = 16;

// True if `lhs` is never greater than `rhs`. A difference and its bound, so `n`
// and `n + 1` compare without knowing n.
static bool isProvablyAtMost(SymExprAttr lhs, SymExprAttr rhs) {
  SymExprAttr difference = rhs - lhs;
  return difference && difference.getLowerBound().value_or(-1) >= 0;
}

static SymExprAttr getExtremum(ExprKind kind, ArrayRef<SymExprAttr> operands) {
  if (operands.empty() || llvm::is_contained(operands, SymExprAttr()))
    return {};
  // min(a, min(b, c)) is min(a, b, c).
  SmallVector<SymExprAttr> flat;
  for (const SymExprAttr &operand : operands) {
    if (detail::kindOf(operand) == kind)
      llvm::append_range(flat, detail::operandsOf(operand));
    else
      flat.push_back(operand);
  }
  llvm::sort(flat, [](SymExprAttr lhs, SymExprAttr rhs) {
    return detail::compareExprs(lhs, rhs) < 0;
  });
  flat.erase(llvm::unique(flat), flat.end());

  auto isRedundant = [&](SymExprAttr operand, SymExprAttr other) {
    return kind == ExprKind::Min ? isProvablyAtMost(other, operand)
                                 : isProvablyAtMost(operand, other);
  };
  if (flat.size() <= kMaxCompared) {
    // One at a time: of two operands that are provably equal, each makes the
    // other redundant, and one has to stay.
    for (size_t i = 0; i < flat.size();) {
      bool redundant = llvm::any_of(flat, [&](SymExprAttr other) {
        return other != flat[i] && isRedundant(flat[i], other);
      });
      if (redundant)
        flat.erase(flat.begin() + i);
      else
        ++i;
    }
  }
  if (flat.size() == 1)
    return flat.front();
  ExprKey key{kind};
  key.operands = flat;
  return detail::getUniqued(flat.front().getContext(), key);
}

SymExprAttr SymExprAttr::minimum(ArrayRef<SymExprAttr> operands) {
  return getExtremum(ExprKind::Min, operands);
}

SymExprAttr SymExprAttr::maximum(ArrayRef<SymExprAttr> operands) {
  return getExtremum(ExprKind::Max, operands);
}

SymExprAttr min(SymExprAttr lhs, SymExprAttr rhs) {
  return SymExprAttr::minimum({lhs, rhs});
}

SymExprAttr max(SymExprAttr lhs, SymExprAttr rhs) {
  return SymExprAttr::maximum({lhs, rhs});
}

//===----------------------------------------------------------------------===//
// Operators with a constant
//===----------------------------------------------------------------------===//

static SymExprAttr constantLike(SymExprAttr expr, int64_t value) {
  return expr ? SymExprAttr::constant(expr.getContext(), value) : expr;
}

SymExprAttr operator+(SymExprAttr lhs, int64_t rhs) {
  return lhs + constantLike(lhs, rhs);
}

// Subtracting the constant itself would miss the least integer. -(-2^63) is no
// 64-bit number, while adding its expression may still be.
SymExprAttr operator-(SymExprAttr lhs, int64_t rhs) {
  return lhs - constantLike(lhs, rhs);
}

SymExprAttr operator*(SymExprAttr lhs, int64_t rhs) {
  return lhs * constantLike(lhs, rhs);
}

SymExprAttr floorDiv(SymExprAttr lhs, int64_t rhs) {
  return floorDiv(lhs, constantLike(lhs, rhs));
}

SymExprAttr floorMod(SymExprAttr lhs, int64_t rhs) {
  return floorMod(lhs, constantLike(lhs, rhs));
}

SymExprAttr ceilDiv(SymExprAttr lhs, int64_t rhs) {
  return ceilDiv(lhs, constantLike(lhs, rhs));
}

} // namespace mlir::relax
