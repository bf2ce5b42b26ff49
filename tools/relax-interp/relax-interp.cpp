// relax-interp: runs a function of a module in the reference interpreter.
#include "Exchange.h"
#include "Outputs.h"

#include "Relax/Conversion/FuncToRelax/Passes.h"
#include "Relax/Conversion/LinalgToTIR/Passes.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/InitAll.h"
#include "Relax/Reference/SameResult.h"
#include "Relax/Support/DeepStack.h"
#include "Relax/Support/InputFile.h"
#include "Relax/Support/ModuleWeights.h"
#include "Relax/Support/Nesting.h"
#include "Relax/Support/NodeLocation.h"
#include "Relax/Support/ToolVersion.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/ToolUtilities.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <algorithm>
#include <cstdio>

namespace reference = mlir::relax::reference;

using relax::interp::Datum;
using relax::run::Arguments;
using relax::run::Failure;
using relax::run::Tensor;

static const char *const helpText =
    R"(relax-interp: runs a function of a module in the reference interpreter.

  relax-interp FILE [--function=main] [--input=VALUE]... [options]

FILE is MLIR text or byte code, "-" for standard input; the function is a
relax.func or a tir.func at any stage up to the lowering of tir. A relax.func
takes its parameters; a tir.func its input buffers, then its scalars as far as
no buffer shows them, and gives its output buffers.

  --function=NAME        function to call (default: main)
  --input=VALUE          value of the next parameter, tuples flattened
  --random[=SEED]        random values for the parameters without --input
  --dims=n=4,m=8         sizes of the symbolic dims of random values
  --output=@FILE.npy     where the next output goes; "-" prints it
  --output-dir=DIR       write every output to DIR/output-N.npy
  --expected_output=VALUE  compare the next output; a difference is an error
  --tolerance=X          largest difference, relative to the largest value
                         (default: 1e-4)
  --max-steps=N          stop after N instructions
  --max-bytes=N          reject buffers of more than N bytes
  --each                 call each public function that takes no inputs, one
                         after the other, and print what it gives, `?` where nothing was
                         written
  --verify-diagnostics   compare the errors with `expected-error` comments
  --before-after=PIPELINE  run each function before and after the passes, on
                         inputs made from its signature; a different result is
                         an error. --tolerance=X then allows differences
  --split-input-file     the parts of FILE between // ----- are modules
  --list                 print the functions and their types, call nothing
  --quiet                print no output

A VALUE is as for relax-run: @FILE.npy, 2x3xf32=1 2 3 4 5 6, 2x3xf32=1.5, i64=7.
)";

namespace {

/// What only this program can be asked for.
struct Options {
  reference::Limits limits;
  bool isEach = false;
  bool isVerified = false;
  bool isSplit = false;
  /// Passes to compare before and after; "" for none.
  std::string pipeline;
  /// Whether --tolerance was given.
  bool hasTolerance = false;
};

/// Ends a context of the run-time library.
struct ContextEnd {
  void operator()(RelaxContext *context) const {
    relax_context_destroy(context);
  }
};
using Context = std::unique_ptr<RelaxContext, ContextEnd>;

/// Values from the command line, then random ones.
class GivenInputs : public relax::interp::Inputs {
public:
  GivenInputs(RelaxContext *context, const Arguments &arguments)
      : context(context), arguments(arguments),
        generator(uint64_t(arguments.random.seed)) {}

  Tensor next(const std::string &name, mlir::Type type) override {
    if (used < arguments.inputs.size())
      return relax::run::parseValue(context, arguments.inputs[used++]);
    if (!arguments.random.isWanted)
      throw Failure("parameter '" + name + "' has no --input; see --random");
    return relax::interp::makeRandom(context, name, type, arguments.random.dims,
                                     generator);
  }
  bool isUsedUp() const { return used == arguments.inputs.size(); }

private:
  RelaxContext *context;
  const Arguments &arguments;
  std::mt19937_64 generator;
  size_t used = 0;
};

} // namespace

