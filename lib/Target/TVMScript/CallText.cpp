// Writes calls that are more than an operator of tensors: of functions, of
// tensor programs, of code outside the module; effects, closures, devices.
#include "GraphFunction.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ClosureOps.h"
#include "Relax/Dialect/Relax/IR/DeviceOps.h"
#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "Relax/Dialect/Relax/IR/EffectOps.h"
#include "Relax/Dialect/Relax/IR/InspectOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax::tvmscript {

using Result = std::optional<CallText>;

/// Whether several results of a call are one tuple in TVM.
static bool givesTuple(Operation *op) { return op->getNumResults() > 1; }

/// The types of the results as TVM's calls of foreign functions name them.
static std::string resultTypes(GraphWriter &writer, Operation *op) {
  return "ty_args=(" + writer.types.types(op, op->getResultTypes()) + ",)";
}

/// What of a call of a function must give one value.
static bool givesOne(GraphWriter &writer, Operation *op) {
  if (op->getNumResults() == 1)
    return true;
  writer.module.reject(
      op, "expected one value, as of a function of TVM, found " +
              Twine(op->getNumResults()) + "; let it give a tuple");
  return false;
}

//===----------------------------------------------------------------------===//
// Tensor programs
//===----------------------------------------------------------------------===//

/// The sizes that a call passes.
static SmallVector<std::string> sizesOf(GraphWriter &writer, ArrayAttr vars) {
  SmallVector<std::string> sizes;
  for (Attribute size : vars)
    sizes.push_back(writer.types.expr(cast<SymExprAttr>(size)));
  return sizes;
}

/// The arguments of a tensor program: inputs, then sizes.
template <typename CallOp>
static std::string programArguments(GraphWriter &writer, CallOp op) {
  std::string text = "(";
  for (Value argument : op.getArgs())
    text += writer.value(argument) + ", ";
  for (const std::string &size : sizesOf(writer, op.getVars()))
    text += size + ", ";
  auto callee =
      dyn_cast_or_null<tir::FuncOp>(writer.module.lookup(op.getCallee()));
  if (callee && !op.getVars().empty() &&
      callee.getNumInputs() != op.getArgs().size())
    writer.module.reject(
        op, "expected sizes behind all inputs, as in TVM's program, found " +
                Twine(callee.getNumInputs()) + " inputs of " +
                Twine(op.getArgs().size()) +
                "; let 'num_inputs' be the number of arguments");
  return text + ")";
}

/// The types of what a program fills.
static std::string filledTypes(GraphWriter &writer, Operation *op) {
  std::string text = "out_ty=";
  if (llvm::any_of(op->getResultTypes(), llvm::IsaPred<TupleType>))
    writer.module.reject(
        op, "expected tensors, which TVM's programs and foreign functions "
            "fill, found a tuple; let the call give several results");
  if (op->getNumResults() == 1)
    return text + writer.types.type(op, op->getResult(0).getType());
  text += "[";
  for (Type type : op->getResultTypes())
    text += writer.types.type(op, type) + ", ";
  return text + "]";
}

template <typename CallOp>
static std::string programCall(GraphWriter &writer, CallOp op) {
  StringRef name = op->getName().getStringRef();
  name.consume_front("relax.");
  return ("R." + name + "(").str() + writer.function(op.getCallee()) + ", " +
         programArguments(writer, op) + ", " + filledTypes(writer, op);
}

static std::string indexList(ArrayRef<int64_t> indices) {
  std::string text = "[";
  llvm::interleave(
      indices, [&](int64_t index) { text += std::to_string(index); },
      [&] { text += ", "; });
  return text + "]";
}

static CallText callPrimFunc(GraphWriter &writer, CallPrimFuncOp op) {
  SmallVector<std::string> words;
  for (Value input : op.getIns())
    words.push_back(writer.value(input));
  words.append(sizesOf(writer, op.getVars()));
  for (Value output : op.getOuts())
    words.push_back(writer.value(output));
  return {writer.function(op.getCallee()) + "(" + llvm::join(words, ", ") +
          ")"};
}

