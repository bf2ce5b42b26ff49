// relax-lsp-server: shows errors, types and definitions of IR in an editor.
#include "Relax/InitAll.h"
#include "Relax/Support/DeepStack.h"
#include "Relax/Support/ToolHelp.h"
#include "Relax/Support/ToolVersion.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/LogicalResult.h"

static constexpr llvm::StringLiteral introduction(
    R"(relax-lsp-server: language server for MLIR text with relax and tir.

An editor starts it and speaks the Language Server Protocol with it over
standard input and output: errors while one types, the type of what is under
the cursor, definitions, uses, completion. There is nothing to give it.

  VS Code, extension "MLIR": "mlir.server_path": "relax-lsp-server"
  Neovim: vim.lsp.start({name = "relax", cmd = {"relax-lsp-server"}})
)");

static int serve(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::relax::registerAllDialects(registry);
  return failed(mlir::MlirLspServerMain(argc, argv, registry));
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (mlir::relax::answerVersion(argc, argv, "relax-lsp-server"))
    return 0;
  mlir::relax::introduceTool(argc, argv, introduction);
  return mlir::relax::runOnDeepStack([&] { return serve(argc, argv); });
}
