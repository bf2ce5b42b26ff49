// One tensor program under construction.
#include "Relax/Conversion/RelaxToTIR/KernelBuilder.h"

#include "Relax/Dialect/Relax/IR/SymExprLowering.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

// Kernels are built detached from any module: a rule that fails drops the
// function, and no symbol has been taken.
namespace mlir::relax {

static SmallVector<RankedTensorType> getTensorTypes(TypeRange types) {
  SmallVector<RankedTensorType> tensors;
  for (Type type : types)
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      tensors.push_back(tensor);
  return tensors;
}

static SmallVector<Type> getBufferTypes(ArrayRef<RankedTensorType> tensors) {
  SmallVector<Type> buffers;
  for (RankedTensorType tensor : tensors)
    buffers.push_back(
        MemRefType::get(tensor.getShape(), tensor.getElementType()));
  return buffers;
}

KernelBuilder::KernelBuilder(Location loc, StringRef name,
                             ArrayRef<RankedTensorType> inputs,
                             ArrayRef<RankedTensorType> results)
    : opBuilder(loc.getContext()) {
  // Results are buffers behind the operands (destination passing). Shapes that
  // a type has as expressions go along as argument attributes.
  function = tir::FuncOp::create(opBuilder, loc, name, getBufferTypes(inputs),
                                 getBufferTypes(results));
  function.setPrivate();
  for (auto [index, tensor] :
       llvm::enumerate(llvm::concat<const RankedTensorType>(inputs, results)))
    if (auto dims = dyn_cast_or_null<DimsAttr>(tensor.getEncoding()))
      function.setArgAttr(index, "tir.dims", dims);
  opBuilder.setInsertionPointToStart(&function.getBody().front());
}

KernelBuilder::KernelBuilder(Operation *op, StringRef name)
    : KernelBuilder(op->getLoc(), name, getTensorTypes(op->getOperandTypes()),
                    getTensorTypes(op->getResultTypes())) {}

Value KernelBuilder::constantIndex(int64_t value) {
  return arith::ConstantIndexOp::create(opBuilder, loc(), value);
}

/// The value of a symbol: the dimension of a buffer, else a new parameter.
/// A symbol that some buffer's axis has is read from there, at no cost for the
/// caller; else it is one more parameter, and the call passes the expression.
Value KernelBuilder::getSymbol(StringAttr symbol) {
  if (Value known = symbols.lookup(symbol))
    return known;
  auto wanted = SymExprAttr::symbol(opBuilder.getContext(), symbol.getValue());
  for (unsigned buffer = 0; buffer < function.getNumBuffers(); ++buffer) {
    auto dims = function.getArgAttrOfType<DimsAttr>(buffer, "tir.dims");
    if (!dims)
      continue;
    for (auto [axis, dim] : llvm::enumerate(dims.getDims()))
      if (dim == wanted)
        return symbols[symbol] = memref::DimOp::create(
                   opBuilder, loc(), function.getArgument(buffer), axis);
  }
  // Parameters are added at the end, so that buffers keep their numbers.
  unsigned position = function.getNumArguments();
  if (failed(function.insertArgument(position, opBuilder.getIndexType(),
                                     opBuilder.getDictionaryAttr({}), loc())))
    return {};
  function.setArgAttr(position, "tir.var", wanted);
  vars.push_back(wanted);
  return symbols[symbol] = function.getArgument(position);
}

Value KernelBuilder::index(SymExprAttr expression) {
  return lowerSymExpr(opBuilder, loc(), expression,
                      [&](StringAttr symbol) { return getSymbol(symbol); });
}

} // namespace mlir::relax
