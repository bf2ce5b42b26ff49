// Builds the vector form of a loop's body: arithmetic and control.
#include "BodyVectorizer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tir {

LogicalResult BodyVectorizer::visitBlock(Block *block) {
  for (Operation &op : block->without_terminator())
    if (failed(visit(&op)))
      return failure();
  return success();
}

LogicalResult BodyVectorizer::visit(Operation *op) {
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](memref::LoadOp load) { return visitLoad(load); })
      .Case([&](memref::StoreOp store) { return visitStore(store); })
      .Case([&](ForOp loop) { return visitLoop(loop); })
      .Case([&](IfOp branch) { return visitBranch(branch); })
      .Case([&](scf::IfOp choice) { return visitChoice(choice); })
      .Default([&](Operation *other) {
        bool uniform = llvm::all_of(other->getOperands(), [&](Value operand) {
          return lanes.lookup(operand).isUniform();
        });
        if (uniform)
          return visitUniform(other);
        if (lanes.mapLinear(other))
          return success();
        return visitElementwise(other);
      });
}

// Copied once for all lanes. What has an effect would happen once, not once a
// lane.
LogicalResult BodyVectorizer::visitUniform(Operation *op) {
  if (!isPure(op) || op->getNumRegions() != 0)
    return notifyMatchFailure(
        op, "has an effect, expected none but loads and stores");
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, lanes.lookup(operand).value);
  Operation *copy = builder.clone(*op, mapping);
  for (auto [from, to] : llvm::zip(op->getResults(), copy->getResults()))
    lanes.map(from, Lanes::uniform(to));
  return success();
}

// The body is rebuilt by name and attributes: each elementwise op has a vector
// form of the same name, which its trait says.
LogicalResult BodyVectorizer::visitElementwise(Operation *op) {
  if (!OpTrait::hasElementwiseMappableTraits(op) || op->getNumResults() != 1)
    return notifyMatchFailure(
        op, "has no vector form, expected elementwise arithmetic");
  Type element = op->getResult(0).getType();
  auto fits = [](Type type) { return VectorType::isValidElementType(type); };
  if (!fits(element) || !llvm::all_of(op->getOperandTypes(), fits))
    return notifyMatchFailure(
        op, "has a value that no vector holds, expected integers or floats");
  // A division by zero of a lane that does not run must not trap.
  if (mask && isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp,
                  arith::RemUIOp, arith::FloorDivSIOp, arith::CeilDivSIOp>(op))
    return notifyMatchFailure(op, "divides under a condition that varies, "
                                  "expected one that all lanes share");
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(lanes.getVector(op->getLoc(), lanes.lookup(operand)));
  }
  Operation *copy =
      builder.create(op->getLoc(), op->getName().getIdentifier(), operands,
                     {lanes.getVectorType(element)}, op->getAttrs());
  lanes.map(op->getResult(0), Lanes::varying(copy->getResult(0)));
  return success();
}

// Lanes go through a loop together, which they can only if it is as long for
// all.
LogicalResult BodyVectorizer::visitLoop(ForOp loop) {
  Lanes lower = lanes.lookup(loop.getLowerBound());
  Lanes upper = lanes.lookup(loop.getUpperBound());
  if (!lower.isUniform() || !upper.isUniform())
    return notifyMatchFailure(
        loop, "has bounds that vary, expected those that all lanes share");
  ForKind kind =
      loop.getKind() == ForKind::Parallel ? ForKind::Serial : loop.getKind();
  if (kind == ForKind::ThreadBinding || kind == ForKind::Vectorized)
    return notifyMatchFailure(
        loop, "inside it is no serial loop, expected serial ones only");
  auto copy =
      ForOp::create(builder, loop.getLoc(), lower.value, upper.value, kind);
  lanes.map(loop.getInductionVar(), Lanes::uniform(copy.getInductionVar()));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(copy.getBody()->getTerminator());
  return visitBlock(loop.getBody());
}

// A mask inside a mask holds where both do.
LogicalResult BodyVectorizer::visitMasked(Block *block, Value condition) {
  Value outer = mask;
  mask = outer ? Value(arith::AndIOp::create(builder, condition.getLoc(), outer,
                                             condition))
               : condition;
  LogicalResult result = visitBlock(block);
  mask = outer;
  return result;
}

static Value negate(OpBuilder &builder, Location location, Value mask) {
  Value ones = arith::ConstantOp::create(
      builder, location,
      DenseElementsAttr::get(cast<VectorType>(mask.getType()), true));
  return arith::XOrIOp::create(builder, location, mask, ones);
}

// Both sides are executed, each under its mask; upstream has no branch of
// lanes.
LogicalResult BodyVectorizer::visitBranch(IfOp branch) {
  Location location = branch.getLoc();
  Lanes condition = lanes.lookup(branch.getCondition());
  bool hasElse = !branch.getOtherwise().empty();
  if (!condition.isUniform()) {
    Value runs = lanes.getVector(location, condition);
    if (failed(visitMasked(&branch.getThen().front(), runs)))
      return failure();
    return hasElse ? visitMasked(&branch.getOtherwise().front(),
                                 negate(builder, location, runs))
                   : success();
  }
  auto copy = IfOp::create(builder, location, condition.value, hasElse);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&copy.getThen().front());
  if (failed(visitBlock(&branch.getThen().front())))
    return failure();
  if (!hasElse)
    return success();
  builder.setInsertionPointToStart(&copy.getOtherwise().front());
  return visitBlock(&branch.getOtherwise().front());
}

// A value that depends on a condition: both sides are computed, then chosen.
// Both sides are pure but for loads, which the mask guards: a select alone
// would read where the condition forbids it.
LogicalResult BodyVectorizer::visitChoice(scf::IfOp choice) {
  Location location = choice.getLoc();
  Lanes condition = lanes.lookup(choice.getCondition());
  if (choice.getElseRegion().empty())
    return notifyMatchFailure(choice,
                              "has no else, expected a choice of two values");
  Value runs = lanes.getVector(location, condition);
  if (failed(visitMasked(choice.thenBlock(), runs)) ||
      failed(visitMasked(choice.elseBlock(), negate(builder, location, runs))))
    return failure();
  for (auto [result, then, otherwise] :
       llvm::zip(choice.getResults(), choice.thenYield().getResults(),
                 choice.elseYield().getResults())) {
    if (!VectorType::isValidElementType(result.getType()))
      return notifyMatchFailure(
          choice,
          "has a value that no vector holds, expected integers or floats");
    Value value = arith::SelectOp::create(
        builder, location, runs, lanes.getVector(location, lanes.lookup(then)),
        lanes.getVector(location, lanes.lookup(otherwise)));
    lanes.map(result, Lanes::varying(value));
  }
  return success();
}

} // namespace mlir::tir