static Result programText(GraphWriter &writer, Operation *op) {
  return TypeSwitch<Operation *, Result>(op)
      .Case([&](CallTIROp op) -> Result {
        return CallText{programCall(writer, op) + ")", givesTuple(op)};
      })
      .Case([&](CallTIRInplaceOp op) -> Result {
        return CallText{programCall(writer, op) + ", inplace_indices=" +
                            indexList(op.getInplaceIndices()) + ")",
                        givesTuple(op)};
      })
      .Case([&](CallTIRWithGradOp op) -> Result {
        std::string text = programCall(writer, op) +
                           ", te_grad_name=" + quoted(op.getTeGradName());
        if (DictionaryAttr words = op.getTeGradKwargsAttr())
          text += ", te_grad_kwargs=" +
                  writer.types.dictionary(op, words.getValue());
        return CallText{text + ")", givesTuple(op)};
      })
      .Case([&](CallPrimFuncOp op) { return callPrimFunc(writer, op); })
      .Default([](auto) { return std::nullopt; });
}

//===----------------------------------------------------------------------===//
// Functions, closures and code outside
//===----------------------------------------------------------------------===//

/// `R.call_packed("name", arguments, ty_args=(types,))` and its relatives.
static std::string foreignCall(GraphWriter &writer, Operation *op,
                               StringRef callee) {
  StringRef name = op->getName().getStringRef();
  name.consume_front("relax.");
  std::string text = ("R." + name + "(").str() + quoted(callee);
  for (Value argument : op->getOperands())
    text += ", " + writer.value(argument);
  return text;
}

static CallText callPacked(GraphWriter &writer, CallPackedOp op) {
  if (op.getNumOuts() != 0)
    writer.module.reject(op, "expected no 'num_outs', as TVM does not say "
                             "which arguments a packed function fills, found " +
                                 Twine(op.getNumOuts()) + "; leave it out");
  return {foreignCall(writer, op, op.getCallee()) + ", " +
              resultTypes(writer, op) + ")",
          givesTuple(op)};
}

static CallText makeClosure(GraphWriter &writer, MakeClosureOp op) {
  std::string callee = writer.function(op.getCallee());
  if (op.getArgs().empty() && isa<CallableType>(op.getClosure().getType()))
    return {callee};
  return {"R.make_closure(" + callee + ", " + writer.tuple(op.getArgs()) + ")"};
}

template <typename InvokeOp>
static Result invoke(GraphWriter &writer, InvokeOp op) {
  if (!givesOne(writer, op))
    return CallText{};
  // A function that is known as such is called by its name.
  if (auto type = dyn_cast<CallableType>(op.getClosure().getType()))
    if (!type.isOpaque() &&
        type.getPure() == isa<InvokePureClosureOp>(op.getOperation()))
      return CallText{writer.value(op.getClosure()) + "(" +
                      writer.values(op.getArgs()) + ")"};
  StringRef name = op->getName().getStringRef();
  name.consume_front("relax.");
  return CallText{("R." + name + "(").str() + writer.value(op.getClosure()) +
                  ", " + writer.tuple(op.getArgs()) + ", " +
                  resultTypes(writer, op) + ")"};
}

