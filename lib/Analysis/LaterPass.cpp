// Which pass lowers an op after legalisation.
#include "Relax/Analysis/LaterPass.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ClosureOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/DeviceOps.h"
#include "Relax/Dialect/Relax/IR/EffectOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/InspectOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::relax {

/// A list and no interface on ops: who lowers an op is a fact of the pipeline,
/// not of the op's meaning, and legalisation, contracts and messages must agree
/// on it (docs/Rationale/Stages.md, "Lowered here, owned later, rejected").
StringRef getLaterPass(Operation *op) {
  if (isa<CallTIROp, CallTIRInplaceOp, CallDPSPackedOp, CallInplacePackedOp,
          ToVDeviceOp, VMCallTIRDynOp>(op))
    return "relax-call-tir-rewrite";
  if (isa<CallPurePackedOp>(op))
    return "relax-remove-purity-checking";
  if (isa<LambdaOp, MakeClosureOp, InvokeClosureOp, InvokePureClosureOp>(op))
    return "relax-lambda-lift";
  if (isa<DataflowOp, OutputOp>(op))
    return "relax-to-non-dataflow";
  if (isa<BuiltinAllocTensorOp>(op))
    return "relax-static-plan-block-memory";
  if (isa<VMAllocStorageOp, VMAllocTensorOp>(op))
    return "relax-lower-alloc-tensor";
  // By class, so a renamed or removed op is a compile error here.
  if (isa<FuncOp, ReturnOp, ExternFuncOp, IfOp, YieldOp, HintOnDeviceOp,
          TupleOp, TupleGetItemOp, ConstantOp, ShapeOp, PrimValueOp, ReshapeOp,
          CallOp, CallPackedOp, CallPrimFuncOp, ShapeOfOp, TensorToShapeOp,
          ShapeToTensorOp, ScalarToTensorOp, SizeOp, MatchCastOp, PrintOp,
          AssertOp, MemoryAllocStorageOp, MemoryAllocTensorOp,
          MemoryKillTensorOp, MemoryKillStorageOp, MemoryCopyOp, MemoryViewOp,
          MemoryEnsureZeroOffsetOp, NullValueOp, StringOp, DtypeOp,
          VMKillObjectOp, CallBuiltinWithCtxOp, InspectTensorByteOffsetOp,
          InspectTensorDtypeBitsOp, InspectTensorDtypeCodeOp,
          InspectTensorDtypeLanesOp, InspectTensorElemOffsetOp,
          InspectTensorNdimOp, InspectTensorShapeIOp, InspectTensorStrideIOp,
          tensor::ExtractOp>(op))
    return "convert-relax-to-runtime";
  return "";
}

} // namespace mlir::relax
