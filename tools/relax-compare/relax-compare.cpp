// relax-compare: says whether two files hold the same program.
#include "Relax/Analysis/ModuleComparison.h"
#include "Relax/InitAll.h"
#include "Relax/Support/DeepStack.h"
#include "Relax/Support/InputFile.h"
#include "Relax/Support/ModuleWeights.h"
#include "Relax/Support/Nesting.h"
#include "Relax/Support/ToolVersion.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

static constexpr llvm::StringLiteral helpText =
    R"(relax-compare: says whether two files hold the same program.

  relax-compare [--split-input-file] A.mlir B.mlir

Names of values, of private functions and of symbolic sizes do not count, nor
does the order of functions, attributes and constants. The first difference is
printed with its place in both files. "-" is standard input. With
--split-input-file both files hold as many programs, between lines "// -----";
the first difference of each pair is printed behind "pair NUMBER: ".
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

/// What a file has; null after an error.
static std::unique_ptr<llvm::MemoryBuffer> open(StringRef path) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input = relax::openInput(path, message);
  if (!input)
    llvm::errs() << "relax-compare: error: " << message << '\n';
  return input;
}

/// The module that a file, or a part of it, holds; null after an error.
static OwningOpRef<ModuleOp> read(std::unique_ptr<llvm::MemoryBuffer> input,
                                  StringRef path, MLIRContext &context) {
  if (!input)
    return {};
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

/// Compares two programs; prints the first difference behind `prefix`.
static bool areEqual(OwningOpRef<ModuleOp> left, OwningOpRef<ModuleOp> right,
                     const Twine &prefix) {
  if (!left || !right)
    return false;
  std::optional<relax::ModuleDifference> found =
      relax::compareModules(*left, *right);
  if (found)
    llvm::errs() << prefix << place(found->left) << ": error: " << found->reason
                 << '\n'
                 << place(found->right) << ": note: there\n";
  return !found;
}

/// The programs of a file, each with its place in it.
static SmallVector<std::unique_ptr<llvm::MemoryBuffer>>
split(std::unique_ptr<llvm::MemoryBuffer> input) {
  SmallVector<StringRef> parts;
  input->getBuffer().split(parts, "\n// -----\n");
  SmallVector<std::unique_ptr<llvm::MemoryBuffer>> programs;
  for (StringRef part : parts)
    programs.push_back(llvm::MemoryBuffer::getMemBufferCopy(
        part, input->getBufferIdentifier()));
  return programs;
}

/// Compares the programs of two files one by one.
static bool areAllEqual(StringRef leftPath, StringRef rightPath,
                        DialectRegistry &registry) {
  std::unique_ptr<llvm::MemoryBuffer> left = open(leftPath);
  std::unique_ptr<llvm::MemoryBuffer> right = left ? open(rightPath) : nullptr;
  if (!right)
    return false;
  auto lefts = split(std::move(left)), rights = split(std::move(right));
  if (lefts.size() != rights.size()) {
    llvm::errs() << "relax-compare: error: " << leftPath << " has "
                 << lefts.size() << " programs, but " << rightPath << " has "
                 << rights.size() << '\n';
    return false;
  }
  bool equal = true;
  for (auto [number, pair] : llvm::enumerate(llvm::zip(lefts, rights))) {
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    auto &[one, other] = pair;
    OwningOpRef<ModuleOp> first = read(std::move(one), leftPath, context);
    OwningOpRef<ModuleOp> second = read(std::move(other), rightPath, context);
    if (!first || !second)
      llvm::errs() << "pair " << number << ": error: it cannot be read\n";
    equal &= areEqual(std::move(first), std::move(second),
                      "pair " + Twine(number) + ": ");
  }
  return equal;
}

static int compare(int argc, char **argv) {
  bool isSplit = argc == 4 && StringRef(argv[1]) == "--split-input-file";
  if (argc != 3 && !isSplit) {
    bool isHelp = argc == 2 && StringRef(argv[1]) == "--help";
    (isHelp ? llvm::outs() : llvm::errs()) << helpText;
    return isHelp ? 0 : 1;
  }
  DialectRegistry registry;
  relax::registerAllDialects(registry);
  if (isSplit)
    return areAllEqual(argv[2], argv[3], registry) ? 0 : 1;
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> left = read(open(argv[1]), argv[1], context);
  OwningOpRef<ModuleOp> right =
      left ? read(open(argv[2]), argv[2], context) : nullptr;
  return areEqual(std::move(left), std::move(right), "") ? 0 : 1;
}

int main(int argc, char **argv) {
  llvm::InitLLVM initializer(argc, argv);
  if (mlir::relax::answerVersion(argc, argv, "relax-compare"))
    return 0;
  return relax::runOnDeepStack([&] { return compare(argc, argv); });
}
