// Turns a module of the llvm dialect into LLVM IR, assembly or an object file.
#include "Relax/Target/NativeCode.h"
#include "WeightsObject.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

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

// Weights of gigabytes lie in sections of their own, which the linker puts
// behind all others. Code of x86 reaches 2 GB around it, so that the linker
// would reject it otherwise; an address of 64 bits costs an instruction a use.
// Models that stay far below do not pay for it. Other machines reach further.
static void placeLargeConstants(llvm::Module &module) {
  constexpr uint64_t kSmall = 4096;
  // Declarations count as well: weights are in an object of their own.
  auto getSize = [&](const llvm::GlobalVariable &variable) -> uint64_t {
    return module.getDataLayout().getTypeAllocSize(variable.getValueType());
  };
  uint64_t total = 0;
  for (const llvm::GlobalVariable &variable : module.globals())
    total += getSize(variable);
  if (!module.getTargetTriple().isX86_64() || total < kReachOfCode)
    return;
  for (llvm::GlobalVariable &variable : module.globals())
    if (getSize(variable) > kSmall)
      variable.setCodeModel(llvm::CodeModel::Large);
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

// Whether a function calls intrinsics whose results are tiles of AMX.
static bool usesTiles(const llvm::Module &module) {
  return llvm::any_of(module, [](const llvm::Function &function) {
    return function.getReturnType()->isX86_AMXTy();
  });
}

// It is one block of all layers of a long model, and takes as long as its calls
// do, however its instructions are selected.
bool makesManyCalls(const llvm::Function &function) {
  constexpr int64_t kManyCalls = 2000;
  // An intrinsic is an instruction of a kernel that was unrolled.
  auto isCall = [](const llvm::Instruction &instruction) {
    return llvm::isa<llvm::CallInst>(instruction) &&
           !llvm::isa<llvm::IntrinsicInst>(instruction);
  };
  return llvm::count_if(llvm::instructions(function), isCall) >= kManyCalls;
}

// To optimize them and to select their instructions, a block as a whole, takes
// most of the time of code generation.
static void selectFastInLongFunctions(llvm::Module &module) {
  for (llvm::Function &function : module) {
    if (!makesManyCalls(function))
      continue;
    function.removeFnAttr(llvm::Attribute::AlwaysInline);
    function.addFnAttr(llvm::Attribute::NoInline);
    function.addFnAttr(llvm::Attribute::OptimizeNone);
  }
}

void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  selectFastInLongFunctions(module);
  // At -O0 LLVM selects no instructions for tiles that are values of a loop.
  if (machine.getOptLevel() == llvm::CodeGenOptLevel::None && usesTiles(module))
    machine.setOptLevel(llvm::CodeGenOptLevel::Less);
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
  // A part of a module has copies of constants that others use. At -O0 nothing
  // else drops them.
  if (level == llvm::OptimizationLevel::O0)
    passes.addPass(llvm::GlobalDCEPass());
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
  placeLargeConstants(*result);
  return result;
}

static bool hasBFloat(const llvm::Module &module) {
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (instruction.getType()->getScalarType()->isBFloatTy())
        return true;
  return false;
}

// Machines without bf16 get it as f32 where it passes from one basic block to
// another (BFloatBits.cpp), and code generation rounds it back by a call of the
// compiler's library, which has `__truncsfbf2` since GCC 13 only. Thus each
// module brings its own, which no other library can take the place of; the
// linker keeps one of those of several objects.
// The result is returned as an f16, as code generation calls it: bf16 itself as
// a result would be rounded by this function.
static void defineRoundingToBFloat(llvm::Module &module) {
  constexpr llvm::StringLiteral kName = "__truncsfbf2";
  if (!hasBFloat(module) || module.getNamedValue(kName))
    return;
  llvm::LLVMContext &context = module.getContext();
  auto *type = llvm::FunctionType::get(llvm::Type::getHalfTy(context),
                                       {llvm::Type::getFloatTy(context)},
                                       /*isVarArg=*/false);
  auto *function = llvm::Function::Create(
      type, llvm::GlobalValue::LinkOnceODRLinkage, kName, module);
  function->setVisibility(llvm::GlobalValue::HiddenVisibility);
  function->setDoesNotThrow();
  llvm::IRBuilder<> builder(
      llvm::BasicBlock::Create(context, "entry", function));
  llvm::Value *number = function->getArg(0);
  llvm::Value *bits = builder.CreateBitCast(number, builder.getInt32Ty());
  // To the nearest, ties to even: a carry goes into the exponent, as it should.
  llvm::Value *odd = builder.CreateAnd(builder.CreateLShr(bits, 16), 1);
  llvm::Value *rounded =
      builder.CreateAdd(bits, builder.CreateAdd(odd, builder.getInt32(0x7fff)));
  // The carry would make some NaN infinity.
  llvm::Value *result =
      builder.CreateSelect(builder.CreateFCmpUNO(number, number),
                           builder.CreateOr(bits, 0x400000), rounded);
  llvm::Value *high =
      builder.CreateTrunc(builder.CreateLShr(result, 16), builder.getInt16Ty());
  builder.CreateRet(builder.CreateBitCast(high, builder.getHalfTy()));
}

LogicalResult writeNativeCode(Location location, llvm::Module &module,
                              llvm::TargetMachine &machine, NativeForm form,
                              llvm::raw_pwrite_stream &os) {
  defineRoundingToBFloat(module);
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
