// The derivatives of one number by the values of a function, from its end to
// its beginning.
//
// Reverse mode: one walk from the end gives the derivatives by all parameters,
// for about the cost of the function itself. Forward mode would walk once per
// parameter element. An adjoint is built only where both ends need it: the
// value depends on a parameter (`Dependence`), and the number depends on the
// value (an adjoint is there).
#include "Relax/Dialect/Relax/Gradient/Adjoints.h"
#include "Relax/Dialect/Relax/Gradient/GradientBuilder.h"
#include "Relax/Dialect/Relax/Gradient/GradientInterface.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/GradientOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Support/DebugStringHelper.h"

namespace mlir::relax {

/// An unknown element counts as a float here. It must not be dropped as if it
/// were an integer, which has derivative 0: `visitOperator` reports it instead.
bool hasDerivatives(Type type) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::any_of(tuple.getTypes(), hasDerivatives);
  auto tensor = dyn_cast<TensorType>(type);
  return tensor && (isa<FloatType>(tensor.getElementType()) ||
                    isUnknownElement(tensor.getElementType()));
}

//===-- Dependence --------------------------------------------------------===//

Dependence::Dependence(Block &block, ArrayRef<Value> parameters) {
  values.insert(parameters.begin(), parameters.end());
  for (Operation &op : block)
    visit(op);
}

/// An op without the interface passes dependence on through all operands. Were
/// it taken as constant, a tensor program between parameter and number would
/// give zeros in silence; this way `visit` meets it and rejects it.
bool Dependence::goesThrough(Operation *op, unsigned operand) const {
  if (!contains(op->getOperand(operand)))
    return false;
  auto gradient = dyn_cast<GradientInterface>(op);
  return !gradient || gradient.isDifferentiable(operand);
}

/// What ops inside an op's regions use counts as its operands.
void Dependence::visit(Operation &op) {
  bool reached = false;
  for (unsigned operand = 0; operand < op.getNumOperands(); ++operand)
    reached |= goesThrough(&op, operand);
  for (Region &region : op.getRegions())
    // Operands do not list what a region captures. A lambda or a branch that
    // uses the parameter inside would otherwise look independent of it.
    region.walk([&](Operation *inner) {
      reached |= llvm::any_of(inner->getOperands(),
                              [&](Value value) { return contains(value); });
    });
  if (!reached)
    return;
  for (Value result : op.getResults())
    if (hasDerivatives(result.getType()))
      values.insert(result);
}

//===-- Adjoints ----------------------------------------------------------===//

Adjoints::Adjoints(Block &block, ArrayRef<Value> parameters)
    : block(block), dependence(block, parameters),
      builder(block.getTerminator()) {
  findRecomputed();
}

void Adjoints::start(Value value, std::optional<unsigned> field) {
  Type type = value.getType();
  Adjoint &adjoint = adjoints[value];
  if (field) {
    auto tuple = cast<TupleType>(type);
    adjoint.fields.resize(tuple.size());
    type = tuple.getType(*field);
  }
  auto element = cast<FloatType>(cast<RankedTensorType>(type).getElementType());
  auto number = RankedTensorType::get({}, element);
  // The derivative of the number by itself. Everything else is a multiple of
  // it, so the seed needs no parameter of its own.
  Value one = ConstantOp::create(
      builder, value.getLoc(), number,
      DenseElementsAttr::get(number, builder.getFloatAttr(element, 1)));
  (field ? adjoint.fields[*field] : adjoint).value = one;
}

LogicalResult Adjoints::run() {
  // Derivatives come behind these ops. Each op of the forward part is visited
  // after all its users, hence its adjoint is complete when it is read. The
  // list is taken first because the builder adds ops to the same block, in
  // front of its terminator; a walk over the block itself would meet those.
  SmallVector<Operation *> forward;
  for (Operation &op : block.without_terminator())
    forward.push_back(&op);
  for (Operation *op : llvm::reverse(forward))
    if (mlir::failed(visit(op)))
      return failure();
  return success();
}

