// relax-opt: reads IR, runs passes on it, writes IR.
#include "Relax/Conversion/RelaxToTIR/OpSupport.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/InitAll.h"
#include "Relax/Support/CrashReport.h"
#include "Relax/Support/DeepStack.h"
#include "Relax/Support/FormerNames.h"
#include "Relax/Support/InputFile.h"
#include "Relax/Support/IsolatedParse.h"
#include "Relax/Support/Nesting.h"
#include "Relax/Support/NodeLocation.h"
#include "Relax/Support/OutputFile.h"
#include "Relax/Support/RuleError.h"
#include "Relax/Support/ToolHelp.h"
#include "Relax/Support/ToolVersion.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"

static constexpr llvm::StringLiteral introduction(
    R"(relax-opt: read a program, run passes on it, write it.

  relax-opt model.mlir                          check it, print it in normal form
  relax-opt model.mlir --relax-legalize-ops --canonicalize -o out.mlir
  relax-opt model.mlir --pass-pipeline='builtin.module(relax-kernel-stage)'
  relax-opt model.mlir --emit-bytecode -o model.mlirbc

Passes run in the order in which they are written. Those of this project begin
with relax-, tir- or convert-; all of upstream MLIR are there too. The stages
from a model to native code are relax-graph-stage, relax-kernel-stage and so on;
relax-compile runs them all.
)");

namespace {
/// What is added to upstream's options.
struct Options {
  llvm::cl::OptionCategory category{"relax-opt options"};
  llvm::cl::opt<bool> isolate{
      "isolate",
      llvm::cl::desc("Read the input in a process of its own: what makes the "
                     "reader crash is then an error; for untrusted bytecode"),
      llvm::cl::cat(category)};
  llvm::cl::opt<bool> opSupport{
      "relax-op-support",
      llvm::cl::desc("Print which pass handles each operator, and stop"),
      llvm::cl::cat(category)};
  /// For the check that each rule is needed.
  llvm::cl::opt<std::string> disabledRule{
      "test-disable-rule", llvm::cl::Hidden,
      llvm::cl::desc("Rule that is not checked"), llvm::cl::value_desc("id")};
};

/// Errors about nodes of a source that has no lines name them.
/// The context and its handler are upstream's driver's, which comes after what
/// a dialect brings: an extension is the only door.
class NodeDiagnostics
    : public mlir::DialectExtension<NodeDiagnostics,
                                    mlir::relax::RelaxDialect> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NodeDiagnostics)

  explicit NodeDiagnostics(llvm::StringRef path) : path(path) {}
  void apply(mlir::MLIRContext *context,
             mlir::relax::RelaxDialect *) const final {
    mlir::relax::printNodeDiagnostics(*context, path);
  }

private:
  std::string path;
};
} // namespace

static void reportError(const llvm::Twine &text) {
  llvm::WithColor::error(llvm::errs(), "relax-opt") << text << '\n';
}

#ifdef RELAX_STATIC_MLIR
// A plugin brings libMLIR.so: a second MLIR beside the one that is linked in,
// whose types and operations are others. The options load while they are
// parsed, hence they are looked for before.
static llvm::LogicalResult rejectPlugins(int argc, char **argv) {
  for (llvm::StringRef argument : llvm::ArrayRef(argv, argc).drop_front()) {
    if (argument == "--")
      break;
    llvm::StringRef name = argument.ltrim('-').split('=').first;
    if (argument.starts_with("-") &&
        (name == "load-pass-plugin" || name == "load-dialect-plugin")) {
      reportError("expected no --" + name +
                  ": this relax-opt is linked with MLIR's static libraries and "
                  "cannot load plugins; load RelaxPlugin.so and yours into "
                  "mlir-opt, or build with -DRELAX_STATIC_MLIR=OFF");
      return llvm::failure();
    }
  }
  return llvm::success();
}
#else
static llvm::LogicalResult rejectPlugins(int, char **) {
  return llvm::success();
}
#endif

// Opens the input, and makes sure that parsing it cannot end the process.
static std::unique_ptr<llvm::MemoryBuffer>
openInput(llvm::StringRef path, const mlir::DialectRegistry &registry,
          bool isIsolated, bool allowUnregisteredDialects) {
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> input =
      mlir::relax::openInput(path, error);
  if (!input) {
    reportError(error);
    return nullptr;
  }
  if (failed(mlir::relax::checkNesting(*input, llvm::errs())))
    return nullptr;
  if (!isIsolated)
    return input;
  mlir::relax::IsolationLimits limits;
  limits.allowUnregisteredDialects = allowUnregisteredDialects;
  return mlir::relax::parseIsolated(*input, registry, llvm::errs(), limits);
}

// Upstream's driver, with the check that the input can be parsed at all.
static llvm::LogicalResult optimize(int argc, char **argv) {
  if (failed(rejectPlugins(argc, argv)) ||
      failed(mlir::relax::rejectFormerFlags(argc, argv, reportError)))
    return llvm::failure();
  Options options;
  mlir::relax::registerAllPasses();
  mlir::DialectRegistry registry;
  mlir::relax::registerAllDialects(registry);
  auto [inputPath, outputPath] = mlir::registerAndParseCLIOptions(
      argc, argv, "Relax and TensorIR optimizer\n", registry);

  if (!options.disabledRule.empty())
    mlir::relax::disableRuleForTest(options.disabledRule);
  if (options.opSupport) {
    mlir::MLIRContext context(registry);
    context.loadDialect<mlir::relax::RelaxDialect>();
    mlir::relax::printOpSupport(context, llvm::outs());
    return llvm::success();
  }

  // These options print and read no input.
  mlir::MlirOptMainConfig config =
      mlir::MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return mlir::MlirOptMain(argc, argv, inputPath, outputPath, registry);

  // A comparison with the diagnostics that the input expects needs them all.
  if (!config.shouldVerifyDiagnostics())
    registry.addExtension(mlir::TypeID::get<NodeDiagnostics>(),
                          std::make_unique<NodeDiagnostics>(inputPath));

  std::unique_ptr<llvm::MemoryBuffer> input =
      openInput(inputPath, registry, options.isolate,
                config.shouldAllowUnregisteredDialects());
  if (!input)
    return llvm::failure();
  mlir::relax::CrashReport::setInput(inputPath, input->getBuffer());
  auto optimizeTo = [&](llvm::raw_ostream &os) {
    return mlir::MlirOptMain(os, std::move(input), registry, config);
  };
  // On a terminal, what could be read of a file is worth seeing.
  llvm::LogicalResult result =
      outputPath == "-"
          ? optimizeTo(llvm::outs())
          : mlir::relax::writeOutputFile(reportError, outputPath, optimizeTo);
  mlir::relax::CrashReport::clear();
  if (failed(mlir::relax::flushStandardOutput(reportError)))
    return llvm::failure();
  return result;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (mlir::relax::answerVersion(argc, argv, "relax-opt"))
    return 0;
  mlir::relax::CrashReport::install(argc, argv);
  mlir::relax::introduceTool(argc, argv, introduction);
  return mlir::relax::runOnDeepStack(
      [&] { return mlir::asMainReturnCode(optimize(argc, argv)); });
}
