// relax-compile: from a model or a module of any stage to native code.
#include "CheckConfig.h"
#include "CompileConfig.h"
#include "Descriptor.h"
#include "ProcessMemory.h"
#include "Relax/Analysis/MemoryUse.h"
#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "Relax/InitAll.h"
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Support/CrashReport.h"
#include "Relax/Support/DeepStack.h"
#include "Relax/Support/DeviceAssembler.h"
#include "Relax/Support/ModuleWeights.h"
#include "Relax/Support/NodeLocation.h"
#include "Relax/Support/OutputFile.h"
#include "Relax/Support/ToolVersion.h"
#include "Relax/Target/DeviceCode.h"
#include "Relax/Target/MakeTarget.h"
#include "Relax/Target/NativeCode.h"
#include "Relax/Target/SharedLibrary.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/Timing.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/WithColor.h"
#include "llvm/TargetParser/Host.h"

using mlir::relax::CompileConfig;
using mlir::relax::Emit;

// One line on a terminal says what is being done; it is empty at the end.
// Nothing is written if the error stream is a file: logs and tests would have
// a line for each stage. That is what --progress asks for.
static void showProgress(unsigned number, llvm::StringRef what,
                         const CompileConfig &config) {
  bool onTerminal =
      !config.showsProgress && llvm::sys::Process::StandardErrIsDisplayed();
  if (onTerminal)
    llvm::errs() << "\r\033[K";
  if (!what.empty() && (onTerminal || config.showsProgress))
    llvm::errs() << "[" << number << "/8] " << what << (onTerminal ? "" : "\n");
  llvm::errs().flush();
}

static mlir::LogicalResult writeKernels(mlir::ModuleOp module,
                                        llvm::StringRef chip,
                                        const CompileConfig &config) {
  mlir::Location location = mlir::UnknownLoc::get(module.getContext());
  std::string ptx;
  llvm::raw_string_ostream stream(ptx);
  if (failed(mlir::relax::writePTX(module, stream)))
    return mlir::failure();
  llvm::SmallVector<char> code(ptx.begin(), ptx.end());
  if (config.getEmit() == Emit::Cubin) {
    llvm::SmallVector<mlir::relax::KernelResources> kernels;
    if (failed(mlir::relax::assembleDeviceCode(location, ptx, chip, code,
                                               kernels)))
      return mlir::failure();
    auto report = [&](llvm::raw_pwrite_stream &os) {
      mlir::relax::printKernelResources(kernels, os);
      return mlir::success();
    };
    if (!config.output.kernelReport.empty() &&
        failed(mlir::relax::writeOutputFile(
            location, config.output.kernelReport, report)))
      return mlir::failure();
  }
  return mlir::relax::writeOutputFile(location, config.output.path,
                                      [&](llvm::raw_pwrite_stream &os) {
                                        os.write(code.data(), code.size());
                                        return mlir::success();
                                      });
}

static mlir::LogicalResult dump(mlir::ModuleOp module, unsigned number,
                                llvm::StringRef name,
                                const CompileConfig &config) {
  if (config.stages.dumpFolder.empty())
    return mlir::success();
  llvm::SmallString<128> path(config.stages.dumpFolder);
  llvm::sys::path::append(path, llvm::Twine(number) + "-" + name + ".mlir");
  return mlir::relax::writeProgram(module, path);
}

// Tensors of which a function has many: those worth a look.
static constexpr unsigned kReportedTensors = 10;

static mlir::LogicalResult reportMemory(mlir::ModuleOp module,
                                        const CompileConfig &config) {
  auto write = [&](llvm::raw_pwrite_stream &os) {
    mlir::relax::printMemoryUse(module, kReportedTensors, os);
    return mlir::success();
  };
  return mlir::relax::writeOutputFile(module.getLoc(),
                                      config.output.memoryReport, write);
}

// Passes that are no part of a stage.
static mlir::LogicalResult
runPasses(mlir::ModuleOp module, llvm::StringRef name,
          mlir::TimingScope &timing,
          llvm::function_ref<void(mlir::OpPassManager &)> build) {
  mlir::TimingScope time = timing.nest(name);
  mlir::PassManager passes(module.getContext());
  passes.enableTiming(time);
  build(passes);
  return passes.run(module);
}

static mlir::LogicalResult callLibrary(mlir::ModuleOp module,
                                       const CompileConfig &config,
                                       mlir::TimingScope &timing) {
  const mlir::relax::StageConfig &stages = config.stages;
  if (stages.libraries.empty() && stages.libraryPatterns.empty())
    return mlir::success();
  return runPasses(module, "library", timing, [&](mlir::OpPassManager &passes) {
    mlir::relax::buildLibraryCalls(passes, stages.libraries,
                                   stages.libraryPatterns);
  });
}

