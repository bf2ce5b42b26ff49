// Code in memory: found, run, and what goes wrong.
#include "Relax/Target/JustInTime.h"
#include "Relax/Target/NativeCode.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::relax;

namespace {

constexpr llvm::StringLiteral kProgram = R"(
  llvm.func @seven() -> i64
  llvm.func @twice(%x: i64) -> i64 {
    %s = llvm.call @seven() : () -> i64
    %y = llvm.mul %x, %s : i64
    llvm.return %y : i64
  }
)";

int64_t seven() { return 7; }

struct JustInTimeTest : testing::Test {
  JustInTimeTest() {
    DialectRegistry registry;
    registry.insert<LLVM::LLVMDialect>();
    registerNativeTranslations(registry);
    context.appendDialectRegistry(registry);
    module = parseSourceString<ModuleOp>(kProgram, &context);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  JustInTimeSymbol symbol{"seven", reinterpret_cast<void *>(&seven)};
};

} // namespace

TEST_F(JustInTimeTest, FindsAndRuns) {
  auto code = JustInTimeCode::compile(*module, {}, symbol);
  ASSERT_TRUE(code);
  auto *twice = reinterpret_cast<int64_t (*)(int64_t)>(
      code->find(UnknownLoc::get(&context), "twice"));
  ASSERT_TRUE(twice);
  EXPECT_EQ(twice(6), 42);
}

TEST_F(JustInTimeTest, ReportsWhatIsNotThere) {
  std::string text;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { text = diagnostic.str(); });
  auto code = JustInTimeCode::compile(*module, {}, symbol);
  ASSERT_TRUE(code);
  EXPECT_FALSE(code->find(UnknownLoc::get(&context), "thrice"));
  EXPECT_NE(text.find("cannot find \"thrice\" in the compiled code: "),
            std::string::npos);
}

TEST_F(JustInTimeTest, ReportsWhatIsThereTwice) {
  std::string text;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { text = diagnostic.str(); });
  JustInTimeSymbol symbols[] = {symbol, {"twice", symbol.address}};
  EXPECT_FALSE(JustInTimeCode::compile(*module, {}, symbols));
  EXPECT_NE(text.find("cannot be compiled in memory: "), std::string::npos);
}
