// Whether two versions of a module execute to the same results.
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Reference/Comparison.h"
#include "Relax/Stress/ModuleGenerator.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::relax;

namespace {
/// Programs `b[i] = a[i] OP 0.5`, called by a public function.
class ModuleComparisonTest : public ::testing::Test {
protected:
  ModuleComparisonTest() { loadGeneratedDialects(&context); }

  OwningOpRef<ModuleOp> makeModule(StringRef op, StringRef size = "n") {
    std::string tensor = "tensor<?xf32, #relax.dims<[n]>>";
    std::string text =
        ("tir.func private @k(%a: memref<?xf32> {tir.dims = "
         "#relax.dims<[n]>}, %b: memref<?xf32> {tir.dims = "
         "#relax.dims<[n]>}) attributes {num_inputs = 1} {\n"
         "  %c0 = arith.constant 0 : index\n"
         "  %half = arith.constant 0.5 : f32\n"
         "  %n = memref.dim %a, %c0 : memref<?xf32>\n"
         "  %c6 = arith.constant 6 : index\n"
         "  tir.for %i = %c0 to %" +
         size +
         " {\n"
         "    %x = memref.load %a[%i] : memref<?xf32>\n"
         "    %y = " +
         op +
         " %x, %half : f32\n"
         "    memref.store %y, %b[%i] : memref<?xf32>\n"
         "  }\n  tir.return\n}\n"
         "relax.func @main(%x: " +
         tensor + ") -> " + tensor + " {\n  %0 = relax.call_tir @k(%x) : (" +
         tensor + ") -> " + tensor + "\n  relax.return %0 : " + tensor +
         "\n}\n")
            .str();
    return parseSourceString<ModuleOp>(text, ParserConfig(&context));
  }

  LogicalResult compare(ModuleOp before, ModuleOp after) {
    reference::ComparisonOptions options;
    options.seed = 2;
    difference.clear();
    return reference::compareModules(before, after, options, difference);
  }

  MLIRContext context;
  std::string difference;
};
} // namespace

TEST_F(ModuleComparisonTest, SameProgramsAgree) {
  auto before = makeModule("arith.addf"), after = makeModule("arith.addf");
  ASSERT_TRUE(before && after);
  EXPECT_TRUE(succeeded(compare(*before, *after)));
  EXPECT_EQ(difference, "");
}

TEST_F(ModuleComparisonTest, OtherResultsAreFound) {
  auto before = makeModule("arith.addf"), after = makeModule("arith.mulf");
  ASSERT_TRUE(before && after);
  EXPECT_TRUE(failed(compare(*before, *after)));
  EXPECT_EQ(difference.find("@main: result #0 was "), 0u) << difference;
}

TEST_F(ModuleComparisonTest, NewErrorsAreFoundAndOldOnesAreNot) {
  auto good = makeModule("arith.addf"), bad = makeModule("arith.addf", "c6");
  ASSERT_TRUE(good && bad);
  EXPECT_TRUE(failed(compare(*good, *bad)));
  EXPECT_NE(difference.find("gave results, now it fails"), std::string::npos)
      << difference;
  EXPECT_TRUE(succeeded(compare(*bad, *good)));
}

TEST_F(ModuleComparisonTest, ArgumentsAreReproducible) {
  auto module = makeModule("arith.addf");
  ASSERT_TRUE(module);
  auto function =
      cast<FunctionOpInterface>(SymbolTable::lookupSymbolIn(*module, "main"));
  auto first = reference::makeArguments(function, 5);
  auto second = reference::makeArguments(function, 5);
  ASSERT_TRUE(first && second && first->size() == 1);
  EXPECT_TRUE(reference::isSameDatum((*first)[0], (*second)[0], 0));
  reference::Datum copy = reference::copyDatum((*first)[0]);
  EXPECT_NE(copy.getTensor()->view, (*first)[0].getTensor()->view);
  EXPECT_TRUE(reference::isSameDatum(copy, (*first)[0], 0));
}
