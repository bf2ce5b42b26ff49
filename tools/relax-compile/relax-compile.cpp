// relax-compile: from a model or a module of any stage to native code.
#include "Output.h"
#include "Program.h"
#include "Relax/InitAll.h"
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Support/CrashReport.h"
#include "Relax/Support/DeepStack.h"
#include "Relax/Support/OutputFile.h"
#include "Relax/Support/ToolVersion.h"
#include "Relax/Target/DeviceAssembler.h"
#include "Relax/Target/DeviceCode.h"
#include "Relax/Target/MakeTarget.h"
#include "Relax/Target/NativeCode.h"
#include "Relax/Target/ObjectParts.h"
#include "TargetFlags.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/WithColor.h"

using mlir::relax::Emit;

static llvm::cl::OptionCategory &category = mlir::relax::getOptions();

static llvm::cl::opt<std::string>
    inputPath(llvm::cl::Positional, llvm::cl::desc("<model.onnx|model.mlir>"),
              llvm::cl::Required, llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    outputPath("o", llvm::cl::desc("Output file; \"-\" is standard output"),
               llvm::cl::value_desc("path"), llvm::cl::Required,
               llvm::cl::cat(category));
static llvm::cl::opt<Emit> emit(
    "emit",
    llvm::cl::desc("What to write; by default the output's name says it"),
    llvm::cl::values(
        clEnumValN(Emit::SharedLibrary, "so",
                   "shared library for relax-run (default)"),
        clEnumValN(Emit::Object, "obj", "object file, as for a name in .o"),
        clEnumValN(Emit::Assembly, "asm", "assembly, as for a name in .s"),
        clEnumValN(Emit::LLVM, "llvm", "LLVM IR, as for a name in .ll"),
        clEnumValN(Emit::PTX, "ptx",
                   "PTX of the kernels, as for a name in .ptx"),
        clEnumValN(Emit::Cubin, "cubin",
                   "machine code of the kernels, as for a name in .cubin; "
                   "needs the CUDA toolkit"),
        clEnumValN(Emit::MLIR, "mlir",
                   "MLIR after the last stage, as for a name in .mlir, or "
                   "bytecode in .mlirbc")),
    llvm::cl::init(Emit::FromName), llvm::cl::cat(category));
static llvm::cl::opt<std::string> startAt(
    "start-at",
    llvm::cl::desc("First stage to run: graph (default), kernel, schedule, "
                   "memory, link, device, host, or write for none"),
    llvm::cl::value_desc("stage"), llvm::cl::init("graph"),
    llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    stopAt("stop-at",
           llvm::cl::desc("Last stage to run; its MLIR is written. \"read\" "
                          "only reads"),
           llvm::cl::value_desc("stage"), llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    dumpStages("dump-stages",
               llvm::cl::desc("Write what each stage makes into a folder, as "
                              "0-read.mlir, 1-graph.mlir and so on"),
               llvm::cl::value_desc("folder"), llvm::cl::cat(category));
static llvm::cl::list<std::string> inputShapes(
    "input-shape",
    llvm::cl::desc("Shape of an input of an ONNX model, as x=1x3x?xn"),
    llvm::cl::value_desc("name=shape"), llvm::cl::cat(category));
static llvm::cl::opt<bool> isolate(
    "isolate",
    llvm::cl::desc("Read a module in a process of its own: what makes the "
                   "reader crash is then an error; for untrusted bytecode"),
    llvm::cl::cat(category));
static llvm::cl::opt<std::string> kernelReport(
    "kernel-report",
    llvm::cl::desc("Write what each kernel of a GPU takes: registers, spills, "
                   "shared memory; with --emit=cubin"),
    llvm::cl::value_desc("file"), llvm::cl::cat(category));
static llvm::cl::opt<unsigned>
    optLevel("O", llvm::cl::desc("Optimization level, 0 to 3 (default: 1)"),
             llvm::cl::Prefix, llvm::cl::init(1), llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    linker("linker",
           llvm::cl::desc("Program that links shared libraries (default: the "
                          "linker that is built in)"),
           llvm::cl::cat(category));
static llvm::cl::opt<bool>
    remarks("remarks",
            llvm::cl::desc("Say what was not optimized, and why not"),
            llvm::cl::cat(category));
static llvm::cl::opt<std::string> timeTrace(
    "time-trace",
    llvm::cl::desc("Write where the time goes, for chrome://tracing; by "
                   "default to the output's name and .time-trace"),
    llvm::cl::value_desc("file.json"), llvm::cl::ValueOptional,
    llvm::cl::cat(category));

// The words of the command, without response files.
static llvm::SmallVector<const char *> words;

static Emit getEmit() {
  if (!stopAt.empty())
    return Emit::MLIR;
  if (emit != Emit::FromName)
    return emit;
  return mlir::relax::getNamedEmit(outputPath).value_or(Emit::SharedLibrary);
}

// One line on a terminal says what is being done.
// Nothing is written if the error stream is a file: logs and tests would have
// a line for each stage.
static void showProgress(unsigned number, llvm::StringRef what) {
  if (!llvm::sys::Process::StandardErrIsDisplayed())
    return;
  llvm::errs() << "\r\033[K";
  if (!what.empty())
    llvm::errs() << "[" << number << "/8] " << what;
  llvm::errs().flush();
}

// What is written is code of a device, and nothing of the host.
static bool emitsKernels() {
  return getEmit() == Emit::PTX || getEmit() == Emit::Cubin;
}

static mlir::LogicalResult writeKernels(mlir::ModuleOp module,
                                        llvm::StringRef chip) {
  mlir::Location location = mlir::UnknownLoc::get(module.getContext());
  std::string ptx;
  llvm::raw_string_ostream stream(ptx);
  if (failed(mlir::relax::writePTX(module, stream)))
    return mlir::failure();
  llvm::SmallVector<char> code(ptx.begin(), ptx.end());
  if (getEmit() == Emit::Cubin) {
    llvm::SmallVector<mlir::relax::KernelResources> kernels;
    if (failed(mlir::relax::assembleDeviceCode(location, ptx, chip, code,
                                               kernels)))
      return mlir::failure();
    auto report = [&](llvm::raw_pwrite_stream &os) {
      mlir::relax::printKernelResources(kernels, os);
      return mlir::success();
    };
    if (!kernelReport.empty() &&
        failed(mlir::relax::writeOutputFile(location, kernelReport, report)))
      return mlir::failure();
  }
  return mlir::relax::writeOutputFile(location, outputPath,
                                      [&](llvm::raw_pwrite_stream &os) {
                                        os.write(code.data(), code.size());
                                        return mlir::success();
                                      });
}

static mlir::LogicalResult dump(mlir::ModuleOp module, unsigned number,
                                llvm::StringRef name) {
  if (dumpStages.empty())
    return mlir::success();
  llvm::SmallString<128> path(dumpStages);
  llvm::sys::path::append(path, llvm::Twine(number) + "-" + name + ".mlir");
  return mlir::relax::writeProgram(module, path);
}

// The stages to run, first and one past the last.
static mlir::LogicalResult findStages(mlir::Location location, unsigned &first,
                                      unsigned &end) {
  unsigned number = mlir::relax::getStages().size();
  auto find = [&](llvm::StringRef option, llvm::StringRef name,
                  unsigned &result) -> mlir::LogicalResult {
    std::optional<mlir::relax::Stage> stage = mlir::relax::findStage(name);
    if (!stage)
      return mlir::emitError(location, "unknown stage \"")
             << name << "\" of --" << option
             << "; stages are read, graph, kernel, schedule, memory, link, "
                "device, host, write";
    result = stage->number;
    return mlir::success();
  };
  first = 1;
  end = number + 1;
  if (startAt == "write")
    first = end;
  else if (startAt != "read" && failed(find("start-at", startAt, first)))
    return mlir::failure();
  if (emitsKernels())
    end = mlir::relax::findStage("device")->number + 1;
  if (stopAt.empty() || stopAt == "write")
    return mlir::success();
  unsigned last = 0;
  if (stopAt != "read" && failed(find("stop-at", stopAt, last)))
    return mlir::failure();
  end = last + 1;
  // Nothing would run, and the output would be the input under another name.
  if (startAt != "read" && startAt.getNumOccurrences() > 0 && end <= first)
    return mlir::emitError(location, "expected --stop-at=")
           << stopAt << " to name the stage of --start-at=" << startAt
           << " or a later one; nothing would be run";
  return mlir::success();
}

// Which kinds of output contradict the other options.
static mlir::LogicalResult checkOutput(mlir::Location location) {
  if (!stopAt.empty() && emit != Emit::FromName && emit != Emit::MLIR)
    return mlir::emitError(location, "--stop-at writes the MLIR of its stage; "
                                     "drop --emit, or write --emit=mlir");
  std::optional<Emit> named = mlir::relax::getNamedEmit(outputPath);
  bool hasExtension = llvm::sys::path::has_extension(outputPath);
  if (!stopAt.empty() && emit == Emit::FromName && hasExtension && named &&
      *named != Emit::MLIR)
    return mlir::emitError(location, "--stop-at writes the MLIR of its stage, "
                                     "but the extension of the output \"")
           << outputPath << "\" says another kind; write .mlir, or --emit=mlir";
  llvm::StringRef extension = llvm::sys::path::extension(inputPath);
  // Found before anything is read: reading a large model takes seconds.
  if (!inputShapes.empty() && extension.starts_with(".mlir"))
    return mlir::emitError(location, "--input-shape is for inputs of ONNX "
                                     "models; the types of a module say what "
                                     "its functions take");
  if (stopAt.empty() && emit == Emit::FromName && !named)
    return mlir::emitError(location, "the extension of the output \"")
           << outputPath
           << "\" says nothing; expected .so, .o, .s, .ll, .mlir, .mlirbc, "
              ".ptx or .cubin, or say what to write with --emit";
  return mlir::success();
}

// The command that goes on from the program before a stage: this one, with the
// program in place of its input.
// Crash reports hold the program before the stage that crashed. With this
// command whoever gets it needs neither the model nor the stages before.
static std::vector<std::string> getCommandFrom(llvm::StringRef stage) {
  std::vector<std::string> command = {words.front(),
                                      ("--start-at=" + stage).str()};
  // Its value is one word with it or the next one, whose position it has then.
  unsigned last = startAt.getNumOccurrences() ? startAt.getPosition() : 0;
  bool isJoined =
      llvm::StringRef(words[last]).ltrim('-').starts_with("start-at=");
  for (unsigned i = 1; i < words.size(); ++i) {
    if (i == inputPath.getPosition())
      command.push_back("%s");
    else if (last == 0 || (i != last && (isJoined || i + 1 != last)))
      command.push_back(words[i]);
  }
  return command;
}

static mlir::LogicalResult runStages(mlir::ModuleOp module, unsigned first,
                                     unsigned end,
                                     mlir::relax::TargetAttr target) {
  for (const mlir::relax::Stage &stage : mlir::relax::getStages()) {
    if (stage.number < first || stage.number >= end)
      continue;
    showProgress(stage.number, stage.summary);
    llvm::TimeTraceScope scope(stage.name);
    // A pass that crashes leaves the module half changed, so that the report
    // needs the one before.
    mlir::OwningOpRef<mlir::ModuleOp> before = module.clone();
    mlir::relax::CrashReport::setProgram(
        getCommandFrom(stage.name),
        [&](llvm::raw_ostream &os) { before->print(os); });
    mlir::PassManager passes(module.getContext());
    stage.build(passes, target);
    if (failed(passes.run(module)) ||
        failed(dump(module, stage.number, stage.name)))
      return mlir::failure();
  }
  return mlir::success();
}

// Which kinds of output are none of the target's.
static mlir::LogicalResult checkKernels(mlir::Location location,
                                        mlir::relax::TargetAttr target) {
  if (!emitsKernels())
    return mlir::success();
  if (!target.isGPU())
    return mlir::emitError(location, "PTX and cubins are code of a GPU; name "
                                     "one, as in --target=sm_90");
  if (target.isEmulated())
    return mlir::emitError(location, "PTX and cubins are code of a GPU, but "
                                     "its kernels are emulated; leave "
                                     "--emulate out");
  return mlir::success();
}

static mlir::LogicalResult compile(mlir::MLIRContext &context,
                                   llvm::SourceMgr &sources) {
  mlir::Location location = mlir::UnknownLoc::get(&context);
  if (optLevel > 3)
    return mlir::emitError(location, "expected an optimization level of 0 to "
                                     "3, found ")
           << unsigned(optLevel);
  if (!kernelReport.empty() && getEmit() != Emit::Cubin)
    return mlir::emitError(location, "--kernel-report tells of machine code of "
                                     "a GPU; write that, with --emit=cubin");
  unsigned first, end;
  mlir::FailureOr<mlir::relax::TargetAttr> target =
      mlir::relax::readTargetFlags(location);
  if (failed(target) || failed(checkOutput(location)) ||
      failed(findStages(location, first, end)))
    return mlir::failure();
  if (!dumpStages.empty())
    if (std::error_code error =
            llvm::sys::fs::create_directories(dumpStages.getValue()))
      return mlir::emitError(location, "cannot make the folder \"")
             << dumpStages << "\": " << error.message();
  showProgress(0, "Read the model");
  mlir::relax::ReadOptions readOptions;
  readOptions.inputShapes.assign(inputShapes.begin(), inputShapes.end());
  readOptions.isolate = isolate;
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::relax::readProgram(inputPath, context, sources, readOptions);
  if (!module)
    return mlir::failure();
  if (module->getBody()->empty())
    return mlir::emitError(location, "expected a program in \"")
           << inputPath << "\", found none; give the path of a model or a "
           << "module with functions";
  target = mlir::relax::settleTarget(*module, *target, first);
  if (failed(target) || failed(checkKernels(location, *target)))
    return mlir::failure();
  mlir::relax::HostMachineOptions options =
      mlir::relax::getHostOptions(*target, optLevel);
  // Before the stages, so that a wrong name of a CPU is an error now and not
  // after minutes.
  std::unique_ptr<llvm::TargetMachine> machine =
      mlir::relax::createHostMachine(location, options);
  if (!machine || failed(dump(*module, 0, "read")) ||
      failed(runStages(*module, first, end, *target)))
    return mlir::failure();
  showProgress(8, "Write code");
  llvm::TimeTraceScope scope("write");
  Emit what = getEmit();
  mlir::relax::CrashReport::setProgram(
      getCommandFrom("write"),
      [&](llvm::raw_ostream &os) { module->print(os); });
  if (what == Emit::MLIR)
    return mlir::relax::writeProgram(*module, outputPath);
  if (emitsKernels())
    return writeKernels(*module, target->getChip());
  return what == Emit::SharedLibrary
             ? mlir::relax::writeLibrary(*module, options, outputPath, linker)
             : mlir::relax::writeNative(*module, what, *machine, outputPath);
}

// Takes what has no place in a file: remarks that nobody asked for, and errors
// of the command itself.
static mlir::LogicalResult report(mlir::Diagnostic &diagnostic) {
  if (!remarks && diagnostic.getSeverity() == mlir::DiagnosticSeverity::Remark)
    return mlir::success();
  if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error ||
      !mlir::isa<mlir::UnknownLoc>(diagnostic.getLocation()))
    return mlir::failure();
  llvm::WithColor::error(llvm::errs(), "relax-compile") << diagnostic << '\n';
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    llvm::WithColor::note() << note << '\n';
  return mlir::success();
}

static int run() {
  mlir::DialectRegistry registry;
  mlir::relax::registerAllDialects(registry);
  mlir::relax::registerNativeTranslations(registry);
  mlir::MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sources;
  mlir::SourceMgrDiagnosticHandler handler(sources, &context);
  // The handler that was registered last is asked first.
  context.getDiagEngine().registerHandler(report);
  bool isTraced = timeTrace.getNumOccurrences() > 0;
  if (isTraced)
    llvm::timeTraceProfilerInitialize(/*TimeTraceGranularity=*/500,
                                      "relax-compile");
  mlir::LogicalResult result = compile(context, sources);
  showProgress(0, "");
  mlir::relax::CrashReport::clear();
  if (isTraced) {
    if (llvm::Error error = llvm::timeTraceProfilerWrite(timeTrace, outputPath))
      result = mlir::emitError(mlir::UnknownLoc::get(&context),
                               "cannot write the time trace: ")
               << llvm::toString(std::move(error));
    llvm::timeTraceProfilerCleanup();
  }
  return failed(result) ? 1 : 0;
}

// The linker that is built in registers options of LLVM's code generators, some
// of the names that ours have. What was parsed stays where it is.
static void releaseOptions() {
  llvm::SmallPtrSet<llvm::cl::Option *, 32> ours;
  for (auto &[name, option] : llvm::cl::getRegisteredOptions())
    if (llvm::is_contained(option->Categories, &category))
      ours.insert(option);
  for (llvm::cl::Option *option : ours)
    option->removeArgument();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (mlir::relax::answerVersion(argc, argv, "relax-compile"))
    return 0;
  mlir::relax::CrashReport::install(argc, argv);
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  words.assign(argv, argv + argc);
  // An error of a response file is reported below.
  (void)llvm::cl::ExpandResponseFiles(saver, llvm::cl::TokenizeGNUCommandLine,
                                      words);
  llvm::cl::HideUnrelatedOptions(category);
  llvm::cl::ParseCommandLineOptions(
      int(words.size()), words.data(),
      "Compiles a model to a shared library, which relax-run and the run-time "
      "library\nload, or to what lies on the way.\n\n"
      "  relax-compile model.onnx -o model.so\n"
      "  relax-compile model.mlir -o model.mlir --stop-at=kernel\n");
  releaseOptions();
  return mlir::relax::runOnDeepStack(run);
}
