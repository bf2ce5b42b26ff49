// Uniques symbolic expressions and derives their bounds, size and order.
#include "SymbolicExprStorage.h"

namespace mlir::relax::detail {

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

// Each helper may lose a bound, but never gives one that does not hold. Bounds
// are computed once, when a node is uniqued, from those of its operands: asking
// is constant time, and shape inference asks for each dimension of each op.

static std::optional<int64_t> addBound(std::optional<int64_t> lhs,
                                       std::optional<int64_t> rhs) {
  int64_t result;
  if (!lhs || !rhs || llvm::AddOverflow(*lhs, *rhs, result))
    return std::nullopt;
  return result;
}

/// A bound that overflows is no bound.
static std::optional<int64_t> mulBound(std::optional<int64_t> lhs,
                                       std::optional<int64_t> rhs) {
  int64_t result;
  if (!lhs || !rhs || llvm::MulOverflow(*lhs, *rhs, result))
    return std::nullopt;
  return result;
}

static Interval addIntervals(Interval lhs, Interval rhs) {
  return {addBound(lhs.lo, rhs.lo), addBound(lhs.hi, rhs.hi)};
}

static Interval scaleInterval(Interval interval, int64_t scale) {
  Interval scaled = {mulBound(interval.lo, scale),
                     mulBound(interval.hi, scale)};
  if (scale < 0)
    std::swap(scaled.lo, scaled.hi);
  return scaled;
}

static bool isNonNegative(Interval interval) {
  return interval.lo && *interval.lo >= 0;
}

/// The corners of two intervals contain all products. For non-negative factors
/// an unknown upper end leaves the lower one known, which corners would lose.
static Interval mulIntervals(Interval lhs, Interval rhs) {
  if (isNonNegative(lhs) && isNonNegative(rhs))
    return {mulBound(lhs.lo, rhs.lo).value_or(0), mulBound(lhs.hi, rhs.hi)};
  std::optional<int64_t> corners[] = {
      mulBound(lhs.lo, rhs.lo), mulBound(lhs.lo, rhs.hi),
      mulBound(lhs.hi, rhs.lo), mulBound(lhs.hi, rhs.hi)};
  Interval result = {corners[0], corners[0]};
  for (std::optional<int64_t> corner : corners) {
    if (!corner)
      return {};
    result.lo = std::min(*result.lo, *corner);
    result.hi = std::max(*result.hi, *corner);
  }
  return result;
}

// A divisor that is never negative is positive wherever the term is defined.
static Interval boundDivision(ExprKind kind, Interval lhs, Interval rhs) {
  if (!isNonNegative(rhs))
    return {};
  // A remainder is below the divisor, and at most the dividend if that is not
  // negative.
  if (kind == ExprKind::FloorMod) {
    Interval result = {0, addBound(rhs.hi, -1)};
    if (isNonNegative(lhs) && lhs.hi && (!result.hi || *lhs.hi < *result.hi))
      result.hi = lhs.hi;
    return result;
  }
  bool down = kind == ExprKind::FloorDiv;
  auto divide = [&](int64_t value, int64_t divisor) {
    return down ? llvm::divideFloorSigned(value, divisor)
                : llvm::divideCeilSigned(value, divisor);
  };
  // A divisor of 0 gives no meaning, so the least that counts is 1.
  int64_t least = std::max<int64_t>(*rhs.lo, 1);
  if (rhs.hi && *rhs.hi == least) {
    Interval result;
    if (lhs.lo)
      result.lo = divide(*lhs.lo, least);
    if (lhs.hi)
      result.hi = divide(*lhs.hi, least);
    return result;
  }
  // What is negative stays so, rounded down. With an unknown divisor the
  // magnitude may shrink to anything, but the sign stays: floor(-1 / d) is -1
  // for each d >= 1.
  if (!isNonNegative(lhs))
    return {std::nullopt, lhs.hi && *lhs.hi < 0 && down
                              ? std::optional<int64_t>(-1)
                              : std::nullopt};
  // A ceiling of a positive number is at least 1.
  Interval result = {!down && *lhs.lo > 0 ? 1 : 0, std::nullopt};
  if (lhs.hi)
    result.hi = divide(*lhs.hi, least);
  return result;
}

static Interval boundMinimum(ArrayRef<SymExprAttr> operands) {
  Interval result = storageOf(operands.front()).bounds;
  for (SymExprAttr operand : operands.drop_front()) {
    Interval next = storageOf(operand).bounds;
    if (!next.lo || (result.lo && *next.lo < *result.lo))
      result.lo = next.lo;
    if (next.hi && (!result.hi || *next.hi < *result.hi))
      result.hi = next.hi;
  }
  return result;
}

static Interval boundMaximum(ArrayRef<SymExprAttr> operands) {
  Interval result = storageOf(operands.front()).bounds;
  for (SymExprAttr operand : operands.drop_front()) {
    Interval next = storageOf(operand).bounds;
    if (next.lo && (!result.lo || *next.lo > *result.lo))
      result.lo = next.lo;
    if (!next.hi || (result.hi && *next.hi > *result.hi))
      result.hi = next.hi;
  }
  return result;
}

static Interval computeBounds(const ExprKey &key) {
  auto boundsOf = [&](size_t i) { return storageOf(key.operands[i]).bounds; };
  Interval result;
  switch (key.kind) {
  // Symbols are sizes; this one line is what makes `max(n, 0)` equal n.
  case ExprKind::Symbol:
    return {0, std::nullopt};
  case ExprKind::Constant:
    return {key.value, key.value};
  case ExprKind::FloorDiv:
  case ExprKind::FloorMod:
  case ExprKind::CeilDiv:
    return boundDivision(key.kind, boundsOf(0), boundsOf(1));
  case ExprKind::Min:
    return boundMinimum(key.operands);
  case ExprKind::Max:
    return boundMaximum(key.operands);
  case ExprKind::OpenSum:
    return addIntervals(boundsOf(0), boundsOf(1));
  case ExprKind::OpenProduct:
    return mulIntervals(boundsOf(0), boundsOf(1));
  case ExprKind::Product:
    result = boundsOf(0);
    for (size_t i = 1; i < key.operands.size(); ++i)
      result = mulIntervals(result, boundsOf(i));
    return result;
  case ExprKind::Sum:
    // Each term by itself, so `n - n * m` has bounds that no n reaches. Wider
    // is allowed.
    result = {key.value, key.value};
    for (auto [i, coefficient] : llvm::enumerate(key.coefficients))
      result = addIntervals(result, scaleInterval(boundsOf(i), coefficient));
    return result;
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

llvm::hash_code SymExprStorage::hashKey(const KeyTy &key) {
  return llvm::hash_combine(key.kind, key.value, key.name, key.operands,
                            key.coefficients);
}

static void measure(const ExprKey &key, int64_t &size, int64_t &depth) {
  size = 1;
  depth = 0;
  for (SymExprAttr operand : key.operands) {
    // Capped, since a DAG's size as a tree is exponential in its depth.
    size = std::min(size + storageOf(operand).size, SymExprAttr::kMaxSize + 1);
    depth = std::max(depth, storageOf(operand).depth);
  }
  ++depth;
}

SymExprStorage *SymExprStorage::construct(AttributeStorageAllocator &allocator,
                                          const KeyTy &key) {
  KeyTy copy = key;
  copy.operands = allocator.copyInto(key.operands);
  copy.coefficients = allocator.copyInto(key.coefficients);
  auto *storage =
      new (allocator.allocate<SymExprStorage>()) SymExprStorage(copy);
  storage->bounds = computeBounds(copy);
  measure(copy, storage->size, storage->depth);
  return storage;
}

const SymExprStorage &storageOf(SymExprAttr expr) {
  return *static_cast<const SymExprStorage *>(
      static_cast<Attribute>(expr).getImpl());
}

ExprKind kindOf(SymExprAttr expr) { return storageOf(expr).key.kind; }

ArrayRef<SymExprAttr> operandsOf(SymExprAttr expr) {
  return storageOf(expr).key.operands;
}

ArrayRef<SymExprAttr> factorsOf(const SymExprAttr &monomial) {
  if (kindOf(monomial) == ExprKind::Product)
    return operandsOf(monomial);
  return monomial;
}

/// A builder that would go beyond gives null, that is "unknown"; the parser
/// reports it (docs/Rationale/Symbols.md, "Integers do not wrap").
SymExprAttr getUniqued(MLIRContext *context, const ExprKey &key) {
  int64_t size, depth;
  measure(key, size, depth);
  if (size > SymExprAttr::kMaxSize || depth > SymExprAttr::kMaxDepth)
    return {};
  return SymExprAttr::get(context, key);
}

SymExprAttr getBinary(ExprKind kind, SymExprAttr lhs, SymExprAttr rhs) {
  ExprKey key{kind};
  SymExprAttr operands[] = {lhs, rhs};
  key.operands = operands;
  return getUniqued(lhs.getContext(), key);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

template <typename T>
static int compareValues(const T &lhs, const T &rhs) {
  return lhs < rhs ? -1 : rhs < lhs ? 1 : 0;
}

// Equal expressions are one pointer, so at most one operand is descended into.
// The first difference decides, and equal prefixes are equal pointers, so
// comparing is linear in the depth and not in the size.
static int compareLists(ArrayRef<SymExprAttr> lhs, ArrayRef<SymExprAttr> rhs) {
  for (auto [left, right] : llvm::zip(lhs, rhs))
    if (left != right)
      return compareExprs(left, right);
  return compareValues(lhs.size(), rhs.size());
}

static int compareAtoms(SymExprAttr lhs, SymExprAttr rhs) {
  const ExprKey &left = storageOf(lhs).key;
  const ExprKey &right = storageOf(rhs).key;
  if (left.kind != right.kind)
    return compareValues(left.kind, right.kind);
  if (left.name != right.name)
    return left.name.getValue().compare(right.name.getValue());
  if (int order = compareLists(left.operands, right.operands))
    return order;
  if (left.coefficients != right.coefficients)
    return std::lexicographical_compare(
               left.coefficients.begin(), left.coefficients.end(),
               right.coefficients.begin(), right.coefficients.end())
               ? -1
               : 1;
  return compareValues(left.value, right.value);
}

// Higher powers first, so that `n * n + n + 1` reads as one writes it.
int compareExprs(SymExprAttr lhs, SymExprAttr rhs) {
  if (lhs == rhs)
    return 0;
  ArrayRef<SymExprAttr> left = factorsOf(lhs), right = factorsOf(rhs);
  if (left.size() != right.size())
    return left.size() > right.size() ? -1 : 1;
  if (left.size() == 1)
    return compareAtoms(lhs, rhs);
  return compareLists(left, right);
}

} // namespace mlir::relax::detail
