// Quotients and rests of symbolic expressions in normal form.
//
// Dividing takes out of the dividend all that the divisor divides, cancels
// what is left by common factors, and keeps the remainder as an opaque term:
//   (n * 8 + 7) floordiv 4  ->  n * 2 + 1
//   (n * 5 + 6) floordiv 4  ->  n + (n + 2) floordiv 4 + 1
//   (n * m * 2) floordiv (m * 4)  ->  n floordiv 2
// Cancelling is sound as a term means nothing where its divisor is zero.
#include "SymbolicExprStorage.h"

#include <numeric>

namespace mlir::relax {

using detail::ExprKind;
using detail::Polynomial;

namespace {
/// dividend = quotient * divisor + scale * rest, divisor = scale * reduced:
/// dividing is `quotient` plus dividing `rest` by `reduced`.
struct Division {
  SymExprAttr quotient, rest, reduced, scale;
  /// True if `rest` and `reduced` are smaller than what was asked for.
  bool cancelled = false;
};
} // namespace

// The monomial `dividend / divisor`: false if it does not divide. Null is 1.
// Symbols are sizes and terms are integers, so dividing monomials is taking
// factors away; a factor that occurs twice must be found twice.
static bool divideMonomial(SymExprAttr dividend, SymExprAttr divisor,
                           SymExprAttr &result) {
  SmallVector<SymExprAttr> left;
  MLIRContext *context = nullptr;
  if (dividend) {
    context = dividend.getContext();
    llvm::append_range(left, detail::factorsOf(dividend));
  }
  if (divisor) {
    for (SymExprAttr factor : detail::factorsOf(divisor)) {
      SymExprAttr *found = llvm::find(left, factor);
      if (found == left.end())
        return false;
      left.erase(found);
    }
  }
  result = left.empty() ? SymExprAttr() : detail::getMonomial(context, left);
  return true;
}

// All terms of a polynomial, the constant being a term without monomial.
static SmallVector<std::pair<SymExprAttr, int64_t>>
getTerms(const Polynomial &polynomial) {
  SmallVector<std::pair<SymExprAttr, int64_t>> terms(polynomial.terms.begin(),
                                                     polynomial.terms.end());
  if (polynomial.constant)
    terms.push_back({SymExprAttr(), polynomial.constant});
  return terms;
}

static void addTerm(Polynomial &polynomial, SymExprAttr monomial,
                    int64_t coefficient) {
  if (monomial)
    polynomial.terms.push_back({monomial, coefficient});
  else
    polynomial.constant += coefficient;
}

// The most steps of a long division; shapes need one or two. Long division of
// polynomials in several variables need not end in few steps; each step makes a
// new expression.
static constexpr int kMaxSteps = 64;

// The quotient if a divisor of several terms divides exactly, else null.
// Leading terms are compared in the order of the normal form, as in a Groebner
// basis of one element: if the leading term does not divide, the divisor does
// not divide.
static SymExprAttr divideExactly(SymExprAttr dividend, SymExprAttr divisor) {
  MLIRContext *context = divisor.getContext();
  auto [leadMonomial, leadScale] = detail::getPolynomial(divisor).terms.front();
  SymExprAttr quotient = SymExprAttr::constant(context, 0);
  SymExprAttr rest = dividend;
  for (int step = 0; step < kMaxSteps && rest; ++step) {
    if (rest.getConstant() == 0)
      return quotient;
    Polynomial polynomial = detail::getPolynomial(rest);
    if (polynomial.terms.empty())
      return {};
    auto [monomial, scale] = polynomial.terms.front();
    SymExprAttr factor;
    if (!divideMonomial(monomial, leadMonomial, factor) ||
        scale % leadScale != 0)
      return {};
    Polynomial single;
    addTerm(single, factor, scale / leadScale);
    SymExprAttr next = detail::getExpr(context, single);
    quotient = quotient + next;
    rest = rest - next * divisor;
  }
  return {};
}

// The greatest common divisor of all coefficients, never negative. With 0 as
// the start, gcd(0, x) = |x|.
static uint64_t getContent(ArrayRef<std::pair<SymExprAttr, int64_t>> terms,
                           uint64_t content) {
  for (auto [monomial, coefficient] : terms)
    content = std::gcd(content, llvm::AbsoluteValue(coefficient));
  return content;
}

// The product of the factors that all terms have; null if there is none. All
// terms must have it, the constant as well, which has no factors.
static SymExprAttr
getCommonMonomial(MLIRContext *context,
                  ArrayRef<std::pair<SymExprAttr, int64_t>> terms) {
  if (terms.empty() || !terms.front().first)
    return {};
  SmallVector<SymExprAttr> common(detail::factorsOf(terms.front().first));
  for (const auto &[monomial, coefficient] : terms.drop_front()) {
    if (!monomial)
      return {};
    SmallVector<SymExprAttr> available(detail::factorsOf(monomial));
    llvm::erase_if(common, [&](SymExprAttr factor) {
      SymExprAttr *found = llvm::find(available, factor);
      if (found == available.end())
        return true;
      available.erase(found);
      return false;
    });
  }
  return detail::getMonomial(context, common);
}

// Every term divided by `content * monomial`, which divides all of them. Exact
// in each term, by the choice of content and monomial.
static SymExprAttr divideTerms(MLIRContext *context,
                               ArrayRef<std::pair<SymExprAttr, int64_t>> terms,
                               int64_t content, SymExprAttr monomial) {
  Polynomial result;
  for (auto [factor, coefficient] : terms) {
    SymExprAttr left;
    divideMonomial(factor, monomial, left);
    addTerm(result, left, coefficient / content);
  }
  return detail::getExpr(context, result);
}

// Take out of the dividend what one term `scale * monomial` divides. (q * d +
// r) div d = q + r div d holds for integers of any sign if div rounds down.
// That is why quotients round down here and not towards zero.
static void takeOut(Polynomial dividend, SymExprAttr monomial, int64_t scale,
                    Polynomial &quotient, Polynomial &rest) {
  for (auto [factor, coefficient] : getTerms(dividend)) {
    SymExprAttr left;
    if (!divideMonomial(factor, monomial, left)) {
      addTerm(rest, factor, coefficient);
      continue;
    }
    // Floor division of coefficients leaves a remainder between 0 and scale -
    // 1: `n * 5` by 4 is `n`, and `n` stays in the rest.
    int64_t whole = llvm::divideFloorSigned(coefficient, scale);
    if (whole)
      addTerm(quotient, left, whole);
    if (int64_t remainder = coefficient - whole * scale)
      addTerm(rest, factor, remainder);
  }
}

// Split a division by a divisor whose first coefficient is positive.
static Division splitDivision(SymExprAttr dividend, SymExprAttr divisor) {
  MLIRContext *context = dividend.getContext();
  SmallVector<std::pair<SymExprAttr, int64_t>> divisorTerms =
      getTerms(detail::getPolynomial(divisor));
  Polynomial quotient, rest = detail::getPolynomial(dividend);
  if (divisorTerms.size() == 1) {
    auto [monomial, scale] = divisorTerms.front();
    Polynomial whole = std::exchange(rest, {});
    takeOut(whole, monomial, scale, quotient, rest);
  } else if (SymExprAttr exact = divideExactly(dividend, divisor)) {
    quotient = detail::getPolynomial(exact);
    rest = {};
  }

  SmallVector<std::pair<SymExprAttr, int64_t>> restTerms = getTerms(rest);
  SmallVector<std::pair<SymExprAttr, int64_t>> all(divisorTerms);
  llvm::append_range(all, restTerms);
  // The content divides a positive coefficient, hence fits. Cancelling: (c * x)
  // div (c * y) = x div y for c other than 0, and a divisor of 0 means nothing
  // anyway.
  auto content = static_cast<int64_t>(getContent(divisorTerms, 0));
  content = static_cast<int64_t>(
      getContent(restTerms, static_cast<uint64_t>(content)));
  SymExprAttr common = getCommonMonomial(context, all);

  Division division;
  division.quotient = detail::getExpr(context, quotient);
  division.rest = divideTerms(context, restTerms, content, common);
  division.reduced = divideTerms(context, divisorTerms, content, common);
  Polynomial scale;
  addTerm(scale, common, content);
  division.scale = detail::getExpr(context, scale);
  division.cancelled = division.rest != dividend || division.reduced != divisor;
  return division;
}

// The sign of the first coefficient; the least integer counts as positive, as
// it cannot be negated. A divisor counts as negative by its first coefficient,
// so that `x div (n - m)` and `-x div (m - n)` get one form.
static bool isNegated(SymExprAttr divisor) {
  SmallVector<std::pair<SymExprAttr, int64_t>> terms =
      getTerms(detail::getPolynomial(divisor));
  return !terms.empty() && terms.front().second < 0;
}

/// Its negative and its absolute value do not fit, so nothing is simplified.
static bool hasLeastInteger(SymExprAttr expr) {
  return llvm::any_of(getTerms(detail::getPolynomial(expr)), [](auto term) {
    return term.second == std::numeric_limits<int64_t>::min();
  });
}

// floor(expr / divisor) if the bounds of both leave one value. The bounds of a
// division by a positive constant are the divisions of the bounds, as floor
// division is monotone. Two equal ends leave one value; `n mod 4 div 4` is 0.
static std::optional<int64_t> getOnlyQuotient(SymExprAttr expr,
                                              SymExprAttr divisor) {
  std::optional<int64_t> lo = expr.getLowerBound(), hi = expr.getUpperBound();
  std::optional<int64_t> value = divisor.getConstant();
  if (value && *value > 0 && lo && hi) {
    int64_t first = llvm::divideFloorSigned(*lo, *value);
    if (first == llvm::divideFloorSigned(*hi, *value))
      return first;
  }
  // 0 <= expr < divisor: the quotient is 0, for symbolic divisors as well.
  SymExprAttr gap = divisor - expr;
  if (lo && *lo >= 0 && gap && gap.getLowerBound().value_or(0) > 0)
    return 0;
  return std::nullopt;
}

// (x floordiv a + k) floordiv b  ->  (x + k * a) floordiv (a * b) Floor of
// floor: (x div a) div b = x div (a * b) for positive a, b. The shift moves in
// as a multiple of a.
static SymExprAttr joinNested(SymExprAttr expr, SymExprAttr divisor) {
  Polynomial polynomial = detail::getPolynomial(expr);
  std::optional<int64_t> outer = divisor.getConstant();
  if (!outer || polynomial.terms.size() != 1 ||
      polynomial.terms.front().second != 1)
    return {};
  SymExprAttr inner = polynomial.terms.front().first;
  if (detail::kindOf(inner) != ExprKind::FloorDiv)
    return {};
  SymExprAttr dividend = detail::operandsOf(inner)[0];
  std::optional<int64_t> value = detail::operandsOf(inner)[1].getConstant();
  int64_t product;
  if (!value || *value <= 0 || llvm::MulOverflow(*value, *outer, product))
    return {};
  SymExprAttr shift = detail::operandsOf(inner)[1] * polynomial.constant;
  return floorDiv(dividend + shift, product);
}

SymExprAttr floorDiv(SymExprAttr lhs, SymExprAttr rhs) {
  if (!lhs || !rhs || rhs.getConstant() == 0)
    return {};
  if (hasLeastInteger(lhs) || hasLeastInteger(rhs))
    return rhs.getConstant() == 1
               ? lhs
               : detail::getBinary(ExprKind::FloorDiv, lhs, rhs);
  if (isNegated(rhs))
    return floorDiv(-lhs, -rhs);
  Division division = splitDivision(lhs, rhs);
  if (!division.quotient || !division.rest || !division.reduced)
    return {};
  if (division.rest.getConstant() == 0)
    return division.quotient;
  if (division.cancelled)
    // Recursion on a strictly smaller problem, so it ends.
    return division.quotient + floorDiv(division.rest, division.reduced);
  if (std::optional<int64_t> only = getOnlyQuotient(lhs, rhs))
    return SymExprAttr::constant(lhs.getContext(), *only);
  if (SymExprAttr joined = joinNested(lhs, rhs))
    return joined;
  return detail::getBinary(ExprKind::FloorDiv, lhs, rhs);
}

// Within `x floormod b`, `y floormod a` is y if b divides a. x and x mod a
// differ by a multiple of a, hence of b.
static SymExprAttr dropInnerRests(SymExprAttr expr, int64_t divisor) {
  SmallVector<SymExprAttr> terms;
  bool changed = false;
  Polynomial polynomial = detail::getPolynomial(expr);
  MLIRContext *context = expr.getContext();
  terms.push_back(SymExprAttr::constant(context, polynomial.constant));
  for (auto [monomial, coefficient] : polynomial.terms) {
    if (detail::kindOf(monomial) == ExprKind::FloorMod) {
      ArrayRef<SymExprAttr> operands = detail::operandsOf(monomial);
      std::optional<int64_t> inner = operands[1].getConstant();
      if (inner && *inner % divisor == 0) {
        monomial = operands[0];
        changed = true;
      }
    }
    terms.push_back(monomial * coefficient);
  }
  return changed ? SymExprAttr::sum(context, terms) : SymExprAttr();
}

SymExprAttr floorMod(SymExprAttr lhs, SymExprAttr rhs) {
  if (!lhs || !rhs || rhs.getConstant() == 0)
    return {};
  if (hasLeastInteger(lhs) || hasLeastInteger(rhs))
    return detail::getBinary(ExprKind::FloorMod, lhs, rhs);
  // mod takes the sign of the divisor, as floor division has it: x mod -d =
  // -((-x) mod d).
  if (isNegated(rhs))
    return -floorMod(-lhs, -rhs);
  Division division = splitDivision(lhs, rhs);
  if (!division.rest || !division.reduced || !division.scale)
    return {};
  if (division.rest.getConstant() == 0)
    return division.rest;
  if (division.cancelled)
    // (c * x) mod (c * y) = c * (x mod y): the scale comes back, which for
    // quotients it does not.
    return division.scale * floorMod(division.rest, division.reduced);
  if (std::optional<int64_t> only = getOnlyQuotient(lhs, rhs))
    return lhs - rhs * *only;
  if (std::optional<int64_t> divisor = rhs.getConstant())
    if (SymExprAttr simpler = dropInnerRests(lhs, *divisor))
      return floorMod(simpler, rhs);
  return detail::getBinary(ExprKind::FloorMod, lhs, rhs);
}

SymExprAttr ceilDiv(SymExprAttr lhs, SymExprAttr rhs) {
  if (!lhs || !rhs || rhs.getConstant() == 0)
    return {};
  if (hasLeastInteger(lhs) || hasLeastInteger(rhs))
    return detail::getBinary(ExprKind::CeilDiv, lhs, rhs);
  if (isNegated(rhs))
    return ceilDiv(-lhs, -rhs);
  // With a constant divisor there is one form, the one that rounds down.
  if (std::optional<int64_t> divisor = rhs.getConstant()) {
    // The sum below has no 64 bits where both numbers are great.
    if (std::optional<int64_t> dividend = lhs.getConstant())
      return SymExprAttr::constant(
          lhs.getContext(), *dividend / *divisor + (*dividend % *divisor > 0));
    return floorDiv(lhs + (*divisor - 1), rhs);
  }
  Division division = splitDivision(lhs, rhs);
  if (!division.quotient || !division.rest || !division.reduced)
    return {};
  if (division.rest.getConstant() == 0)
    return division.quotient;
  if (division.cancelled)
    return division.quotient + ceilDiv(division.rest, division.reduced);
  // 0 < lhs <= rhs
  SymExprAttr gap = rhs - lhs;
  if (lhs.getLowerBound().value_or(0) > 0 && gap &&
      gap.getLowerBound().value_or(-1) >= 0)
    return SymExprAttr::constant(lhs.getContext(), 1);
  return detail::getBinary(ExprKind::CeilDiv, lhs, rhs);
}

} // namespace mlir::relax
