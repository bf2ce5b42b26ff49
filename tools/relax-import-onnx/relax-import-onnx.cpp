// Reads an ONNX model and writes it as a module of the relax dialect.
#include "Relax/Import/ImportONNX.h"
#include "Relax/Support/CrashReport.h"
#include "Relax/Support/DeepStack.h"
#include "Relax/Support/NodeLocation.h"
#include "Relax/Support/OutputFile.h"
#include "Relax/Support/ToolVersion.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"
#include <iostream>

namespace cl = llvm::cl;

namespace {
/// What the command line says.
struct Options {
  cl::OptionCategory category{"ONNX import"};
  cl::opt<std::string> input{cl::Positional, cl::desc("<model.onnx>"),
                             cl::cat(category)};
  cl::opt<std::string> output{
      "o", cl::desc("Where to write the module (default: standard output)"),
      cl::value_desc("file"), cl::init("-"), cl::cat(category)};
  cl::opt<bool> bytecode{"bytecode",
                         cl::desc("Write MLIR bytecode, which is smaller and "
                                  "faster to read than text, as to a file "
                                  "in .mlirbc"),
                         cl::cat(category)};
  cl::list<std::string> inputShapes{
      "input-shape",
      cl::desc("Fix the shape of an input: sizes, symbols or ?, separated by "
               "x or by commas; may be given several times"),
      cl::value_desc("name=1x3x48x192"), cl::cat(category)};
  cl::list<std::string> customOps{
      "custom-op",
      cl::desc("Let nodes of an operator call the external function of that "
               "name, and say what it gives; may be given several times"),
      cl::value_desc("domain.Op:rule"), cl::cat(category)};
  cl::opt<std::string> function{
      "function", cl::desc("Name of the function that holds the graph"),
      cl::value_desc("name"), cl::init("main"), cl::cat(category)};
  cl::opt<bool> listOperators{
      "list-operators",
      cl::desc("Print the supported operators with their operator sets"),
      cl::cat(category)};
  cl::opt<bool> listMissing{
      "list-missing",
      cl::desc("Print the operators that cannot be supported, and why"),
      cl::cat(category)};
  cl::opt<bool> each{
      "each",
      cl::desc("Import many models: each line of standard input names a model, "
               "its function and where to write the module; the answer is what "
               "is wrong with the model and a line \"= 0\" or \"= 1\""),
      cl::cat(category)};
};
} // namespace

static llvm::raw_ostream &error() {
  return llvm::WithColor::error(llvm::errs(), "relax-import-onnx");
}

static int write(mlir::ModuleOp module, llvm::StringRef path,
                 const Options &options) {
  auto report = [](const llvm::Twine &text) { error() << text << "\n"; };
  auto writeTo = [&](llvm::raw_pwrite_stream &os) -> llvm::LogicalResult {
    // As of other tools: the name says it.
    if (options.bytecode || path.ends_with(".mlirbc"))
      return mlir::writeBytecodeToFile(module, os);
    module->print(os);
    os << "\n";
    return mlir::success();
  };
  return succeeded(mlir::relax::writeOutputFile(report, path, writeTo)) ? 0 : 1;
}

/// Import `model` as function `function`; its faults are told to `os`.
static int importTo(llvm::StringRef model, llvm::StringRef function,
                    llvm::StringRef output, llvm::raw_ostream &os,
                    const Options &options) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.getDiagEngine().registerHandler([&](mlir::Diagnostic &diagnostic) {
    mlir::relax::printFileDiagnostic(diagnostic, model, os);
  });
  mlir::relax::ImportONNXOptions importOptions;
  importOptions.inputShapes.assign(options.inputShapes.begin(),
                                   options.inputShapes.end());
  importOptions.customOps.assign(options.customOps.begin(),
                                 options.customOps.end());
  importOptions.functionName = function.str();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::relax::importONNX(model, &context, importOptions);
  return module ? write(*module, output, options) : 1;
}

/// One process for many small models: most of their time is its start.
static int runEach(const Options &options) {
  for (std::string line; std::getline(std::cin, line);) {
    llvm::SmallVector<llvm::StringRef> words;
    llvm::StringRef(line).split(words, '\t');
    if (words.size() != 3) {
      error() << "line \"" << line
              << "\" has other than a model, a function and an output, "
                 "separated by tabs\n";
      return 1;
    }
    int result = importTo(words[0], words[1], words[2], llvm::outs(), options);
    llvm::outs() << "= " << result << "\n";
    llvm::outs().flush();
  }
  return 0;
}

static int run(const Options &options) {
  if (options.listOperators) {
    for (const std::string &line : mlir::relax::getONNXOperators())
      llvm::outs() << line << "\n";
    return 0;
  }
  if (options.listMissing) {
    for (const std::string &line : mlir::relax::getMissingONNXOperators())
      llvm::outs() << line << "\n";
    return 0;
  }
  if (options.each)
    return runEach(options);
  if (options.input.empty()) {
    error() << "no model is given; see --help\n";
    return 1;
  }
  return importTo(options.input, options.function, options.output, llvm::errs(),
                  options);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (mlir::relax::answerVersion(argc, argv, "relax-import-onnx"))
    return 0;
  mlir::relax::CrashReport::install(argc, argv);
  Options options;
  mlir::registerAsmPrinterCLOptions();
  cl::HideUnrelatedOptions(options.category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "Reads an ONNX model and writes it as a module of the relax dialect.\n\n"
      "  relax-import-onnx model.onnx -o model.mlir\n"
      "  relax-import-onnx model.onnx --input-shape x=1x3x48x192 -o "
      "model.mlirbc\n");
  return mlir::relax::runOnDeepStack([&] { return run(options); });
}
