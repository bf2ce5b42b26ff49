// relax-compile: from a model or a module of any stage to native code.
#include "Output.h"
#include "Program.h"
#include "Relax/InitAll.h"
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Support/CrashReport.h"
#include "Relax/Support/DeepStack.h"
#include "Relax/Support/OutputFile.h"
#include "Relax/Target/DeviceAssembler.h"
#include "Relax/Target/DeviceCode.h"
#include "Relax/Target/NativeCode.h"
#include "Relax/Target/ObjectParts.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/WithColor.h"

using mlir::relax::Emit;

static llvm::cl::OptionCategory category("relax-compile options");

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
static llvm::cl::opt<std::string> target(
    "target",
    llvm::cl::desc("Machine to compile kernels for: \"cpu\" is this machine's "
                   "processor (default; see --mcpu and --mattr for others of "
                   "its kind), \"sm_90\" and others are GPUs"),
    llvm::cl::value_desc("machine"), llvm::cl::init("cpu"),
    llvm::cl::cat(category));
static llvm::cl::opt<bool> emulate(
    "emulate",
    llvm::cl::desc("Run the kernels of the GPU that --target names as loops of "
                   "this machine's processor"),
    llvm::cl::cat(category));
static llvm::cl::opt<bool>
    tf32("tf32",
         llvm::cl::desc("Let tensor cores multiply f32, rounded to 10 mantissa "
                        "bits; for GPUs from sm_80 on"),
         llvm::cl::cat(category));
static llvm::cl::opt<bool> deviceTensors(
    "device-tensors",
    llvm::cl::desc("Let callers give and get tensors on the GPU that --target "
                   "names, unless the program places them elsewhere"),
    llvm::cl::cat(category));
