// Writes ops about memory: storages, tensors in them, views, ends.
#include "GraphFunction.h"

#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax::tvmscript {

/// Sizes and dtype of a tensor as two arguments.
static std::string shapeAndDtype(GraphWriter &writer, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return "R.shape([" + writer.types.exprs(getDims(type)) + "]), R.dtype(" +
         quoted(dtypeOf(type.getElementType())) + ")";
}

/// The number that an attribute is, 0 if it is absent.
static std::string number(Operation *op, StringRef name) {
  auto attribute = op->getAttrOfType<IntegerAttr>(name);
  return std::to_string(attribute ? attribute.getInt() : 0);
}

/// The dtype that a storage is meant for; bytes if that is not said.
static std::string hint(Operation *op, StringRef name) {
  auto type = op->getAttrOfType<TypeAttr>(name);
  return "R.dtype(" + quoted(type ? dtypeOf(type.getValue()) : "uint8") + ")";
}

/// A call of one value.
static CallText unary(StringRef function, const std::string &argument) {
  return {("R." + function + "(" + argument + ")").str()};
}

static CallText allocStorage(GraphWriter &writer, MemoryAllocStorageOp op) {
  if (op.getVdevice())
    writer.module.reject(
        op, "expected a device by its number, as in a storage of TVM, found a "
            "description; give it 'virtual_device_index'");
  return {"R.memory.alloc_storage(R.shape([" + writer.types.expr(op.getSize()) +
          "]), " + std::to_string(op.getVirtualDeviceIndex()) + ", R.str(" +
          quoted(op.getStorageScope()) + "), " + hint(op, "dtype_hint") + ")"};
}

static CallText callTIRDyn(GraphWriter &writer, VMCallTIRDynOp op) {
  SmallVector<Value> arguments(op.getArgs());
  if (op.getShape())
    arguments.push_back(op.getShape());
  return {"R.vm.call_tir_dyn(" + writer.function(op.getCallee()) + ", " +
          writer.tuple(arguments) + ")"};
}

std::optional<CallText> memoryCallText(GraphWriter &writer, Operation *op) {
  using Result = std::optional<CallText>;
  return TypeSwitch<Operation *, Result>(op)
      .Case([&](BuiltinAllocTensorOp op) -> Result {
        return CallText{"R.builtin.alloc_tensor(" +
                        shapeAndDtype(writer, op.getTensor()) + ", " +
                        number(op, "runtime_device_index") + ", R.str(" +
                        quoted(op.getStorageScope()) + "))"};
      })
      .Case([&](MemoryAllocStorageOp op) { return allocStorage(writer, op); })
      .Case([&](VMAllocStorageOp op) -> Result {
        return CallText{"R.vm.alloc_storage(R.shape([" +
                        writer.types.expr(op.getSize()) + "]), " +
                        std::to_string(op.getRuntimeDeviceIndex()) + ", " +
                        hint(op, "dtype") + ", R.str(" +
                        quoted(op.getStorageScope()) + "))"};
      })
      .Case<MemoryAllocTensorOp, VMAllocTensorOp>([&](auto op) -> Result {
        bool isOfMachine = isa<VMAllocTensorOp>(op);
        return CallText{(isOfMachine ? "R.vm" : "R.memory") +
                        std::string(".alloc_tensor(") +
                        writer.value(op.getStorage()) + ", " +
                        writer.types.expr(op.getOffset()) + ", " +
                        shapeAndDtype(writer, op.getTensor()) + ", " +
                        number(op, "runtime_device_index") + ")"};
      })
      .Case([&](MemoryViewOp op) -> Result {
        return CallText{"R.memory.view(" + writer.value(op.getX()) + ", " +
                        shapeAndDtype(writer, op.getResult()) + ", " +
                        writer.types.expr(op.getRelativeByteOffset()) + ")"};
      })
      .Case<MemoryEnsureZeroOffsetOp, MemoryKillTensorOp, MemoryKillStorageOp,
            VMKillObjectOp, StopLiftParamsOp>([&](Operation *op) -> Result {
        return unary(op->getName().getStringRef().drop_front(6),
                     writer.value(op->getOperand(0)));
      })
      .Case([&](VMCallTIRDynOp op) { return callTIRDyn(writer, op); })
      .Default([](auto) { return std::nullopt; });
}

} // namespace mlir::relax::tvmscript