/// Takes the options that only this program has off the command line.
/// The rest of the command line is that of relax-run, and read by the same
/// code: a command that compares both differs in one word.
static std::vector<const char *> takeOptions(int argc, char **argv,
                                             Options &options) {
  std::vector<const char *> rest;
  for (int i = 0; i < argc; ++i) {
    std::string word = argv[i];
    size_t equals = std::min(word.find('='), word.size());
    std::string name = word.substr(0, equals);
    std::string value = word.substr(std::min(equals + 1, word.size()));
    if (name == "--max-steps")
      options.limits.steps = uint64_t(relax::run::parseInteger(name, value, 1));
    else if (name == "--max-bytes")
      options.limits.bytes = relax::run::parseInteger(name, value, 0);
    else if (word == "--each")
      options.isEach = true;
    else if (word == "--verify-diagnostics")
      options.isVerified = true;
    else if (word == "--split-input-file")
      options.isSplit = true;
    else if (name == "--before-after")
      options.pipeline = value;
    else
      rest.push_back(argv[i]);
    options.hasTolerance |= name == "--tolerance";
  }
  return rest;
}

/// The module in `input`, which is the file at `path` or a part of it.
static mlir::OwningOpRef<mlir::ModuleOp>
readModule(const std::string &path, std::unique_ptr<llvm::MemoryBuffer> input,
           mlir::MLIRContext &context, llvm::SourceMgr &sources) {
  std::string name = input->getBufferIdentifier().str();
  if (failed(mlir::relax::checkNesting(*input, llvm::errs())))
    throw Failure("cannot read '" + name + "'");
  sources.AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(
      sources, mlir::ParserConfig(&context));
  if (!module || failed(mlir::relax::loadNamedWeights(*module, path)))
    throw Failure("cannot read '" + name + "'");
  return module;
}

static void listFunctions(mlir::ModuleOp module) {
  for (auto function : module.getOps<mlir::FunctionOpInterface>()) {
    llvm::outs() << function.getName() << function.getFunctionType() << '\n';
  }
  llvm::outs().flush();
}

/// The tensor that a buffer parameter of a tensor program stands for.
static mlir::Type getParameterType(mlir::tir::FuncOp function, unsigned index) {
  auto buffer =
      llvm::dyn_cast<mlir::MemRefType>(function.getArgumentTypes()[index]);
  if (!buffer)
    return function.getArgumentTypes()[index];
  auto dims =
      function.getArgAttrOfType<mlir::relax::DimsAttr>(index, "tir.dims");
  return dims ? mlir::relax::getTensorType(dims.getDims(),
                                           buffer.getElementType())
              : mlir::RankedTensorType::get(buffer.getShape(),
                                            buffer.getElementType());
}

static std::vector<Datum> makeArguments(mlir::ModuleOp module,
                                        const std::string &name,
                                        GivenInputs &inputs) {
  std::vector<Datum> values;
  mlir::Operation *symbol = mlir::SymbolTable::lookupSymbolIn(module, name);
  if (auto kernel = llvm::dyn_cast_or_null<mlir::tir::FuncOp>(symbol)) {
    for (unsigned i = 0; i < kernel.getNumInputs(); ++i)
      values.push_back(relax::interp::makeArgument(
          "#" + std::to_string(i), getParameterType(kernel, i), inputs));
    // A scalar that no value is given for may be a size that a buffer shows.
    for (unsigned i = kernel.getNumBuffers();
         i < kernel.getNumArguments() && !inputs.isUsedUp(); ++i)
      values.push_back(relax::interp::makeArgument(
          "#" + std::to_string(i), getParameterType(kernel, i), inputs));
  } else if (auto function =
                 llvm::dyn_cast_or_null<mlir::relax::FuncOp>(symbol)) {
    for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
      values.push_back(relax::interp::makeArgument(
          function.getParameterName(unsigned(index)), type, inputs));
  }
  if (symbol && !inputs.isUsedUp())
    throw Failure("function '" + name +
                  "' has fewer parameters than there are "
                  "values of --input");
  return values;
}

