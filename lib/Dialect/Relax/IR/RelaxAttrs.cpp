// Text and verification of relax's attributes, except symbolic expressions.
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "Relax/Support/RuleError.h"
#include "SymbolicExprStorage.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#define GET_ATTRDEF_CLASSES
#include "Relax/Dialect/Relax/IR/DialectAttrs.cpp.inc"

namespace mlir::relax {

//===----------------------------------------------------------------------===//
// VDeviceAttr
//===----------------------------------------------------------------------===//

static constexpr StringRef kDefaultScope = "global";

Attribute VDeviceAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::string target, scope(kDefaultScope);
  int64_t index = 0;
  if (parser.parseLess() || parser.parseString(&target) ||
      parser.parseComma() || parser.parseInteger(index))
    return {};
  if (succeeded(parser.parseOptionalComma()) && parser.parseString(&scope))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<VDeviceAttr>(loc, parser.getContext(), target, index,
                                        scope);
}

/// What is the default is not printed, so each attribute has one text.
void VDeviceAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printString(getTarget());
  printer << ", " << getIndex();
  if (getMemoryScope() != kDefaultScope) {
    printer << ", ";
    printer.printString(getMemoryScope());
  }
  printer << '>';
}

LogicalResult VDeviceAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  StringRef target, int64_t index,
                                  StringRef memoryScope) {
  // R1: a kind of target.
  if (target.empty())
    return emitRuleError(emitError, "#relax.vdevice", 1)
           << "expected a virtual device with a kind of target "
              "such as \"llvm\" or \"cuda\", found \"\"";
  // R2: a device of that kind.
  if (index < 0)
    return emitRuleError(emitError, "#relax.vdevice", 2)
           << "expected a virtual device with an index of 0 or "
              "more, found "
           << index;
  // R3: a memory of that device.
  if (memoryScope.empty())
    return emitRuleError(emitError, "#relax.vdevice", 3)
           << "expected a virtual device with a memory scope, "
              "found \"\"; leave it out to mean \"global\"";
  return success();
}

//===----------------------------------------------------------------------===//
// DimsAttr
//===----------------------------------------------------------------------===//

Attribute DimsAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<SymExprAttr> dims;
  VDeviceAttr vdevice;
  if (parser.parseLess() || parseDimList(parser, dims))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("vdevice") || parser.parseEqual() ||
       parser.parseAttribute(vdevice)))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<DimsAttr>(loc, parser.getContext(), dims, vdevice);
}

void DimsAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printDimList(printer.getStream(), getDims());
  if (VDeviceAttr vdevice = getVdevice()) {
    printer << ", vdevice = ";
    printer.printAttribute(vdevice);
  }
  printer << '>';
}

/// A dimension that is negative for all sizes describes no tensor. One that may
/// be negative is left to the run.
LogicalResult verifyDimList(function_ref<InFlightDiagnostic()> emitError,
                            ArrayRef<SymExprAttr> dims, StringRef owner,
                            unsigned rule) {
  for (auto [i, dim] : llvm::enumerate(dims))
    if (dim && dim.getUpperBound().value_or(0) < 0)
      return emitRuleError(emitError, owner, rule)
             << "expected dimension " << i << " to be 0 or more, found '"
             << toString(dim) << "', which is always negative";
  return success();
}

LogicalResult DimsAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<SymExprAttr> dims,
                               VDeviceAttr vdevice) {
  // R5: a size is never negative.
  return verifyDimList(emitError, dims, "#relax.dims", 5);
}

// R2 and R3: one dimension of the encoding against that of the type.
static LogicalResult verifyDim(size_t i, int64_t size, SymExprAttr dim,
                               function_ref<InFlightDiagnostic()> emitError) {
  std::optional<int64_t> constant = dim ? dim.getConstant() : std::nullopt;
  // R2: what is static in the type is that constant here.
  if (!ShapedType::isDynamic(size) && constant != size)
    return emitRuleError(emitError, "#relax.dims", 2)
           << "expected dimension " << i << " of '#relax.dims' to be " << size
           << " as in the tensor type, found '" << toString(dim) << "'";
  // R3: what is constant here is static in the type.
  if (ShapedType::isDynamic(size) && constant)
    return emitRuleError(emitError, "#relax.dims", 3)
           << "expected dimension " << i
           << " of '#relax.dims' to be symbolic or '?' as the "
              "tensor type has '?', found "
           << *constant << "; write " << *constant << " in the tensor type too";
  return success();
}

LogicalResult
DimsAttr::verifyEncoding(ArrayRef<int64_t> shape, Type elementType,
                         function_ref<InFlightDiagnostic()> emitError) const {
  // R1: an entry for each dimension.
  if (shape.size() != getDims().size())
    return emitRuleError(emitError, "#relax.dims", 1)
           << "expected '#relax.dims' with " << shape.size()
           << " dimensions as the tensor has, found " << getDims().size();
  bool symbolic = false;
  for (auto [i, size, dim] : llvm::enumerate(shape, getDims())) {
    if (failed(verifyDim(i, size, dim, emitError)))
      return failure();
    symbolic |= dim && !dim.getConstant();
  }
  // R4: the encoding adds something.
  if (!symbolic && !getVdevice())
    return emitRuleError(emitError, "#relax.dims", 4)
           << "expected '#relax.dims' with a symbolic dimension "
              "or a 'vdevice', found neither; drop the encoding";
  return success();
}

//===----------------------------------------------------------------------===//
// RelaxDialect
//===----------------------------------------------------------------------===//

void RelaxDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Relax/Dialect/Relax/IR/DialectAttrs.cpp.inc"
      >();
}

} // namespace mlir::relax
