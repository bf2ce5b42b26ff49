// A crash leaves a file and a command; a stack overflow is a crash like others.
#include "Relax/Support/CrashReport.h"
#include "Relax/Support/DeepStack.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Signals.h"
#include "gtest/gtest.h"
#include <cstdlib>

namespace mlir::relax {
namespace {

const char *const command[] = {"/bin/relax-opt", "in.mlir", "--a b", "-x='"};

void crash(const std::function<void()> &prepare) {
  // The saved file stays where the test runs.
  setenv("TMPDIR", ".", 1);
  llvm::sys::PrintStackTraceOnErrorSignal(command[0]);
  CrashReport::install(4, command);
  prepare();
  std::abort();
}

// Not a loop, and with an end that is beyond any stack.
[[maybe_unused]] int recurse(volatile int *depth) {
  volatile char frame[4096];
  frame[0] = char(++*depth);
  return *depth == 1 << 30 ? 0 : recurse(depth) + frame[0];
}

TEST(CrashReportTest, NamesTheCommandWithTheSavedInput) {
  EXPECT_EXIT(crash([] { CrashReport::setInput("in.mlir", "module {}"); }),
              testing::KilledBySignal(SIGABRT),
              "relax-opt: crashed; this repeats it: /bin/relax-opt "
              ".*/relax-opt-crash-.*\\.mlir '--a b' '-x='.*'''\n");
}

TEST(CrashReportTest, AddsAnInputThatTheCommandDoesNotName) {
  EXPECT_EXIT(crash([] { CrashReport::setInput("-", "module {}"); }),
              testing::KilledBySignal(SIGABRT),
              "/bin/relax-opt in.mlir .*relax-opt-crash-.*\\.mlir\n");
}

TEST(CrashReportTest, PrintsAProgramOnlyThen) {
  EXPECT_EXIT(crash([] {
                CrashReport::setProgram({"tool", "%s", "--go"},
                                        [](llvm::raw_ostream &os) {
                                          llvm::errs() << "printed\n";
                                          os << "module {}";
                                        });
              }),
              testing::KilledBySignal(SIGABRT),
              "printed\n.*this repeats it: tool .*\\.mlir --go\n");
}

TEST(CrashReportTest, KeepsTheInputOfALongProgram) {
  EXPECT_EXIT(crash([] {
                CrashReport::setInput("in.mlir", "module {}");
                CrashReport::keepInput();
                CrashReport::setBytecode({"tool", "%s"}, "bytes");
              }),
              testing::KilledBySignal(SIGABRT),
              "this repeats it: /bin/relax-opt "
              ".*/relax-opt-crash-.*\\.mlir '--a b'");
  CrashReport::keepInput();
  CrashReport::clear();
  EXPECT_FALSE(CrashReport::keepsInput());
}

TEST(CrashReportTest, RepeatsTheCommandIfThereIsNothingToSave) {
  EXPECT_EXIT(crash([] {
                CrashReport::setInput("in.mlir", "module {}");
                CrashReport::clear();
              }),
              testing::KilledBySignal(SIGABRT),
              "crashed; this repeats it: /bin/relax-opt in.mlir '--a b'");
}

// A sanitizer's signal stacks are too small to say much.
#if !LLVM_ADDRESS_SANITIZER_BUILD
TEST(CrashReportTest, ReportsAnOverflowOfTheDeepStack) {
  EXPECT_EXIT(crash([] {
                CrashReport::setInput("in.mlir", "module {}");
                int depth = 0;
                runOnDeepStack([&] { return recurse(&depth); });
              }),
              testing::KilledBySignal(SIGSEGV), "crashed; this repeats it");
}
#endif

} // namespace
} // namespace mlir::relax
