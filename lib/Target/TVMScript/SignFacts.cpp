// Finds which integers of a tensor program have no sign: TVM's types say it.
#include "UseFacts.h"

#include "ModuleScript.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax::tvmscript {

/// Whether a value is, or has elements that are, integers with a width.
static bool hasSign(Value value) {
  Type type = getElementTypeOrSelf(value.getType());
  if (auto vector = dyn_cast<VectorType>(type))
    type = vector.getElementType();
  return type.isInteger() && !type.isInteger(1);
}

/// Whether a value is a constant, which has the sign of what it is used for.
static bool isNumber(Value value) {
  Operation *op = value.getDefiningOp();
  return op && op->hasTrait<OpTrait::ConstantLike>();
}

void UseFacts::join(Value left, Value right) {
  if (hasSign(left) && hasSign(right) && !isNumber(left) && !isNumber(right))
    classes.unionSets(left.getAsOpaquePointer(), right.getAsOpaquePointer());
}

void UseFacts::vote(Value value, bool isUnsigned) {
  if (hasSign(value) && !isNumber(value))
    votes.push_back({value, isUnsigned});
}

/// What an op says of the signs of its operands; nothing if it does not.
static std::optional<bool> operandSign(Operation *op) {
  using namespace arith;
  if (isa<DivUIOp, RemUIOp, ShRUIOp, MinUIOp, MaxUIOp, ExtUIOp, UIToFPOp,
          IndexCastUIOp>(op))
    return true;
  if (isa<DivSIOp, RemSIOp, ShRSIOp, MinSIOp, MaxSIOp, ExtSIOp, SIToFPOp,
          FloorDivSIOp>(op))
    return false;
  if (auto compare = dyn_cast<CmpIOp>(op)) {
    using P = CmpIPredicate;
    switch (compare.getPredicate()) {
    case P::ult:
    case P::ule:
    case P::ugt:
    case P::uge:
      return true;
    case P::slt:
    case P::sle:
    case P::sgt:
    case P::sge:
      return false;
    default:
      return std::nullopt;
    }
  }
  return std::nullopt;
}

/// Whether operands and results of an op are of one sign.
static bool keepsSign(Operation *op) {
  using namespace arith;
  return isa<AddIOp, SubIOp, MulIOp, AndIOp, OrIOp, XOrIOp, ShLIOp, CmpIOp,
             SelectOp, vector::BroadcastOp, vector::ExtractOp,
             vector::FromElementsOp, memref::SubViewOp,
             memref::ReinterpretCastOp, memref::LoadOp, memref::StoreOp,
             vector::LoadOp, vector::StoreOp, vector::GatherOp,
             vector::ScatterOp, DivUIOp, RemUIOp, ShRUIOp, MinUIOp, MaxUIOp,
             DivSIOp, RemSIOp, ShRSIOp, MinSIOp, MaxSIOp, FloorDivSIOp>(op);
}

void UseFacts::findSigns(Operation *op) {
  SmallVector<Value> values(op->getOperands());
  llvm::append_range(values, op->getResults());
  if (keepsSign(op)) {
    Value first;
    for (Value value : values) {
      if (!hasSign(value) || isNumber(value))
        continue;
      if (first)
        join(first, value);
      first = value;
    }
  }
  if (std::optional<bool> isUnsigned = operandSign(op))
    for (Value operand : op->getOperands())
      vote(operand, *isUnsigned);
  if (isa<arith::FPToUIOp>(op))
    vote(op->getResult(0), true);
  if (isa<arith::FPToSIOp>(op))
    vote(op->getResult(0), false);
  if (auto choice = dyn_cast<scf::IfOp>(op))
    for (Region *region : choice.getRegions())
      if (!region->empty())
        for (auto [given, result] :
             llvm::zip(region->front().getTerminator()->getOperands(),
                       choice.getResults()))
          join(given, result);
}

void UseFacts::findCallers(tir::FuncOp program, ModuleScript &module) {
  auto top = program->getParentOfType<ModuleOp>();
  std::optional<SymbolTable::UseRange> uses =
      top ? SymbolTable::getSymbolUses(program, top) : std::nullopt;
  if (!uses)
    return;
  for (SymbolTable::SymbolUse use : *uses) {
    SmallVector<Value> tensors;
    for (Value operand : use.getUser()->getOperands())
      if (isa<TensorType>(operand.getType()))
        tensors.push_back(operand);
    if (!isa<CallTIRInplaceOp>(use.getUser()))
      llvm::append_range(tensors, use.getUser()->getResults());
    unsigned count =
        std::min<unsigned>(tensors.size(), program.getNumBuffers());
    for (unsigned i = 0; i < count; ++i)
      if (getElementTypeOrSelf(tensors[i].getType()).isUnsignedInteger())
        vote(program.getArgument(i), true);
  }
}

void UseFacts::decide(ModuleScript &module) {
  auto leader = [&](Value value) {
    const void *key = value.getAsOpaquePointer();
    return classes.getOrInsertLeaderValue(key);
  };
  for (auto [value, isUnsigned] : votes)
    if (isUnsigned)
      unsignedClasses.insert(leader(value));
  for (auto [value, isUnsigned] : votes)
    if (!isUnsigned && unsignedClasses.contains(leader(value))) {
      Operation *op = value.getDefiningOp();
      if (!op)
        op = value.getParentBlock()->getParentOp();
      module.reject(op, "expected integers that are used with a sign or "
                        "without one, as TVM's types say which; convert them");
      return;
    }
}

bool UseFacts::isUnsigned(Value value) const {
  auto member = classes.findLeader(value.getAsOpaquePointer());
  const void *key =
      member == classes.member_end() ? value.getAsOpaquePointer() : *member;
  return unsignedClasses.contains(key);
}

UseFacts::UseFacts(tir::FuncOp program, ModuleScript &module) {
  program.walk([&](Operation *op) {
    findPattern(op);
    findSigns(op);
  });
  findCallers(program, module);
  decide(module);
}

} // namespace mlir::relax::tvmscript
