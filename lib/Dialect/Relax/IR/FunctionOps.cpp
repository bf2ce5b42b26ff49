// Functions of the graph level.
#include "Relax/Dialect/Relax/IR/FunctionOps.h"

#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "Relax/Dialect/Relax/IR/ExternalFunctions.h"
#include "Relax/Dialect/Relax/IR/Purity.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "Relax/Support/FunctionName.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/FunctionImplementation.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/FunctionOps.cpp.inc"

namespace mlir::relax {

void RelaxDialect::registerFunctionOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/FunctionOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// FuncOp
//===----------------------------------------------------------------------===//

void FuncOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                   FunctionType type) {
  state.addAttribute(getSymNameAttrName(state.name),
                     builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  Region *body = state.addRegion();
  Block &entry = body->emplaceBlock();
  for (Type input : type.getInputs())
    entry.addArgument(input, state.location);
}

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc location = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("impure")))
    result.addAttribute(getImpureAttrName(result.name),
                        parser.getBuilder().getUnitAttr());
  auto buildType = [](Builder &builder, ArrayRef<Type> inputs,
                      ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(inputs, results);
  };
  return failure(
      function_interface_impl::parseFunctionOp(
          parser, result, /*allowVariadic=*/false,
          getFunctionTypeAttrName(result.name), buildType,
          getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name)) ||
      failed(verifyInherentAttrs(result.name, result.attributes, [&] {
        return parser.emitError(location) << "'" << result.name << "' op ";
      })));
}

void FuncOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  if (getImpure())
    printer << "impure ";
  if (std::optional<StringRef> visibility = getSymVisibility())
    printer << *visibility << ' ';
  printer.printSymbolName(getSymName());
  function_interface_impl::printFunctionSignature(
      printer, *this, getArgumentTypes(), /*isVariadic=*/false,
      getResultTypes());
  function_interface_impl::printFunctionAttributes(
      printer, *this,
      {getSymVisibilityAttrName(), getFunctionTypeAttrName(),
       getArgAttrsAttrName(), getResAttrsAttrName(), getImpureAttrName()});
  if (!getBody().empty()) {
    printer << ' ';
    printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                        /*printBlockTerminators=*/true);
  }
}

std::string FuncOp::getParameterName(unsigned index) {
  if (auto name = getArgAttrOfType<StringAttr>(index, "relax.name"))
    return name.str();
  return "arg" + std::to_string(index);
}

/// R2 of functions, R1 of external functions: one name inside and outside.
static LogicalResult verifyGlobalSymbol(Operation *op, StringRef symbol,
                                        unsigned rule) {
  Attribute attribute = op->getAttr("global_symbol");
  if (!attribute)
    return success();
  auto exported = dyn_cast<StringAttr>(attribute);
  if (!exported)
    return emitRuleError(op, rule,
                         "expects attribute 'global_symbol' to be a string, "
                         "found ")
           << attribute;
  if (exported.getValue() != symbol)
    return emitRuleError(op, rule, "is exported as \"")
           << exported.getValue() << "\", expected its symbol, @" << symbol
           << "; rename both together";
  return success();
}

LogicalResult FuncOp::verify() {
  if (failed(verifyTargets(*this)))
    return failure();
  // R7: a name that the run time can look up.
  if (failed(verifyFunctionName(*this, getSymName(), 7)))
    return failure();
  // R1: a body, ended by a return.
  if (getBody().empty())
    return emitRuleError(*this, 1,
                         "expects a body, found none; declare a function that "
                         "lives elsewhere with 'relax.extern_func'");
  Block &entry = getBody().front();
  if (entry.empty() || !isa<ReturnOp>(entry.back()))
    return emitRuleError(*this, 1, "expects its body to end in 'relax.return'");
  // R2: one name inside and outside.
  if (failed(verifyGlobalSymbol(*this, getSymName(), 2)))
    return failure();
  if ((*this)->hasAttr("global_symbol") && !isPublic())
    return emitRuleError(*this, 2,
                         "is private, expected no 'global_symbol', which "
                         "exports it; drop one of the two");
  // R3: the count of inputs is a count of parameters.
  if (std::optional<uint64_t> count = getNumInput();
      count && *count > getNumArguments())
    return emitRuleError(*this, 3, "expects 'num_input' of at most ")
           << getNumArguments() << ", the number of parameters, found "
           << *count;
  // R5: forcing purity says something about pure functions only.
  if ((*this)->hasAttr("relax.force_pure") && getImpure())
    return emitRuleError(
        *this, 5,
        "is impure, expected no 'relax.force_pure'; drop one of the two");
  return success();
}

LogicalResult FuncOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  // R8: meshes that fit.
  return verifyMeshes(*this, getFunctionType(), 8, symbolTable);
}

LogicalResult FuncOp::verifyRegions() {
  // R4: no effect in a pure function.
  if (isPure() && !(*this)->hasAttr("relax.force_pure"))
    if (Operation *effect = findObservableEffect(getBody()))
      return (emitRuleError(effect, *this, 4,
                            "has an effect, expected none, as function @")
              << getSymName()
              << " is pure; mark the function 'impure' or drop the op")
                 .attachNote(getLoc())
             << "the function is here";
  // R6: definitions dominate uses.
  return verifySymbolScope(*this);
}

//===----------------------------------------------------------------------===//
// ReturnOp
//===----------------------------------------------------------------------===//

LogicalResult ReturnOp::verify() {
  FuncOp func = (*this)->getParentOfType<FuncOp>();
  ArrayRef<Type> results = func.getResultTypes();
  // R1: as many values as results, of types that are not provably different.
  if (getNumOperands() != results.size())
    return (emitRuleError(*this, 1, "returns ")
            << getNumOperands() << " values, expected as many as function @"
            << func.getSymName() << " has results, " << results.size())
               .attachNote(func.getLoc())
           << "the function is here";
  for (auto [index, value, type] : llvm::enumerate(getOperands(), results))
    if (compareAssigned(value.getType(), type) == Proof::Different)
      return (emitRuleError(*this, 1, "returns ")
              << value.getType() << " as result #" << index
              << ", expected what function @" << func.getSymName() << " says "
              << type)
                 .attachNote(func.getLoc())
             << "the function is here";
  return success();
}

//===----------------------------------------------------------------------===//
// ExternFuncOp
//===----------------------------------------------------------------------===//

LogicalResult ExternFuncOp::verify() {
  // R1: one name inside and outside.
  if (failed(verifyGlobalSymbol(*this, getSymName(), 1)))
    return failure();
  // R3: a name that the run time can look up.
  if (failed(verifyFunctionName(*this, getSymName(), 3)))
    return failure();
  // R2: the name is what the run time looks up.
  if (getSymVisibility() && *getSymVisibility() != "public")
    return emitRuleError(
               *this, 2,
               "is an external function, expected a public one, found ")
           << *getSymVisibility() << "; drop the visibility";
  // R4: present or absent, nothing else.
  for (StringRef name : {kTakesDevicesName, kNeedsDeviceName})
    if (Attribute said = (*this)->getAttr(name); said && !isa<UnitAttr>(said))
      return emitRuleError(*this, 4, "expects '")
             << name << "' without a value, found " << said
             << "; drop the value, or the attribute if it does not hold";
  return success();
}

} // namespace mlir::relax
