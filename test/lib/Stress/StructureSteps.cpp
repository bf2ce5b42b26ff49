// Steps that add structure: tuples, casts of types, calls, effects.
#include "BodyGenerator.h"

#include "PrimFuncGenerator.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/DeviceOps.h"
#include "Relax/Dialect/Relax/IR/EffectOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"

namespace mlir::relax {

bool BodyGenerator::addTuple() {
  SmallVector<Value> tuples;
  for (Value value : pool)
    if (auto type = dyn_cast<TupleType>(value.getType()))
      if (type.size())
        tuples.push_back(value);
  OperationState state(builder.getUnknownLoc(), "");
  if (!tuples.empty() && decisions.oneIn(2)) {
    Value tuple = decisions.pick(tuples);
    uint64_t index = decisions.below(cast<TupleType>(tuple.getType()).size());
    return tryOp(TupleGetItemOp::getOperationName(), tuple,
                 named("index", builder.getI64IntegerAttr(index)));
  }
  SmallVector<Value> fields;
  for (uint64_t i = 0, count = 1 + decisions.below(3); i < count; ++i)
    fields.push_back(decisions.pick(pool));
  state.name = OperationName(TupleOp::getOperationName(), builder.getContext());
  state.addOperands(fields);
  state.addTypes(
      TupleType::get(builder.getContext(), ValueRange(fields).getTypes()));
  return keepIfLegal(builder.create(state));
}

bool BodyGenerator::addMatchCast() {
  Value x = pickTensor(Elements::Any);
  if (!x)
    return false;
  auto type = cast<RankedTensorType>(x.getType());
  SmallVector<SymExprAttr> dims = getDims(type);
  for (SymExprAttr &dim : dims) {
    if (decisions.oneIn(3)) {
      dim = {};
    } else if (decisions.oneIn(3)) {
      std::string name = "k" + std::to_string(numNames++);
      dim = SymExprAttr::symbol(builder.getContext(), name);
    }
  }
  return keepIfLegal(MatchCastOp::create(
      builder, builder.getUnknownLoc(),
      getTensorType(dims, type.getElementType(), getVDevice(type)), x));
}

bool BodyGenerator::addHint() {
  Value x = pickTensor(Elements::Any);
  if (!x || !decisions.oneIn(4))
    return false;
  auto device = VDeviceAttr::get(builder.getContext(), "llvm", 0, "global");
  return tryOp(HintOnDeviceOp::getOperationName(), x, named("vdevice", device));
}

bool BodyGenerator::addPrimFuncCall() {
  Value x = pickTensor(Elements::Number);
  if (!x)
    return false;
  tir::FuncOp callee = generatePrimFunc(symbols.table, decisions,
                                        cast<RankedTensorType>(x.getType()),
                                        /*isInPlace=*/false);
  if (!callee)
    return false;
  return keepIfLegal(CallTIROp::create(builder, builder.getUnknownLoc(),
                                       x.getType(), callee.getName(), x,
                                       builder.getArrayAttr({})));
}

bool BodyGenerator::addInPlaceCall() {
  if (!mayHaveEffects || isInDataflow)
    return false;
  // What is overwritten stays a value that later ops use; often it is equal to
  // another one, so that the two may become one.
  Value fresh = pickTensor(Elements::Number);
  if (!fresh)
    return false;
  if (decisions.oneIn(2)) {
    if (!tryOp("relax.add", {fresh, fresh}))
      return false;
    fresh = pool.back();
  }
  tir::FuncOp callee = generatePrimFunc(symbols.table, decisions,
                                        cast<RankedTensorType>(fresh.getType()),
                                        /*isInPlace=*/true);
  if (!callee)
    return false;
  return keepIfLegal(CallTIRInplaceOp::create(
      builder, builder.getUnknownLoc(), fresh.getType(), callee.getName(),
      fresh, builder.getArrayAttr({}), builder.getDenseI64ArrayAttr(0)));
}

/// Bind the symbols of a parameter to an argument's dimensions; false where
/// the two do not fit.
static bool bindType(Type parameter, Type argument,
                     DenseMap<StringAttr, SymExprAttr> &bindings) {
  auto to = dyn_cast<RankedTensorType>(parameter);
  auto from = dyn_cast<RankedTensorType>(argument);
  if (!to || !from)
    return parameter == argument;
  if (to.getRank() != from.getRank() ||
      to.getElementType() != from.getElementType() ||
      getVDevice(to) != getVDevice(from))
    return false;
  for (auto [expected, found] : llvm::zip(getDims(to), getDims(from))) {
    if (!expected)
      continue;
    if (!found)
      return false;
    if (expected.isSymbol()) {
      auto name = StringAttr::get(to.getContext(), expected.getSymbol());
      expected = bindings.try_emplace(name, found).first->second;
    }
    if (expected != found)
      return false;
  }
  return true;
}

bool BodyGenerator::addCall() {
  if (symbols.callees.empty())
    return false;
  FuncOp callee = decisions.pick(symbols.callees);
  if (callee.getImpure() && (!mayHaveEffects || isInDataflow))
    return false;
  DenseMap<StringAttr, SymExprAttr> bindings;
  SmallVector<Value> arguments;
  for (Type parameter : callee.getArgumentTypes()) {
    bool isFound = false;
    for (Value value : llvm::reverse(pool)) {
      DenseMap<StringAttr, SymExprAttr> extended = bindings;
      if (!bindType(parameter, value.getType(), extended))
        continue;
      bindings = extended;
      arguments.push_back(value);
      isFound = true;
      break;
    }
    if (!isFound)
      return false;
  }
  SmallVector<Type> results;
  for (Type type : callee.getResultTypes())
    results.push_back(mapDims(
        type, [&](SymExprAttr dim) { return dim.substitute(bindings); }));
  return keepIfLegal(CallOp::create(builder, builder.getUnknownLoc(), results,
                                    callee.getName(), arguments,
                                    callee.getImpure()));
}

bool BodyGenerator::addEffect() {
  if (!mayHaveEffects || isInDataflow)
    return false;
  Value x = pickTensor(Elements::Any);
  return x && keepIfLegal(PrintOp::create(builder, builder.getUnknownLoc(),
                                          "{}", ValueRange(x)));
}

} // namespace mlir::relax
