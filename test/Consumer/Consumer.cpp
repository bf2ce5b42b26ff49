// A compiler of one's own: it reads a relax program, lowers it and prints it;
// and passes of its own ask our operators through upstream's interfaces.
#include "Relax/InitAll.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

static constexpr llvm::StringLiteral program(R"(
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.exp %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}
)");

static constexpr llvm::StringLiteral mixed(R"(
func.func @product(%x: tensor<96x16xf32>, %y: tensor<16x64xf32>) -> tensor<96x64xf32> {
  %0 = relax.matmul %x, %y : (tensor<96x16xf32>, tensor<16x64xf32>) -> tensor<96x64xf32>
  return %0 : tensor<96x64xf32>
}
)");

// [tile-large-rows]
/// Cuts whatever can be tiled and has more than 64 rows into tiles of 32. It
/// knows no operator: `TilingInterface` makes the tiles, and
/// `ValueBoundsOpInterface` says how many rows there are.
struct TileLargeRowsPass
    : mlir::PassWrapper<TileLargeRowsPass,
                        mlir::OperationPass<mlir::func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TileLargeRowsPass)
  llvm::StringRef getArgument() const override { return "tile-large-rows"; }

  static bool isLarge(mlir::TilingInterface op) {
    mlir::FailureOr<int64_t> rows =
        mlir::ValueBoundsConstraintSet::computeConstantBound(
            mlir::presburger::BoundType::UB,
            mlir::ValueBoundsConstraintSet::Variable(op->getResult(0), 0),
            /*stopCondition=*/nullptr, /*closedUB=*/true);
    return succeeded(rows) && *rows > 64;
  }

  void runOnOperation() override {
    llvm::SmallVector<mlir::TilingInterface> large;
    getOperation().walk([&](mlir::TilingInterface op) {
      if (isLarge(op))
        large.push_back(op);
    });
    mlir::IRRewriter rewriter(&getContext());
    mlir::scf::SCFTilingOptions options;
    options.setTileSizes({rewriter.getIndexAttr(32)});
    for (mlir::TilingInterface op : large) {
      rewriter.setInsertionPoint(op);
      mlir::FailureOr<mlir::scf::SCFTilingResult> tiled =
          mlir::scf::tileUsingSCF(rewriter, op, options);
      if (failed(tiled))
        return signalPassFailure();
      rewriter.replaceOp(op, tiled->replacements);
    }
  }
};
// [tile-large-rows]

static mlir::LogicalResult run(mlir::MLIRContext &context,
                               llvm::StringRef source, llvm::StringRef passes) {
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(source, &context);
  mlir::PassManager manager(&context);
  if (!module || failed(mlir::parsePassPipeline(passes, manager)) ||
      failed(manager.run(*module)))
    return mlir::failure();
  module->print(llvm::outs());
  return mlir::success();
}

int main() {
  mlir::DialectRegistry registry;
  mlir::relax::registerRelaxDialects(registry);
  mlir::relax::registerRelaxPasses();
  registry.insert<mlir::func::FuncDialect, mlir::scf::SCFDialect>();
  mlir::PassRegistration<TileLargeRowsPass>();
  mlir::MLIRContext context(registry);
  context.loadDialect<mlir::scf::SCFDialect>();
  return failed(run(context, program, "relax-legalize-ops")) ||
         failed(run(context, mixed, "func.func(tile-large-rows)"));
}
