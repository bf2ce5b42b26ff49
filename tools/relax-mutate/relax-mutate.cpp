// relax-mutate: reads damaged programs by the thousand and reports what
// crashes.
//
// A child process reads a batch one after the other, so that most mutants cost
// no process; when it dies, the parent says which mutant it was at, with what
// the child wrote last, and goes on behind it with a new child.
#include "Mutator.h"
#include "Relax/InitAll.h"
#include "Relax/Support/DeepStack.h"
#include "Relax/Support/Nesting.h"
#include "Relax/Support/OutOfMemory.h"
#include "Relax/Support/ToolHelp.h"
#include "Relax/Support/ToolVersion.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"
#include <csignal>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cl = llvm::cl;

static constexpr llvm::StringLiteral introduction(
    R"(relax-mutate: look for damaged programs that crash the compiler.

  relax-mutate --seed=1 --count=100000 --save=found test/Dialect/*/*.mlir
  relax-mutate --seed=1 --only=4711 test/Dialect/*/*.mlir       print that mutant
  relax-mutate --bytecode --count=10000 model.mlir              damage its bytecode
  relax-mutate --numbers --passes=relax-whole-story model.mlir  change numbers only

Programs are the parts of the files between "// -----". Each mutant is parsed,
verified, printed and written as bytecode; what is valid also goes through the
passes that are given, and then only programs that are valid are damaged.
utils/mutate-inputs.py sorts what this reports.
)");

static cl::OptionCategory category("relax-mutate options");
static cl::list<std::string> inputs(cl::Positional, cl::desc("<files>"),
                                    cl::OneOrMore, cl::cat(category));
static cl::opt<uint64_t> seed("seed", cl::desc("Where chance begins"),
                              cl::init(1), cl::cat(category));
static cl::opt<uint64_t> first("first", cl::desc("Number of the first mutant"),
                               cl::init(0), cl::cat(category));
static cl::opt<uint64_t> count("count", cl::desc("Number of mutants"),
                               cl::init(1000), cl::cat(category));
static cl::opt<uint64_t> batch("batch", cl::desc("Mutants a process"),
                               cl::init(500), cl::cat(category));
static cl::opt<unsigned> seconds("seconds",
                                 cl::desc("Time after which a mutant hangs"),
                                 cl::init(10), cl::cat(category));
static cl::opt<int64_t> only("only",
                             cl::desc("Print this mutant, and do nothing else"),
                             cl::init(-1), cl::cat(category));
static cl::opt<bool> bytecode("bytecode",
                              cl::desc("Damage the programs' bytecode"),
                              cl::cat(category));
static cl::opt<bool> numbers("numbers", cl::desc("Change nothing but numbers"),
                             cl::cat(category));
static cl::opt<std::string> saveFolder("save",
                                       cl::desc("Where to save what crashes"),
                                       cl::value_desc("folder"),
                                       cl::cat(category));
static cl::opt<std::string>
    pipeline("passes", cl::desc("Passes for what is valid, as a,b"),
             cl::cat(category));

namespace {

/// A program to be damaged, and where it is from.
struct Program {
  std::string name;
  std::string contents;
};

/// What the child tells the parent.
struct Progress {
  volatile uint64_t number;
  volatile uint64_t valid;
};

class Run {
public:
  explicit Run(mlir::MLIRContext &context) : context(context) {}

  /// Read the files; false after an error.
  bool readPrograms();
  /// Print one mutant.
  void print(uint64_t number);
  /// Go through all mutants; the number of those that crashed.
  uint64_t go();

private:
  const Program &getProgram(uint64_t number) const {
    return programs[number % programs.size()];
  }
  std::string getMutant(uint64_t number) const {
    using mlir::relax::Damage;
    Damage damage = bytecode  ? Damage::Bytes
                    : numbers ? Damage::Numbers
                              : Damage::Text;
    return mlir::relax::mutate(getProgram(number).contents, damage, seed,
                               number);
  }
  void addParts(llvm::StringRef path, llvm::StringRef text);
  void readMutants(uint64_t begin, uint64_t end);
  void readMutant(uint64_t number);
  void report(uint64_t number, int status, llvm::StringRef log);
  /// Run a child over a batch; where the next batch begins.
  uint64_t runBatch(uint64_t begin, uint64_t end);

  mlir::MLIRContext &context;
  std::vector<Program> programs;
  Progress *progress = nullptr;
  uint64_t crashes = 0;
};

} // namespace

// Without the lines that are comments: damage in them is none.
static std::string dropComments(llvm::StringRef text) {
  std::string result;
  for (llvm::StringRef line : llvm::split(text, '\n'))
    if (!line.ltrim().starts_with("//"))
      result += (line + "\n").str();
  return result;
}

void Run::addParts(llvm::StringRef path, llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, "// -----");
  for (auto [index, whole] : llvm::enumerate(parts)) {
    std::string part = dropComments(whole);
    std::string name = (path + "#" + llvm::Twine(index)).str();
    if (!bytecode && pipeline.empty()) {
      programs.push_back({name, part});
      continue;
    }
    mlir::ParserConfig config(&context);
    mlir::OwningOpRef<mlir::ModuleOp> module =
        mlir::parseSourceString<mlir::ModuleOp>(part, config);
    if (!module)
      continue;
    if (!bytecode) {
      programs.push_back({name, part});
      continue;
    }
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    if (succeeded(mlir::writeBytecodeToFile(*module, os)))
      programs.push_back({name, bytes});
  }
}