static mlir::LogicalResult narrowFloats(mlir::ModuleOp module,
                                        const CompileConfig &config,
                                        mlir::TimingScope &timing) {
  if (config.stages.precision.empty())
    return mlir::success();
  return runPasses(
      module, "precision", timing, [&](mlir::OpPassManager &passes) {
        mlir::relax::buildMixedPrecision(passes, config.stages.precision);
      });
}

static mlir::LogicalResult applyDatabase(mlir::ModuleOp module,
                                         const CompileConfig &config,
                                         mlir::TimingScope &timing) {
  if (config.stages.database.empty())
    return mlir::success();
  return runPasses(
      module, "database", timing, [&](mlir::OpPassManager &passes) {
        passes.addPass(mlir::relax::createMetaScheduleApplyDatabasePass(
            {/*database=*/config.stages.database}));
      });
}

// Whether a copy of a program before each stage would take as much as some
// passes, and hundreds of megabytes. A crash of such a one is reported with the
// command that was given, which takes the same way again.
static bool isLong(mlir::ModuleOp module) {
  constexpr size_t kManyOps = 20000;
  size_t ops = 0;
  auto count = [&](mlir::Operation *) {
    return ++ops > kManyOps ? mlir::WalkResult::interrupt()
                            : mlir::WalkResult::advance();
  };
  return module.walk(count).wasInterrupted();
}

// Weights that a stage has replaced are unused, and a stage that has made none
// has replaced none. `held` is how many there were after the last time.
// No other module is in this context.
static void releaseWeights(mlir::ModuleOp module, size_t &held) {
  if (mlir::relax::countHeldWeights(module.getContext()) == held)
    return;
  mlir::relax::releaseUnusedWeights(module);
  held = mlir::relax::countHeldWeights(module.getContext());
}

// Whether there is something to verify after a stage: one erases functions that
// nothing names, and one has nothing to do for a processor.
static bool changesOps(const mlir::relax::Stage &stage,
                       mlir::relax::TargetAttr target) {
  return stage.name != "link" && (stage.name != "device" || target.isGPU());
}

static mlir::LogicalResult runStages(mlir::ModuleOp module,
                                     mlir::relax::StageRange range,
                                     mlir::relax::TargetAttr target,
                                     const CompileConfig &config,
                                     mlir::TimingScope &timing) {
  // Before the first stage, so that what --stop-at writes has it, too, and a
  // later --start-at goes on with it.
  if (config.output.isProfiled)
    module->setAttr(mlir::relax::rt::RuntimeDialect::kProfile,
                    mlir::UnitAttr::get(module.getContext()));
  if (isLong(module))
    mlir::relax::CrashReport::keepInput();
  if (failed(mlir::relax::describeModule(module, config)) ||
      failed(narrowFloats(module, config, timing)) ||
      failed(callLibrary(module, config, timing)))
    return mlir::failure();
  size_t heldWeights = 0;
  for (const mlir::relax::Stage &stage : mlir::relax::getStages()) {
    if (!range.contains(stage))
      continue;
    mlir::TimingScope time = timing.nest(stage.name);
    showProgress(stage.number, stage.summary, config);
    llvm::TimeTraceScope scope(stage.name);
    releaseWeights(module, heldWeights);
    // A pass that crashes leaves the module half changed, so that the report
    // needs the one before.
    mlir::OwningOpRef<mlir::ModuleOp> before;
    if (!mlir::relax::CrashReport::keepsInput()) {
      before = module.clone();
      mlir::relax::CrashReport::setProgram(
          config.getCommandFrom(stage.name),
          [&](llvm::raw_ostream &os) { before->print(os); });
    }
    mlir::PassManager passes(module.getContext());
    passes.enableTiming(time);
    // A stage's passes verify what they promise, and all ops are verified at
    // its end. After each pass, as 'relax-opt' does, it is 30 % of the time
    // that 3,000 layers take.
    passes.enableVerifier(false);
    stage.build(passes, target);
    if (stage.name == "schedule" &&
        failed(applyDatabase(module, config, timing)))
      return mlir::failure();
    if (failed(passes.run(module)) ||
        (changesOps(stage, target) && failed(mlir::verify(module))) ||
        failed(dump(module, stage.number, stage.name, config)))
      return mlir::failure();
    if (stage.name == "memory" && !config.output.memoryReport.empty() &&
        failed(reportMemory(module, config)))
      return mlir::failure();
  }
  return mlir::success();
}

