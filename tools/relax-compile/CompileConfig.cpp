// What the command line of relax-compile asks for.
#include "CompileConfig.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

namespace cl = llvm::cl;

namespace mlir::relax {

// The parser of LLVM keeps the addresses of options, and options those of what
// they fill: both live as long as the process.
static CompileConfig config;
static cl::OptionCategory category("relax-compile options");

template <typename T>
using Option = cl::opt<T, /*ExternalStorage=*/true>;

// Options whose places in the command are asked for.
static cl::Option *inputOption = nullptr, *startOption = nullptr,
                  *timeTraceOption = nullptr;
static std::string timeTrace;

static void addInputOptions() {
  static Option<std::string> path(
      cl::Positional, cl::desc("<model.onnx|model.mlir>"), cl::Required,
      cl::location(config.inputPath), cl::cat(category));
  static cl::list<std::string, std::vector<std::string>> shapes(
      "input-shape",
      cl::desc("Shape of an input of an ONNX model, as x=1x3x?xn"),
      cl::value_desc("name=shape"), cl::location(config.read.inputShapes),
      cl::cat(category));
  static cl::list<std::string, std::vector<std::string>> customOps(
      "custom-op",
      cl::desc("Operator of an ONNX model that is a function registered at run "
               "time, and what it gives, as com.acme.Scale:same-as=0"),
      cl::value_desc("domain.Op:rule"), cl::location(config.read.customOps),
      cl::cat(category));
  static cl::list<std::string, std::vector<std::string>> packedCalls(
      "packed-call",
      cl::desc("Target of a custom call of StableHLO that is a function "
               "registered at run time"),
      cl::value_desc("name"), cl::location(config.read.packedCalls),
      cl::cat(category));
  static Option<bool> isolate(
      "isolate",
      cl::desc("Read a module in a process of its own: what makes the reader "
               "crash is then an error; for untrusted bytecode"),
      cl::location(config.read.isolate), cl::cat(category));
  inputOption = &path;
}

static void addStageOptions() {
  static Option<std::string> startAt(
      "start-at",
      cl::desc("First stage to run: graph (default), kernel, schedule, "
               "memory, link, device, host, or write for none"),
      cl::value_desc("stage"), cl::location(config.stages.startAt),
      cl::cat(category));
  static Option<std::string> stopAt(
      "stop-at",
      cl::desc("Last stage to run; its MLIR is written. \"read\" only reads"),
      cl::value_desc("stage"), cl::location(config.stages.stopAt),
      cl::cat(category));
  static Option<std::string> dumpStages(
      "dump-stages",
      cl::desc("Write what each stage makes into a folder, as 0-read.mlir, "
               "1-graph.mlir and so on"),
      cl::value_desc("folder"), cl::location(config.stages.dumpFolder),
      cl::cat(category));
  static cl::list<std::string, std::vector<std::string>> libraries(
      "library",
      cl::desc("Give products and convolutions to libraries: dnnl (oneDNN), "
               "for a GPU cublas (cuBLASLt) and cudnn, where "
               "it is there when the program runs"),
      cl::value_desc("name"), cl::location(config.stages.libraries),
      cl::CommaSeparated, cl::cat(category));
  static Option<std::string> libraryPatterns(
      "library-patterns",
      cl::desc("Give what patterns of this file find to libraries of one's own "
               "(docs/Libraries.md)"),
      cl::value_desc("path"), cl::location(config.stages.libraryPatterns),
      cl::cat(category));
  static Option<std::string> precision(
      "precision",
      cl::desc("Compute products and convolutions of f32 in f16 or bf16, and "
               "add in f32"),
      cl::value_desc("type"), cl::location(config.stages.precision),
      cl::cat(category));
  static Option<std::string> database(
      "database",
      cl::desc("Schedule kernels as relax-tune has found best, by the file "
               "that it has written"),
      cl::value_desc("file.json"), cl::location(config.stages.database),
      cl::cat(category));
  static Option<bool> remarks(
      "remarks", cl::desc("Say what was not optimized, and why not"),
      cl::location(config.keepsRemarks), cl::cat(category));
  startOption = &startAt;
}

static void addOutputOptions() {
  OutputConfig &output = config.output;
  static Option<std::string> path(
      "o", cl::desc("Output file; \"-\" is standard output"),
      cl::value_desc("path"), cl::Required, cl::location(output.path),
      cl::cat(category));
  static Option<Emit> emit(
      "emit", cl::desc("What to write; by default the output's name says it"),
      cl::location(output.emit),
      cl::values(
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
      cl::cat(category));
  static Option<std::string> kernelReport(
      "kernel-report",
      cl::desc("Write what each kernel of a GPU takes: registers, spills, "
               "shared memory; with --emit=cubin"),
      cl::value_desc("file"), cl::location(output.kernelReport),
      cl::cat(category));
  static Option<std::string> descriptorName(
      "descriptor-name",
      cl::desc("Symbol of the module's descriptor in an object, so that a "
               "program can have several models"),
      cl::value_desc("name"), cl::location(output.descriptorName),
      cl::cat(category));
  static Option<std::string> header(
      "header",
      cl::desc(
          "Write a header for C that declares the descriptor of an object"),
      cl::value_desc("file.h"), cl::location(output.header), cl::cat(category));
  static Option<std::string> memoryReport(
      "memory-report",
      cl::desc("Write what memory each function takes, and its largest "
               "tensors; \"-\" is standard output"),
      cl::value_desc("file"), cl::location(output.memoryReport),
      cl::cat(category));
  static Option<bool> profile(
      "profile",
      cl::desc("Let kernels be timed, for relax-run --profile; what is "
               "compiled without it has no cost for it"),
      cl::location(output.isProfiled), cl::cat(category));
  static Option<unsigned> optLevel(
      "O", cl::desc("Optimization level, 0 to 3 (default: 1)"), cl::Prefix,
      cl::location(output.optLevel), cl::cat(category));
}

static void addToolOptions() {
  static Option<std::string> linker(
      "linker",
      cl::desc("Program that links shared libraries (default: the "
               "linker that is built in)"),
      cl::location(config.output.linker), cl::cat(category));
  static Option<bool> linkRuntime(
      "link-runtime",
      cl::desc("Let the library load librelax_runtime.so.1 by itself, from "
               "beside this program or where the system has it: for loaders "
               "that know nothing of it, such as tvm_ffi.load_module"),
      cl::location(config.output.linksRuntime), cl::cat(category));
  static Option<std::string> trace(
      "time-trace",
      cl::desc("Write where the time goes, for chrome://tracing; by default to "
               "the output's name and .time-trace"),
      cl::value_desc("file.json"), cl::ValueOptional, cl::location(timeTrace),
      cl::cat(category));
  static Option<bool> timing(
      "timing",
      cl::desc("Print what time each stage takes, and each of its passes"),
      cl::location(config.isTimed), cl::cat(category));
  static Option<bool> progress(
      "progress",
      cl::desc("Write a line to standard error as each stage begins, also if "
               "that is no terminal"),
      cl::location(config.showsProgress), cl::cat(category));
  timeTraceOption = &trace;
}

static void addTargetOptions() {
  TargetFlags &flags = config.target;
  static Option<std::string> target(
      "target",
      cl::desc("Machine to compile kernels for: \"cpu\" is the processor "
               "(default; see --mcpu, --mattr and --mtriple), \"sm_90\" "
               "and others are GPUs, \"native\" is this machine's GPU. A "
               "program that says its target needs none of these"),
      cl::value_desc("machine"), cl::location(flags.device), cl::cat(category));
  static Option<bool> emulate(
      "emulate",
      cl::desc("Run the kernels of the GPU that --target names as loops of "
               "the processor"),
      cl::location(flags.emulate), cl::cat(category));
  static Option<bool> tf32(
      "tf32",
      cl::desc("Let tensor cores multiply f32, rounded to 10 mantissa "
               "bits; for GPUs from sm_80 on"),
      cl::location(flags.tf32), cl::cat(category));
  static Option<bool> deviceTensors(
      "device-tensors",
      cl::desc("Let callers give and get tensors on the GPU that --target "
               "names, unless the program places them elsewhere"),
      cl::location(flags.deviceTensors), cl::cat(category));
  static Option<bool> ptxOnly(
      "ptx-only",
      cl::desc(
          "Leave machine code out of a library for a GPU: it has the PTX of "
          "its kernels, which drivers compile at the first call"),
      cl::location(flags.ptxOnly), cl::cat(category));
  static Option<bool> cudaGraphs(
      "cuda-graphs",
      cl::desc("Launch kernels of a GPU that follow each other, with sizes "
               "that are the same in each call, as graphs of CUDA"),
      cl::location(flags.cudaGraphs), cl::cat(category));
  static Option<bool> noWinograd(
      "no-winograd",
      cl::desc("Compute each convolution on a CPU as the sum of products that "
               "it is, also where fewer products give it, which rounds "
               "otherwise"),
      cl::location(flags.noWinograd), cl::cat(category));
  static Option<std::string> cpu(
      "mcpu",
      cl::desc("CPU to compile for (default: native, or the plainest one of "
               "another machine's triple); of a list, as x86-64-v2,v3, a "
               "library has a version for each"),
      cl::location(flags.cpu), cl::cat(category));
  static Option<std::string> features(
      "mattr", cl::desc("CPU features to add or drop"), cl::value_desc("+a,-b"),
      cl::location(flags.features), cl::cat(category));
  static Option<std::string> triple(
      "mtriple",
      cl::desc("Machine to compile for (default: this): of x86, "
               "AArch64 or RISC-V"),
      cl::location(flags.triple), cl::cat(category));
}

// The linker that is built in registers options of LLVM's code generators, some
// of the names that ours have. What was parsed stays where it is.
static void releaseOptions() {
  llvm::SmallPtrSet<cl::Option *, 32> ours;
  for (auto &[name, option] : cl::getRegisteredOptions())
    if (llvm::is_contained(option->Categories, &category))
      ours.insert(option);
  for (cl::Option *option : ours)
    option->removeArgument();
}

CompileConfig CompileConfig::parse(int argc, char **argv) {
  addInputOptions();
  addStageOptions();
  addOutputOptions();
  addToolOptions();
  addTargetOptions();
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  SmallVector<const char *> words(argv, argv + argc);
  // The parser reports an error of a response file.
  (void)cl::ExpandResponseFiles(saver, cl::TokenizeGNUCommandLine, words);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      int(words.size()), words.data(),
      "Compiles a model to a shared library, which relax-run and the run-time "
      "library\nload, or to what lies on the way.\n\n"
      "  relax-compile model.onnx -o model.so\n"
      "  relax-compile model.mlir -o model.mlir --stop-at=kernel\n");
  config.words.assign(words.begin(), words.end());
  config.inputPosition = inputOption->getPosition();
  config.startPosition =
      startOption->getNumOccurrences() ? startOption->getPosition() : 0;
  if (timeTraceOption->getNumOccurrences())
    config.output.timeTrace = timeTrace;
  releaseOptions();
  return config;
}

Emit CompileConfig::getEmit() const {
  if (!stages.stopAt.empty())
    return Emit::MLIR;
  if (output.emit != Emit::FromName)
    return output.emit;
  return getNamedEmit(output.path).value_or(Emit::SharedLibrary);
}

bool CompileConfig::emitsKernels() const {
  return getEmit() == Emit::PTX || getEmit() == Emit::Cubin;
}

std::vector<CompileConfig> CompileConfig::getVersions() const {
  SmallVector<StringRef> names;
  StringRef(target.cpu).split(names, ',');
  if (names.size() < 2)
    return {*this};
  std::vector<std::string> cpus;
  for (StringRef name : names) {
    // "v3" behind "x86-64-v2" is a level of the same CPU.
    auto [stem, level] = names.front().rsplit('-');
    bool isLevel = name.starts_with("v") && level.starts_with("v");
    cpus.push_back(isLevel ? (stem + "-" + name).str() : name.str());
  }
  std::vector<CompileConfig> all;
  for (const std::string &cpu : cpus) {
    CompileConfig &version = all.emplace_back(*this);
    version.target.cpu = cpu;
    version.output.versions = cpus;
    if (!stages.dumpFolder.empty())
      version.stages.dumpFolder += "/" + cpu;
    if (!output.memoryReport.empty() && output.memoryReport != "-")
      version.output.memoryReport += "." + cpu;
  }
  return all;
}

// Options of what is done in front of all stages.
static bool isBeforeStages(StringRef word) {
  StringRef name = word.split('=').first;
  return name.consume_front("-") &&
         llvm::is_contained({"library", "library-patterns", "precision"},
                            name.ltrim('-'));
}

std::vector<std::string> CompileConfig::getCommandFrom(StringRef stage) const {
  std::vector<std::string> command = {words.front(),
                                      ("--start-at=" + stage).str()};
  // Its value is one word with it or the next one, whose position it has then.
  unsigned last = startPosition;
  bool isJoined = StringRef(words[last]).ltrim('-').starts_with("start-at=");
  for (unsigned i = 1; i < words.size(); ++i) {
    if (i == inputPosition)
      command.push_back("%s");
    // A library has got its part before any stage, and floats are narrow.
    else if (isBeforeStages(words[i]))
      i += !StringRef(words[i]).contains('=');
    else if (last == 0 || (i != last && (isJoined || i + 1 != last)))
      command.push_back(words[i]);
  }
  return command;
}

} // namespace mlir::relax