static llvm::cl::opt<std::string> kernelReport(
    "kernel-report",
    llvm::cl::desc("Write what each kernel of a GPU takes: registers, spills, "
                   "shared memory; with --emit=cubin"),
    llvm::cl::value_desc("file"), llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    cpu("mcpu", llvm::cl::desc("CPU to compile for (default: native)"),
        llvm::cl::init("native"), llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    features("mattr", llvm::cl::desc("CPU features to add or drop"),
             llvm::cl::value_desc("+a,-b"), llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    triple("mtriple", llvm::cl::desc("Machine to compile for (default: this)"),
           llvm::cl::cat(category));
static llvm::cl::opt<unsigned>
    optLevel("O", llvm::cl::desc("Optimization level, 0 to 3 (default: 1)"),
             llvm::cl::Prefix, llvm::cl::init(1), llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    linker("linker", llvm::cl::desc("Program that links shared libraries"),
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

// The name under which this program was started.
static std::string program;

static Emit getEmit() {
  if (!stopAt.empty())
    return Emit::MLIR;
  if (emit != Emit::FromName)
    return emit;
  return mlir::relax::getNamedEmit(outputPath).value_or(Emit::SharedLibrary);
}

// One line on a terminal says what is being done.
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

static mlir::LogicalResult writeKernels(mlir::ModuleOp module) {
  mlir::Location location = mlir::UnknownLoc::get(module.getContext());
  std::string ptx;
  llvm::raw_string_ostream stream(ptx);
  if (failed(mlir::relax::writePTX(module, stream)))
    return mlir::failure();
  llvm::SmallVector<char> code(ptx.begin(), ptx.end());
  if (getEmit() == Emit::Cubin) {
    llvm::SmallVector<mlir::relax::KernelResources> kernels;
    if (failed(mlir::relax::assembleDeviceCode(location, ptx, target, code,
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
  if (stopAt.empty() && emit == Emit::FromName &&
      !mlir::relax::getNamedEmit(outputPath))
    return mlir::emitError(location, "the extension of the output \"")
           << outputPath
           << "\" says nothing; expected .so, .o, .s, .ll, .mlir, .mlirbc, "
              ".ptx or .cubin, or say what to write with --emit";
  return mlir::success();
}

// The command that goes on from the program before a stage.
static std::vector<std::string> getCommandFrom(llvm::StringRef stage) {
  std::vector<std::string> command = {program, "%s", "-o", outputPath,
                                      ("--start-at=" + stage).str()};
  if (!stopAt.empty())
    command.push_back("--stop-at=" + stopAt);
  if (target != "cpu")
    command.push_back("--target=" + target);
  if (emulate)
    command.push_back("--emulate");
  if (tf32)
    command.push_back("--tf32");
  if (deviceTensors)
    command.push_back("--device-tensors");
  if (cpu != "native")
    command.push_back("--mcpu=" + cpu);
  if (!features.empty())
    command.push_back("--mattr=" + features);
  if (!triple.empty())
    command.push_back("--mtriple=" + triple);
  if (optLevel.getNumOccurrences() > 0)
    command.push_back("-O" + std::to_string(optLevel));
  if (emit != Emit::FromName)
    command.push_back("--emit=" + mlir::relax::getOptionValue(emit).str());
  if (!linker.empty())
    command.push_back("--linker=" + linker);
  return command;
}

static mlir::LogicalResult runStages(mlir::ModuleOp module, unsigned first,
                                     unsigned end,
                                     llvm::TargetMachine &machine) {
  mlir::relax::StoryOptions options;
  options.cpuFeatures = mlir::relax::getLoadTimeFeatures(machine);
  options.vectorBits = mlir::relax::getVectorBits(machine);
  if (target != "cpu")
    options.chip = target.getValue();
  options.emulate = emulate;
  options.deviceTensors = deviceTensors;
  options.tf32 = tf32;
  for (const mlir::relax::Stage &stage : mlir::relax::getStages()) {
    if (stage.number < first || stage.number >= end)
      continue;
    showProgress(stage.number, stage.summary);
    llvm::TimeTraceScope scope(stage.name);
    mlir::OwningOpRef<mlir::ModuleOp> before = module.clone();
    mlir::relax::CrashReport::setProgram(
        getCommandFrom(stage.name),
        [&](llvm::raw_ostream &os) { before->print(os); });
    mlir::PassManager passes(module.getContext());
    stage.build(passes, options);
    if (failed(passes.run(module)) ||
        failed(dump(module, stage.number, stage.name)))
      return mlir::failure();
  }
  return mlir::success();
}

static mlir::LogicalResult checkTarget(mlir::Location location) {
  if (emulate && (emitsKernels() || target == "cpu"))
    return mlir::emitError(location, "--emulate runs kernels of a GPU on this "
                                     "machine; name one, as in "
                                     "--target=sm_90, and no PTX or cubin");
  if (tf32 && target == "cpu")
    return mlir::emitError(location, "--tf32 is for products on a GPU; name "
                                     "one, as in --target=sm_90");
  if (deviceTensors && (emulate || target == "cpu"))
    return mlir::emitError(location, "--device-tensors are on a GPU; name one, "
                                     "as in --target=sm_90, without --emulate");
  if (!kernelReport.empty() && getEmit() != Emit::Cubin)
    return mlir::emitError(location, "--kernel-report tells of machine code of "
                                     "a GPU; write that, with --emit=cubin");
  if (target == "cpu") {
    if (emitsKernels())
      return mlir::emitError(location, "PTX and cubins are code of a GPU; name "
                                       "one, as in --target=sm_90");
    return mlir::success();
  }
  if (tf32 && failed(mlir::relax::checkRoundedProducts(location, target)))
    return mlir::failure();
  return mlir::relax::checkDeviceChip(location, target);
}

static mlir::LogicalResult compile(mlir::MLIRContext &context,
                                   llvm::SourceMgr &sources) {
  mlir::Location location = mlir::UnknownLoc::get(&context);
  if (optLevel > 3)
    return mlir::emitError(location, "expected an optimization level of 0 to "
                                     "3, found ")
           << unsigned(optLevel);
  unsigned first, end;
  if (failed(checkOutput(location)) || failed(checkTarget(location)) ||
      failed(findStages(location, first, end)))
    return mlir::failure();
  if (!dumpStages.empty())
    if (std::error_code error =
            llvm::sys::fs::create_directories(dumpStages.getValue()))
      return mlir::emitError(location, "cannot make the folder \"")
             << dumpStages << "\": " << error.message();
  mlir::relax::HostMachineOptions options{cpu, features, optLevel, triple};
  std::unique_ptr<llvm::TargetMachine> machine =
      mlir::relax::createHostMachine(location, options);
  if (!machine)
    return mlir::failure();
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
  if (failed(dump(*module, 0, "read")) ||
      failed(runStages(*module, first, end, *machine)))
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
    return writeKernels(*module);
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

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  mlir::relax::CrashReport::install(argc, argv);
  program = argv[0];
  llvm::cl::HideUnrelatedOptions(category);
  llvm::cl::ParseCommandLineOptions(
      argc, argv,
      "Compiles a model to a shared library, which relax-run and the run-time "
      "library\nload, or to what lies on the way.\n\n"
      "  relax-compile model.onnx -o model.so\n"
      "  relax-compile model.mlir -o model.mlir --stop-at=kernel\n");
  return mlir::relax::runOnDeepStack(run);
}
