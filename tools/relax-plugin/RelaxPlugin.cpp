// RelaxPlugin.so: our dialects and passes for the stock mlir-opt.
//
//   mlir-opt --load-dialect-plugin=RelaxPlugin.so
//     --load-pass-plugin=RelaxPlugin.so
//     --pass-pipeline='builtin.module(relax-legalize-ops)' model.mlir
#include "Relax/InitAll.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "relax", RELAX_VERSION_TEXT,
          [](mlir::DialectRegistry *registry) {
            mlir::relax::registerRelaxDialects(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "relax", RELAX_VERSION_TEXT,
          [] { mlir::relax::registerRelaxPasses(); }};
}
