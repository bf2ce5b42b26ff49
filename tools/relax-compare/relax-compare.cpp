// relax-compare: says whether two files hold the same program.
#include "Relax/Analysis/ModuleComparison.h"
#include "Relax/InitAll.h"
#include "Relax/Support/DeepStack.h"
#include "Relax/Support/InputFile.h"
#include "Relax/Support/ModuleWeights.h"
#include "Relax/Support/Nesting.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

static constexpr llvm::StringLiteral helpText =
    R"(relax-compare: says whether two files hold the same program.

  relax-compare A.mlir B.mlir

Names of values, of private functions and of symbolic sizes do not count, nor
does the order of functions, attributes and constants. The first difference is
printed with its place in both files. "-" is standard input.
)";

/// A module whose weights lie in a file of their own. Only in a context of its
/// own have they the names of that file: those of the other module may be
/// equal.
static OwningOpRef<ModuleOp> readWithWeights(StringRef path,
                                             llvm::SourceMgr &sources,
                                             MLIRContext &context) {
  MLIRContext own(context.getDialectRegistry(),
                  MLIRContext::Threading::DISABLED);
  SourceMgrDiagnosticHandler handler(sources, &own);
  auto module = parseSourceFile<ModuleOp>(sources, &own);
  if (!module || failed(relax::loadNamedWeights(*module, path)))
    return {};
  llvm::SmallString<0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  if (failed(writeBytecodeToFile(*module, stream)))
    return {};
  llvm::SourceMgr aligned;
  aligned.AddNewSourceBuffer(relax::alignBytecode(bytes, path), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(aligned, &context);
}

/// The module of a file; null after an error.
static OwningOpRef<ModuleOp> read(StringRef path, MLIRContext &context) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input = relax::openInput(path, message);
  if (!input) {
    llvm::errs() << "relax-compare: error: " << message << '\n';
    return {};
  }
  if (failed(relax::checkNesting(*input, llvm::errs())))
    return {};
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  auto module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module || !(*module)->hasAttr(relax::kWeightsAttr))
    return module;
  return readWithWeights(path, sources, context);
}

/// A location as `file:line:column`.
static std::string place(Location location) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (auto file = dyn_cast<FileLineColLoc>(location))
    stream << file.getFilename().getValue() << ':' << file.getLine() << ':'
           << file.getColumn();
  else
    stream << location;
  return text;
}

static int compare(int argc, char **argv) {
  if (argc != 3) {
    bool isHelp = argc == 2 && StringRef(argv[1]) == "--help";
    (isHelp ? llvm::outs() : llvm::errs()) << helpText;
    return isHelp ? 0 : 1;
  }
  DialectRegistry registry;
  relax::registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> left = read(argv[1], context);
  OwningOpRef<ModuleOp> right = left ? read(argv[2], context) : nullptr;
  if (!left || !right)
    return 1;
  std::optional<relax::ModuleDifference> found =
      relax::compareModules(*left, *right);
  if (!found)
    return 0;
  llvm::errs() << place(found->left) << ": error: " << found->reason << '\n'
               << place(found->right) << ": note: there\n";
  return 1;
}

int main(int argc, char **argv) {
  llvm::InitLLVM initializer(argc, argv);
  return relax::runOnDeepStack([&] { return compare(argc, argv); });
}
