// Lowers host code and kernels to the llvm dialect: type converter, target,
// order.
#include "BFloatBits.h"
#include "DeviceProgram.h"
#include "KernelPointers.h"
#include "RuntimeCalls.h"

#include "Relax/Conversion/RuntimeToLLVM/Passes.h"
#include "Relax/Dialect/Relax/IR/DeviceCodeWishes.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "Relax/Support/LibraryNames.h"
#include "Relax/Support/SymbolRenamer.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/AMX/AMXDialect.h"
#include "mlir/Dialect/AMX/Transforms.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/StringSet.h"
#include <set>

namespace mlir::relax {

#define GEN_PASS_DEF_CONVERTRELAXRTTOLLVMPASS
#include "Relax/Conversion/RuntimeToLLVM/Passes.h.inc"

static bool isHostFunction(func::FuncOp function) {
  return function->hasAttr(rt::RuntimeDialect::kParams);
}

// A module with a descriptor exports that alone: a kernel of the name `div` or
// `time` is not to take the place of the C library's, nor the other way round.
static bool exportsKernels(ModuleOp module) {
  return llvm::none_of(module.getOps<func::FuncOp>(), isHostFunction);
}

static void setLinkage(ModuleOp module) {
  bool isExporting = exportsKernels(module);
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal() || (function.isPublic() && isExporting))
      continue;
    function->setAttr(
        "llvm.linkage",
        LLVM::LinkageAttr::get(module.getContext(), LLVM::Linkage::Internal));
  }
}

// Gives functions with names of libraries other ones: code generation calls
// `exp` for an exponential, whoever that is. No name in C has a dot, and no
// intrinsic's or section's begins with a word of ours. The run time finds host
// functions by what their descriptor says, and a kernel that took such a name
// outside would take it from the C library.
static LogicalResult renameLibraryNames(ModuleOp module) {
  bool isExporting = exportsKernels(module);
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal() && isLibraryName(function.getName()))
      functions.push_back(function);
  if (functions.empty())
    return success();
  SymbolRenamer renamer(module);
  for (func::FuncOp function : functions) {
    StringAttr name = function.getSymNameAttr();
    StringRef stem = name.getValue().ltrim('\1');
    bool isOwn =
        stem.empty() || stem.starts_with("llvm.") || stem.starts_with(".");
    std::string fresh = ((isOwn ? "local." : "") + stem + ".local").str();
    while (module.lookupSymbol(fresh))
      fresh += "_";
    if (function.isPublic() && isExporting)
      function.emitWarning("function @")
          << name.getValue()
          << " is not exported: native code calls a library's function of this "
             "name; rename it to call it from outside";
    function->removeAttr("global_symbol");
    if (failed(renamer.rename(function, fresh)))
      return failure();
    function.setPrivate();
    function->setAttr(rt::RuntimeDialect::kName, name);
  }
  return success();
}

// Kernels that may set an error, themselves or through what they call.
// A fixed point over calls.
static llvm::StringSet<> findFallible(ModuleOp module) {
  llvm::StringSet<> fallible;
  bool changed = true;
  while (changed) {
    changed = false;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (fallible.contains(function.getName()))
        continue;
      bool fails =
          function
              .walk([&](Operation *op) {
                auto call = dyn_cast<func::CallOp>(op);
                auto loop = dyn_cast<rt::ParallelForOp>(op);
                bool isFallible =
                    isa<rt::KernelCallExternalOp, rt::KernelFailOp,
                        rt::ScratchAllocOp, gpu::AllocOp, gpu::LaunchFuncOp>(
                        op) ||
                    (call && fallible.contains(call.getCallee())) ||
                    (loop && fallible.contains(loop.getBody()));
                return isFallible ? WalkResult::interrupt()
                                  : WalkResult::advance();
              })
              .wasInterrupted();
      if (fails)
        changed |= fallible.insert(function.getName()).second;
    }
  }
  return fallible;
}

namespace {

/// What a function says and upstream's lowering of functions drops: buffers
/// without aliases become several parameters each.
/// They are collected before the conversion and put back by name, since it
/// replaces functions.
struct FunctionFacts {
  SmallVector<unsigned> apart;
  bool noInline = false;
};

} // namespace

// A buffer is passed as two pointers, of which the second is used, an offset,
// sizes and strides.
// MLIR's descriptor as parameters: allocated, aligned, offset, then sizes and
// strides. noalias is said of the aligned one.
static FunctionFacts getFacts(func::FuncOp function) {
  FunctionFacts facts;
  facts.noInline = function.getNoInline();
  unsigned position = 0;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto buffer = dyn_cast<MemRefType>(type);
    if (buffer &&
        function.getArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName()))
      facts.apart.push_back(position + 1);
    position += buffer ? 3 + 2 * buffer.getRank() : 1;
  }
  return facts;
}

