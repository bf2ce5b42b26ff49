// A compiler of one's own: it reads a relax program, lowers it and prints it.
#include "Relax/InitAll.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

static constexpr llvm::StringLiteral program(R"(
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.exp %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}
)");

int main() {
  mlir::DialectRegistry registry;
  mlir::relax::registerRelaxDialects(registry);
  mlir::relax::registerRelaxPasses();
  mlir::MLIRContext context(registry);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(program, &context);
  if (!module)
    return 1;
  mlir::PassManager passes(&context);
  if (failed(mlir::parsePassPipeline("relax-legalize-ops", passes)) ||
      failed(passes.run(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}
