// The relax_rt dialect: what it registers, and the rules of its ops.
#include "Relax/Dialect/Runtime/IR/Runtime.h"

#include "Relax/Dialect/Relax/IR/BytecodeVersion.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "Relax/Dialect/Runtime/IR/RuntimeDialect.cpp.inc"
#include "Relax/Dialect/Runtime/IR/RuntimeEnums.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "Relax/Dialect/Runtime/IR/RuntimeTypes.cpp.inc"
#define GET_OP_CLASSES
#include "Relax/Dialect/Runtime/IR/BorrowedOps.cpp.inc"
#define GET_OP_CLASSES
#include "Relax/Dialect/Runtime/IR/EntryOps.cpp.inc"
#define GET_OP_CLASSES
#include "Relax/Dialect/Runtime/IR/StorageOps.cpp.inc"
#define GET_OP_CLASSES
#include "Relax/Dialect/Runtime/IR/CallOps.cpp.inc"
#define GET_OP_CLASSES
#include "Relax/Dialect/Runtime/IR/DeviceOps.cpp.inc"

namespace mlir::relax::rt {

void RuntimeDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "Relax/Dialect/Runtime/IR/RuntimeTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Runtime/IR/BorrowedOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Relax/Dialect/Runtime/IR/EntryOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Relax/Dialect/Runtime/IR/StorageOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Relax/Dialect/Runtime/IR/CallOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Relax/Dialect/Runtime/IR/DeviceOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Relax/Dialect/Runtime/IR/KernelOps.cpp.inc"
      >();
  addInterfaces<BytecodeVersion>();
}

FunctionType RuntimeDialect::getEntryType(MLIRContext *context) {
  return FunctionType::get(context,
                           {ContextType::get(context), InputsType::get(context),
                            OutputsType::get(context)},
                           {IntegerType::get(context, 32)});
}

LogicalResult StoragePlanOp::verify() {
  ArrayRef<int64_t> lives = getLives();
  size_t parts = getSizes().size(), owned = getOwnedSizes().size();
  // R1: what the run time reads and writes has as many entries as it is told.
  if (getOffsets().size() != parts || getOwned().size() != owned ||
      lives.size() != 2 * (parts + owned))
    return emitOpError("expected an offset for each size, a storage for each "
                       "owned one, and two numbers of 'lives' for each, found ")
           << parts << " and " << owned << " sizes, " << getOffsets().size()
           << " offsets, " << getOwned().size() << " storages and "
           << lives.size() << " numbers";
  // R2: a life that ends before it begins would overlap with no other one.
  for (size_t i = 0; i < parts + owned; ++i)
    if (lives[2 * i] >= lives[2 * i + 1])
      return emitOpError("expected life ")
             << i << " to begin before it ends, found " << lives[2 * i]
             << " and " << lives[2 * i + 1];
  return success();
}

LogicalResult ViewOp::verify() {
  auto type = cast<MemRefType>(getResult().getType());
  // R1: a size for each dimension that needs one.
  if (static_cast<size_t>(type.getNumDynamicDims()) != getSizes().size())
    return emitOpError("has ") << getSizes().size() << " sizes for " << type
                               << ", expected " << type.getNumDynamicDims();
  return success();
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee =
      symbols.lookupNearestSymbolFrom<func::FuncOp>(*this, getCalleeAttr());
  // R1: a function of host code.
  FunctionType expected = RuntimeDialect::getEntryType(getContext());
  if (!callee)
    return emitOpError("calls ")
           << getCalleeAttr() << ", expected a 'func.func' of the module";
  if (callee.getFunctionType() != expected)
    return (emitOpError("calls ")
            << getCalleeAttr() << " of type " << callee.getFunctionType()
            << ", expected " << expected)
               .attachNote(callee.getLoc())
           << "the function is here";
  return success();
}

LogicalResult CallKernelOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee = symbols.lookupNearestSymbolFrom<FunctionOpInterface>(
      *this, getCalleeAttr());
  // R1: a function that gives its results in buffers.
  if (!callee || callee.getNumResults() != 0)
    return emitOpError("calls ")
           << getCalleeAttr()
           << ", expected a function of the module that has no results";
  // R2: parameters of the arguments' types.
  if (TypeRange(callee.getArgumentTypes()) != getArgs().getTypes())
    return (emitOpError("calls ")
            << getCalleeAttr() << " with arguments of types "
            << getArgs().getTypes() << ", expected "
            << callee.getArgumentTypes())
               .attachNote(callee.getLoc())
           << "the kernel is here";
  return success();
}

/// One fault, one wording: both kinds of call say where their values are.
static LogicalResult verifyDevices(Operation *op,
                                   std::optional<ArrayRef<int32_t>> devices) {
  if (devices &&
      (devices->size() != op->getNumOperands() ||
       llvm::any_of(*devices, [](int32_t number) { return number < -1; })))
    return op->emitOpError("expects devices, from -1 on, for ")
           << op->getNumOperands() << " values, found [" << *devices << "]";
  return success();
}

LogicalResult CallOp::verify() {
  // R2: a device for each value.
  return verifyDevices(*this, getDevices());
}

LogicalResult CallExternalOp::verify() {
  // R1: a device for each value.
  return verifyDevices(*this, getDevices());
}

} // namespace mlir::relax::rt
