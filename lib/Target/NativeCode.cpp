// Turns a module of the llvm dialect into LLVM IR, assembly or an object file.
#include "Relax/Target/NativeCode.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Passes/PassBuilder.h"

namespace mlir::relax {

void registerNativeTranslations(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
}

// Functions carry their CPU, so that what is inlined or emitted in parts keeps
// it.
// The optimizer inlines only between functions of compatible features, and a
// part that is written as bitcode has no machine with it.
static void setTarget(llvm::Module &module, llvm::TargetMachine &machine) {
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
  }
}

// What code generation calls by name, such as `exp`, is the C library's: no
// name in C has a dot.
// Without a suffix, a kernel that the program calls @exp would be called
// wherever LLVM makes a call of the library's
// (test/Target/library-names.mlir).
static void renameLocals(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (function.hasLocalLinkage() && !function.isDeclaration() &&
        !function.getName().contains('.'))
      function.setName(function.getName() + ".local");
}

static llvm::OptimizationLevel getLevel(const llvm::TargetMachine &machine) {
  switch (machine.getOptLevel()) {
  case llvm::CodeGenOptLevel::None:
    return llvm::OptimizationLevel::O0;
  case llvm::CodeGenOptLevel::Less:
    return llvm::OptimizationLevel::O1;
  case llvm::CodeGenOptLevel::Default:
    return llvm::OptimizationLevel::O2;
  case llvm::CodeGenOptLevel::Aggressive:
    return llvm::OptimizationLevel::O3;
  }
  return llvm::OptimizationLevel::O2;
}

void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  // The default of LLVM leaves SLP vectorization off at every level; clang
  // turns it on from -O2.
  llvm::OptimizationLevel level = getLevel(machine);
  tuning.LoopVectorization = level.getSpeedupLevel() > 1;
  tuning.SLPVectorization = level.getSpeedupLevel() > 1;
  llvm::PassBuilder builder(&machine, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes =
      level == llvm::OptimizationLevel::O0
          ? builder.buildO0DefaultPipeline(level)
          : builder.buildPerModuleDefaultPipeline(level);
  passes.run(module, modules);
}

// Upstream stops at the first op without a translation; the reader wants all.
static LogicalResult checkLowered(ModuleOp module) {
  llvm::SetVector<OperationName> left;
  module.walk([&](Operation *op) {
    if (op != module && !isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()))
      left.insert(op->getName());
  });
  if (left.empty())
    return success();
  InFlightDiagnostic diagnostic =
      module.emitError("cannot be translated to LLVM IR: expected ops of the "
                       "llvm dialect only, found ");
  llvm::interleaveComma(left, diagnostic,
                        [&](OperationName name) { diagnostic << name; });
  return diagnostic;
}

std::unique_ptr<llvm::Module> translateToLLVM(ModuleOp module,
                                              llvm::LLVMContext &context,
                                              llvm::TargetMachine &machine) {
  if (failed(checkLowered(module)))
    return nullptr;
  std::unique_ptr<llvm::Module> result =
      // MLIR's own verification prints to stderr and gives no diagnostic. The
      // module is verified below, once it has its data layout.
      translateModuleToLLVMIR(module, context, "relax",
                              /*disableVerification=*/true);
  if (!result)
    return nullptr;
  setTarget(*result, machine);
  std::string error;
  llvm::raw_string_ostream stream(error);
  if (llvm::verifyModule(*result, &stream)) {
    module.emitError("gives invalid LLVM IR: ") << error;
    return nullptr;
  }
  renameLocals(*result);
  return result;
}

LogicalResult writeNativeCode(Location location, llvm::Module &module,
                              llvm::TargetMachine &machine, NativeForm form,
                              llvm::raw_pwrite_stream &os) {
  if (form == NativeForm::LLVMIR) {
    module.print(os, nullptr);
    return success();
  }
  llvm::legacy::PassManager passes;
  bool rejected = machine.addPassesToEmitFile(
      passes, os, nullptr,
      form == NativeForm::Assembly ? llvm::CodeGenFileType::AssemblyFile
                                   : llvm::CodeGenFileType::ObjectFile);
  // Every host that createHostMachine offers has an assembler.
  assert(!rejected && "machine without object files");
  (void)rejected;
  passes.run(module);
  return success();
}

LogicalResult writeNativeCode(ModuleOp module, llvm::TargetMachine &machine,
                              NativeForm form, llvm::raw_pwrite_stream &os) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> code =
      translateToLLVM(module, context, machine);
  if (!code)
    return failure();
  optimize(*code, machine);
  return writeNativeCode(UnknownLoc::get(module.getContext()), *code, machine,
                         form, os);
}

} // namespace mlir::relax
