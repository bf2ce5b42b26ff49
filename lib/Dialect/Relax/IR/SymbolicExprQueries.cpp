// Questions about symbolic expressions: leaves, bounds, substitution, values.
#include "SymbolicExprStorage.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::relax {

using detail::ExprKey;
using detail::ExprKind;

std::optional<int64_t> SymExprAttr::getConstant() const {
  const ExprKey &key = detail::storageOf(*this).key;
  if (key.kind != ExprKind::Constant)
    return std::nullopt;
  return key.value;
}

std::optional<int64_t> detail::combineConstants(
    ArrayRef<SymExprAttr> operands, int64_t start,
    function_ref<int64_t(int64_t, int64_t, int64_t &)> overflows) {
  int64_t result = start;
  for (SymExprAttr operand : operands) {
    std::optional<int64_t> known = operand.getConstant();
    if (!known || overflows(result, *known, result))
      return std::nullopt;
  }
  return result;
}

bool SymExprAttr::isSymbol() const {
  return detail::kindOf(*this) == ExprKind::Symbol;
}

StringRef SymExprAttr::getSymbol() const {
  return isSymbol() ? detail::storageOf(*this).key.name.getValue()
                    : StringRef();
}

std::optional<int64_t> SymExprAttr::getLowerBound() const {
  return detail::storageOf(*this).bounds.lo;
}

/// An expression that is nowhere less than `scale` times a sum of which it
/// takes the quotients as fractions, so that (n + 1) floordiv 2 - n - 1 is seen
/// to be negative: 2 times it is at most -n - 1. Null if there is no quotient.
/// Interval bounds treat each term by itself: `(n + 1) div 2 - n - 1` would be
/// the sum of an unbounded and a negatively unbounded one. Multiplying by the
/// divisor brings both to one polynomial in n, where terms cancel.
static SymExprAttr relaxQuotients(SymExprAttr sum, int64_t &scale) {
  if (detail::kindOf(sum) != ExprKind::Sum)
    return {};
  detail::Polynomial polynomial = detail::getPolynomial(sum);
  auto divisorOf = [](SymExprAttr term) -> int64_t {
    if (detail::kindOf(term) != ExprKind::FloorDiv)
      return 0;
    int64_t divisor = detail::operandsOf(term)[1].getConstant().value_or(0);
    // Below 2^16, so that products with coefficients seldom leave 64 bits.
    return divisor > 0 && divisor < (1 << 16) ? divisor : 0;
  };
  // Quotients by other numbers than the first stay as they are.
  scale = 0;
  for (auto &[term, coefficient] : polynomial.terms)
    if (scale == 0)
      scale = divisorOf(term);
  if (scale == 0)
    return {};
  MLIRContext *context = sum.getContext();
  SmallVector<SymExprAttr> terms{
      SymExprAttr::constant(context, polynomial.constant) * scale};
  for (auto &[term, coefficient] : polynomial.terms) {
    if (divisorOf(term) != scale) {
      terms.push_back(term * coefficient * scale);
      continue;
    }
    // A quotient is at most the fraction, and less by less than one. x - (d -
    // 1) <= d * floor(x / d) <= x.
    SymExprAttr fraction = detail::operandsOf(term)[0];
    terms.push_back((coefficient > 0 ? fraction : fraction - (scale - 1)) *
                    coefficient);
  }
  if (llvm::is_contained(terms, SymExprAttr()))
    return {};
  return SymExprAttr::sum(context, terms);
}

