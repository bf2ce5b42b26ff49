// Binds the symbols of a callee to the expressions of its caller.
//
// From left to right over the arguments, each symbol bound by the first place
// that has it bare. TVM binds at the same places. No equation is solved: `n *
// 2` against 8 waits until something else binds n.
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::relax {

static std::string toString(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << type;
  return text;
}

// Keeps the first reason of the strongest answer. Different is stronger than
// Unknown: an error message should name what is certainly wrong.
Proof SymbolUnifier::explain(Proof proof, const Twine &why) {
  if (proof == Proof::Equal || proof == reasonProof ||
      reasonProof == Proof::Different)
    return proof;
  reasonProof = proof;
  reason = why.str();
  return proof;
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

/// All symbols or none: half of an expression in the caller's terms would mix
/// two scopes.
SymExprAttr SymbolUnifier::substitute(SymExprAttr expr) const {
  if (!expr)
    return {};
  bool bound = true;
  expr.walkSymbols(
      [&](StringAttr symbol) { bound &= bindings.contains(symbol); });
  return bound ? expr.substitute(bindings) : SymExprAttr();
}

// `parameter` in the caller's scope against `argument`, both known.
Proof SymbolUnifier::compareBound(SymExprAttr parameter, SymExprAttr argument,
                                  int64_t index) {
  SymExprAttr expected = substitute(parameter);
  Proof proof = compareDims(expected, argument);
  if (proof == Proof::Equal)
    return proof;
  std::string text = toString(parameter);
  if (expected != parameter)
    text += " = " + toString(expected);
  return explain(proof, "dimension " + Twine(index) + " is " +
                            toString(argument) + ", expected " + text);
}

Proof SymbolUnifier::unifyDim(SymExprAttr parameter, SymExprAttr argument,
                              int64_t index) {
  // A number has no symbol to be bound. Most sizes of large models are such,
  // and each stage's end compares all calls with their callees.
  if (!parameter || (parameter.getConstant() && parameter == argument))
    return Proof::Equal;
  if (parameter.isSymbol()) {
    auto name = StringAttr::get(parameter.getContext(), parameter.getSymbol());
    // An unknown size binds nothing, but whatever it is, it fits.
    if (!bindings.contains(name)) {
      if (argument)
        bindings[name] = argument;
      return Proof::Equal;
    }
  }
  if (!argument)
    return explain(Proof::Unknown, "dimension " + Twine(index) +
                                       " is unknown, expected " +
                                       toString(parameter));
  if (substitute(parameter))
    return compareBound(parameter, argument, index);
  // `[n * 2, n]` needs the second dimension before the first one can be
  // compared. Waiting costs no second pass over all types.
  waiting.push_back({parameter, argument, index});
  return Proof::Equal;
}

// Compares what had to wait for a symbol. Of what still waits, only what is
// new matters: the caller was told about the rest.
Proof SymbolUnifier::resolveWaiting(size_t numOld) {
  Proof proof = Proof::Equal;
  SmallVector<Waiting> still;
  for (auto [i, entry] : llvm::enumerate(waiting)) {
    if (substitute(entry.parameter)) {
      Proof resolved =
          compareBound(entry.parameter, entry.argument, entry.index);
      if (i >= numOld || resolved == Proof::Different)
        proof = combine(proof, resolved);
      continue;
    }
    still.push_back(entry);
    if (i >= numOld)
      proof =
          combine(proof, explain(Proof::Unknown,
                                 "dimension " + Twine(entry.index) + " is " +
                                     toString(entry.argument) + ", expected " +
                                     toString(entry.parameter) +
                                     ", which has a symbol without a value"));
  }
  waiting = std::move(still);
  return proof;
}

Proof SymbolUnifier::bind(SymExprAttr parameter, SymExprAttr argument) {
  reason.clear();
  reasonProof = Proof::Equal;
  size_t numOld = waiting.size();
  Proof proof = unifyDim(parameter, argument, /*index=*/0);
  return combine(proof, resolveWaiting(numOld));
}

Proof SymbolUnifier::unifyLists(ArrayRef<SymExprAttr> parameters,
                                ArrayRef<SymExprAttr> arguments) {
  if (parameters.size() != arguments.size())
    return explain(Proof::Different, "the rank is " + Twine(arguments.size()) +
                                         ", expected " +
                                         Twine(parameters.size()));
  Proof proof = Proof::Equal;
  for (auto [i, parameter, argument] : llvm::enumerate(parameters, arguments))
    proof =
        combine(proof, unifyDim(parameter, argument, static_cast<int64_t>(i)));
  return proof;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static bool hasForeignEncoding(TensorType type) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  return ranked && ranked.getEncoding() && !isa<DimsAttr>(ranked.getEncoding());
}

/// A parameter that says nothing about rank, element or device takes anything.
Proof SymbolUnifier::unifyTensors(TensorType parameter, TensorType argument) {
  Proof proof = Proof::Equal;
  // Without an encoding there are no symbols, and no device.
  auto known = dyn_cast<RankedTensorType>(parameter);
  if (known && parameter == argument && !known.getEncoding())
    return proof;
  Type wanted = parameter.getElementType(), found = argument.getElementType();
  if (!isa<UnknownType>(wanted) && wanted != found)
    proof = explain(isa<UnknownType>(found) ? Proof::Unknown : Proof::Different,
                    "the element type is " + toString(found) + ", expected " +
                        toString(wanted));
  if (hasForeignEncoding(parameter) || hasForeignEncoding(argument))
    return combine(proof, explain(compareTypes(parameter, argument),
                                  "the encodings are not known to agree"));
  VDeviceAttr device = getVDevice(parameter), placed = getVDevice(argument);
  if (device && device != placed)
    proof = combine(proof, explain(placed ? Proof::Different : Proof::Unknown,
                                   placed ? "the virtual device is another one"
                                          : "the virtual device is unknown"));
  auto ranked = dyn_cast<RankedTensorType>(parameter);
  if (!ranked)
    return proof;
  auto argumentRanked = dyn_cast<RankedTensorType>(argument);
  if (!argumentRanked)
    return combine(proof,
                   explain(Proof::Unknown, "the rank is unknown, expected " +
                                               Twine(ranked.getRank())));
  return combine(proof, unifyLists(getDims(ranked), getDims(argumentRanked)));
}

Proof SymbolUnifier::unifyShapes(ShapeType parameter, ShapeType argument) {
  if (!parameter.hasRank())
    return Proof::Equal;
  if (!argument.hasRank())
    return explain(Proof::Unknown, "the rank is unknown, expected " +
                                       Twine(parameter.getRank()));
  return unifyLists(parameter.getDimsOrUnknown(), argument.getDimsOrUnknown());
}

Proof SymbolUnifier::unifyShards(DTensorType parameter, DTensorType argument) {
  if (parameter.getMesh() != argument.getMesh() ||
      parameter.getPlacement() != argument.getPlacement())
    return explain(Proof::Different, "the tensor is spread in another way");
  return unifyTensors(parameter.getTensor(), argument.getTensor());
}

Proof SymbolUnifier::unifyTuples(TupleType parameter, TupleType argument) {
  if (parameter.size() != argument.size())
    return explain(Proof::Different, "the tuple has " + Twine(argument.size()) +
                                         " fields, expected " +
                                         Twine(parameter.size()));
  Proof proof = Proof::Equal;
  for (auto [wanted, found] :
       llvm::zip(parameter.getTypes(), argument.getTypes()))
    proof = combine(proof, unifyTypes(wanted, found));
  return proof;
}

// The callable that is passed is called with what the parameter promises, so
// its own symbols are the ones that get bound. The inner unifier starts empty:
// a callable's symbols are its own scope, and must not bind those of the call
// around.
Proof SymbolUnifier::unifyCallables(CallableType parameter,
                                    CallableType argument) {
  if (parameter.getPure() && !argument.getPure())
    return explain(Proof::Different, "the callable is impure, expected pure");
  if (parameter.isOpaque() || parameter == argument)
    return Proof::Equal;
  if (argument.isOpaque())
    return explain(Proof::Unknown, "the signature is unknown");
  FunctionType wanted = parameter.getSignature();
  FunctionType found = argument.getSignature();
  if (wanted.getNumInputs() != found.getNumInputs() ||
      wanted.getNumResults() != found.getNumResults())
    return explain(Proof::Different,
                   "the callable has another number of parameters or results");
  SymbolUnifier inner;
  Proof proof = Proof::Equal;
  for (auto [given, taken] : llvm::zip(wanted.getInputs(), found.getInputs()))
    proof = combine(proof, inner.unify(taken, given));
  for (auto [expected, returned] :
       llvm::zip(wanted.getResults(), found.getResults()))
    // Results go the other way: what is returned has to fit what is expected.
    proof =
        combine(proof, compareAssigned(inner.substitute(returned), expected));
  return explain(proof, "the signatures are not known to agree");
}

Proof SymbolUnifier::unifyTypes(Type parameter, Type argument) {
  if (!parameter || !argument)
    return explain(Proof::Unknown, "a type is unknown");
  if (isa<ObjectType>(parameter))
    return Proof::Equal;
  if (isa<ObjectType>(argument))
    return explain(Proof::Unknown,
                   "the type is unknown, expected " + toString(parameter));
  if (isa<TensorType>(parameter) && isa<TensorType>(argument))
    return unifyTensors(cast<TensorType>(parameter),
                        cast<TensorType>(argument));
  if (isa<ShapeType>(parameter) && isa<ShapeType>(argument))
    return unifyShapes(cast<ShapeType>(parameter), cast<ShapeType>(argument));
  if (isa<DTensorType>(parameter) && isa<DTensorType>(argument))
    return unifyShards(cast<DTensorType>(parameter),
                       cast<DTensorType>(argument));
  if (isa<TupleType>(parameter) && isa<TupleType>(argument))
    return unifyTuples(cast<TupleType>(parameter), cast<TupleType>(argument));
  if (isa<CallableType>(parameter) && isa<CallableType>(argument))
    return unifyCallables(cast<CallableType>(parameter),
                          cast<CallableType>(argument));
  if (parameter == argument)
    return Proof::Equal;
  return explain(Proof::Different, "the type is " + toString(argument) +
                                       ", expected " + toString(parameter));
}

Proof SymbolUnifier::unify(Type parameter, Type argument) {
  reason.clear();
  reasonProof = Proof::Equal;
  size_t numOld = waiting.size();
  Proof proof = unifyTypes(parameter, argument);
  return combine(proof, resolveWaiting(numOld));
}

Type SymbolUnifier::substitute(Type type) const {
  return mapDims(type, [&](SymExprAttr dim) { return this->substitute(dim); });
}

} // namespace mlir::relax
