// Makes the translation to TVMScript an option of relax-translate.
#include "mlir/Tools/mlir-translate/Translation.h"
#include "Relax/InitAll.h"
#include "Relax/Support/ModuleWeights.h"
#include "Relax/Target/TVMScript/TVMScript.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::relax {

void registerToTVMScript() {
  static llvm::cl::opt<std::string> params(
      "tvmscript-params",
      llvm::cl::desc("File for the elements of large constants, in the format "
                     "of safetensors"),
      llvm::cl::value_desc("file"));
  static llvm::cl::opt<int64_t> maxInline(
      "tvmscript-inline",
      llvm::cl::desc("Most elements of a constant that stands in the text"),
      llvm::cl::init(16));
  static llvm::cl::opt<unsigned> indexBits(
      "tvmscript-index-bits",
      llvm::cl::desc("Bits of the integers that indices become: 32 or 64"),
      llvm::cl::init(64));
  static TranslateFromMLIRRegistration registration(
      "mlir-to-tvmscript", "write the relax and tir dialects as TVMScript",
      [](ModuleOp module, llvm::raw_ostream &os) -> LogicalResult {
        // The weights of a file beside the module's become constants.
        auto place = dyn_cast<FileLineColLoc>(module.getLoc());
        if (place &&
            failed(loadNamedWeights(module, place.getFilename().getValue())))
          return failure();
        return writeTVMScript(module, os, {indexBits, maxInline, params});
      },
      [](DialectRegistry &registry) { registerAllDialects(registry); });
}

} // namespace mlir::relax