bool Adjoints::isEmpty(const Adjoint &adjoint) const {
  return !adjoint.value &&
         llvm::all_of(adjoint.fields,
                      [&](const Adjoint &field) { return isEmpty(field); });
}

LogicalResult Adjoints::visit(Operation *op) {
  bool reached = llvm::any_of(op->getResults(), [&](Value result) {
    return dependence.contains(result) && !isEmpty(adjoints[result]);
  });
  if (!reached)
    return success();
  if (isa<TupleOp>(op))
    return visitTuple(op), success();
  if (isa<TupleGetItemOp>(op))
    return visitField(op), success();
  if (isa<GradientInterface>(op)) {
    SmallVector<Value> values;
    for (Value result : op->getResults())
      values.push_back(adjoints[result].value);
    return visitOperator(op, values);
  }
  // The three rejected kinds have other ways out, so each message names one.
  if (isa<IfOp>(op))
    return notifyMatchFailure(
        op, "data decides which way is taken, expected one way, as both would "
            "need a derivative of their own");
  if (isa<CallOp>(op))
    return notifyMatchFailure(
        op, "expected no call of a function, found one, which is not looked "
            "into; inline it with relax-inline-private-functions");
  if (isa<CallTIROp, CallTIRInplaceOp>(op))
    return notifyMatchFailure(op,
                              "expected operators, found a tensor program; run "
                              "the pass before relax-legalize-ops, or name the "
                              "derivative with relax.call_tir_with_grad");
  return notifyMatchFailure(
      op, "expected an operator that has a rule; leave the parameter out, or "
          "stop the derivative before with relax.grad.no_grad");
}

/// The one wording of what has no derivative.
InFlightDiagnostic Adjoints::notifyMatchFailure(Operation *op,
                                                const Twine &why) {
  InFlightDiagnostic error =
      op->emitOpError("is between a parameter and the number to derive, "
                      "and has no derivative: ");
  error << why;
  return error;
}

LogicalResult Adjoints::visitOperator(Operation *op, ArrayRef<Value> values) {
  SmallVector<bool> needed;
  for (unsigned operand = 0; operand < op->getNumOperands(); ++operand)
    needed.push_back(dependence.goesThrough(op, operand));
  // Rules see values of the forward part only through `recall`, so that inside
  // a checkpoint they get the recomputed copy and the original can die early.
  auto recallValue = [&](Value value) { return recall(value); };
  GradientBuilder gradient(builder, op, values, needed, recallValue);
  for (Type type : llvm::concat<Type>(SmallVector<Type>(op->getOperandTypes()),
                                      SmallVector<Type>(op->getResultTypes())))
    if (auto tensor = dyn_cast<TensorType>(type);
        tensor && isUnknownElement(tensor.getElementType()))
      return notifyMatchFailure(
          op, "expected a known type of the elements of each tensor, found " +
                  debugString(type) +
                  "; make types precise with relax-infer-types");
  // A tuple goes through a cast as it is. The rule of the cast knows tensors. A
  // tuple has an adjoint per field, and none as a whole.
  if (isa<MatchCastOp>(op) && isa<TupleType>(op->getResult(0).getType())) {
    Adjoint adjoint = adjoints[op->getResult(0)];
    accumulate(adjoints[op->getOperand(0)], adjoint, op->getLoc());
    return success();
  }
  if (mlir::failed(cast<GradientInterface>(op).buildAdjoints(gradient)))
    return notifyMatchFailure(op, gradient.getMatchFailure());
  for (auto [operand, adjoint] :
       llvm::zip_equal(op->getOperands(), gradient.getGiven()))
    // `adjoints` is a hash map: each access may rehash it. No reference into it
    // is kept across a call that may add an entry.
    if (adjoint)
      accumulate(adjoints[operand], {adjoint, {}}, op->getLoc());
  return success();
}

void Adjoints::visitTuple(Operation *op) {
  Adjoint adjoint = adjoints[op->getResult(0)];
  adjoint.fields.resize(op->getNumOperands());
  for (auto [operand, field] : llvm::zip(op->getOperands(), adjoint.fields))
    if (dependence.contains(operand) && !isEmpty(field))
      accumulate(adjoints[operand], field, op->getLoc());
}

