// Programs that are the same whatever their parts are called, and the place of
// the first difference of others.
#include "Relax/Analysis/ModuleComparison.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::relax;

namespace {

class ModuleComparisonTest : public ::testing::Test {
protected:
  ModuleComparisonTest() {
    context.loadDialect<RelaxDialect, tir::TIRDialect>();
  }

  OwningOpRef<ModuleOp> parse(StringRef text, StringRef name) {
    return parseSourceString<ModuleOp>(text, &context, name);
  }

  std::optional<ModuleDifference> compare(StringRef left, StringRef right) {
    leftModule = parse(left, "left");
    rightModule = parse(right, "right");
    EXPECT_TRUE(leftModule && rightModule);
    return compareModules(*leftModule, *rightModule);
  }

  /// The line of a place in one of the texts.
  static std::pair<std::string, unsigned> lineOf(Location location) {
    auto file = cast<FileLineColLoc>(location);
    return {file.getFilename().str(), file.getLine()};
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> leftModule, rightModule;
};

} // namespace

TEST_F(ModuleComparisonTest, PrivateNamesSizesAndOrdersDoNotCount) {
  EXPECT_FALSE(compare(R"(
    relax.func private @one(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> attributes {relax.a = 1 : i64, relax.b = 2 : i64} {
      relax.return %x : tensor<?xf32, #relax.dims<[n]>>
    }
    relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
      %0 = relax.call @one(%x) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
      relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
    })",
                       R"(
    relax.func @main(%arg: tensor<?xf32, #relax.dims<[k]>>) -> tensor<?xf32, #relax.dims<[k]>> {
      %result = relax.call @other(%arg) : (tensor<?xf32, #relax.dims<[k]>>) -> tensor<?xf32, #relax.dims<[k]>>
      relax.return %result : tensor<?xf32, #relax.dims<[k]>>
    }
    relax.func private @other(%x: tensor<?xf32, #relax.dims<[m]>>) -> tensor<?xf32, #relax.dims<[m]>> attributes {relax.b = 2 : i64, relax.a = 1 : i64} {
      relax.return %x : tensor<?xf32, #relax.dims<[m]>>
    })"));
}

TEST_F(ModuleComparisonTest, ExpressionsAreComparedInTheirNormalForm) {
  EXPECT_FALSE(compare(R"(
    relax.func @f(%s: !relax.shape<[a, b]>) -> !relax.shape<[(a + b) * 2, a + 3 - 1]> {
      %0 = relax.shape [(a + b) * 2, a + 3 - 1] : !relax.shape<[(a + b) * 2, a + 3 - 1]>
      relax.return %0 : !relax.shape<[(a + b) * 2, a + 3 - 1]>
    })",
                       R"(
    relax.func @f(%s: !relax.shape<[y, x]>) -> !relax.shape<[x * 2 + y * 2, y + 2]> {
      %0 = relax.shape [x * 2 + y * 2, y + 2] : !relax.shape<[x * 2 + y * 2, y + 2]>
      relax.return %0 : !relax.shape<[x * 2 + y * 2, y + 2]>
    })"));
}

// The sizes of the cast stand in the other order of the alphabet, behind an
// expression of them.
TEST_F(ModuleComparisonTest, SymbolsOfCastsAreNamedByTheirDefinitions) {
  const char *text = R"(
    relax.func @f(%%x: tensor<?x?x?xf32>) {
      %%0 = relax.match_cast %%x : tensor<?x?x?xf32> to tensor<?x?x?xf32, #relax.dims<[%s + %s, %s, %s]>>
      relax.return
    })";
  char left[512], right[512];
  snprintf(left, sizeof(left), text, "a", "b", "a", "b");
  snprintf(right, sizeof(right), text, "b", "a", "b", "a");
  EXPECT_FALSE(compare(left, right));
  snprintf(right, sizeof(right), text, "a", "a", "a", "b");
  EXPECT_TRUE(compare(left, right));
}

// As elements, as a resource, as one element for all.
TEST_F(ModuleComparisonTest, ConstantsAreComparedByWhatTheyHold) {
  auto constant = [](StringRef value, StringRef type, StringRef data) {
    return ("relax.func @f() -> tensor<" + type + "> { %0 = relax.constant " +
            value + " : tensor<" + type + ">\n relax.return %0 : tensor<" +
            type + "> }\n{-# dialect_resources: { builtin: { r: \"0x" + data +
            "\" } } #-}")
        .str();
  };
  const char *ones = "04000000"
                     "0000803F"
                     "0000803F";
  std::string same = constant("dense<1.0>", "2xf32", ones);
  std::string each = constant("dense<[1.0, 2.0]>", "2xf32", ones);
  std::string kept = constant("dense_resource<r>", "2xf32", ones);
  EXPECT_FALSE(compare(same, kept));
  EXPECT_FALSE(compare(kept, same));
  EXPECT_TRUE(compare(each, kept));
  EXPECT_TRUE(compare(constant("dense<true>", "2xi1", ones),
                      constant("dense<[true, false]>", "2xi1", ones)));
  EXPECT_TRUE(compare(same, constant("dense<1.0>", "2xf16", ones)));
}

TEST_F(ModuleComparisonTest, PublicNamesCount) {
  std::optional<ModuleDifference> found = compare(
      "relax.func @f() { relax.return }", "relax.func @g() { relax.return }");
  ASSERT_TRUE(found);
  EXPECT_NE(found->reason.find("'sym_name'"), std::string::npos)
      << found->reason;
}

TEST_F(ModuleComparisonTest, TheFirstDifferenceHasBothPlaces) {
  std::optional<ModuleDifference> found = compare(R"(
    relax.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.exp %x : tensor<4xf32>
      %1 = relax.exp %0 : tensor<4xf32>
      relax.return %1 : tensor<4xf32>
    })",
                                                  R"(
    // Here is one line more.
    relax.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.exp %x : tensor<4xf32>
      %1 = relax.log %0 : tensor<4xf32>
      relax.return %1 : tensor<4xf32>
    })");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->reason, "is 'relax.exp', but there 'relax.log'");
  EXPECT_EQ(lineOf(found->left), std::make_pair(std::string("left"), 4u));
  EXPECT_EQ(lineOf(found->right), std::make_pair(std::string("right"), 5u));
}

TEST_F(ModuleComparisonTest, TheModulesStayAsTheyAre) {
  const char *text = R"(
    relax.func private @p(%x: tensor<?xf32, #relax.dims<[batch]>>) {
      relax.return
    })";
  EXPECT_FALSE(compare(text, text));
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  leftModule->print(stream);
  EXPECT_NE(printed.find("@p"), std::string::npos);
  EXPECT_NE(printed.find("batch"), std::string::npos);
}
