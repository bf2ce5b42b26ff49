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
  Operation *op;
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
  bool addBorrowed(Type from, TensorType to, Value part);
  bool addShape(ShapeType from, ShapeType to, ArrayRef<Value> parts);
  void addDims(Type from, TensorType to, Value part, bool isChecked);
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

/// Adds what `to` says of the sizes of `part`, without those that are numbers
/// if the run time has compared them.
void Cast::addDims(Type from, TensorType to, Value part, bool isChecked) {
  auto ranked = dyn_cast<RankedTensorType>(to);
  if (!ranked)
    return;
  SmallVector<SymExprAttr> known(ranked.getRank());
  if (auto tensor = dyn_cast<RankedTensorType>(from))
    known = getDims(tensor);
  for (auto [axis, expr] : llvm::enumerate(getDims(ranked)))
    if (expr && (!isChecked || ranked.isDynamicDim(axis)))
      matches.push_back({unsigned(axis), expr, known[axis],
                         host.getSize(op->getLoc(), part, axis)});
}

/// Whether `to` says a dtype, a rank or a size as a number that `from` does
/// not.
static bool saysMore(TensorType from, TensorType to) {
  if (isa<UnknownType>(from.getElementType()) &&
      !isa<UnknownType>(to.getElementType()))
    return true;
  if (!to.hasRank() || !from.hasRank())
    return to.hasRank();
  return llvm::any_of(llvm::zip(from.getShape(), to.getShape()),
                      [](std::tuple<int64_t, int64_t> sizes) {
                        auto [known, claimed] = sizes;
                        return ShapedType::isDynamic(known) &&
                               !ShapedType::isDynamic(claimed);
                      });
}

/// A cast from or to a tensor whose dtype or rank is known at run time only.
/// Its fields are compared by one call, since no buffer exists as long as dtype
/// or rank are unknown. The data are taken only behind the check: a buffer of a
/// wrong element type would read beyond the tensor.
bool Cast::addBorrowed(Type from, TensorType to, Value part) {
  OpBuilder &builder = host.getBuilder();
  Location location = op->getLoc();
  if (isa<MemRefType>(part.getType()))
    part = borrow(host, location, part);
  if (saysMore(cast<TensorType>(from), to))
    rt::MatchTensorOp::create(builder, location, part, getPlace(op), to);
  if (MemRefType type = HostFunction::getBufferType(to)) {
    Value data = rt::BorrowedDataOp::create(builder, location, type, part);
    // The buffer is another name of the same memory: without the owner, it
    // would not be released if only the buffer is used from here on.
    host.getMemory().setOwner(data, host.getOwner(part));
    part = data;
  }
  addDims(from, to, part, /*isChecked=*/true);
  results.push_back(part);
  return true;
}

bool Cast::addTensor(Type from, Type to, Value part) {
  if (!isa<TensorType>(from) || !isSameDevice(getDevice(from), getDevice(to)))
    return false;
  MemRefType type = HostFunction::getBufferType(to);
  auto buffer = dyn_cast<MemRefType>(part.getType());
  if (!type || !buffer)
    return addBorrowed(from, cast<TensorType>(to), part);
  // Rank and element type are fixed when host code is made: a buffer of one
  // kind cannot be checked for another at run time.
  if (buffer.getRank() != type.getRank() ||
      buffer.getElementType() != type.getElementType())
    return false;
  addDims(from, cast<TensorType>(to), part, /*isChecked=*/false);
  results.push_back(host.castBuffer(op->getLoc(), part, type));
  return true;
}

bool Cast::addShape(ShapeType from, ShapeType to, ArrayRef<Value> parts) {
  if (!from)
    return false;
  OpBuilder &builder = host.getBuilder();
  Location location = op->getLoc();
  // A shape of unknown rank is a list in memory, as its number of values cannot
  // be one of SSA values.
  if (!to.hasRank()) {
    SmallVector<Value> buffers;
    host.addBuffers(location, from, parts, buffers);
    results.push_back(host.castBuffer(
        location, buffers.front(),
        MemRefType::get({ShapedType::kDynamic}, builder.getI64Type())));
    return true;
  }
  SmallVector<Value> sizes(parts);
  SmallVector<SymExprAttr> known(to.getRank());
  if (from.hasRank()) {
    if (from.getRank() != to.getRank())
      return false;
    known = from.getDimsOrUnknown();
  } else {
    rt::MatchRankOp::create(builder, location, to.getRank(),
                            host.getSize(location, parts.front(), 0),
                            getPlace(op));
    sizes.clear();
    for (int64_t axis = 0; axis < to.getRank(); ++axis)
      sizes.push_back(host.loadIndex(location, parts.front(), axis));
  }
  llvm::append_range(results, sizes);
  for (auto [axis, expr] : llvm::enumerate(to.getDimsOrUnknown()))
    if (expr)
      matches.push_back(
          {unsigned(axis), expr, known[axis], sizes[axis], /*isNumber=*/true});
  return true;
}

bool Cast::add(Type from, Type to, ArrayRef<Value> parts) {
  if (auto tuple = dyn_cast<TupleType>(to))
    return addTuple(dyn_cast<TupleType>(from), tuple, parts);
  if (auto shape = dyn_cast<ShapeType>(to))
    return addShape(dyn_cast<ShapeType>(from), shape, parts);
  // A type without a number of parts, such as that of an object, says nothing
  // that could be compared.
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
  return from == to;
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
  Cast cast{*this, op, definesSymbols, {}, {}};
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
