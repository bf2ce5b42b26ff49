// relax-translate: between MLIR and other formats.
#include "Relax/Support/DeepStack.h"
#include "Relax/Support/ToolHelp.h"
#include "Relax/Target/TVMScript/TVMScript.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllTranslations.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#ifdef RELAX_HAS_ONNX
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Import/ImportONNX.h"
#include "Relax/Support/ToolVersion.h"
#endif

static constexpr llvm::StringLiteral introduction(
    R"(relax-translate: from other formats to MLIR and from MLIR to other formats.

Exactly one option says the formats:

  relax-translate --relax-onnx-to-mlir model.onnx -o model.mlir
  relax-compile model.mlir --stop-at=host -o host.mlir
  relax-translate --mlir-to-llvmir host.mlir -o host.ll
  relax-translate --mlir-to-tvmscript model.mlir -o model.py

It is there for tests and pipelines of upstream's kind; relax-import-onnx has
options for the import, and relax-compile does all steps at once.
)");

#ifdef RELAX_HAS_ONNX
// The importer reads the file by itself: data may lie in files beside it.
static mlir::OwningOpRef<mlir::Operation *>
importFile(llvm::SourceMgr &sources, mlir::MLIRContext *context) {
  llvm::StringRef path =
      sources.getMemoryBuffer(sources.getMainFileID())->getBufferIdentifier();
  return mlir::relax::importONNX(path, context).release().getOperation();
}

static void registerONNXImport() {
  static mlir::TranslateToMLIRRegistration registration(
      "relax-onnx-to-mlir", "read an ONNX model into the relax dialect",
      mlir::TranslateRawSourceMgrToMLIRFunction(importFile),
      [](mlir::DialectRegistry &registry) {
        registry.insert<mlir::relax::RelaxDialect>();
      });
}
#else
static void registerONNXImport() {}
#endif

static int translate(int argc, char **argv) {
  mlir::registerAllTranslations();
  registerONNXImport();
  mlir::relax::registerToTVMScript();
  return failed(
      mlir::mlirTranslateMain(argc, argv, "Translations of relax-mlir"));
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (mlir::relax::answerVersion(argc, argv, "relax-translate"))
    return 0;
  mlir::relax::introduceTool(argc, argv, introduction);
  return mlir::relax::runOnDeepStack([&] { return translate(argc, argv); });
}
