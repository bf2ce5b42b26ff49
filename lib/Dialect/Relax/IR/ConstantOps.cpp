// Constants: tensors of known values, shapes and scalars of symbols, texts.
#include "Relax/Dialect/Relax/IR/ConstantOps.h"

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/TypeRules.h"
#include "Relax/Support/RuleError.h"
#include "mlir/IR/Builders.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/ConstantOps.cpp.inc"

namespace mlir::relax {

void RelaxDialect::registerConstantOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/ConstantOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// ConstantOp
//===----------------------------------------------------------------------===//

ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  ElementsAttr value;
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseAttribute(value, getValueAttrName(result.name),
                            result.attributes))
    return failure();
  Type type = value.getType();
  if (succeeded(parser.parseOptionalKeyword("as")) && parser.parseType(type))
    return failure();
  result.addTypes(type);
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  printer.printOptionalAttrDict((*this)->getAttrs(), {getValueAttrName()});
  printer << ' ' << getValue();
  if (getType() != getValue().getType())
    printer << " as " << getType();
}

LogicalResult ConstantOp::verify() {
  // R1: the values' shape and element type, whatever the placement.
  auto values = dyn_cast<RankedTensorType>(getValue().getType());
  auto type = cast<RankedTensorType>(getType());
  if (!values || values.getShape() != type.getShape() ||
      values.getElementType() != type.getElementType())
    return emitRuleError(*this, 1, "has values of type ")
           << getValue().getType() << ", expected that of its result, " << type;
  return success();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

//===----------------------------------------------------------------------===//
// ShapeOp
//===----------------------------------------------------------------------===//

static bool isNegative(SymExprAttr extent) {
  return extent.getUpperBound().value_or(0) < 0;
}

LogicalResult ShapeOp::inferTypes(Adaptor op, EmitError emitError,
                                  SmallVectorImpl<Type> &types) {
  std::optional<SmallVector<SymExprAttr>> values =
      getSymExprs(op.getValuesAttr());
  if (!values)
    return failure();
  MLIRContext *context = op.getValuesAttr().getContext();
  // R3: the type says these extents. No type says a negative one.
  types.push_back(llvm::any_of(*values, isNegative)
                      ? ShapeType::get(context, int64_t(values->size()))
                      : ShapeType::get(context, *values));
  return success();
}

LogicalResult ShapeOp::verify() {
  // R2: no negative extent.
  SmallVector<SymExprAttr> values = *getSymExprs(getValues());
  for (SymExprAttr value : values)
    if (isNegative(value))
      return emitRuleError(*this, 2, "expects extents of at least 0, found ")
             << toString(value);
  return success();
}

//===----------------------------------------------------------------------===//
// StringOp and DtypeOp
//===----------------------------------------------------------------------===//

OpFoldResult StringOp::fold(FoldAdaptor) { return getValueAttr(); }

OpFoldResult DtypeOp::fold(FoldAdaptor) { return getValueAttr(); }

LogicalResult DtypeOp::verify() {
  // R1: elements of tensors, vectors of them, or what is no number.
  Type element = getValue();
  if (auto vector = dyn_cast<VectorType>(element);
      vector && vector.getRank() == 1 && !vector.isScalable())
    element = vector.getElementType();
  if (isTensorElement(element) || isa<UnknownType, ObjectType>(getValue()))
    return success();
  return emitRuleError(*this, 1,
                       "expects an integer or float type, a vector "
                       "of rank 1 of such, '!relax.unknown' or "
                       "'!relax.object', found ")
         << getValue();
}

//===----------------------------------------------------------------------===//
// RelaxDialect
//===----------------------------------------------------------------------===//

Operation *RelaxDialect::materializeConstant(OpBuilder &builder,
                                             Attribute value, Type type,
                                             Location location) {
  if (auto elements = dyn_cast<ElementsAttr>(value)) {
    // What reaches a value through a call may be of another type: the argument
    // of a tensor program is a tensor, its parameter a buffer.
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || tensor.getShape() != elements.getShapedType().getShape() ||
        tensor.getElementType() != elements.getElementType())
      return nullptr;
    return ConstantOp::create(builder, location, type, elements);
  }
  if (auto text = dyn_cast<StringAttr>(value); text && isa<ObjectType>(type))
    return StringOp::create(builder, location, type, text);
  if (auto element = dyn_cast<TypeAttr>(value);
      element && isa<ObjectType>(type))
    return DtypeOp::create(builder, location, type, element);
  return nullptr;
}

} // namespace mlir::relax
