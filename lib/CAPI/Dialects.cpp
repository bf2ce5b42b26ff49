// The dialects in C: registration, types and attributes.
#include "relax-mlir-c/Dialects.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/InitAll.h"
#include "Relax/Target/NativeCode.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"
#include "llvm/Support/TypeName.h"

using mlir::relax::SymExprAttr;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Relax, relax, mlir::relax::RelaxDialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(RelaxRuntime, relax_rt,
                                      mlir::relax::rt::RuntimeDialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(TIR, tir, mlir::tir::TIRDialect)

void mlirRegisterRelaxDialects(MlirDialectRegistry registry) {
  mlir::relax::registerRelaxDialects(*unwrap(registry));
}

void mlirRegisterAllRelaxDialects(MlirDialectRegistry registry) {
  mlir::relax::registerAllDialects(*unwrap(registry));
  mlir::relax::registerNativeTranslations(*unwrap(registry));
}

// What a caller passes as the parameter `name`, as its class in C++; false
// after an error if it is of another class.
// Casts of LLVM are not checked in a build without assertions: a wrong class
// would be read as if it were the right one. Hence an error here and not in the
// class.
template <typename Wrapped, typename Result>
static bool take(mlir::Location location, llvm::StringRef name, Wrapped value,
                 bool isOptional, Result &result) {
  result = llvm::dyn_cast_if_present<Result>(unwrap(value));
  if (result || (isOptional && !value.ptr))
    return true;
  mlir::InFlightDiagnostic error = emitError(location);
  error << "expected '" << name << "' of the class "
        << llvm::getTypeName<Result>() << ", found ";
  if (value.ptr)
    error << unwrap(value);
  else
    error << "null";
  return false;
}

template <typename Result>
static bool takeAll(mlir::Location location, llvm::StringRef name,
                    intptr_t number, MlirAttribute const *values,
                    llvm::SmallVector<Result> &results) {
  for (MlirAttribute value : llvm::ArrayRef(values, number))
    // Elements of lists may be null: an unknown dimension is one.
    if (!take(location, name, value, /*isOptional=*/true,
              results.emplace_back()))
      return false;
  return true;
}

#include "relax-mlir-c/Dialects.cpp.inc"

static MlirAttribute wrapExpr(SymExprAttr expr) {
  return wrap(mlir::Attribute(expr));
}

static SymExprAttr unwrapExpr(MlirAttribute expr) {
  return llvm::cast<SymExprAttr>(unwrap(expr));
}

MlirAttribute mlirRelaxSymExprAttrSymbolGet(MlirContext context,
                                            MlirStringRef name) {
  return wrapExpr(SymExprAttr::symbol(unwrap(context), unwrap(name)));
}

MlirAttribute mlirRelaxSymExprAttrConstantGet(MlirContext context,
                                              int64_t value) {
  return wrapExpr(SymExprAttr::constant(unwrap(context), value));
}

// The C enum can have any number, and the operators take two operands where
// sums take any.
static SymExprAttr divide(MlirRelaxSymOperator operation,
                          llvm::ArrayRef<SymExprAttr> operands) {
  if (operands.size() != 2)
    return {};
  switch (operation) {
  case MlirRelaxSymOperatorFloorDiv:
    return mlir::relax::floorDiv(operands[0], operands[1]);
  case MlirRelaxSymOperatorFloorMod:
    return mlir::relax::floorMod(operands[0], operands[1]);
  case MlirRelaxSymOperatorCeilDiv:
    return mlir::relax::ceilDiv(operands[0], operands[1]);
  default:
    return {};
  }
}

MlirAttribute mlirRelaxSymExprAttrGet(MlirContext context,
                                      MlirRelaxSymOperator operation,
                                      intptr_t numOperands,
                                      MlirAttribute const *operands) {
  llvm::SmallVector<SymExprAttr> exprs;
  for (MlirAttribute operand : llvm::ArrayRef(operands, numOperands))
    exprs.push_back(llvm::dyn_cast_if_present<SymExprAttr>(unwrap(operand)));
  switch (operation) {
  case MlirRelaxSymOperatorSum:
    return wrapExpr(SymExprAttr::sum(unwrap(context), exprs));
  case MlirRelaxSymOperatorProduct:
    return wrapExpr(SymExprAttr::product(unwrap(context), exprs));
  case MlirRelaxSymOperatorMin:
    return wrapExpr(SymExprAttr::minimum(exprs));
  case MlirRelaxSymOperatorMax:
    return wrapExpr(SymExprAttr::maximum(exprs));
  default:
    return wrapExpr(divide(operation, exprs));
  }
}

// `value` stays as it is without an answer, so that a caller can put a default
// there.
static bool give(std::optional<int64_t> found, int64_t *value) {
  if (found)
    *value = *found;
  return found.has_value();
}

bool mlirRelaxSymExprAttrGetConstant(MlirAttribute self, int64_t *value) {
  return give(unwrapExpr(self).getConstant(), value);
}

MlirStringRef mlirRelaxSymExprAttrGetSymbol(MlirAttribute self) {
  return wrap(unwrapExpr(self).getSymbol());
}

bool mlirRelaxSymExprAttrGetLowerBound(MlirAttribute self, int64_t *value) {
  return give(unwrapExpr(self).getLowerBound(), value);
}

bool mlirRelaxSymExprAttrGetUpperBound(MlirAttribute self, int64_t *value) {
  return give(unwrapExpr(self).getUpperBound(), value);
}

void mlirRelaxSymExprAttrWalkSymbols(MlirAttribute self,
                                     MlirStringCallback callback,
                                     void *userData) {
  unwrapExpr(self).walkSymbols([&](mlir::StringAttr name) {
    callback(wrap(name.getValue()), userData);
  });
}

// The dimensions in a shape that is one, else null after an error.
static MlirType makeShape(mlir::Location location,
                          llvm::ArrayRef<SymExprAttr> dims, int64_t rank) {
  using mlir::relax::ShapeType;
  // `get` would assert, and does nothing in a build without assertions; then
  // the context keeps a broken type for ever.
  if (failed(ShapeType::verifyInvariants([&] { return emitError(location); },
                                         dims, rank)))
    return {nullptr};
  mlir::MLIRContext *context = location.getContext();
  return wrap(mlir::Type(dims.empty() ? ShapeType::get(context, rank)
                                      : ShapeType::get(context, dims)));
}

MlirType mlirRelaxShapeTypeGetChecked(MlirLocation location, intptr_t numDims,
                                      MlirAttribute const *dims) {
  llvm::SmallVector<SymExprAttr> exprs;
  if (!takeAll(unwrap(location), "dims", numDims, dims, exprs))
    return {nullptr};
  return makeShape(unwrap(location), exprs, numDims);
}

MlirType mlirRelaxShapeTypeRankedGetChecked(MlirLocation location,
                                            int64_t rank) {
  return makeShape(unwrap(location), {}, rank);
}
