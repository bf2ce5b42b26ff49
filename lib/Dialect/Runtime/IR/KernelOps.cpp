// What kernels ask of the run-time library: rules.
#include "Relax/Dialect/Runtime/IR/KernelOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Runtime/IR/KernelOps.cpp.inc"

namespace mlir::relax::rt {

LogicalResult ParallelForOp::verifySymbolUses(SymbolTableCollection &symbols) {
  // R1: the body fits.
  auto body =
      symbols.lookupNearestSymbolFrom<func::FuncOp>(*this, getBodyAttr());
  if (!body)
    return emitOpError("runs @")
           << getBody() << ", expected a 'func.func' of the module";
  Type index = IndexType::get(getContext());
  SmallVector<Type> types = {index, index};
  llvm::append_range(types, getCaptures().getTypes());
  auto expected = FunctionType::get(getContext(), types, {});
  if (body.getFunctionType() == expected)
    return success();
  InFlightDiagnostic diagnostic = emitOpError("expects the body @");
  diagnostic << getBody() << " to be " << expected << ", but it is "
             << body.getFunctionType();
  diagnostic.attachNote(body.getLoc()) << "the body is here";
  return diagnostic;
}

} // namespace mlir::relax::rt