/// The adjoint of the whole tuple has zeros for all other fields. They are left
/// null: `makeValue` writes zeros only where a parameter itself is a tuple.
void Adjoints::visitField(Operation *op) {
  auto item = cast<TupleGetItemOp>(op);
  Adjoint adjoint = adjoints[item.getResult()];
  Adjoint &into = adjoints[item.getTuple()];
  into.fields.resize(cast<TupleType>(item.getTuple().getType()).size());
  accumulate(into.fields[item.getIndex()], adjoint, op->getLoc());
}

/// The first adjoint is taken as it is, since adding it to zeros would cost an
/// op per value, and -0 + 0 is another number.
void Adjoints::accumulate(Adjoint &into, const Adjoint &what, Location loc) {
  if (what.value)
    into.value =
        into.value
            ? AddOp::create(builder, loc, into.value, what.value).getResult()
            : what.value;
  if (into.fields.size() < what.fields.size())
    into.fields.resize(what.fields.size());
  for (auto [index, field] : llvm::enumerate(what.fields))
    accumulate(into.fields[index], field, loc);
}

//===-- Values that are not kept ------------------------------------------===//

/// What depends on the start of a checkpoint and not on its end is computed
/// anew. The value that goes into the end is kept, as is what goes into the
/// start. One walk suffices, as definitions come before uses. What leaves
/// through the end op is erased from the set again: it was just inserted by its
/// producer, and its later users keep the original.
void Adjoints::findRecomputed() {
  for (Operation &op : block) {
    if (isa<EndCheckpointOp>(op)) {
      recomputed.erase(op.getOperand(0));
      continue;
    }
    bool inside = isa<StartCheckpointOp>(op) ||
                  llvm::any_of(op.getOperands(), [&](Value value) {
                    return recomputed.contains(value);
                  });
    if (inside)
      recomputed.insert(op.result_begin(), op.result_end());
  }
}

Value Adjoints::recall(Value value) {
  if (!recomputed.contains(value))
    return value;
  if (Value known = recalled.lookup(value))
    return known;
  // The clones of one value are shared by all rules. Each clone stands where
  // the first adjoint needed it; the builder goes forward only, so it dominates
  // all later ones.
  Operation *op = value.getDefiningOp();
  if (isa<StartCheckpointOp>(op))
    // The start op is a mark. Its input was kept, so the chain of clones ends
    // here.
    return recalled[value] = recall(op->getOperand(0));
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, recall(operand));
  Operation *anew = builder.clone(*op, mapping);
  for (auto [old, result] : llvm::zip(op->getResults(), anew->getResults()))
    recalled[old] = result;
  return recalled[value];
}

//===-- Results -----------------------------------------------------------===//

/// A tensor of another type than the value is checked when the program runs.
/// The adjoint of a broadcast operand may have less precise sizes than the
/// parameter, for instance `?` where the parameter says `n`. A plain type
/// change would promise what nobody has checked.
Value Adjoints::makeValue(const Adjoint &adjoint, Value like) {
  Location loc = like.getLoc();
  if (auto tuple = dyn_cast<TupleType>(like.getType())) {
    SmallVector<Value> fields;
    for (unsigned index = 0; index < tuple.size(); ++index) {
      Value field = TupleGetItemOp::create(builder, loc, tuple.getType(index),
                                           like, index);
      fields.push_back(makeValue(
          index < adjoint.fields.size() ? adjoint.fields[index] : Adjoint(),
          field));
    }
    return TupleOp::create(builder, loc, tuple, fields);
  }
  // Shapes and objects among the fields have no derivative. The field itself
  // keeps the tuple's type.
  if (!isa<TensorType>(like.getType()))
    return like;
  Value value = adjoint.value;
  if (!value)
    value = ZerosLikeOp::create(builder, loc, like, TypeAttr());
  if (value.getType() == like.getType())
    return value;
  return MatchCastOp::create(builder, loc, like.getType(), value);
}

Value Adjoints::get(Value value) { return makeValue(adjoints[value], value); }

} // namespace mlir::relax
