// Proves sizes and types equal or different, or says that it cannot.
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "SymbolicExprStorage.h"
#include "llvm/ADT/TypeSwitch.h"

#include <numeric>

namespace mlir::relax {

using detail::ExprKind;
using detail::Polynomial;

Proof combine(Proof lhs, Proof rhs) {
  if (lhs == Proof::Different || rhs == Proof::Different)
    return Proof::Different;
  return lhs == Proof::Equal ? rhs : lhs;
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

// One opaque term in terms of quotients that round down and of minima, so that
// different ways to say the same meet; the term itself if there is no such way.
// mod, ceildiv and max are each a combination of div and min, which have the
// stronger normal forms. They are expanded for a comparison only, since
// expanded forms are longer and nobody wants to read them.
static SymExprAttr expandAtom(SymExprAttr atom) {
  ArrayRef<SymExprAttr> operands = detail::operandsOf(atom);
  switch (detail::kindOf(atom)) {
  case ExprKind::FloorMod:
    return operands[0] - floorDiv(operands[0], operands[1]) * operands[1];
  // ceil(a / b) = floor((a + b - 1) / b) needs b >= 1.
  case ExprKind::CeilDiv:
    // A divisor that is never negative is at least 1.
    if (operands[1].getLowerBound().value_or(-1) < 0)
      return atom;
    return floorDiv(operands[0] + operands[1] - 1, operands[1]);
  // max(a, b) = a + b - min(a, b); of three operands there is no such form of
  // that size.
  case ExprKind::Max:
    if (operands.size() != 2)
      return atom;
    return operands[0] + operands[1] - min(operands[0], operands[1]);
  default:
    return atom;
  }
}

// The terms of a sum, each opaque term expanded; null if that gets too large.
static SymExprAttr expand(SymExprAttr expr) {
  MLIRContext *context = expr.getContext();
  Polynomial polynomial = detail::getPolynomial(expr);
  SmallVector<SymExprAttr> terms = {
      SymExprAttr::constant(context, polynomial.constant)};
  for (const auto &[monomial, coefficient] : polynomial.terms) {
    SmallVector<SymExprAttr> factors = {
        SymExprAttr::constant(context, coefficient)};
    for (SymExprAttr factor : detail::factorsOf(monomial))
      factors.push_back(expandAtom(factor));
    terms.push_back(SymExprAttr::product(context, factors));
  }
  return SymExprAttr::sum(context, terms);
}

// Whether a difference is zero. Every term but the constant is a multiple of
// what divides all coefficients, hence so is the constant where the sum is 0.
// `n * 2 - m * 2 - 1` can never be 0, whatever n and m are: the Diophantine
// equation has no solution if the gcd of the coefficients does not divide the
// constant.
static Proof compareWithZero(SymExprAttr difference) {
  if (!difference)
    return Proof::Unknown;
  if (difference.getConstant() == 0)
    return Proof::Equal;
  if (difference.getLowerBound().value_or(0) > 0 ||
      difference.getUpperBound().value_or(0) < 0)
    return Proof::Different;
  Polynomial polynomial = detail::getPolynomial(difference);
  uint64_t content = 0;
  for (auto [monomial, coefficient] : polynomial.terms)
    content = std::gcd(content, llvm::AbsoluteValue(coefficient));
  if (content != 0 && llvm::AbsoluteValue(polynomial.constant) % content != 0)
    return Proof::Different;
  return Proof::Unknown;
}

// How often opaque terms are expanded: terms within terms are rare. Each
// expansion can bring new terms forward, and makes the expression longer.
static constexpr int kExpansions = 3;

Proof compareDims(SymExprAttr lhs, SymExprAttr rhs) {
  if (!lhs || !rhs)
    return Proof::Unknown;
  // Most are numbers. A difference would be an expression in the context.
  if (lhs == rhs)
    return Proof::Equal;
  if (lhs.getConstant() && rhs.getConstant())
    return Proof::Different;
  SymExprAttr difference = lhs - rhs;
  Proof proof = compareWithZero(difference);
  for (int i = 0; i < kExpansions && difference && proof == Proof::Unknown;
       ++i) {
    SymExprAttr expanded = expand(difference);
    if (expanded == difference)
      break;
    difference = expanded;
    proof = compareWithZero(difference);
  }
  return proof;
}

bool cannotBroadcast(SymExprAttr size, SymExprAttr wanted) {
  return compareDims(size, wanted) == Proof::Different &&
         compareDims(size, SymExprAttr::constant(size.getContext(), 1)) ==
             Proof::Different;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static Proof compareDimLists(ArrayRef<SymExprAttr> lhs,
                             ArrayRef<SymExprAttr> rhs) {
  if (lhs.size() != rhs.size())
    return Proof::Different;
  Proof proof = Proof::Equal;
  for (auto [left, right] : llvm::zip(lhs, rhs))
    proof = combine(proof, compareDims(left, right));
  return proof;
}

static Proof compareTypeLists(TypeRange lhs, TypeRange rhs) {
  if (lhs.size() != rhs.size())
    return Proof::Different;
  Proof proof = Proof::Equal;
  for (auto [left, right] : llvm::zip(lhs, rhs))
    proof = combine(proof, compareTypes(left, right));
  return proof;
}

/// An unknown element type may turn out to be equal, so it is never a
/// contradiction.
static Proof compareElements(Type lhs, Type rhs) {
  if (isa<UnknownType>(lhs) || isa<UnknownType>(rhs))
    return Proof::Unknown;
  return lhs == rhs ? Proof::Equal : Proof::Different;
}

// What an encoding says besides dimensions: the placement, or all it says if
// it is none of ours. A foreign encoding is compared as a whole, by identity;
// nobody here knows what it means.
static Attribute getPlacement(TensorType type) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (!ranked || !ranked.getEncoding() || isa<DimsAttr>(ranked.getEncoding()))
    return getVDevice(type);
  return ranked.getEncoding();
}

static Proof compareTensors(TensorType lhs, TensorType rhs) {
  Proof proof = compareElements(lhs.getElementType(), rhs.getElementType());
  if (lhs == rhs && lhs.hasStaticShape())
    return proof;
  Attribute left = getPlacement(lhs), right = getPlacement(rhs);
  if (left != right)
    // A tensor without a placement may be anywhere. Only two placements that
    // are named and differ are a contradiction.
    proof = combine(proof, left && right ? Proof::Different : Proof::Unknown);
  auto leftRanked = dyn_cast<RankedTensorType>(lhs);
  auto rightRanked = dyn_cast<RankedTensorType>(rhs);
  if (!leftRanked || !rightRanked)
    return combine(proof, Proof::Unknown);
  return combine(proof,
                 compareDimLists(getDims(leftRanked), getDims(rightRanked)));
}

static Proof compareShapes(ShapeType lhs, ShapeType rhs) {
  if (!lhs.hasRank() || !rhs.hasRank())
    return Proof::Unknown;
  return compareDimLists(lhs.getDimsOrUnknown(), rhs.getDimsOrUnknown());
}

static Proof compareShards(DTensorType lhs, DTensorType rhs) {
  if (lhs.getMesh() != rhs.getMesh() ||
      lhs.getPlacement() != rhs.getPlacement())
    return Proof::Different;
  return compareTypes(lhs.getTensor(), rhs.getTensor());
}

// Each callable has a scope of its own, so one is matched against the other.
// Names of two scopes cannot be compared by themselves.
static Proof compareCallables(CallableType lhs, CallableType rhs) {
  if (lhs == rhs && !lhs.isOpaque())
    return Proof::Equal;
  if (lhs.isOpaque() || rhs.isOpaque())
    return Proof::Unknown;
  // A pure callable may be used as an impure one, so the types differ and may
  // still fit.
  if (lhs.getPure() != rhs.getPure())
    return Proof::Unknown;
  return SymbolUnifier().unify(lhs, rhs) == Proof::Different ? Proof::Different
                                                             : Proof::Unknown;
}

/// An object may be anything.
Proof compareTypes(Type lhs, Type rhs) {
  if (!lhs || !rhs || isa<ObjectType>(lhs) || isa<ObjectType>(rhs))
    return Proof::Unknown;
  return llvm::TypeSwitch<Type, Proof>(lhs)
      .Case([&](TensorType type) {
        auto other = dyn_cast<TensorType>(rhs);
        return other ? compareTensors(type, other) : Proof::Different;
      })
      .Case([&](ShapeType type) {
        auto other = dyn_cast<ShapeType>(rhs);
        return other ? compareShapes(type, other) : Proof::Different;
      })
      .Case([&](DTensorType type) {
        auto other = dyn_cast<DTensorType>(rhs);
        return other ? compareShards(type, other) : Proof::Different;
      })
      .Case([&](CallableType type) {
        auto other = dyn_cast<CallableType>(rhs);
        return other ? compareCallables(type, other) : Proof::Different;
      })
      .Case([&](TupleType type) {
        auto other = dyn_cast<TupleType>(rhs);
        return other ? compareTypeLists(type.getTypes(), other.getTypes())
                     : Proof::Different;
      })
      .Default([&](Type type) {
        return type == rhs ? Proof::Equal : Proof::Different;
      });
}

// Arguments go the other way than results. A callable that is given as a
// parameter is called by the other side, so the direction of the promise turns
// around (contravariance).
static bool promisesPurity(Type from, Type to) {
  auto anyOf = [](TypeRange from, TypeRange to) {
    return from.size() == to.size() &&
           llvm::any_of(llvm::zip_equal(from, to), [](auto pair) {
             return promisesPurity(std::get<0>(pair), std::get<1>(pair));
           });
  };
  if (auto tuple = dyn_cast_or_null<TupleType>(from)) {
    auto other = dyn_cast_or_null<TupleType>(to);
    return other && anyOf(tuple.getTypes(), other.getTypes());
  }
  auto callable = dyn_cast_or_null<CallableType>(from);
  auto promised = dyn_cast_or_null<CallableType>(to);
  if (!callable || !promised)
    return false;
  if (promised.getPure() && !callable.getPure())
    return true;
  if (callable.isOpaque() || promised.isOpaque())
    return false;
  FunctionType found = callable.getSignature();
  FunctionType wanted = promised.getSignature();
  return anyOf(wanted.getInputs(), found.getInputs()) ||
         anyOf(found.getResults(), wanted.getResults());
}

Proof compareAssigned(Type from, Type to) {
  return promisesPurity(from, to) ? Proof::Different : compareTypes(from, to);
}

} // namespace mlir::relax