bool Run::readPrograms() {
  for (const std::string &path : inputs) {
    std::string error;
    std::unique_ptr<llvm::MemoryBuffer> file =
        mlir::openInputFile(path, &error);
    if (!file) {
      llvm::errs() << "relax-mutate: error: " << error << '\n';
      return false;
    }
    addParts(path, file->getBuffer());
  }
  if (programs.empty())
    llvm::errs() << "relax-mutate: error: the files hold no program\n";
  return !programs.empty();
}

void Run::print(uint64_t number) { llvm::outs() << getMutant(number); }

void Run::readMutant(uint64_t number) {
  std::string mutant = getMutant(number);
  if (failed(mlir::relax::checkNesting(llvm::MemoryBufferRef(mutant, "mutant"),
                                       llvm::nulls())))
    return;
  mlir::ParserConfig config(&context);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(mutant, config, "mutant");
  if (!module)
    return;
  progress->valid = progress->valid + 1;
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  (void)mlir::writeBytecodeToFile(*module, llvm::nulls());
  if (pipeline.empty())
    return;
  mlir::PassManager passes(&context);
  passes.enableVerifier(true);
  (void)mlir::parsePassPipeline(pipeline, passes);
  (void)passes.run(*module);
}

// Dies where it hangs, so that the stack shows the place; by force, should that
// hang too, as it does where memory is damaged.
static void reportHang(int) {
  std::signal(SIGALRM, SIG_DFL);
  alarm(5);
  static constexpr char message[] = "LLVM ERROR: hangs\n";
  (void)!write(STDERR_FILENO, message, sizeof(message) - 1);
  std::abort();
}

void Run::readMutants(uint64_t begin, uint64_t end) {
  mlir::relax::crashWhenOutOfMemory();
  struct rlimit limit = {0, 0};
  setrlimit(RLIMIT_CORE, &limit);
#if !LLVM_ADDRESS_SANITIZER_BUILD
  // A sanitizer's shadow is larger than any limit.
  limit = {size_t(6) << 30, size_t(6) << 30};
  setrlimit(RLIMIT_AS, &limit);
#endif
  std::signal(SIGALRM, reportHang);
  for (uint64_t number = begin; number < end; ++number) {
    progress->number = number;
    alarm(seconds);
    readMutant(number);
  }
}

// One line that scripts read, then what the child wrote, indented.
void Run::report(uint64_t number, int status, llvm::StringRef log) {
  ++crashes;
  std::string path;
  if (!saveFolder.empty()) {
    path = (saveFolder + "/" + llvm::Twine(seed.getValue()) + "-" +
            llvm::Twine(number) + (bytecode ? ".mlirbc" : ".mlir"))
               .str();
    std::string error;
    if (auto file = mlir::openOutputFile(path, &error)) {
      file->os() << getMutant(number);
      file->keep();
    }
  }
  llvm::outs() << "crash " << number << " signal "
               << (WIFSIGNALED(status) ? WTERMSIG(status) : 0) << " of "
               << getProgram(number).name << ' ' << path << '\n';
  for (llvm::StringRef line : llvm::split(log, '\n')) {
    llvm::outs() << "  ";
    llvm::printEscapedString(line, llvm::outs());
    llvm::outs() << '\n';
  }
  llvm::outs().flush();
}

uint64_t Run::runBatch(uint64_t begin, uint64_t end) {
  llvm::SmallString<64> path;
  int log = -1;
  if (llvm::sys::fs::createTemporaryFile("relax-mutate", "log", log, path))
    llvm::report_fatal_error("cannot make a temporary file");
  llvm::FileRemover remover(path);
  llvm::outs().flush();
  pid_t child = fork();
  if (child < 0)
    llvm::report_fatal_error("cannot start a process");
  if (child == 0) {
    dup2(log, STDERR_FILENO);
    readMutants(begin, end);
    _exit(0);
  }
  close(log);
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    continue;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return end;
  uint64_t number = progress->number;
  auto text = llvm::MemoryBuffer::getFile(path);
  report(number, status, text ? (*text)->getBuffer() : "");
  return number + 1;
}

uint64_t Run::go() {
  void *memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  progress = new (memory) Progress{};
  uint64_t end = first + count;
  for (uint64_t begin = first; begin < end;)
    begin = runBatch(begin, std::min<uint64_t>(begin + batch, end));
  llvm::outs() << uint64_t(count) << " mutants of " << programs.size()
               << " programs: " << progress->valid << " valid, " << crashes
               << " crashes\n";
  return crashes;
}

static int run() {
  mlir::DialectRegistry registry;
  mlir::relax::registerAllDialects(registry);
  mlir::relax::registerAllPasses();
  // A process is made by fork: there must be no other threads.
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.getDiagEngine().registerHandler(
      [](mlir::Diagnostic &) { return mlir::success(); });
  Run run(context);
  if (!run.readPrograms())
    return 2;
  if (only >= 0) {
    run.print(uint64_t(int64_t(only)));
    return 0;
  }
  mlir::PassManager passes(&context);
  if (failed(mlir::parsePassPipeline(pipeline, passes)))
    return 2;
  if (!saveFolder.empty())
    llvm::sys::fs::create_directories(saveFolder.getValue());
  // Loaded once here, and by no child.
  context.loadAllAvailableDialects();
  return run.go() == 0 ? 0 : 1;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (mlir::relax::answerVersion(argc, argv, "relax-mutate"))
    return 0;
  mlir::relax::introduceTool(argc, argv, introduction);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv);
  return mlir::relax::runOnDeepStack(run);
}
