// A function of the graph level, parsed, for tests of analyses of memory.
#ifndef RELAX_TEST_UNIT_MEMORYANALYSISFIXTURE_H
#define RELAX_TEST_UNIT_MEMORYANALYSISFIXTURE_H

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

namespace mlir::relax {

/// Parses functions; values are found by the position of their op.
class MemoryAnalysisTest : public ::testing::Test {
protected:
  MemoryAnalysisTest() { context.loadDialect<RelaxDialect, tir::TIRDialect>(); }

  /// The first function of `text`, behind a kernel `@exp` from one tensor of
  /// 16 floats to another, and one, `@bump`, that overwrites its tensor.
  FuncOp parse(StringRef text) {
    std::string source =
        "tir.func private @exp(%x: memref<16xf32>, %y: memref<16xf32>) "
        "attributes {num_inputs = 1 : i64} { tir.return }\n"
        "tir.func private @bump(%x: memref<16xf32>) "
        "attributes {num_inputs = 1 : i64} { tir.return }\n" +
        text.str();
    module = parseSourceString<ModuleOp>(source, &context);
    return module ? *module->getOps<FuncOp>().begin() : FuncOp();
  }

  /// The op number `index` of the function's body.
  static Operation *opAt(FuncOp func, unsigned index) {
    return &*std::next(func.getBody().front().begin(), index);
  }

  /// The first result of that op.
  static Value valueAt(FuncOp func, unsigned index) {
    return opAt(func, index)->getResult(0);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

} // namespace mlir::relax

#endif // RELAX_TEST_UNIT_MEMORYANALYSISFIXTURE_H
