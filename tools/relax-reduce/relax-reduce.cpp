// relax-reduce: makes IR smaller as long as a script finds it interesting.
#include "Relax/InitAll.h"
#include "Relax/Support/DeepStack.h"
#include "Relax/Support/ToolHelp.h"
#include "RelaxReduction.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"

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
keeps its result if that is interesting. Both may be said; running the same
command on its own output may find more. It fails if the script does not find
the whole program interesting.
)");

// What `-o` names; upstream's driver keeps its options to itself.
static llvm::StringRef getOutput(llvm::ArrayRef<char *> words) {
  for (auto [index, each] : llvm::enumerate(words)) {
    llvm::StringRef word(each);
    if (word == "-o" && index + 1 < words.size())
      return words[index + 1];
    if (word.consume_front("-o="))
      return word;
  }
  return "-";
}

// It does not say so either when it cannot write.
static void reportOutput(llvm::StringRef path) {
  if (path == "-")
    return;
  bool isNew = !llvm::sys::fs::exists(path);
  std::error_code code;
  llvm::raw_fd_ostream probe(path, code, llvm::sys::fs::OF_Append);
  if (code)
    llvm::WithColor::error(llvm::errs(), "relax-reduce")
        << "cannot write the output file \"" << path << "\": " << code.message()
        << '\n';
  else if (isNew)
    llvm::sys::fs::remove(path);
}

static int reduce(int argc, char **argv) {
  mlir::relax::registerAllPasses();
  mlir::DialectRegistry registry;
  mlir::relax::registerAllDialects(registry);
  mlir::relax::registerReductions(registry);
  mlir::MLIRContext context(registry);
  if (succeeded(mlir::mlirReduceMain(argc, argv, context)))
    return 0;
  reportOutput(getOutput({argv, size_t(argc)}));
  return 1;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  mlir::relax::introduceTool(argc, argv, introduction);
  return mlir::relax::runOnDeepStack([&] { return reduce(argc, argv); });
}