/// Calls a function with the values of the command line.
static void callOne(mlir::ModuleOp module, const Arguments &arguments,
                    const Options &options) {
  Context runtime(relax_context_create());
  if (!runtime)
    throw Failure("out of memory");
  GivenInputs inputs(runtime.get(), arguments);
  std::vector<Datum> values = makeArguments(module, arguments.function, inputs);
  reference::Interpreter interpreter(module, options.limits);
  mlir::FailureOr<std::vector<Datum>> results =
      interpreter.call(arguments.function, values);
  if (failed(results))
    throw Failure("function '" + arguments.function + "' failed");
  std::vector<Tensor> outputs;
  for (const Datum &result : *results)
    relax::interp::addOutputs(runtime.get(), result, outputs);
  relax::run::checkOutputs(arguments, outputs.size());
  relax::run::giveOutputs(runtime.get(), outputs, arguments);
  relax::run::compareOutputs(runtime.get(), outputs, arguments);
}

/// Calls each function that takes no inputs; false if one fails.
static bool callEach(mlir::ModuleOp module, const Options &options) {
  bool areRight = true;
  // One for all calls: what is lowered for one serves the others.
  reference::Interpreter interpreter(module, options.limits);
  for (auto function : module.getOps<mlir::FunctionOpInterface>()) {
    auto kernel = llvm::dyn_cast<mlir::tir::FuncOp>(*function);
    bool takesNothing =
        kernel ? kernel.getNumInputs() == 0 &&
                     kernel.getNumBuffers() == kernel.getNumArguments()
               : llvm::isa<mlir::relax::FuncOp>(*function) &&
                     function.getNumArguments() == 0;
    if (!takesNothing || function.isExternal() || function.isPrivate())
      continue;
    mlir::FailureOr<std::vector<Datum>> results =
        interpreter.call(function.getName(), {});
    areRight &= succeeded(results);
    if (failed(results))
      continue;
    llvm::outs() << '@' << function.getName() << " gives";
    for (const Datum &result : *results) {
      llvm::outs() << ' ';
      result.print(llvm::outs());
    }
    llvm::outs() << '\n';
  }
  llvm::outs().flush();
  return areRight;
}

/// What linalg and functions of upstream mean is what their lowering does.
/// So the interpreter needs no evaluation of linalg, whose meaning would then
/// be written twice.
static void lowerUpstream(mlir::ModuleOp module) {
  mlir::PassManager passes(module.getContext());
  passes.addPass(mlir::relax::createConvertFuncToRelaxPass());
  passes.addPass(mlir::relax::createConvertLinalgToTIRPass());
  if (failed(passes.run(module)))
    throw Failure("ops of upstream cannot be lowered");
}

static void act(mlir::ModuleOp module, const Arguments &arguments,
                const Options &options) {
  lowerUpstream(module);
  if (arguments.isList)
    listFunctions(module);
  else if (!options.isEach)
    callOne(module, arguments, options);
  else if (!callEach(module, options) && !options.isVerified)
    throw Failure("a function failed");
}

/// Adds passes as relax-opt's command line does: `a,b{option=1}`, each nested
/// where it belongs. A pipeline in the form of --pass-pipeline is taken as
/// well.
static bool addPasses(mlir::PassManager &passes, llvm::StringRef pipeline) {
  if (pipeline.starts_with("builtin.module("))
    return succeeded(mlir::parsePassPipeline(pipeline, passes));
  while (!pipeline.empty()) {
    size_t end = 0;
    for (int depth = 0; end < pipeline.size(); ++end) {
      depth += pipeline[end] == '{';
      depth -= pipeline[end] == '}';
      if (pipeline[end] == ',' && depth == 0)
        break;
    }
    auto [name, options] = pipeline.take_front(end).split('{');
    options.consume_back("}");
    pipeline = pipeline.drop_front(std::min(end + 1, pipeline.size()));
    const mlir::PassRegistryEntry *entry = mlir::PassInfo::lookup(name);
    if (!entry)
      entry = mlir::PassPipelineInfo::lookup(name);
    auto complain = [](const llvm::Twine &message) {
      llvm::errs() << message << '\n';
      return mlir::failure();
    };
    if (!entry || failed(entry->addToPipeline(passes, options, complain)))
      return false;
  }
  return true;
}

