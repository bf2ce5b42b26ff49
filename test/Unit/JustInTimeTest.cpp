// Code in memory: found, run, and what goes wrong.
#include "Relax/Target/JustInTime.h"
#include "Relax/Target/NativeCode.h"
#include "Relax/Target/ObjectParts.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <atomic>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

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

// Enough functions for several parts: @f0 adds 0, @f1 adds 1 and calls @f0, ...
// All but the last one may get eight arguments more that they do not use.
static constexpr llvm::StringLiteral kUnused =
    ", %a0: i64, %a1: i64, %a2: i64, %a3: i64, %a4: i64, %a5: i64, %a6: i64, "
    "%a7: i64";
static std::string makeChain(unsigned functions, bool withUnused = false) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "llvm.mlir.global internal constant @table(dense<1> : "
        "tensor<2048xi64>) : !llvm.array<2048 x i64>\n"
        "llvm.mlir.global internal @count(0 : i64) : i64\n";
  for (unsigned f = 0; f < functions; ++f) {
    bool isLast = f + 1 == functions;
    os << "llvm.func " << (isLast ? "" : "internal ") << "@f" << f << "(%x: i64"
       << (withUnused && !isLast ? kUnused : "")
       << ") -> i64 attributes {no_inline} {\n"
          "%a = llvm.mlir.addressof @count : !llvm.ptr\n"
          "%t = llvm.mlir.addressof @table : !llvm.ptr\n"
          "%e = llvm.getelementptr %t[%x] : (!llvm.ptr, i64) -> !llvm.ptr, "
          "i64\n"
          "%one = llvm.load %e : !llvm.ptr -> i64\n"
          "%v0 = llvm.load volatile %a : !llvm.ptr -> i64\n";
    // Volatile, so that the optimizer leaves them.
    for (unsigned i = 0; i < 300; ++i)
      os << "%v" << i + 1 << " = llvm.add %v" << i << ", %one : i64\n"
         << "llvm.store volatile %v" << i + 1 << ", %a : i64, !llvm.ptr\n";
    if (f > 0)
      os << "%r = llvm.call @f" << f - 1
         << (withUnused ? "(%x, %one, %one, %one, %one, %one, %one, %one, "
                          "%one) : (i64, "
                          "i64, i64, i64, i64, i64, i64, i64, i64) -> i64\n"
                        : "(%x) : (i64) -> i64\n");
    else
      os << "%r = llvm.load volatile %a : !llvm.ptr -> i64\n";
    os << "llvm.return %r : i64\n}\n";
  }
  return text;
}

// Where the kernel puts a mapping is its choice, and parts refer to each other
// by 32-bit distances. While `isFarApart` holds, each mapping of this process
// lies a TB from the one before, as was seen under gVisor.
static bool isFarApart = false;
extern "C" void *mmap(void *address, size_t size, int protection, int flags,
                      int file, off_t offset) noexcept {
  static std::atomic<uintptr_t> next = uintptr_t(1) << 44;
  if (isFarApart && !address)
    address = reinterpret_cast<void *>(next += uintptr_t(1) << 40);
  return reinterpret_cast<void *>(
      syscall(SYS_mmap, address, size, protection, flags, file, offset));
}

TEST_F(JustInTimeTest, PartsFindEachOther) {
  module = parseSourceString<ModuleOp>(makeChain(30), &context);
  ASSERT_TRUE(module);
  HostMachineOptions fast;
  fast.optLevel = 0;
  llvm::SmallVector<ObjectCode> threaded, serial;
  ASSERT_TRUE(succeeded(generateObjects(*module, fast, threaded)));
  EXPECT_GT(threaded.size(), 2u);
  auto code = JustInTimeCode::compile(*module, fast, {});
  ASSERT_TRUE(code);
  isFarApart = true;
  auto *last = reinterpret_cast<int64_t (*)(int64_t)>(
      code->find(UnknownLoc::get(&context), "f29"));
  isFarApart = false;
  ASSERT_TRUE(last);
  EXPECT_EQ(last(5), 30 * 300);

  context.disableMultithreading();
  ASSERT_TRUE(succeeded(generateObjects(*module, fast, serial)));
  EXPECT_EQ(threaded, serial);
}

// A kernel of known sizes gets none of them, though its calls are in another
// part: passing them takes code.
TEST_F(JustInTimeTest, PartsPassNoUnusedArguments) {
  HostMachineOptions fast;
  fast.optLevel = 0;
  auto getSize = [&](bool withUnused) {
    llvm::SmallVector<ObjectCode> objects;
    module = parseSourceString<ModuleOp>(makeChain(30, withUnused), &context);
    EXPECT_TRUE(succeeded(generateObjects(*module, fast, objects)));
    EXPECT_GT(objects.size(), 2u);
    size_t size = 0;
    for (const ObjectCode &object : objects)
      size += object.size();
    return size;
  };
  EXPECT_LE(getSize(/*withUnused=*/true), getSize(/*withUnused=*/false));
}
