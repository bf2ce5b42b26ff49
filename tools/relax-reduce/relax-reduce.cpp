// relax-reduce: makes IR smaller as long as a script finds it interesting.
#include "ReductionPasses.h"
#include "Relax/InitAll.h"
#include "Relax/Support/DeepStack.h"
#include "Relax/Support/InputFile.h"
#include "Relax/Support/Nesting.h"
#include "Relax/Support/OutputFile.h"
#include "Relax/Support/ToolHelp.h"
#include "Relax/Support/ToolVersion.h"
#include "RelaxReduction.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/ParseUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

namespace cl = llvm::cl;

static constexpr llvm::StringLiteral introduction(
    R"(relax-reduce: find a small program that still shows a fault.

Removes and simplifies ops as long as a script, which gets the name of a .mlir
file, exits with 1 ("interesting"); it exits with 0 for what lost the fault.

  cat > fault.sh <<'EOF'
  #!/bin/sh
  relax-opt --relax-legalize-ops "$1" 2>&1 | grep -q "wrong shape" && exit 1
  exit 0
  EOF
  chmod +x fault.sh
  relax-reduce big.mlir -o small.mlir --reduction-tree='traversal-mode=0 test=./fault.sh'

--opt-reduction-pass='opt-pass=symbol-dce test=./fault.sh' runs a pass and
keeps its result if that is interesting. Both may be said, and other passes.
test-arg=WORD gives the script an argument before the file. It sees only what
the verifier accepts, and what it prints is not shown. Functions lose unused
parameters and results: where the fault needs them, the script has to look.
The result cannot be made smaller by the same command. It fails if the script
does not find the whole program interesting.
)");

static cl::OptionCategory category("relax-reduce options");
static cl::opt<std::string> inputPath(cl::Positional, cl::desc("<input file>"),
                                      cl::init("-"), cl::cat(category));
static cl::opt<std::string> outputPath("o", cl::desc("Where the result goes"),
                                       cl::value_desc("file"), cl::init("-"),
                                       cl::cat(category));
static cl::opt<bool> allowUnregisteredDialects(
    "allow-unregistered-dialect",
    cl::desc("Keep ops of dialects that nobody registered"), cl::cat(category));
static cl::opt<bool>
    noImplicitModule("no-implicit-module",
                     cl::desc("Put no module around the input's one op"),
                     cl::cat(category));

namespace mlir::relax {

static void reportError(const llvm::Twine &text) {
  llvm::WithColor::error(llvm::errs(), "relax-reduce") << text << '\n';
}

static LogicalResult reportPasses(const llvm::Twine &text) {
  reportError(text);
  return failure();
}

// What the passes leave of the program in `source` goes to the output file,
// which is made before: an error of its name must not come after hours.
static LogicalResult reduce(const std::shared_ptr<llvm::SourceMgr> &source,
                            const PassPipelineCLParser &passes,
                            MLIRContext &context) {
  OwningOpRef<Operation *> program =
      parseSourceFileForTool(source, ParserConfig(&context), !noImplicitModule);
  if (!program)
    return failure();
  PassManager manager(program->getName(), PassManager::Nesting::Implicit);
  if (!passes.hasAnyOccurrences())
    return reportPasses("expected --reduction-tree='test=SCRIPT', found no "
                        "pass; --help has an example");
  if (failed(passes.addToPipeline(manager, reportPasses)))
    return failure();
  return writeOutputFile(reportError, outputPath,
                         [&](llvm::raw_ostream &stream) -> LogicalResult {
                           if (failed(manager.run(*program)))
                             return failure();
                           program->print(stream);
                           return success();
                         });
}

static LogicalResult run(int argc, char **argv) {
  registerAllPasses();
  registerReductionPasses();
  PassPipelineCLParser passes("", "Passes to run");
  cl::ParseCommandLineOptions(argc, argv, "Test case reduction\n");

  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input = openInput(inputPath, message);
  if (!input) {
    reportError(message);
    return failure();
  }
  if (failed(checkNesting(*input, llvm::errs())))
    return failure();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerReductions(registry);
  MLIRContext context(registry);
  context.allowUnregisteredDialects(allowUnregisteredDialects);
  auto source = std::make_shared<llvm::SourceMgr>();
  source->AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(*source, &context);
  return reduce(source, passes, context);
}

} // namespace mlir::relax

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (mlir::relax::answerVersion(argc, argv, "relax-reduce"))
    return 0;
  mlir::relax::introduceTool(argc, argv, introduction);
  return mlir::relax::runOnDeepStack(
      [&] { return int(failed(mlir::relax::run(argc, argv))); });
}
