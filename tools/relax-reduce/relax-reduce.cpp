// relax-reduce: makes IR smaller as long as a script finds it interesting.
#include "Relax/InitAll.h"
#include "Relax/Support/DeepStack.h"
#include "Relax/Support/ToolHelp.h"
#include "RelaxReduction.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "llvm/Support/InitLLVM.h"

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
command on its own output may find more. It fails without a word if the script
does not find the whole program interesting.
)");

static int reduce(int argc, char **argv) {
  mlir::relax::registerAllPasses();
  mlir::DialectRegistry registry;
  mlir::relax::registerAllDialects(registry);
  mlir::relax::registerReductions(registry);
  mlir::MLIRContext context(registry);
  return failed(mlir::mlirReduceMain(argc, argv, context));
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  mlir::relax::introduceTool(argc, argv, introduction);
  return mlir::relax::runOnDeepStack([&] { return reduce(argc, argv); });
}