std::optional<int64_t> SymExprAttr::getUpperBound() const {
  if (std::optional<int64_t> bound = detail::storageOf(*this).bounds.hi)
    return bound;
  int64_t scale;
  SymExprAttr relaxed = relaxQuotients(*this, scale);
  if (!relaxed || !detail::storageOf(relaxed).bounds.hi)
    return std::nullopt;
  // `scale` times the sum is at most the bound, so the sum is at most its
  // floor.
  return llvm::divideFloorSigned(*detail::storageOf(relaxed).bounds.hi, scale);
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

// `seen` holds symbols and inner nodes, so that a shared term is walked once.
// Expressions are DAGs: (n + n * m) used twice is one node. A plain walk would
// be exponential in the depth.
static void walkNew(SymExprAttr expr, llvm::DenseSet<Attribute> &seen,
                    function_ref<void(StringAttr)> fn) {
  if (!seen.insert(expr).second)
    return;
  if (expr.isSymbol())
    fn(detail::storageOf(expr).key.name);
  for (SymExprAttr operand : detail::operandsOf(expr))
    walkNew(operand, seen, fn);
}

void SymExprAttr::walkSymbols(function_ref<void(StringAttr)> fn) const {
  if (isSymbol()) {
    fn(detail::storageOf(*this).key.name);
    return;
  }
  llvm::DenseSet<Attribute> seen;
  walkNew(*this, seen, fn);
}

//===----------------------------------------------------------------------===//
// Substitution
//===----------------------------------------------------------------------===//

// The node of `expr` over other operands, simplified. Through the builders,
// since substituting may make things foldable: `n div 4` with n = 8 is 2.
static SymExprAttr rebuild(SymExprAttr expr, ArrayRef<SymExprAttr> operands) {
  const ExprKey &key = detail::storageOf(expr).key;
  MLIRContext *context = expr.getContext();
  SmallVector<SymExprAttr> terms;
  switch (key.kind) {
  case ExprKind::Symbol:
  case ExprKind::Constant:
    return expr;
  case ExprKind::FloorDiv:
    return floorDiv(operands[0], operands[1]);
  case ExprKind::FloorMod:
    return floorMod(operands[0], operands[1]);
  case ExprKind::CeilDiv:
    return ceilDiv(operands[0], operands[1]);
  case ExprKind::Min:
    return SymExprAttr::minimum(operands);
  case ExprKind::Max:
    return SymExprAttr::maximum(operands);
  case ExprKind::OpenProduct:
  case ExprKind::Product:
    return SymExprAttr::product(context, operands);
  case ExprKind::OpenSum:
    return SymExprAttr::sum(context, operands);
  case ExprKind::Sum:
    for (auto [operand, coefficient] : llvm::zip(operands, key.coefficients))
      terms.push_back(operand * coefficient);
    terms.push_back(SymExprAttr::constant(context, key.value));
    return SymExprAttr::sum(context, terms);
  }
  return {};
}

/// Memoised by node. Where an operand is unknown the whole is, and the rest of
/// its operands need no look.
static SymExprAttr
substituteIn(SymExprAttr expr,
             const llvm::DenseMap<StringAttr, SymExprAttr> &values,
             llvm::DenseMap<Attribute, SymExprAttr> &done) {
  if (expr.isSymbol()) {
    auto it = values.find(detail::storageOf(expr).key.name);
    return it == values.end() ? expr : it->second;
  }
  if (detail::operandsOf(expr).empty())
    return expr;
  auto known = done.find(expr);
  if (known != done.end())
    return known->second;
  SmallVector<SymExprAttr> operands;
  for (SymExprAttr operand : detail::operandsOf(expr)) {
    operands.push_back(substituteIn(operand, values, done));
    if (!operands.back())
      break;
  }
  SymExprAttr result;
  if (operands.back())
    // An unchanged node is kept as it is; rebuilding all would double the cost
    // of substitutions that touch little.
    result = llvm::equal(operands, detail::operandsOf(expr))
                 ? expr
                 : rebuild(expr, operands);
  done[expr] = result;
  return result;
}

SymExprAttr SymExprAttr::substitute(
    const llvm::DenseMap<StringAttr, SymExprAttr> &values) const {
  llvm::DenseMap<Attribute, SymExprAttr> done;
  return substituteIn(*this, values, done);
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

namespace {
/// Evaluates each shared term once.
class Evaluator {
public:
  using SizeFn = function_ref<std::optional<int64_t>(StringAttr)>;
  explicit Evaluator(SizeFn size) : size(size) {}

  std::optional<int64_t> evaluate(SymExprAttr expr) {
    const ExprKey &key = detail::storageOf(expr).key;
    if (key.kind == ExprKind::Symbol)
      return size(key.name);
    if (key.kind == ExprKind::Constant)
      return key.value;
    auto known = done.find(expr);
    if (known != done.end())
      return known->second;
    std::optional<int64_t> result = evaluateNode(key);
    done[expr] = result;
    return result;
  }

private:
  std::optional<int64_t> evaluateNode(const ExprKey &key);
  std::optional<int64_t> evaluateSum(const ExprKey &key,
                                     ArrayRef<int64_t> operands);

  SizeFn size;
  llvm::DenseMap<Attribute, std::optional<int64_t>> done;
};
} // namespace

/// Numbers of a run may overflow where the symbolic form did not; then there is
/// no value.
std::optional<int64_t> Evaluator::evaluateSum(const ExprKey &key,
                                              ArrayRef<int64_t> operands) {
  int64_t result = key.value;
  for (auto [operand, coefficient] : llvm::zip(operands, key.coefficients)) {
    int64_t term;
    if (llvm::MulOverflow(operand, coefficient, term) ||
        llvm::AddOverflow(result, term, result))
      return std::nullopt;
  }
  return result;
}

static std::optional<int64_t> evaluateProduct(ArrayRef<int64_t> operands) {
  int64_t result = 1;
  for (int64_t operand : operands)
    if (llvm::MulOverflow(result, operand, result))
      return std::nullopt;
  return result;
}

static std::optional<int64_t> evaluateDivision(ExprKind kind, int64_t lhs,
                                               int64_t rhs) {
  if (rhs == 0)
    return std::nullopt;
  // -2^63 / -1 overflows, which is undefined in C++.
  if (rhs == -1) {
    int64_t negated;
    if (kind == ExprKind::FloorMod)
      return 0;
    if (llvm::SubOverflow<int64_t>(0, lhs, negated))
      return std::nullopt;
    return negated;
  }
  int64_t down = llvm::divideFloorSigned(lhs, rhs);
  if (kind == ExprKind::FloorDiv)
    return down;
  return kind == ExprKind::FloorMod ? lhs - down * rhs
                                    : llvm::divideCeilSigned(lhs, rhs);
}

std::optional<int64_t> Evaluator::evaluateNode(const ExprKey &key) {
  SmallVector<int64_t> operands;
  for (SymExprAttr operand : key.operands) {
    std::optional<int64_t> value = evaluate(operand);
    if (!value)
      return std::nullopt;
    operands.push_back(*value);
  }
  int64_t sum;
  if (key.kind == ExprKind::Sum)
    return evaluateSum(key, operands);
  // All others have operands, which g++ cannot know.
  if (operands.empty())
    return std::nullopt;
  switch (key.kind) {
  case ExprKind::OpenSum:
    if (llvm::AddOverflow(operands[0], operands[1], sum))
      return std::nullopt;
    return sum;
  case ExprKind::Min:
    return *llvm::min_element(operands);
  case ExprKind::Max:
    return *llvm::max_element(operands);
  case ExprKind::Product:
  case ExprKind::OpenProduct:
    return evaluateProduct(operands);
  default:
    return evaluateDivision(key.kind, operands[0], operands[1]);
  }
}

std::optional<int64_t> SymExprAttr::evaluate(
    function_ref<std::optional<int64_t>(StringAttr)> size) const {
  return Evaluator(size).evaluate(*this);
}

} // namespace mlir::relax