// The run-time library lies beside the tools, in the build folder and in the
// packages; nothing where none is asked for.
static mlir::FailureOr<std::string>
findRuntime(mlir::Location location,
            const mlir::relax::HostMachineOptions &options,
            const CompileConfig &config) {
  if (!config.output.linksRuntime)
    return std::string();
  if (llvm::Triple(options.triple).getArch() !=
      llvm::Triple(llvm::sys::getProcessTriple()).getArch())
    return mlir::emitError(location,
                           "--link-runtime links this machine's run-time "
                           "library, expected no code for ")
           << options.triple << "; leave it out, and load the library there";
  std::string self = llvm::sys::fs::getMainExecutable(nullptr, nullptr);
  llvm::SmallString<128> path(
      llvm::sys::path::parent_path(llvm::sys::path::parent_path(self)));
  llvm::sys::path::append(path, "lib", "librelax_runtime.so");
  if (!llvm::sys::fs::exists(path))
    return mlir::emitError(location, "expected the run-time library in \"")
           << path << "\", found none; install it there";
  return std::string(path);
}

namespace {
/// The library that is written at the end.
struct Library {
  mlir::relax::LibraryWriter writer;
  /// The run-time library that it loads; empty for none.
  std::string runtime;
};
} // namespace

// Only a report of a crash in the code generator wants ops of the llvm dialect
// still, for which a tenth of their bytes do.
static void keepForReports(mlir::ModuleOp module, const CompileConfig &config) {
  if (mlir::relax::CrashReport::keepsInput())
    return;
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  if (succeeded(mlir::writeBytecodeToFile(module, stream)))
    mlir::relax::CrashReport::setBytecode(config.getCommandFrom("write"),
                                          std::move(bytes));
  else
    // The ops that would be printed are gone in a moment.
    mlir::relax::CrashReport::clear();
}

// Ops of the llvm dialect take several times the memory of what they become.
static void eraseOps(mlir::ModuleOp module, const CompileConfig &config) {
  keepForReports(module, config);
  module.getBody()->clear();
  mlir::relax::trimMemory();
}

static mlir::LogicalResult
addToLibrary(mlir::ModuleOp module,
             const mlir::relax::HostMachineOptions &options,
             const CompileConfig &config, Library &library) {
  mlir::FailureOr<std::string> runtime =
      findRuntime(module.getLoc(), options, config);
  if (failed(runtime))
    return mlir::failure();
  library.runtime = *runtime;
  // Code generation declares them only, as does the program that a crash
  // saves.
  auto weightsWritten = [&] { mlir::relax::releaseUnusedWeights(module); };
  std::string suffix =
      config.output.versions.empty() ? "" : "." + config.target.cpu;
  auto translated = [&] { eraseOps(module, config); };
  return library.writer.add(module, options,
                            {suffix, weightsWritten, translated});
}

static mlir::LogicalResult compile(mlir::MLIRContext &context,
                                   const mlir::relax::SharedSources &sources,
                                   const CompileConfig &config,
                                   mlir::TimingScope &timing,
                                   Library &library) {
  mlir::Location location = mlir::UnknownLoc::get(&context);
  mlir::relax::StageRange range;
  mlir::FailureOr<mlir::relax::TargetAttr> target =
      mlir::relax::readTargetFlags(location, config.target);
  if (failed(target) ||
      failed(mlir::relax::checkConfig(location, config, range)) ||
      failed(mlir::relax::checkDescriptor(location, config)))
    return mlir::failure();
  if (!config.stages.dumpFolder.empty())
    if (std::error_code error =
            llvm::sys::fs::create_directories(config.stages.dumpFolder))
      return mlir::emitError(location, "cannot make the folder \"")
             << config.stages.dumpFolder << "\": " << error.message();
  showProgress(0, "Read the model", config);
  mlir::TimingScope time = timing.nest("read");
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::relax::readProgram(config.inputPath, context, sources, config.read);
  if (!module)
    return mlir::failure();
  if (module->getBody()->empty())
    return mlir::emitError(location, "expected a program in \"")
           << config.inputPath
           << "\", found none; give the path of a model or a "
           << "module with functions";
  target =
      mlir::relax::settleTarget(*module, config.target, *target, range.first);
  if (failed(target) ||
      failed(mlir::relax::checkTarget(location, range, *target, config)))
    return mlir::failure();
  mlir::relax::HostMachineOptions options =
      mlir::relax::getHostOptions(*target, config.output.optLevel);
  // Before the stages, so that a wrong name of a CPU is an error now and not
  // after minutes.
  std::unique_ptr<llvm::TargetMachine> machine =
      mlir::relax::createHostMachine(location, options);
  time.stop();
  if (!machine || failed(dump(*module, 0, "read", config)) ||
      failed(runStages(*module, range, *target, config, timing)))
    return mlir::failure();
  showProgress(8, "Write code", config);
  time = timing.nest("write");
  llvm::TimeTraceScope scope("write");
  Emit what = config.getEmit();
  mlir::relax::CrashReport::setProgram(
      config.getCommandFrom("write"),
      [&](llvm::raw_ostream &os) { module->print(os); });
  if (what == Emit::MLIR)
    return mlir::relax::writeProgram(*module, config.output.path);
  if (config.emitsKernels())
    return writeKernels(*module, target->getChip(), config);
  return what == Emit::SharedLibrary
             ? addToLibrary(*module, options, config, library)
             : mlir::relax::writeNative(*module, what, *machine,
                                        config.output.path);
}

