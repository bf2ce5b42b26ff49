// Runs random sequences of passes on random modules and checks what must hold.
#include "ChildRun.h"
#include "PassChoice.h"
#include "RuleBreaking.h"
#include "ScheduleStress.h"

#include "Relax/InitAll.h"
#include "Relax/Reference/SameResult.h"
#include "Relax/Support/FormerNames.h"
#include "Relax/Support/ToolVersion.h"
#include "Relax/Transforms/Graph/Patterns.h"
#include "Stress/ModuleGenerator.h"
#include "Stress/PatternRun.h"
#include "Stress/StressRun.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"
#include <map>

namespace cl = llvm::cl;
using namespace mlir::relax;
using mlir::LogicalResult;
using mlir::MLIRContext;
using mlir::ModuleOp;
using mlir::OwningOpRef;

namespace {
/// What the command line says.
struct Options {
  cl::OptionCategory category{"Stress"};
  cl::opt<std::string> input{cl::Positional, cl::desc("[module.mlir]"),
                             cl::init(""), cl::cat(category)};
  cl::opt<uint64_t> seed{"seed", cl::desc("The first seed"), cl::init(0),
                         cl::cat(category)};
  cl::opt<uint64_t> modules{"modules", cl::desc("Number of modules"),
                            cl::init(100), cl::cat(category)};
  cl::opt<uint64_t> schedules{
      "schedules",
      cl::desc("Number of random schedules of random tensor programs"),
      cl::init(0), cl::cat(category)};
  cl::opt<unsigned> length{
      "length", cl::desc("The longest sequence of passes, or of primitives"),
      cl::init(8), cl::cat(category)};
  cl::opt<unsigned> timeout{
      "timeout",
      cl::desc("Seconds of a processor after which a module counts as endless"),
      cl::init(30), cl::cat(category)};
  cl::list<std::string> passLists{
      "passes",
      cl::desc("Passes to choose from; with a module given, the sequence"),
      cl::value_desc("name,..."), cl::cat(category)};
  cl::opt<std::string> bytes{
      "bytes", cl::desc("Generate one module from the bytes of a file"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> around{
      "around", cl::desc("Generate functions around those of a module"),
      cl::value_desc("module.mlir"), cl::cat(category)};
  cl::opt<std::string> seedFault{
      "seed-fault",
      cl::desc("Seed a fault, or `all`, and count the modules until it is "
               "found; `list` prints them"),
      cl::value_desc("name"), cl::cat(category)};
  cl::opt<std::string> breakRule{
      "break",
      cl::desc("Break the rules of the verifiers whose ids begin so, or `all`, "
               "in so many modules each"),
      cl::value_desc("rule"), cl::cat(category)};
  cl::opt<std::string> catalogue{
      "catalogue", cl::desc("The violations of rules that --break varies"),
      cl::value_desc("folder"), cl::init("test/Rules"), cl::cat(category)};
  cl::opt<std::string> rulesPage{
      "rules", cl::desc("The page that lists all rules, to count them"),
      cl::value_desc("page"), cl::init("docs/Rules.md"), cl::cat(category)};
  cl::opt<bool> allOrders{
      "all-orders",
      cl::desc("Run --passes in all orders, each as often as one likes, until "
               "no new module is met"),
      cl::cat(category)};
  cl::opt<bool> shufflePatterns{
      "shuffle-patterns",
      cl::desc("Apply all rewrite patterns in random orders, before and "
               "between the passes"),
      cl::cat(category)};
  cl::opt<bool> printModule{"print",
                            cl::desc("Print the module of the first seed"),
                            cl::cat(category)};
  cl::opt<bool> printRejections{
      "rejections", cl::desc("Count what passes rejected, by message"),
      cl::cat(category)};
  cl::opt<bool> printChanges{
      "changes", cl::desc("Count the modules that each pass changed"),
      cl::cat(category)};
  cl::opt<std::string> findings{
      "findings", cl::desc("Where to write what was found"),
      cl::value_desc("folder"), cl::init("stress-findings"), cl::cat(category)};
};
} // namespace

static llvm::raw_ostream &error() {
  return llvm::WithColor::error(llvm::errs(), "relax-stress");
}

/// The module of `decisions`, around the one of the options if there is one.
static OwningOpRef<ModuleOp>
generate(MLIRContext *context, Decisions &decisions, const Options &options) {
  if (options.around.empty())
    return generateModule(context, decisions);
  mlir::ParserConfig config(context);
  auto module = mlir::parseSourceFile<ModuleOp>(options.around, config);
  if (module)
    generateAround(*module, decisions);
  return module;
}

/// Executes both modules in the reference interpreter, on several kinds of
/// inputs. Schedules change the order of sums, which narrow floats show.
static LogicalResult executeBoth(ModuleOp before, ModuleOp after,
                                 std::string &difference) {
  mlir::ScopedDiagnosticHandler handler(
      before.getContext(), [&](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
          difference += diagnostic.str() + "\n";
        return mlir::success();
      });
  reference::SameResultOptions options;
  options.tolerance = 0.02;
  options.limits.steps = 20'000'000;
  reference::SameResultCount count;
  return reference::compareResults(before, after, options, count,
                                   llvm::nulls());
}

/// All patterns that can be had: those of canonicalization and of passes.
static mlir::FrozenRewritePatternSet getPatterns(MLIRContext *context) {
  mlir::RewritePatternSet patterns(context);
  addCanonicalizationPatterns(patterns);
  populateCanonicalizeBindingsPatterns(patterns);
  populateDecomposeOpsForInferencePatterns(patterns);
  populateDecomposeOpsForTrainingPatterns(patterns);
  populateFoldBatchNormToConv2DPatterns(patterns);
  populateAdjustMatmulOrderPatterns(patterns);
  populateExpandMatmulOfSumPatterns(patterns);
  populateOptimizeLayoutTransformPatterns(patterns);
  populateReorderPermuteDimsAfterConcatPatterns(patterns);
  populateRemoveReshapesAroundMatmulPatterns(patterns);
  populateReorderTakeAfterMatmulPatterns(patterns);
  return mlir::FrozenRewritePatternSet(std::move(patterns));
}

/// Runs a sequence of passes, or all sequences of them, or patterns between.
static StressOutcome stress(ModuleOp module,
                            const std::vector<std::string> &passes,
                            const Options &options,
                            const BeforePass &beforePass, uint64_t seed) {
  constexpr uint64_t kMaxModules = 10'000;
  if (options.shufflePatterns) {
    Decisions decisions(seed);
    return stressPatterns(module, passes, getPatterns(module.getContext()),
                          decisions, executeBoth, beforePass);
  }
  if (options.allOrders)
    return stressAllOrders(module, passes, kMaxModules, executeBoth,
                           beforePass);
  return stressModule(module, passes, executeBoth, beforePass);
}

/// A module that consists of the decisions of `seed`, and passes for it.
static StressOutcome runSeed(MLIRContext *context, uint64_t seed,
                             const Options &options,
                             const std::vector<std::string> &passes,
                             const BeforePass &beforePass) {
  Decisions decisions(seed);
  OwningOpRef<ModuleOp> module = generate(context, decisions, options);
  if (!module) {
    StressOutcome outcome;
    outcome.verdict = StressVerdict::IllegalModule;
    outcome.message = "the module of --around cannot be parsed";
    return outcome;
  }
  std::vector<std::string> sequence =
      pickPasses(passes, options.length, *module, decisions);
  return stress(*module, options.allOrders ? passes : sequence, options,
                beforePass, seed);
}

/// Writes the module of a finding, and says how to see it again.
static void reportFinding(llvm::StringRef name, llvm::StringRef kind,
                          const StressOutcome &outcome,
                          const Options &options) {
  llvm::SmallString<128> path(options.findings);
  llvm::sys::fs::create_directories(path);
  llvm::sys::path::append(path, name + ".mlir");
  std::string message;
  if (auto file = mlir::openOutputFile(path, &message)) {
    file->os() << outcome.module;
    file->keep();
  } else {
    error() << message << "\n";
  }
  llvm::outs() << name << ": " << kind;
  if (!outcome.pass.empty())
    llvm::outs() << " in " << outcome.pass;
  llvm::outs() << "\n  relax-stress " << path;
  if (options.shufflePatterns)
    llvm::outs() << " --shuffle-patterns";
  else if (!outcome.pass.empty())
    llvm::outs() << " --passes='" << outcome.pass << "'\n  relax-opt " << path
                 << " --verify-each --pass-pipeline='builtin.module("
                 << getStressPipeline(outcome.pass) << ")'";
  llvm::outs() << "\n";
  llvm::StringRef first = llvm::StringRef(outcome.message).split('\n').first;
  if (!first.empty() && outcome.verdict != StressVerdict::NotIdempotent)
    llvm::outs() << "  " << first << "\n";
  llvm::outs().flush();
}

static bool isFinding(const ChildRun &run) {
  return !run.ending.empty() || run.outcome.verdict != StressVerdict::Fine;
}

/// How a run ended, in a word or two.
static std::string getKind(const ChildRun &run) {
  return run.ending.empty() ? toString(run.outcome.verdict).str() : run.ending;
}

/// The sequence of the options on the module of a file.
static int runFile(MLIRContext *context, const Options &options) {
  mlir::ParserConfig config(context);
  auto module = mlir::parseSourceFile<ModuleOp>(options.input, config);
  if (!module)
    return 2;
  std::vector<std::string> sequence = splitPasses(options.passLists);
  ChildRun run = runInChild(
      [&](const BeforePass &beforePass) {
        return stress(*module, sequence, options, beforePass, options.seed);
      },
      options.timeout);
  llvm::outs() << getKind(run);
  if (!run.outcome.pass.empty())
    llvm::outs() << " in " << run.outcome.pass;
  if (run.outcome.numModules)
    llvm::outs() << ": " << run.outcome.numModules << " modules";
  llvm::outs() << "\n" << run.outcome.message;
  return isFinding(run);
}

/// The first error with its names and numbers left out, to count by.
static std::string getShape(llvm::StringRef errors) {
  std::string shape;
  bool isQuoted = false;
  for (char c : errors.split('\n').first) {
    isQuoted ^= c == '\'' || c == '"';
    if (!isQuoted && !llvm::isDigit(c))
      shape += c;
  }
  return shape;
}

/// One child process a seed, so that a crash is a finding as well.
static int runSeeds(MLIRContext *context, const Options &options) {
  std::vector<std::string> passes = splitPasses(options.passLists);
  if (passes.empty())
    passes = getDefaultPasses();
  std::map<std::string, uint64_t> counts;
  std::map<std::string, uint64_t> rejections, changes;
  uint64_t numFindings = 0;
  for (uint64_t i = 0; i < options.modules; ++i) {
    uint64_t seed = options.seed + i;
    ChildRun run = runInChild(
        [&](const BeforePass &beforePass) {
          return runSeed(context, seed, options, passes, beforePass);
        },
        options.timeout);
    std::string kind = getKind(run);
    ++counts[kind];
    for (auto &[pass, errors] : run.outcome.rejections)
      ++rejections[pass + ": " + getShape(errors)];
    for (llvm::StringRef pass : run.outcome.changes)
      ++changes[pass.split('{').first.str()];
    if (!isFinding(run))
      continue;
    ++numFindings;
    reportFinding("seed-" + llvm::utostr(seed), kind, run.outcome, options);
  }
  llvm::outs() << options.modules << " modules:";
  for (auto &[kind, count] : counts)
    llvm::outs() << " " << count << " " << kind;
  llvm::outs() << "\n";
  if (options.printRejections)
    for (auto &[rejection, count] : rejections)
      llvm::outs() << count << " x " << rejection << "\n";
  if (options.printChanges)
    for (const std::string &pass : passes)
      llvm::outs() << changes[llvm::StringRef(pass).split('{').first.str()]
                   << " x " << pass << "\n";
  return numFindings != 0;
}

/// How often a fault had a place, until it was found.
static bool findSeeded(MLIRContext *context, const Options &options,
                       const SeededFault &fault) {
  uint64_t numPlaces = 0;
  for (uint64_t i = 0; i < options.modules; ++i) {
    uint64_t seed = options.seed + i;
    ChildRun run = runInChild(
        [&](const BeforePass &) {
          Decisions decisions(seed);
          OwningOpRef<ModuleOp> module = generate(context, decisions, options);
          return stressSeededFault(*module, fault, decisions, executeBoth);
        },
        options.timeout);
    bool isFound = isFinding(run);
    numPlaces += isFound || !run.outcome.pass.empty();
    if (!isFound)
      continue;
    llvm::outs() << fault.name << ": found in module " << i + 1 << ", place "
                 << numPlaces << ", after " << run.outcome.pass << ": "
                 << (run.ending.empty() ? llvm::StringRef(run.outcome.message)
                                              .split('\n')
                                              .first.take_front(100)
                                        : llvm::StringRef(run.ending))
                 << "\n";
    return true;
  }
  llvm::outs() << fault.name << ": missed in " << options.modules
               << " modules with " << numPlaces << " places\n";
  return false;
}

static int seedFaults(MLIRContext *context, const Options &options) {
  unsigned numSeeded = 0, numFound = 0;
  for (const SeededFault &fault : getSeededFaults()) {
    if (options.seedFault == "list") {
      llvm::outs() << fault.name << ": " << fault.description << "\n";
      continue;
    }
    if (options.seedFault != "all" && options.seedFault != fault.name)
      continue;
    ++numSeeded;
    numFound += findSeeded(context, options, fault);
  }
  if (options.seedFault == "list")
    return 0;
  if (numSeeded == 0) {
    error() << "there is no fault '" << options.seedFault
            << "'; --seed-fault=list names them\n";
    return 2;
  }
  llvm::outs() << numFound << " of " << numSeeded << " faults found\n";
  return numFound != numSeeded;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (mlir::relax::answerVersion(argc, argv, "relax-stress"))
    return 0;
  Options options;
  if (failed(rejectFormerFlags(argc, argv, [](const llvm::Twine &text) {
        error() << text << "\n";
      })))
    return 2;
  cl::HideUnrelatedOptions(options.category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "Stress test of passes: random legal modules go through random sequences "
      "of passes.\nEach pass must give a module that the verifier accepts and "
      "that "
      "executes to the same results, and run twice to the same "
      "module.\n\nExamples:\n"
      "  relax-stress --modules=1000 --seed=7\n"
      "  relax-stress stress-findings/seed-7.mlir --passes=relax-fuse-ops\n"
      "  relax-stress --seed=7 --print\n"
      "  relax-stress --seed-fault=all --modules=1000\n"
      "  relax-stress --break=all --modules=1000\n");
  registerAllPasses();
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  if (!options.breakRule.empty())
    return breakRules(registry,
                      {options.breakRule, options.catalogue, options.rulesPage,
                       options.findings, options.seed, options.modules});
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  loadGeneratedDialects(&context);
  if (options.schedules)
    return stressSchedules(
        &context, {options.schedules, options.seed, options.length,
                   options.timeout, options.findings, options.printRejections});
  if (!options.seedFault.empty())
    return seedFaults(&context, options);
  if (!options.input.empty())
    return runFile(&context, options);
  if (!options.printModule && options.bytes.empty())
    return runSeeds(&context, options);
  std::unique_ptr<llvm::MemoryBuffer> bytes;
  Decisions decisions(options.seed);
  if (!options.bytes.empty()) {
    std::string message;
    bytes = mlir::openInputFile(options.bytes, &message);
    if (!bytes) {
      error() << message << "\n";
      return 2;
    }
    decisions = Decisions(llvm::arrayRefFromStringRef(bytes->getBuffer()));
  }
  OwningOpRef<ModuleOp> module = generate(&context, decisions, options);
  if (!module)
    return 2;
  module->print(llvm::outs());
  return 0;
}
