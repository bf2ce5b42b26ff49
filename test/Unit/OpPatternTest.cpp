// The pattern of a tensor program, from its declaration or its blocks.
#include "Relax/Analysis/OpPattern.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::relax;

namespace {
class OpPatternTest : public ::testing::Test {
protected:
  OpPatternTest() { context.loadDialect<tir::TIRDialect>(); }

  /// The pattern of a program with inputs %a, %w (4x4, 4) and output %b (4x4),
  /// whose one block stores `value` at `target`; its iterators are `iters`.
  OpPatternKind classify(StringRef loads, StringRef target,
                         StringRef kind = "spatial",
                         StringRef attributes = "num_inputs = 2 : i64") {
    std::string source = R"(
      tir.func @f(%a: memref<4x4xf32>, %w: memref<4xf32>, %b: memref<4x4xf32>)
          attributes {)" +
                         attributes.str() + R"(} {
        %zero = arith.constant 0 : index
        %four = arith.constant 4 : index
        %f0 = arith.constant 0.0 : f32
        tir.for %i = %zero to %four {
          tir.for %j = %zero to %four {
            tir.block "B" iters(%vi : spatial = %i in %four,
                                %vj : )" +
                         kind.str() + R"( = %j in %four)
                reads(%a, %w : memref<4x4xf32>, memref<4xf32>)
                writes(%b : memref<4x4xf32>) {
              )" + loads.str() +
                         R"(
              memref.store %x, %b)" +
                         target.str() + R"( : memref<4x4xf32>
            }
          }
        }
        tir.return
      })";
    module = parseSourceString<ModuleOp>(source, &context);
    EXPECT_TRUE(module);
    return module ? getOpPattern(*module->getOps<tir::FuncOp>().begin())
                  : OpPatternKind::Opaque;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

TEST_F(OpPatternTest, TheSameIndicesAreElementwise) {
  EXPECT_EQ(
      classify("%x = memref.load %a[%vi, %vj] : memref<4x4xf32>", "[%vi, %vj]"),
      OpPatternKind::Elementwise);
}

TEST_F(OpPatternTest, FewerIndicesAreABroadcast) {
  EXPECT_EQ(classify("%x = memref.load %w[%vj] : memref<4xf32>", "[%vi, %vj]"),
            OpPatternKind::Broadcast);
}

TEST_F(OpPatternTest, ABiasBesideTheSameIndicesIsElementwise) {
  EXPECT_EQ(classify(R"(
      %y = memref.load %w[%vj] : memref<4xf32>
      %z = memref.load %a[%vi, %vj] : memref<4x4xf32>
      %x = arith.addf %z, %y : f32)",
                     "[%vi, %vj]"),
            OpPatternKind::Elementwise);
}

TEST_F(OpPatternTest, OtherIndicesAreInjective) {
  EXPECT_EQ(
      classify("%x = memref.load %a[%vj, %vi] : memref<4x4xf32>", "[%vi, %vj]"),
      OpPatternKind::Injective);
}

TEST_F(OpPatternTest, AccumulationOfOneInputIsAReduction) {
  EXPECT_EQ(classify(R"(
      tir.init { memref.store %f0, %b[%vi, %zero] : memref<4x4xf32> }
      %y = memref.load %a[%vi, %vj] : memref<4x4xf32>
      %z = memref.load %b[%vi, %zero] : memref<4x4xf32>
      %x = arith.addf %z, %y : f32)",
                     "[%vi, %zero]", "reduce"),
            OpPatternKind::Reduction);
}

TEST_F(OpPatternTest, AnElementThatIsReadAgainIsNoReduction) {
  EXPECT_EQ(classify(R"(
      tir.init { memref.store %f0, %b[%vi, %zero] : memref<4x4xf32> }
      %y = memref.load %w[%vj] : memref<4xf32>
      %z = memref.load %b[%vi, %zero] : memref<4x4xf32>
      %x = arith.addf %z, %y : f32)",
                     "[%vi, %zero]", "reduce"),
            OpPatternKind::OutFusable);
}

TEST_F(OpPatternTest, OneElementWrittenTwiceIsOpaque) {
  EXPECT_EQ(
      classify("%x = memref.load %a[%vi, %vj] : memref<4x4xf32>", "[%vi, %vi]"),
      OpPatternKind::Opaque);
}

TEST_F(OpPatternTest, ADeclaredPatternIsTaken) {
  StringRef load = "%x = memref.load %a[%vi, %vj] : memref<4x4xf32>";
  EXPECT_EQ(classify(load, "[%vi, %vj]", "spatial",
                     "num_inputs = 2 : i64, op_pattern = 4 : i64"),
            OpPatternKind::OutFusable);
  EXPECT_EQ(classify(load, "[%vi, %vj]", "spatial",
                     "num_inputs = 2 : i64, op_pattern = 9 : i64"),
            OpPatternKind::Opaque);
}