static Result functionText(GraphWriter &writer, Operation *op) {
  return TypeSwitch<Operation *, Result>(op)
      .Case([&](CallOp op) -> Result {
        return CallText{writer.function(op.getCallee()) + "(" +
                            writer.values(op.getArgs()) + ")",
                        givesTuple(op)};
      })
      .Case([&](CallDPSPackedOp op) -> Result {
        return CallText{"R.call_dps_packed(" + quoted(op.getCallee()) + ", " +
                            writer.tuple(op.getArgs()) + ", " +
                            filledTypes(writer, op) + ")",
                        givesTuple(op)};
      })
      .Case([&](CallPackedOp op) { return callPacked(writer, op); })
      .Case([&](CallPurePackedOp op) -> Result {
        return CallText{foreignCall(writer, op, op.getCallee()) + ", " +
                            resultTypes(writer, op) + ")",
                        givesTuple(op)};
      })
      .Case([&](CallInplacePackedOp op) -> Result {
        return CallText{
            foreignCall(writer, op, op.getCallee()) +
                ", inplace_indices=" + indexList(op.getInplaceIndices()) +
                ", " + resultTypes(writer, op) + ")",
            givesTuple(op)};
      })
      .Case([&](CallBuiltinWithCtxOp op) -> Result {
        return CallText{"R.call_builtin_with_ctx(" + quoted(op.getFunc()) +
                            ", " + writer.tuple(op.getArgs()) + ", " +
                            resultTypes(writer, op) + ")",
                        givesTuple(op)};
      })
      .Case([&](CallPyFuncOp op) -> Result {
        std::string text = "R.call_py_func(" + quoted(op.getFuncName());
        for (Value argument : op.getArgs())
          text += ", " + writer.value(argument);
        return CallText{text + ", " + filledTypes(writer, op) + ")",
                        givesTuple(op)};
      })
      .Case([&](MakeClosureOp op) { return makeClosure(writer, op); })
      .Case<InvokeClosureOp, InvokePureClosureOp>(
          [&](auto op) { return invoke(writer, op); })
      .Default([](auto) { return std::nullopt; });
}

//===----------------------------------------------------------------------===//
// Other ops
//===----------------------------------------------------------------------===//

/// DLPack's number of a kind of device; 0 if it has none.
static unsigned deviceNumber(StringRef kind) {
  return llvm::StringSwitch<unsigned>(kind)
      .Case("llvm", 1)
      .Case("cuda", 2)
      .Case("opencl", 4)
      .Case("vulkan", 7)
      .Case("metal", 8)
      .Case("rocm", 10)
      .Case("webgpu", 15)
      .Case("hexagon", 16)
      .Default(0);
}

static CallText hintOnDevice(GraphWriter &writer, HintOnDeviceOp op) {
  VDeviceAttr device = op.getVdevice();
  unsigned number = deviceNumber(device.getTarget());
  if (!number)
    writer.module.reject(
        op, "expected a device for which TVM has a number, found \"" +
                device.getTarget() + "\"");
  return {"R.hint_on_device(" + writer.value(op.getData()) +
          ", R.device(device_type=" + std::to_string(number) +
          ", index=" + std::to_string(device.getIndex()) + "), " +
          quoted(device.getMemoryScope()) + ")"};
}

static std::string placementText(ArrayRef<int64_t> placement) {
  std::string text;
  llvm::interleave(
      placement,
      [&](int64_t axis) {
        text += axis < 0 ? "R" : "S[" + std::to_string(axis) + "]";
      },
      [&] { text += ", "; });
  return quoted(text);
}

static Result distributedText(GraphWriter &writer, Operation *op) {
  return TypeSwitch<Operation *, Result>(op)
      .Case([&](AnnotateShardingOp op) -> Result {
        auto mesh = FlatSymbolRefAttr::get(op.getContext(), op.getDeviceMesh());
        return CallText{"R.dist.annotate_sharding(" +
                        writer.value(op.getInput()) + ", " +
                        quoted(writer.module.mesh(mesh)) + ", " +
                        placementText(op.getPlacement()) + ")"};
      })
      .Case([&](RedistributeOp op) -> Result {
        auto type = cast<DTensorType>(op.getResult().getType());
        return CallText{"R.dist.redistribute(" + writer.value(op.getInput()) +
                        ", " + quoted(writer.module.mesh(type.getMesh())) +
                        ", " + placementText(type.getPlacement()) + ")"};
      })
      .Case([&](CallTIRLocalViewOp op) -> Result {
        return CallText{"R.dist.call_tir_local_view(" +
                            writer.function(op.getCallee()) + ", " +
                            writer.tuple(op.getArgs()) + ", " +
                            filledTypes(writer, op) + ")",
                        givesTuple(op)};
      })
      .Default([](auto) { return std::nullopt; });
}

