// Make of hints where tensors are a placement in each type.
//
// A hint places its result. Placements go forward, from the operands of an op
// to its results, and backward, from its results to operands that nothing
// else places, until nothing changes. Where a hint's operand is then on the
// hint's device the hint goes; where it is on another one it is a copy.
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/DeviceOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

namespace mlir::relax {
#define GEN_PASS_DEF_REALIZEVDEVICEPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

namespace {
/// A device, and the op that asked for it.
struct Placement {
  VDeviceAttr device;
  Location where;
};

struct RealizeVDevicePass : impl::RealizeVDevicePassBase<RealizeVDevicePass> {
  using Base::Base;

  void runOnOperation() override;

private:
  void start();
  void spread(bool forward);
  void join(Operation *op, ArrayRef<Value> from, ArrayRef<Value> to);
  bool checkConflicts();
  void apply();

  llvm::MapVector<Value, Placement> placements;
  bool changed = false;
};
} // namespace

static bool isPlaceable(Value value) {
  return isa<RankedTensorType>(value.getType());
}

/// Whether the op computes on the device that its operands are on.
static bool computesInPlace(Operation *op) {
  return isa<OpPatternInterface>(op);
}

/// Placements that types and hints say.
void RealizeVDevicePass::start() {
  placements.clear();
  auto add = [&](Value value, Location where) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (VDeviceAttr device = type ? getVDevice(type) : VDeviceAttr())
      placements.insert({value, {device, where}});
  };
  for (BlockArgument argument : getOperation().getArguments())
    add(argument, argument.getLoc());
  getOperation().walk([&](Operation *op) {
    if (auto hint = dyn_cast<HintOnDeviceOp>(op))
      placements.insert({hint.getResult(), {hint.getVdevice(), op->getLoc()}});
    for (Value result : op->getResults())
      add(result, op->getLoc());
  });
}

/// Gives the unplaced values of `to` the placement that `from` has.
void RealizeVDevicePass::join(Operation *op, ArrayRef<Value> from,
                              ArrayRef<Value> to) {
  const Placement *found = nullptr;
  for (Value value : from)
    if (auto it = placements.find(value); !found && it != placements.end())
      found = &it->second;
  if (!found)
    return;
  Placement placement = *found;
  for (Value value : to)
    if (isPlaceable(value))
      changed |= placements.insert({value, placement}).second;
}

/// One step along each op, and along the ends of its regions.
void RealizeVDevicePass::spread(bool forward) {
  SmallVector<Operation *> ops;
  getOperation().walk<WalkOrder::PreOrder>(
      [&](Operation *op) { ops.push_back(op); });
  if (!forward)
    std::reverse(ops.begin(), ops.end());
  for (Operation *op : ops) {
    SmallVector<Value> operands(op->getOperands()), results(op->getResults());
    if (computesInPlace(op)) {
      if (forward)
        join(op, operands, results);
      else
        join(op, results, operands);
      continue;
    }
    // A hint places what nothing else does; the values that leave a region
    // are the results of the op around it.
    if (isa<HintOnDeviceOp>(op) && !forward)
      join(op, results, operands);
    if (!isa<OutputOp, YieldOp>(op) || isa<LambdaOp>(op->getParentOp()))
      continue;
    for (auto [value, result] :
         llvm::zip(op->getOperands(), op->getParentOp()->getResults())) {
      if (forward)
        join(op, Value(value), Value(result));
      else
        join(op, Value(result), Value(value));
    }
  }
}

/// Reports each op whose operands are asked to be on two devices.
bool RealizeVDevicePass::checkConflicts() {
  bool isValid = true;
  getOperation().walk([&](Operation *op) {
    if (!computesInPlace(op))
      return;
    const Placement *first = nullptr;
    SmallVector<Value> values(op->getOperands());
    llvm::append_range(values, op->getResults());
    for (Value value : values) {
      auto it = placements.find(value);
      if (it == placements.end())
        continue;
      if (!first) {
        first = &it->second;
      } else if (first->device != it->second.device) {
        InFlightDiagnostic error = op->emitOpError("is asked to be on ")
                                   << first->device << " and on "
                                   << it->second.device
                                   << "; copy with 'relax.to_vdevice'";
        error.attachNote(first->where) << "the one is asked for here";
        error.attachNote(it->second.where) << "the other is asked for here";
        isValid = false;
        return;
      }
    }
  });
  return isValid;
}

/// Types say the placements; hints go or become copies.
void RealizeVDevicePass::apply() {
  for (auto &[value, placement] : placements) {
    auto type = cast<RankedTensorType>(value.getType());
    value.setType(
        getTensorType(getDims(type), type.getElementType(), placement.device));
  }
  FuncOp func = getOperation();
  SmallVector<HintOnDeviceOp> hints;
  func.walk([&](HintOnDeviceOp hint) { hints.push_back(hint); });
  for (HintOnDeviceOp hint : hints) {
    OpBuilder builder(hint);
    Value value = hint.getData();
    if (value.getType() != hint.getResult().getType())
      value = ToVDeviceOp::create(builder, hint.getLoc(),
                                  hint.getResult().getType(), value,
                                  hint.getVdevice());
    hint.getResult().replaceAllUsesWith(value);
    hint.erase();
  }
  SmallVector<Type> results(func.getResultTypes());
  for (auto [type, value] : llvm::zip(
           results, func.getBody().front().getTerminator()->getOperands()))
    if (placements.contains(value))
      type = value.getType();
  func.setFunctionType(FunctionType::get(
      func.getContext(), func.getBody().getArgumentTypes(), results));
}

void RealizeVDevicePass::runOnOperation() {
  start();
  do {
    changed = false;
    spread(/*forward=*/true);
    if (!changed)
      spread(/*forward=*/false);
  } while (changed);
  if (!checkConflicts())
    return signalPassFailure();
  apply();
}

} // namespace mlir::relax