// Kernels stay functions: their parameters say that buffers are apart.
// Inlined into host code, a kernel's parameters are values like others, and
// LLVM's vectorizer has to check at run time whether buffers overlap.
static llvm::StringMap<FunctionFacts> collectFacts(ModuleOp module) {
  llvm::StringMap<FunctionFacts> facts;
  for (auto function : module.getOps<func::FuncOp>())
    facts[function.getName()] = getFacts(function);
  module.walk(
      [&](rt::CallKernelOp call) { facts[call.getCallee()].noInline = true; });
  return facts;
}

static void applyFacts(ModuleOp module,
                       const llvm::StringMap<FunctionFacts> &facts) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    function->removeAttr(rt::RuntimeDialect::kName);
    function->removeAttr(rt::RuntimeDialect::kParams);
    function->removeAttr(rt::RuntimeDialect::kResults);
    auto it = facts.find(function.getName());
    if (it == facts.end() || function.isExternal())
      continue;
    // Exported, but never taken for a function of that name elsewhere.
    if (function.getLinkage() == LLVM::Linkage::External)
      function.setVisibility_(LLVM::Visibility::Protected);
    if (it->second.noInline)
      function.setNoInline(true);
    for (unsigned position : it->second.apart)
      function.setArgAttr(position, LLVM::LLVMDialect::getNoAliasAttrName(),
                          UnitAttr::get(module.getContext()));
  }
}

// Vectors that are read from and written to one axis of a buffer are loads and
// stores, masked where they may pass its end. Those of more axes are loops by
// now.
// Patterns are applied only where there is a transfer, since a greedy rewrite
// of each function costs more than the question.
static LogicalResult lowerTransfers(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>()) {
    WalkResult hasTransfer = function.walk(
        [](VectorTransferOpInterface) { return WalkResult::interrupt(); });
    if (!hasTransfer.wasInterrupted())
      continue;
    RewritePatternSet patterns(module.getContext());
    vector::populateVectorTransferLoweringPatterns(patterns,
                                                   /*maxTransferRank=*/1);
    vector::populateVectorMaskMaterializationPatterns(
        patterns, /*force32BitVectorIndices=*/false);
    if (failed(applyPatternsGreedily(function, std::move(patterns))))
      return failure();
  }
  return success();
}

static void addTypeConversions(LLVMTypeConverter &converter) {
  auto toPointer = [](Type type) {
    return rt::RuntimeCalls::pointerType(type.getContext());
  };
  converter.addConversion(
      [=](rt::ContextType type) -> Type { return toPointer(type); });
  converter.addConversion(
      [=](rt::InputsType type) -> Type { return toPointer(type); });
  converter.addConversion(
      [=](rt::OutputsType type) -> Type { return toPointer(type); });
  converter.addConversion(
      [=](rt::BorrowedType type) -> Type { return toPointer(type); });
  converter.addConversion(
      [=](rt::StorageType type) -> Type { return toPointer(type); });
  converter.addConversion(
      [=](rt::TensorType type) -> Type { return toPointer(type); });
}

static void populateUpstream(LLVMTypeConverter &converter,
                             SymbolTableCollection &symbols,
                             RewritePatternSet &patterns) {
  arith::populateArithExpandOpsPatterns(patterns);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  index::populateIndexToLLVMConversionPatterns(converter, patterns);
  populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
  // Without tables each call would look through all functions for its callee.
  populateFuncToLLVMConversionPatterns(converter, patterns, &symbols);
  // log(1 + x) would round 1 + x first, and lose what is small.
  populateMathToLLVMConversionPatterns(converter, patterns,
                                       /*approximateLog1p=*/false);
  // Its exp(x) - 1 loses them, too, and has no switch.
  llvm::erase_if(patterns.getNativePatterns(), [](auto &pattern) {
    return pattern->getRootKind() && pattern->getRootKind()->getStringRef() ==
                                         math::ExpM1Op::getOperationName();
  });
  // What LLVM has no intrinsic for.
  // Benefit 0, so that intrinsics win, which LLVM vectorizes.
  populateMathToLibmConversionPatterns(patterns, /*benefit=*/0);
  populateVectorToLLVMConversionPatterns(converter, patterns);
  populateAMXLegalizeForLLVMExportPatterns(converter, patterns);
  ub::populateUBToLLVMConversionPatterns(converter, patterns);
}

// Buffers that pointers stand for are casts of descriptors, which the
// conversion casts back. What looks at types next is to see neither.
static void removeCasts(ModuleOp module) {
  SmallVector<UnrealizedConversionCastOp> casts;
  module.walk([&](UnrealizedConversionCastOp cast) { casts.push_back(cast); });
  reconcileUnrealizedCasts(casts);
}

// Stores past the caches become visible in any order, also behind what tells
// another thread that they are there. A fence at the end of each piece of work
// keeps them in front of it.
static void fenceStreams(ModuleOp module) {
  for (auto func : module.getOps<LLVM::LLVMFuncOp>()) {
    bool streams = func.walk([](LLVM::StoreOp store) {
                         return store.getNontemporal() ? WalkResult::interrupt()
                                                       : WalkResult::advance();
                       })
                       .wasInterrupted();
    if (!streams)
      continue;
    func.walk([](LLVM::ReturnOp end) {
      OpBuilder builder(end);
      // A release alone is no instruction on x86, whose other stores are in
      // order anyway.
      LLVM::FenceOp::create(builder, end.getLoc(),
                            LLVM::AtomicOrdering::seq_cst);
    });
  }
}

