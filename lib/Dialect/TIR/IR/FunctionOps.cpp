// Functions of tensor programs: signature, text form and rules.
#include "Relax/Dialect/TIR/IR/FunctionOps.h"

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "Relax/Support/FunctionName.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/IR/FunctionOps.cpp.inc"

namespace mlir::tir {

void FuncOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                   TypeRange inputs, TypeRange outputs, unsigned numVars) {
  SmallVector<Type> types(inputs);
  types.append(outputs.begin(), outputs.end());
  types.append(numVars, builder.getIndexType());
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.setSymName(builder.getStringAttr(name));
  properties.setFunctionType(TypeAttr::get(builder.getFunctionType(types, {})));
  properties.setNumInputs(builder.getI64IntegerAttr(inputs.size()));
  Block &body = state.addRegion()->emplaceBlock();
  body.addArguments(types, SmallVector<Location>(types.size(), state.location));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&body);
  ReturnOp::create(builder, state.location);
}

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc location = parser.getCurrentLocation();
  auto functionType = [](Builder &builder, ArrayRef<Type> arguments,
                         ArrayRef<Type> results,
                         function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(arguments, results);
  };
  return failure(
      function_interface_impl::parseFunctionOp(
          parser, result, /*allowVariadic=*/false,
          getFunctionTypeAttrName(result.name), functionType,
          getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name)) ||
      failed(verifyInherentAttrs(result.name, result.attributes, [&] {
        return parser.emitError(location) << "'" << result.name << "' op ";
      })));
}

void FuncOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

unsigned FuncOp::getNumBuffers() {
  return llvm::count_if(getArgumentTypes(),
                        [](Type type) { return isa<MemRefType>(type); });
}

MutableArrayRef<BlockArgument> FuncOp::getInputs() {
  return getArguments().take_front(getNumInputs());
}

MutableArrayRef<BlockArgument> FuncOp::getOutputs() {
  return getArguments().take_front(getNumBuffers()).drop_front(getNumInputs());
}

MutableArrayRef<BlockArgument> FuncOp::getVars() {
  return getArguments().drop_front(getNumBuffers());
}

bool FuncOp::isScheduled() {
  return (*this)->hasAttr(TIRDialect::kIsScheduled);
}

void FuncOp::setScheduled() {
  (*this)->setAttr(TIRDialect::kIsScheduled, UnitAttr::get(getContext()));
}

bool FuncOp::isForHost() { return (*this)->hasAttr(TIRDialect::kIsForHost); }

void FuncOp::setForHost() {
  (*this)->setAttr(TIRDialect::kIsForHost, UnitAttr::get(getContext()));
}

// R2: buffers before scalars.
static LogicalResult verifyParameters(FuncOp op) {
  bool sawScalar = false;
  for (auto [i, type] : llvm::enumerate(op.getArgumentTypes())) {
    bool isBuffer = isa<MemRefType>(type);
    if (!isBuffer && !type.isIndex())
      return relax::emitRuleError(op, 2, "expects parameter #")
             << i << " to be a ranked memref or an 'index', but it is " << type;
    if (isBuffer && sawScalar)
      return relax::emitRuleError(op, 2, "has buffer parameter #")
             << i << " after a scalar, expected buffers first";
    sawScalar |= !isBuffer;
  }
  return success();
}

// R4: symbolic dimensions agree with the buffer.
static LogicalResult verifyDims(FuncOp op, unsigned i, Attribute dims) {
  auto buffer = dyn_cast<MemRefType>(op.getArgumentTypes()[i]);
  auto encoding = dyn_cast<relax::DimsAttr>(dims);
  if (!buffer || !encoding)
    return relax::emitRuleError(op, 4, "has '")
           << TIRDialect::kDims << "' = " << dims << " at parameter #" << i
           << " of type " << op.getArgumentTypes()[i]
           << "; expected a '#relax.dims' of a buffer";
  return encoding.verifyEncoding(
      buffer.getShape(), buffer.getElementType(), [&]() {
        return op.emitOpError("has wrong '")
               << TIRDialect::kDims << "' at parameter #" << i << ": ";
      });
}

// R5: a scalar's symbolic meaning.
static LogicalResult verifyVar(FuncOp op, unsigned i, Attribute var) {
  if (op.getArgumentTypes()[i].isIndex() && isa<relax::SymExprAttr>(var))
    return success();
  return relax::emitRuleError(op, 5, "has '")
         << TIRDialect::kVar << "' = " << var << " at parameter #" << i
         << " of type " << op.getArgumentTypes()[i]
         << "; expected a '#relax.expr' of a scalar";
}

LogicalResult FuncOp::verify() {
  if (failed(relax::verifyTargets(*this)))
    return failure();
  // R8: a name that the run time can look up.
  if (failed(relax::verifyFunctionName(*this, getSymName(), 8)))
    return failure();
  // R1: no results.
  if (getNumResults() != 0)
    return relax::emitRuleError(*this, 1, "expects no results, but has ")
           << getNumResults() << "; write them to output buffers";
  if (failed(verifyParameters(*this)))
    return failure();
  // R3: inputs are buffers.
  if (getNumInputs() > getNumBuffers())
    return relax::emitRuleError(*this, 3, "has num_inputs = ")
           << getNumInputs()
           << ", expected at most the number of buffer parameters, "
           << getNumBuffers();
  for (unsigned i = 0, e = getNumArguments(); i != e; ++i) {
    if (Attribute dims = getArgAttr(i, TIRDialect::kDims))
      if (failed(verifyDims(*this, i, dims)))
        return failure();
    if (Attribute var = getArgAttr(i, TIRDialect::kVar))
      if (failed(verifyVar(*this, i, var)))
        return failure();
  }
  // R6: one name.
  if (Attribute name = (*this)->getAttr(TIRDialect::kGlobalSymbol))
    if (name != getSymNameAttr())
      return relax::emitRuleError(*this, 6, "is exported as ")
             << name << ", expected its symbol, @" << getSymName()
             << "; rename both together";
  // R7: a structured body.
  if (!isExternal() && (!getBody().hasOneBlock() || getBody().front().empty() ||
                        !isa<ReturnOp>(getBody().front().back())))
    return relax::emitRuleError(*this, 7,
                                "expects a body of one block that ends with "
                                "'tir.return', found ")
           << (getBody().hasOneBlock() ? "another end" : "several blocks");
  return success();
}

} // namespace mlir::tir
