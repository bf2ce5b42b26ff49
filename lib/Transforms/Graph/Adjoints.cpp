// The derivatives of one number by the values of a function, from its end to
// its beginning.
#include "Adjoints.h"

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

namespace mlir::relax {

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
  Value one = ConstantOp::create(
      builder, value.getLoc(), number,
      DenseElementsAttr::get(number, builder.getFloatAttr(element, 1)));
  (field ? adjoint.fields[*field] : adjoint).value = one;
}

LogicalResult Adjoints::run() {
  // Derivatives come behind these ops.
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
  if (isa<IfOp>(op))
    return notifyMatchFailure(
        op, "data decides which way is taken, and both would need a "
            "derivative of their own");
  if (isa<CallOp>(op))
    return notifyMatchFailure(
        op, "the function that it calls is not looked into; inline "
            "it with relax-inline-private-functions");
  if (isa<CallTIROp, CallTIRInplaceOp>(op))
    return notifyMatchFailure(
        op, "it computes with a tensor program; run the pass before "
            "relax-legalize-ops, or name the derivative with "
            "relax.call_tir_with_grad");
  return notifyMatchFailure(
      op, "no rule gives one; leave the parameter out, or stop the "
          "derivative before with relax.grad.no_grad");
}

/// The one wording of what has no derivative.
InFlightDiagnostic Adjoints::notifyMatchFailure(Operation *op,
                                                const Twine &why) {
  InFlightDiagnostic error =
      op->emitOpError("is between a parameter and the number to derive, but it "
                      "has no derivative: ");
  error << why;
  return error;
}

LogicalResult Adjoints::visitOperator(Operation *op, ArrayRef<Value> values) {
  SmallVector<bool> needed;
  for (unsigned operand = 0; operand < op->getNumOperands(); ++operand)
    needed.push_back(dependence.goesThrough(op, operand));
  auto recallValue = [&](Value value) { return recall(value); };
  GradientBuilder gradient(builder, op, values, needed, recallValue);
  for (Type type : llvm::concat<Type>(SmallVector<Type>(op->getOperandTypes()),
                                      SmallVector<Type>(op->getResultTypes())))
    if (auto tensor = dyn_cast<TensorType>(type);
        tensor && isUnknownElement(tensor.getElementType()))
      return notifyMatchFailure(
          op, "the elements of a tensor have no known type; make "
              "types precise with relax-infer-types");
  // A tuple goes through a cast as it is.
  if (isa<MatchCastOp>(op) && isa<TupleType>(op->getResult(0).getType())) {
    Adjoint adjoint = adjoints[op->getResult(0)];
    accumulate(adjoints[op->getOperand(0)], adjoint, op->getLoc());
    return success();
  }
  if (mlir::failed(cast<GradientInterface>(op).buildAdjoints(gradient)))
    return notifyMatchFailure(op, gradient.getMatchFailure());
  for (auto [operand, adjoint] :
       llvm::zip_equal(op->getOperands(), gradient.getGiven()))
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

void Adjoints::visitField(Operation *op) {
  auto item = cast<TupleGetItemOp>(op);
  Adjoint adjoint = adjoints[item.getResult()];
  Adjoint &into = adjoints[item.getTuple()];
  into.fields.resize(cast<TupleType>(item.getTuple().getType()).size());
  accumulate(into.fields[item.getIndex()], adjoint, op->getLoc());
}

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
/// start.
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
  Operation *op = value.getDefiningOp();
  if (isa<StartCheckpointOp>(op))
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