// What loading the module asks the CPU for: LLVM uses tiles only where a kernel
// names them.
static std::string findFeatures(ModuleOp module, StringRef usual) {
  std::set<StringRef> tiles;
  auto add = [&](amx::TileType type) {
    if (type.getElementType().isInteger(8))
      tiles.insert("+amx-int8");
    else if (type.getElementType().isBF16())
      tiles.insert("+amx-bf16");
  };
  module.walk([&](amx::TileLoadOp load) {
    tiles.insert("+amx-tile");
    add(load.getTileType());
  });
  std::string all = usual.str();
  for (StringRef feature : tiles)
    all += ((all.empty() ? "" : ",") + feature).str();
  return all;
}

// What is left of the target is the CPU, in LLVM's words: who goes on from here
// need not know relax.
// A dump of this stage is a program of upstream dialects, for mlir-translate
// and others.
static void lowerTarget(ModuleOp module) {
  auto target = module->getAttrOfType<TargetAttr>(kTargetName);
  auto remove = [&](StringRef name) {
    module->removeAttr(name);
    for (auto func : module.getOps<FunctionOpInterface>())
      func->removeAttr(name);
  };
  remove(kTargetName);
  llvm::for_each(kWishNames, remove);
  TargetAttr host = target && target.isGPU() ? target.getHost() : target;
  if (!host || host.getTriple().empty())
    return;
  MLIRContext *context = module.getContext();
  LLVM::TargetFeaturesAttr features;
  if (!host.getFeatures().empty())
    features = LLVM::TargetFeaturesAttr::get(context, host.getFeatures());
  module->setAttr(
      LLVM::LLVMDialect::getTargetAttrName(),
      LLVM::TargetAttr::get(context, StringAttr::get(context, host.getTriple()),
                            StringAttr::get(context, host.getCpu()), features));
}

namespace {

struct ConvertRelaxRTToLLVMPass
    : impl::ConvertRelaxRTToLLVMPassBase<ConvertRelaxRTToLLVMPass> {
  using ConvertRelaxRTToLLVMPassBase::ConvertRelaxRTToLLVMPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    rt::RuntimeCalls calls(module);
    // Names come first, as the descriptor and the images refer to them.
    if (failed(renameLibraryNames(module)))
      return signalPassFailure();
    setLinkage(module);
    if (failed(lowerTransfers(module)))
      return signalPassFailure();
    rt::buildModuleDescriptor(module, findFeatures(module, cpuFeatures), calls);
    rt::DeviceProgram program;
    if (failed(program.write(module, calls)))
      return signalPassFailure();
    // Before the conversion, which replaces the ops that are looked for.
    llvm::StringSet<> fallible = findFallible(module);
    LLVMTypeConverter converter(&getContext());
    addTypeConversions(converter);
    // Exported kernels keep the signature that their callers know, and a
    // profile counts the bytes of buffers.
    if (!exportsKernels(module) &&
        !module->hasAttr(rt::RuntimeDialect::kProfile))
      rt::passPointersToKernels(module, converter);
    llvm::StringMap<FunctionFacts> facts = collectFacts(module);

    RewritePatternSet patterns(&getContext());
    SymbolTableCollection symbols;
    populateUpstream(converter, symbols, patterns);
    rt::populateEntryToLLVM(converter, calls, patterns);
    rt::populateBorrowedToLLVM(converter, calls, patterns);
    rt::populateStorageToLLVM(converter, calls, patterns);
    rt::populateCallToLLVM(converter, calls, patterns, fallible);
    rt::populateKernelToLLVM(converter, calls, patterns);
    rt::populateConstantToLLVM(converter, patterns);
    rt::populateDeviceToLLVM(converter, calls, program, patterns);

    LLVMConversionTarget target(getContext());
    target.addLegalOp<ModuleOp>();
    target.addLegalOp<gpu::BinaryOp>();
    configureAMXLegalizeForExportTarget(target);
    if (failed(applyPartialConversion(module, target, std::move(patterns))))
      return signalPassFailure();
    removeCasts(module);
    calls.splitAtExits();
    // Their code is in the program's images.
    for (auto binary :
         llvm::make_early_inc_range(module.getOps<gpu::BinaryOp>()))
      binary.erase();
    applyFacts(module, facts);
    rt::holdBFloatAsBits(module);
    fenceStreams(module);
    lowerTarget(module);
    module->removeAttr(rt::RuntimeDialect::kProfile);
    module->removeAttr(rt::RuntimeDialect::kDescriptor);
    module->removeAttr(rt::RuntimeDialect::kVersions);
  }
};

} // namespace
} // namespace mlir::relax
