// Calls of functions outside of the module.
#include "ExternalCalls.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

// One declaration serves all calls, of whatever function.
FlatSymbolRefAttr declareExtern(SymbolTable &symbols, StringRef name) {
  Operation *module = symbols.getOp();
  if (!symbols.lookup(name)) {
    OpBuilder builder(module->getContext());
    symbols.insert(ExternFuncOp::create(builder, module->getLoc(),
                                        builder.getStringAttr(name),
                                        /*sym_visibility=*/StringAttr(),
                                        /*pure=*/UnitAttr()));
  }
  return FlatSymbolRefAttr::get(module->getContext(), name);
}

Value createExternCall(OpBuilder &builder, Location location,
                       FlatSymbolRefAttr callee, ValueRange arguments,
                       Type result) {
  return CallDPSPackedOp::create(builder, location, TypeRange(result), callee,
                                 arguments)
      .getResult(0);
}

bool canBeAllocated(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !isa<UnknownType>(tensor.getElementType()) &&
         llvm::all_of(getDims(tensor),
                      [](SymExprAttr dim) { return bool(dim); });
}

Value createBytes(OpBuilder &builder, Location location, StringRef text) {
  SmallVector<uint8_t> bytes(text.bytes_begin(), text.bytes_end());
  auto type = RankedTensorType::get(
      bytes.size(), builder.getIntegerType(8, /*isSigned=*/false));
  return ConstantOp::create(builder, location, type,
                            DenseElementsAttr::get(type, ArrayRef(bytes)));
}

Value createNumbers(OpBuilder &builder, Location location,
                    ArrayRef<int64_t> numbers) {
  MLIRContext *context = builder.getContext();
  SmallVector<SymExprAttr> values;
  for (int64_t number : numbers)
    values.push_back(SymExprAttr::constant(context, number));
  return ShapeOp::create(builder, location, ShapeType::get(context, values),
                         getSymExprArray(context, values));
}

} // namespace mlir::relax
