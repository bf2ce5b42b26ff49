// A PrimFunc, parsed, for tests of analyses of TIR.
#ifndef RELAX_TEST_UNIT_LOOPNESTFIXTURE_H
#define RELAX_TEST_UNIT_LOOPNESTFIXTURE_H

#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

namespace mlir::tir {

/// Parses functions; blocks are found by their labels, loops by the block that
/// they are around.
class LoopNestTest : public ::testing::Test {
protected:
  LoopNestTest()
      : handler(&context, [this](Diagnostic &diagnostic) {
          errors.push_back(diagnostic.str());
          return success();
        }) {
    context.loadDialect<TIRDialect>();
  }

  /// The function of `body`, which has the buffers %a, %b and %c of 16x16
  /// floats, the size %n, and the constants %zero, %one, %four and %size (16).
  FuncOp parse(StringRef body) {
    std::string source =
        "tir.func @f(%a: memref<16x16xf32>, %b: memref<16x16xf32>, "
        "%c: memref<16x16xf32>, %n: index) attributes {num_inputs = 2 : i64} {"
        "%zero = arith.constant 0 : index\n"
        "%one = arith.constant 1 : index\n"
        "%four = arith.constant 4 : index\n"
        "%size = arith.constant 16 : index\n"
        "%f0 = arith.constant 0.0 : f32\n" +
        body.str() + "tir.return }";
    module = parseSourceString<ModuleOp>(source, &context);
    return module ? *module->getOps<FuncOp>().begin() : FuncOp();
  }

  /// The matrix product of %a and %b, in %c, as block "product".
  static StringRef getProduct() {
    return R"(
      tir.for %i = %zero to %size {
        tir.for %j = %zero to %size {
          tir.for %k = %zero to %size {
            tir.block "product" iters(%vi : spatial = %i in %size,
                                      %vj : spatial = %j in %size,
                                      %vk : reduce = %k in %size)
                reads(%a, %b : memref<16x16xf32>, memref<16x16xf32>)
                writes(%c : memref<16x16xf32>) {
              tir.init {
                memref.store %f0, %c[%vi, %vj] : memref<16x16xf32>
              }
              %x = memref.load %a[%vi, %vk] : memref<16x16xf32>
              %y = memref.load %b[%vk, %vj] : memref<16x16xf32>
              %z = memref.load %c[%vi, %vj] : memref<16x16xf32>
              %p = arith.mulf %x, %y : f32
              %s = arith.addf %z, %p : f32
              memref.store %s, %c[%vi, %vj] : memref<16x16xf32>
            }
          }
        }
      }
    )";
  }

  BlockOp getBlock(StringRef label) {
    FailureOr<BlockOp> block = findBlock(*module, label);
    return succeeded(block) ? *block : BlockOp();
  }
  /// Loop `depth` around a block, the outermost first.
  ForOp getLoop(StringRef label, unsigned depth) {
    return getLoops(getBlock(label))[depth];
  }
  Value getArgument(unsigned index) {
    return (*module->getOps<FuncOp>().begin()).getBody().getArgument(index);
  }

  MLIRContext context;
  /// What was reported, in order.
  SmallVector<std::string> errors;
  ScopedDiagnosticHandler handler;
  OwningOpRef<ModuleOp> module;
};

} // namespace mlir::tir

#endif // RELAX_TEST_UNIT_LOOPNESTFIXTURE_H
