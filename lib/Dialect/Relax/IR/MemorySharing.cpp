// Where one value may stand for another: where memory is explicit, and where
// shapes are unknown.
//
// In a pure function nothing is overwritten or ended, so equal values are the
// same. Elsewhere an operator copies: `%1 = relax.sum %0 {axis = []}` keeps
// what %0 was, also after %0 is ended or filled again.
//
// Folds such as "sum over no axis is its operand" are right for values and
// wrong for memory: the operand may be ended while the result lives. This asks
// for all names that may share the memory, and gives up early where that gets
// long.
#include "Relax/Dialect/Relax/IR/MemorySharing.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/EffectOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "Relax/Dialect/Relax/IR/Purity.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {
namespace {

/// The values that may share memory with some values. A closure over uses and
/// definitions in both directions, as a change through any name is a change of
/// all.
class Sharing {
public:
  /// Whether memory of these values may be written, ended or used again.
  bool isChanged(ValueRange values);

private:
  /// False if `op`, which makes `value`, allocates its memory.
  bool followDefinition(Operation *op, OpResult value);
  /// False if `op`, which uses `value`, changes its memory.
  bool followUse(Operation *op, Value value);
  /// Results of an op in whose regions a value is given.
  bool followRegionResult(Operation *op, unsigned index);
  void add(ValueRange more) { values.insert(more.begin(), more.end()); }

  llvm::SetVector<Value> values;
};

} // namespace

/// Whether results of `op` are memory of their own, and operands only read.
/// Reshapes may become views; what they give is then the same memory.
static bool copies(Operation *op) {
  if (isa<ReshapeOp, FlattenOp, BatchFlattenOp, ExpandDimsOp, SqueezeOp>(op))
    return false;
  return isa<OpPatternInterface, CallTIROp, CallTIRInplaceOp, CallDPSPackedOp,
             ConstantOp>(op);
}

bool Sharing::followRegionResult(Operation *op, unsigned index) {
  if (!isa<IfOp, DataflowOp>(op))
    return false;
  add(op->getResult(index));
  for (Region &region : op->getRegions())
    add(region.front().back().getOperand(index));
  return true;
}

bool Sharing::followDefinition(Operation *op, OpResult value) {
  if (copies(op))
    return true;
  if (op->getNumRegions() != 0)
    return followRegionResult(op, value.getResultNumber());
  // An allocation is a name of memory that is filled and ended.
  if (hasEffect<MemoryEffects::Allocate>(op))
    return false;
  // A call of our own gives what nobody else has, unless it is a parameter.
  add(op->getOperands());
  return true;
}

bool Sharing::followUse(Operation *op, Value value) {
  if (copies(op) || isa<ReturnOp, PrintOp, AssertOp>(op))
    return true;
  if (isa<OutputOp, YieldOp>(op)) {
    for (OpOperand &operand : op->getOpOperands())
      if (operand.get() == value &&
          !followRegionResult(op->getParentOp(), operand.getOperandNumber()))
        return false;
    return true;
  }
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  SmallVector<MemoryEffects::EffectInstance> effects;
  if (interface)
    interface.getEffects(effects);
  // A write of an unknown value may be a write of this one. `match_cast` writes
  // to the symbols' scope only, and to no memory.
  bool isWritten = llvm::any_of(effects, [&](const auto &effect) {
    return isa<MemoryEffects::Write, MemoryEffects::Free>(effect.getEffect()) &&
           !isa<SymbolScopeResource>(effect.getResource()) &&
           (!effect.getValue() || effect.getValue() == value);
  });
  add(op->getResults());
  return interface ? !isWritten : isa<IfOp>(op);
}

/// Folds are asked for millions of times. 64 names and 1000 uses cover real
/// functions; beyond that the answer is "changed", so the fold is left out.
bool Sharing::isChanged(ValueRange start) {
  constexpr size_t kMaxValues = 64;
  constexpr unsigned kMaxUses = 1000;
  unsigned uses = 0;
  add(start);
  for (size_t i = 0; i < values.size(); ++i) {
    Value value = values[i];
    if (values.size() > kMaxValues)
      return true;
    if (auto result = dyn_cast<OpResult>(value))
      if (!followDefinition(result.getOwner(), result))
        return true;
    for (Operation *user : value.getUsers())
      if (++uses > kMaxUses || !followUse(user, value))
        return true;
  }
  return false;
}

/// In a function that is pure op by op nothing can be changed, which is the
/// common case and costs nothing.
bool mayStandFor(Value value, Value result) {
  Operation *op = result.getDefiningOp();
  auto function = op ? op->getParentOfType<FuncOp>() : FuncOp();
  if (function && function.isPure() && !function->hasAttr("relax.force_pure"))
    return true;
  return !Sharing().isChanged({value, result});
}

OpFoldResult foldTo(Value value, Operation *op) {
  return mayStandFor(value, op->getResult(0)) ? OpFoldResult(value)
                                              : OpFoldResult();
}

// Equal types say nothing about sizes that are unknown: `?` may be 1 in one of
// them and 3 in the other.
bool keepsShape(Value x, ValueRange others) {
  std::optional<Dims> own = TensorInfo::of(x).dims;
  return llvm::all_of(others, [&](Value other) {
    std::optional<Dims> dims = TensorInfo::of(other).dims;
    if (other == x || (dims && dims->empty()))
      return true;
    if (!own || !dims || dims->size() > own->size())
      return false;
    return llvm::all_of(llvm::zip(llvm::reverse(*dims), llvm::reverse(*own)),
                        [](auto pair) {
                          auto [dim, ownDim] = pair;
                          return (dim && dim.getConstant() == 1) ||
                                 compareDims(dim, ownDim) == Proof::Equal;
                        });
  });
}

} // namespace mlir::relax
