// relax-opt: reads IR, runs passes on it, writes IR.
#include "Relax/InitAll.h"
#include "Relax/Support/DeepStack.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  return mlir::relax::runOnDeepStack([&] {
    mlir::relax::registerAllPasses();
    mlir::DialectRegistry registry;
    mlir::relax::registerAllDialects(registry);
    return mlir::asMainReturnCode(mlir::MlirOptMain(
        argc, argv, "Relax and TensorIR optimizer\n", registry));
  });
}