/// Compares a module before and after the passes; false if it differs.
static bool compare(mlir::ModuleOp module, const Arguments &arguments,
                    const Options &options, reference::SameResultCount &count) {
  mlir::OwningOpRef<mlir::ModuleOp> before(module.clone());
  mlir::PassManager passes(module.getContext(),
                           mlir::ModuleOp::getOperationName(),
                           mlir::PassManager::Nesting::Implicit);
  if (!addPasses(passes, options.pipeline))
    throw Failure("--before-after: expected passes, found \"" +
                  options.pipeline + "\"");
  if (failed(passes.run(module)))
    throw Failure("the passes of --before-after failed");
  reference::SameResultOptions how;
  how.limits = options.limits;
  if (options.hasTolerance)
    how.tolerance = arguments.comparison.tolerance;
  return succeeded(
      reference::compareResults(*before, module, how, count, llvm::outs()));
}

static void compareAll(mlir::MLIRContext &context, const Arguments &arguments,
                       const Options &options) {
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> input =
      mlir::relax::openInput(arguments.module, error);
  if (!input)
    throw Failure(error);
  reference::SameResultCount count;
  bool isSame = true;
  auto compareChunk = [&](std::unique_ptr<llvm::MemoryBuffer> chunk,
                          llvm::raw_ostream &) {
    llvm::SourceMgr sources;
    mlir::SourceMgrDiagnosticHandler handler(sources, &context);
    isSame &= compare(
        *readModule(arguments.module, std::move(chunk), context, sources),
        arguments, options, count);
    return mlir::success();
  };
  if (failed(mlir::splitAndProcessBuffer(
          std::move(input), compareChunk, llvm::outs(),
          options.isSplit ? mlir::kDefaultSplitMarker : "")))
    throw Failure("cannot read '" + arguments.module + "'");
  llvm::outs().flush();
  if (!isSame)
    throw Failure("the passes of --before-after change a result");
  // A comparison of nothing would pass each test that breaks all functions.
  if (count.same == 0)
    throw Failure("no function could be compared before and after");
}

static void run(const Arguments &arguments, const Options &options) {
  mlir::DialectRegistry registry;
  mlir::relax::registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  if (!options.pipeline.empty()) {
    mlir::relax::registerAllPasses();
    compareAll(context, arguments, options);
    return;
  }
  llvm::SourceMgr sources;
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> input =
      mlir::relax::openInput(arguments.module, error);
  if (!input)
    throw Failure(error);
  if (!options.isVerified) {
    mlir::SourceMgrDiagnosticHandler handler(sources, &context);
    mlir::relax::printNodeDiagnostics(context, arguments.module);
    act(*readModule(arguments.module, std::move(input), context, sources),
        arguments, options);
    return;
  }
  mlir::SourceMgrDiagnosticVerifierHandler handler(sources, &context);
  act(*readModule(arguments.module, std::move(input), context, sources),
      arguments, options);
  if (failed(handler.verify()))
    throw Failure("other errors than expected");
}

static int runGuarded(int argc, char **argv) {
  // Failures of the shared code of relax-run are exceptions; MLIR is built
  // without them, so none may leave this function.
  try {
    Options options;
    std::vector<const char *> words = takeOptions(argc, argv, options);
    Arguments arguments = relax::run::parseArguments(
        int(words.size()), words.data(), "relax-interp");
    if (arguments.isHelp)
      std::fputs(helpText, stdout);
    else
      run(arguments, options);
    if (std::fflush(stdout) != 0)
      throw Failure("cannot write to standard output");
    return 0;
  } catch (const std::exception &exception) {
    std::fflush(stdout);
    std::fprintf(stderr, "relax-interp: error: %s\n", exception.what());
    return 1;
  }
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (mlir::relax::answerVersion(argc, argv, "relax-interp"))
    return 0;
  return mlir::relax::runOnDeepStack([&] { return runGuarded(argc, argv); });
}