/// `R.print(values, format="...")` and `R.assert_op`.
static CallText formatted(GraphWriter &writer, Operation *op,
                          StringRef format) {
  std::string text = "R." + op->getName().stripDialect().str() + "(";
  for (Value argument : op->getOperands())
    text += writer.value(argument) + ", ";
  return {text + "format=R.str(" + quoted(format) + "))"};
}

/// A call of a program with the scalar, where TVM has no operator.
static CallText scalarToTensor(GraphWriter &writer, ScalarToTensorOp op) {
  std::string dtype =
      writer.types.dtype(op, op.getResult().getType().getElementType());
  std::string value = writer.value(op.getInput());
  if (writer.dtype(op.getInput()) != dtype)
    value = "T.Cast(" + quoted(dtype) + ", " + value + ")";
  return {"R.call_tir(" + writer.scalarProgram(dtype) + ", (" + value + ",), " +
          filledTypes(writer, op) + ")"};
}

static Result otherText(GraphWriter &writer, Operation *op) {
  return TypeSwitch<Operation *, Result>(op)
      .Case([&](ScalarToTensorOp op) { return scalarToTensor(writer, op); })
      .Case<ShapeOfOp, ShapeToTensorOp, TensorToShapeOp, SizeOp>(
          [&](Operation *op) -> Result {
            return CallText{"R." + op->getName().stripDialect().str() + "(" +
                            writer.value(op->getOperand(0)) + ")"};
          })
      .Case([&](MatchCastOp op) -> Result {
        return CallText{
            "R.match_cast(" + writer.value(op.getInput()) + ", " +
            writer.types.type(op, op.getResult().getType(), Sizes::Cast) + ")"};
      })
      .Case([&](TupleGetItemOp op) -> Result {
        return CallText{writer.value(op.getTuple()) + "[" +
                        std::to_string(op.getIndex()) + "]"};
      })
      .Case([&](NullValueOp) -> Result { return CallText{"R.null_value()"}; })
      .Case<InspectTensorStrideIOp, InspectTensorByteOffsetOp,
            InspectTensorDtypeBitsOp, InspectTensorDtypeCodeOp,
            InspectTensorDtypeLanesOp, InspectTensorElemOffsetOp,
            InspectTensorNdimOp, InspectTensorShapeIOp>(
          [&](Operation *op) -> Result {
            if (!isa<InspectTensorNdimOp, InspectTensorShapeIOp,
                     InspectTensorStrideIOp>(op))
              writer.module.reject(op, "TVM's number has no sign, which a "
                                       "scalar here does not say");
            // The script has no words for these.
            return CallText{"tvm.relax.Call(tvm.ir.Op.get(" +
                            quoted(op->getName().getStringRef()) + "), [" +
                            writer.values(op->getOperands()) + "])"};
          })
      .Case([&](PrintOp op) { return formatted(writer, op, op.getFormat()); })
      .Case([&](AssertOp op) { return formatted(writer, op, op.getFormat()); })
      .Case([&](HintOnDeviceOp op) { return hintOnDevice(writer, op); })
      .Case([&](ToVDeviceOp op) -> Result {
        return CallText{"R.to_vdevice(" + writer.value(op.getData()) +
                        ", dst_vdevice=" +
                        quoted(writer.module.device(op.getDstVdevice())) + ")"};
      })
      .Default([](auto) { return std::nullopt; });
}

std::optional<CallText> callText(GraphWriter &writer, Operation *op) {
  for (auto write :
       {programText, functionText, otherText, memoryCallText, distributedText})
    if (Result found = write(writer, op))
      return found;
  return std::nullopt;
}

} // namespace mlir::relax::tvmscript