// Takes what has no place in a file: remarks that nobody asked for, and errors
// of the command itself.
static mlir::LogicalResult report(mlir::Diagnostic &diagnostic,
                                  bool keepsRemarks) {
  if (!keepsRemarks &&
      diagnostic.getSeverity() == mlir::DiagnosticSeverity::Remark)
    return mlir::success();
  if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error ||
      !mlir::isa<mlir::UnknownLoc>(diagnostic.getLocation()))
    return mlir::failure();
  llvm::WithColor::error(llvm::errs(), "relax-compile") << diagnostic << '\n';
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    llvm::WithColor::note() << note << '\n';
  return mlir::success();
}

static mlir::DialectRegistry makeRegistry() {
  mlir::DialectRegistry registry;
  mlir::relax::registerAllDialects(registry);
  mlir::relax::registerNativeTranslations(registry);
  return registry;
}

namespace {
/// A context for one module, whose errors are printed as those of a command.
struct Session {
  explicit Session(const CompileConfig &config)
      : context(makeRegistry()), handler(*sources, &context) {
    context.printOpOnDiagnostic(false);
    // The handler that was registered last is asked first.
    mlir::relax::printNodeDiagnostics(context, config.inputPath);
    context.getDiagEngine().registerHandler(
        [keepsRemarks = config.keepsRemarks](mlir::Diagnostic &diagnostic) {
          return report(diagnostic, keepsRemarks);
        });
  }

  mlir::MLIRContext context;
  mlir::relax::SharedSources sources = std::make_shared<llvm::SourceMgr>();
  mlir::SourceMgrDiagnosticHandler handler;
};
} // namespace

// Each version has a context of its own, which is gone before the library is
// linked: the linker is to have the memory.
static mlir::LogicalResult compileAll(const CompileConfig &config,
                                      mlir::TimingScope &timing) {
  Library library;
  for (const CompileConfig &version : config.getVersions()) {
    Session session(version);
    // What dynamic linking and static constructors alone have read.
    mlir::relax::trimMemory();
    if (failed(compile(session.context, session.sources, version, timing,
                       library)))
      return mlir::failure();
    mlir::relax::CrashReport::clear();
  }
  if (library.writer.isEmpty())
    return mlir::success();
  mlir::TimingScope time = timing.nest("link");
  llvm::TimeTraceScope scope("link");
  Session session(config);
  return library.writer.link(mlir::UnknownLoc::get(&session.context),
                             config.output.path,
                             {config.output.linker, library.runtime});
}

static mlir::LogicalResult writeTimeTrace(const CompileConfig &config,
                                          const std::string &path) {
  if (llvm::Error error =
          llvm::timeTraceProfilerWrite(path, config.output.path)) {
    Session session(config);
    return mlir::emitError(mlir::UnknownLoc::get(&session.context),
                           "cannot write the time trace: ")
           << llvm::toString(std::move(error));
  }
  return mlir::success();
}

static int run(const CompileConfig &config) {
  const std::optional<std::string> &timeTrace = config.output.timeTrace;
  if (timeTrace)
    llvm::timeTraceProfilerInitialize(/*TimeTraceGranularity=*/500,
                                      "relax-compile");
  mlir::DefaultTimingManager timing;
  timing.setEnabled(config.isTimed);
  mlir::TimingScope whole = timing.getRootScope();
  mlir::LogicalResult result = compileAll(config, whole);
  whole.stop();
  showProgress(0, "", config);
  mlir::relax::CrashReport::clear();
  if (timeTrace) {
    if (failed(writeTimeTrace(config, *timeTrace)))
      result = mlir::failure();
    llvm::timeTraceProfilerCleanup();
  }
  return failed(result) ? 1 : 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  mlir::relax::returnLargeBlocks();
  if (mlir::relax::answerVersion(argc, argv, "relax-compile"))
    return 0;
  mlir::relax::CrashReport::install(argc, argv);
  CompileConfig config = CompileConfig::parse(argc, argv);
  return mlir::relax::runOnDeepStack([&] { return run(config); });
}
