// Checks of calls against the signatures of their callees.
#include "Relax/Dialect/Relax/IR/CallVerifier.h"

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Support/RuleError.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::relax {

Type getBufferElement(Type element) {
  auto integer = dyn_cast<IntegerType>(element);
  if (!integer || !integer.isUnsigned())
    return element;
  return IntegerType::get(element.getContext(), integer.getWidth());
}

/// A tensor type, with the elements that a buffer `like` has for it.
static Type getHeldType(Type type, MemRefType like) {
  auto tensor = dyn_cast<TensorType>(type);
  if (!tensor || tensor.getElementType() == like.getElementType() ||
      getBufferElement(tensor.getElementType()) != like.getElementType())
    return type;
  return tensor.clone(like.getElementType());
}

/// The tensor type that fits a buffer parameter: its shape, with the symbols
/// of its `tir.dims`.
static RankedTensorType getBufferTensor(MemRefType buffer, Attribute dims) {
  auto symbolic = dyn_cast_or_null<DimsAttr>(dims);
  if (!symbolic ||
      symbolic.getDims().size() != static_cast<size_t>(buffer.getRank()))
    return RankedTensorType::get(buffer.getShape(), buffer.getElementType());
  return getTensorType(symbolic.getDims(), buffer.getElementType());
}

/// The callee of a call of a tensor program, or an error.
static FunctionOpInterface lookupPrimFunc(Operation *op,
                                          FlatSymbolRefAttr callee,
                                          SymbolTableCollection &symbolTable) {
  Operation *symbol = symbolTable.lookupNearestSymbolFrom(op, callee);
  if (!symbol) {
    emitRuleError(op, 1, "calls ")
        << callee << ", expected a 'tir.func' of the module; add it";
    return {};
  }
  auto function = dyn_cast<FunctionOpInterface>(symbol);
  if (function && symbol->getName().getDialectNamespace() == "tir")
    return function;
  (emitRuleError(op, 1, "calls ")
   << callee << ", which is a '" << symbol->getName()
   << "'; expected a 'tir.func'")
          .attachNote(symbol->getLoc())
      << "the symbol is defined here";
  return {};
}

static LogicalResult verifyVars(Operation *op, FunctionOpInterface callee,
                                unsigned first, ArrayAttr vars,
                                SymbolUnifier &unifier) {
  for (auto [offset, attribute] : llvm::enumerate(vars)) {
    unsigned index = first + offset;
    Type type = callee.getArgumentTypes()[index];
    if (!type.isIndex())
      return (emitRuleError(op, 3, "passes ")
              << toString(cast<SymExprAttr>(attribute)) << " as parameter #"
              << index << " of @" << callee.getName() << ", which has type "
              << type << "; expected index")
                 .attachNote(callee.getLoc())
             << "the callee is here";
    auto name = callee.getArgAttrOfType<SymExprAttr>(index, "tir.var");
    if (name)
      unifier.bind(name, cast<SymExprAttr>(attribute));
  }
  return success();
}

LogicalResult verifyPrimFuncCall(Operation *op, FlatSymbolRefAttr callee,
                                 TypeRange inputs, TypeRange outputs,
                                 ArrayAttr vars,
                                 SymbolTableCollection &symbolTable) {
  FunctionOpInterface function = lookupPrimFunc(op, callee, symbolTable);
  if (!function)
    return failure();
  size_t numVars = vars ? vars.size() : 0;
  size_t numBuffers = inputs.size() + outputs.size();
  if (function.getNumArguments() != numBuffers + numVars)
    return (emitRuleError(op, 2, "needs ")
            << inputs.size() << " inputs, " << outputs.size() << " outputs and "
            << numVars << " variables, but @" << function.getName() << " has "
            << function.getNumArguments() << " parameters")
               .attachNote(function.getLoc())
           << "the callee is here";
  SymbolUnifier unifier;
  if (numVars && failed(verifyVars(op, function, numBuffers, vars, unifier)))
    return failure();
  SmallVector<Type> types(inputs);
  llvm::append_range(types, outputs);
  for (auto [index, type] : llvm::enumerate(types)) {
    auto buffer = dyn_cast<MemRefType>(function.getArgumentTypes()[index]);
    bool isInput = index < inputs.size();
    size_t position = isInput ? index : index - inputs.size();
    auto where = [&](RuleError error) -> LogicalResult {
      return error.attachNote(function.getLoc()) << "the callee is here";
    };
    if (!buffer)
      return where(emitRuleError(op, 3, "passes a tensor as parameter #")
                   << index << " of @" << function.getName()
                   << ", expected a buffer there, found "
                   << function.getArgumentTypes()[index]);
    RankedTensorType parameter =
        getBufferTensor(buffer, function.getArgAttr(index, "tir.dims"));
    if (unifier.unify(parameter, getHeldType(type, buffer)) == Proof::Different)
      return where(emitRuleError(op, 3, "has ")
                   << (isInput ? "argument" : "result") << " #" << position
                   << " of type " << type << ", expected what parameter #"
                   << index << " of @" << function.getName() << " holds, "
                   << parameter);
  }
  return success();
}

std::optional<int64_t> getNumInputs(Operation *primFunc) {
  auto numInputs = primFunc->getAttrOfType<IntegerAttr>("num_inputs");
  return numInputs ? std::optional(numInputs.getInt()) : std::nullopt;
}

LogicalResult verifyInplaceIndices(Operation *op, ArrayRef<int64_t> indices,
                                   unsigned numArguments, unsigned numResults,
                                   unsigned rule) {
  if (indices.size() != numResults)
    return emitRuleError(op, rule,
                         "expects one of 'inplace_indices' for each of the ")
           << numResults << " results, found " << indices.size();
  llvm::SmallDenseSet<int64_t> seen;
  for (int64_t index : indices) {
    if (index < -1 || index >= static_cast<int64_t>(numArguments))
      return emitRuleError(op, rule, "expects 'inplace_indices' from -1 to ")
             << static_cast<int64_t>(numArguments) - 1 << ", found " << index;
    if (index >= 0 && !seen.insert(index).second)
      return emitRuleError(op, rule + 1, "overwrites argument #")
             << index << " for two results, expected an argument for each";
  }
  if (seen.empty())
    return emitRuleError(op, rule,
                         "expects to overwrite an argument, found none; call "
                         "without 'inplace_indices' instead");
  return success();
}

} // namespace mlir::relax
