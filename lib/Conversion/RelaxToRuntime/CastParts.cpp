// Values as values of another type: what only the new type says of a size is
// compared at run time.
// A match_cast, a call's result or a returned value has two types: what is
// known and what is claimed. The difference is compared at run time, size by
// size, and nothing is compared twice.
#include "HostFunction.h"

#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/VDevices.h"
#include "mlir/Support/DebugStringHelper.h"

namespace mlir::relax {
namespace {

/// A size that a type says something about.
struct Match {
  unsigned axis;
  SymExprAttr expr;
  /// What was known of it before, if anything.
  SymExprAttr known;
  Value found;
  /// Whether it is the number of a shape, which may be negative.
  bool isNumber = false;
};

/// The sizes to compare, and the parts that a cast gives.
struct Cast {
  HostFunction &host;
  Location location;
  /// Whether a type without rank or dtype cannot be checked, rather than says
  /// nothing more.
  /// match_cast must fail if it cannot check something. For other ops a type
  /// that says less is simply no claim.
  bool isStrict;
  SmallVector<Match> matches;
  SmallVector<Value> results;

  /// Adds what `to` says of `parts`; false if the run time cannot tell.
  bool add(Type from, Type to, ArrayRef<Value> parts);

private:
  bool addTuple(TupleType from, TupleType to, ArrayRef<Value> parts);
  bool addTensor(Type from, Type to, Value part);
};

} // namespace

static VDeviceAttr getDevice(Type type) {
  auto tensor = dyn_cast<TensorType>(type);
  return tensor ? getVDevice(tensor) : VDeviceAttr();
}

bool Cast::addTuple(TupleType from, TupleType to, ArrayRef<Value> parts) {
  if (!from || from.size() != to.size())
    return false;
  for (auto [field, wanted] : llvm::zip(from.getTypes(), to.getTypes())) {
    std::optional<unsigned> count = HostFunction::countParts(field);
    if (!count || !add(field, wanted, parts.take_front(*count)))
      return false;
    parts = parts.drop_front(*count);
  }
  return true;
}

bool Cast::addTensor(Type from, Type to, Value part) {
  MemRefType type = HostFunction::getBufferType(to);
  auto buffer = dyn_cast<MemRefType>(part.getType());
  // Rank and element type are fixed when host code is made: a buffer of one
  // kind cannot be checked for another at run time.
  if (!type || !buffer || buffer.getRank() != type.getRank() ||
      buffer.getElementType() != type.getElementType() ||
      !isSameDevice(getDevice(from), getDevice(to)))
    return false;
  SmallVector<SymExprAttr> known(type.getRank());
  if (auto tensor = dyn_cast<RankedTensorType>(from))
    known = getDims(tensor);
  for (auto [axis, expr] : llvm::enumerate(getDims(cast<RankedTensorType>(to))))
    if (expr)
      matches.push_back({unsigned(axis), expr, known[axis],
                         host.getSize(location, part, axis)});
  results.push_back(host.castBuffer(location, part, type));
  return true;
}

bool Cast::add(Type from, Type to, ArrayRef<Value> parts) {
  if (auto tuple = dyn_cast<TupleType>(to))
    return addTuple(dyn_cast<TupleType>(from), tuple, parts);
  // A type without a number of parts, such as a tensor of unknown rank, says
  // nothing that could be compared.
  std::optional<unsigned> count = HostFunction::countParts(to);
  if (!count && !isStrict) {
    llvm::append_range(results, parts);
    return true;
  }
  if (!count || *count != parts.size())
    return false;
  if (isa<TensorType>(to))
    return addTensor(from, to, parts.front());
  llvm::append_range(results, parts);
  auto shape = dyn_cast<ShapeType>(to);
  if (!shape)
    return from == to;
  SmallVector<SymExprAttr> known(parts.size());
  if (auto source = dyn_cast<ShapeType>(from); source && source.hasRank())
    known = source.getDimsOrUnknown();
  for (auto [axis, expr] : llvm::enumerate(shape.getDimsOrUnknown()))
    if (expr)
      matches.push_back(
          {unsigned(axis), expr, known[axis], parts[axis], /*isNumber=*/true});
  return true;
}

/// What a message calls the value that is checked.
/// The message of a failed check is read by the user of the program, so it has
/// the name that the model gave the value.
static std::string getPlace(Operation *op) {
  auto location = dyn_cast<NameLoc>(op->getLoc());
  std::string name =
      location ? "'" + location.getName().str() + "'" : "a value";
  if (isa<MatchCastOp>(op))
    return "match_cast of " + name;
  return op->getName().getStringRef().str() + (location ? " " + name : "");
}

// "expected 4, found 5" needs no expression; "expected n * 2 = 8" does.
std::string getSizeText(SymExprAttr expr) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (!expr.getConstant())
    expr.printExpr(stream);
  return text;
}

/// The number of a shape that gives a symbol its value has to be a size: no
/// type says of what it was computed from.
static void matchSize(Operation *op, HostFunction &host, const Match &match) {
  Value zero = host.getConstant(op->getLoc(), 0);
  Value expected = arith::MaxSIOp::create(host.getBuilder(), op->getLoc(),
                                          match.found, zero);
  host.matchDim(op, getPlace(op), match.axis,
                "max(" + getSizeText(match.expr) + ", 0)", expected,
                match.found);
}

void HostFunction::matchDim(Operation *op, StringRef place, unsigned axis,
                            StringRef text, Value expected, Value found) {
  rt::MatchDimOp::create(builder, op->getLoc(), expected, found, place, axis,
                         text.empty() ? StringAttr()
                                      : builder.getStringAttr(text));
}

FailureOr<SmallVector<Value>> HostFunction::castParts(Operation *op, Type from,
                                                      Type to,
                                                      ArrayRef<Value> parts,
                                                      bool definesSymbols) {
  if (from == to)
    return SmallVector<Value>(parts);
  Cast cast{*this, op->getLoc(), definesSymbols, {}, {}};
  if (!cast.add(from, to, parts))
    return notifyMatchFailure(op,
                              "expected a check of a dtype, rank and device "
                              "that host code knows, found a cast of " +
                                  debugString(from) + " to " + debugString(to));
  // First whatever gives a symbol its value, then all that is compared.
  // match_cast binds: the first occurrence of a bare symbol gives it its
  // value, wherever it stands in the list. n * 2 in axis 0 and n in axis 1
  // must work, hence two rounds.
  llvm::erase_if(cast.matches, [&](const Match &match) {
    if (!definesSymbols)
      return match.known &&
             compareDims(match.expr, match.known) == Proof::Equal;
    bool isBound = bind(match.expr, match.found);
    if (isBound && match.isNumber)
      matchSize(op, *this, match);
    return isBound;
  });
  for (const Match &match : cast.matches) {
    Value expected = evaluate(op, match.expr);
    if (!expected)
      return failure();
    matchDim(op, getPlace(op), match.axis, getSizeText(match.expr), expected,
             match.found);
  }
  return cast.results;
}

} // namespace mlir::relax
