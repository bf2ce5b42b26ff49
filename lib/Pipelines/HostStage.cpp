// Stage 7: relax and tensor programs -> the llvm dialect.
#include "FloatPasses.h"
#include "Relax/Conversion/RelaxToRuntime/Passes.h"
#include "Relax/Conversion/RuntimeToLLVM/Passes.h"
#include "Relax/Conversion/SCFToRuntime/Passes.h"
#include "Relax/Conversion/TIRToSCF/Passes.h"
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Target/DeviceCode.h"
#include "Relax/Target/MakeTarget.h"
#include "Relax/Transforms/Contracts/Passes.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::relax {

// What loading the module asks the CPU for; nothing where code generation will
// say that there is no such CPU.
static std::string findLoadTimeFeatures(TargetAttr target) {
  ScopedDiagnosticHandler quiet(target.getContext(),
                                [](Diagnostic &) { return success(); });
  std::unique_ptr<llvm::TargetMachine> machine = createHostMachine(
      UnknownLoc::get(target.getContext()), getHostOptions(target));
  return machine ? getLoadTimeFeatures(*machine) : std::string();
}

void buildHostStage(OpPassManager &passes, TargetAttr target) {
  if (target.isGPU() && !target.isEmulated())
    // The lowering to LLVM embeds the text of each gpu.binary. A gpu.module
    // would be left over in it.
    addSerializeKernels(passes, /*assembles=*/true);
  // Calls of kernels are checked against tensor programs: host code goes first.
  passes.addPass(createRelaxToRuntimePass());
  passes.addPass(createConvertTIRToSCFPass());
  // Outlined bodies have buffers of their own: outline, then place them.
  // A buffer of the stack is made at the entry of its function. Were it made
  // in the function around the loop, all threads would write to the same one.
  passes.addPass(createOutlineParallelLoopsPass());
  OpPassManager &functions = passes.nest<func::FuncOp>();
  functions.addPass(createPlaceKernelBuffersPass());
  functions.addPass(createCanonicalizerPass());
  functions.addPass(createCSEPass());
  // Equal calls are one op for the CSE before; afterwards each is a polynomial
  // of many ops. And f16 and bf16 are computed in f32 by it, so that
  // conversions of bf16 have to be lowered later.
  functions.addPass(createExpandKernelMathPass());
  addFloatPasses(functions);
  functions.addPass(createConvertVectorToSCFPass());
  functions.addPass(createLowerAffinePass());
  functions.addPass(createSCFToControlFlowPass());
  functions.addPass(memref::createExpandStridedMetadataPass());
  functions.addPass(createLowerAffinePass());
  // The features are known when the code is made and compared when it is
  // loaded: a module for a CPU with AVX-512 then gives an error elsewhere, not
  // an illegal instruction.
  ConvertRelaxRTToLLVMPassOptions lowering;
  lowering.cpuFeatures = findLoadTimeFeatures(target);
  passes.addPass(createConvertRelaxRTToLLVMPass(lowering));
  OpPassManager &lowered = passes.nest<LLVM::LLVMFuncOp>();
  lowered.addPass(createReconcileUnrealizedCastsPass());
  lowered.addPass(createCanonicalizerPass());
  lowered.addPass(createCSEPass());
  passes.addPass(createVerifyLoweredPass());
}

} // namespace mlir::relax
