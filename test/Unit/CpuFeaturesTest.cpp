// What code is stamped with, and how a loader finds it.
#include "CpuFeatures.h"

#include "Relax/Target/HostMachine.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TargetParser/Host.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::relax;
using ::relax::runtime::hasCpuFeature;

namespace {

/// The features, without '+', that code for a CPU is stamped with.
std::vector<std::string> getStamp(const std::string &cpu,
                                  const std::string &features = "") {
  MLIRContext context;
  HostMachineOptions options;
  options.cpu = cpu;
  options.features = features;
  options.triple = "x86_64-pc-linux-gnu";
  auto machine = createHostMachine(UnknownLoc::get(&context), options);
  EXPECT_TRUE(machine);
  std::vector<std::string> names;
  std::string stamp = getLoadTimeFeatures(*machine);
  for (StringRef name : llvm::split(stamp, ','))
    names.push_back(name.drop_front().str());
  return names;
}

} // namespace

#if defined(__x86_64__)

// Whatever a compiler stamps, the run-time library knows.
TEST(CpuFeatures, KnowsEachStamp) {
  for (const char *cpu :
       {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4", "haswell", "znver2",
        "znver5", "icelake-server", "sapphirerapids", "graniterapids",
        "diamondrapids", "sierraforest", "clearwaterforest", "arrowlake",
        "bdver4", "btver2", "native"})
    for (const std::string &name : getStamp(cpu))
      EXPECT_TRUE(hasCpuFeature(name).has_value()) << cpu << ": " << name;
}

// What this machine has, and what not, LLVM finds as well.
TEST(CpuFeatures, AgreesWithLLVM) {
  unsigned known = 0;
  for (const auto &feature : llvm::sys::getHostCPUFeatures()) {
    std::optional<bool> isThere = hasCpuFeature(feature.first().str());
    if (!isThere)
      continue;
    ++known;
    EXPECT_EQ(*isThere, feature.second) << feature.first().str();
  }
  EXPECT_GT(known, 50u);
  EXPECT_FALSE(hasCpuFeature("unheard").has_value());
}

// This machine runs what is compiled for it.
TEST(CpuFeatures, HasItsOwnStamp) {
  for (const std::string &name : getStamp("native"))
    EXPECT_EQ(hasCpuFeature(name), true) << name;
}

// Code of f16 for one Xeon does not run on an older one, which has AVX-512.
TEST(CpuFeatures, StampsF16) {
  EXPECT_TRUE(llvm::is_contained(getStamp("sapphirerapids"), "avx512fp16"));
  EXPECT_FALSE(llvm::is_contained(getStamp("icelake-server"), "avx512fp16"));
  EXPECT_TRUE(
      llvm::is_contained(getStamp("x86-64-v3", "+avx512fp16"), "avx512fp16"));
  EXPECT_FALSE(llvm::is_contained(getStamp("x86-64-v3"), "avx512f"));
}

// Loops are as wide as the machine that is named, whatever runs the compiler.
TEST(CpuFeatures, NamesVectorBits) {
  MLIRContext context;
  auto getBits = [&](const char *cpu, const char *features = "") {
    HostMachineOptions options;
    options.cpu = cpu;
    options.features = features;
    options.triple = "x86_64-pc-linux-gnu";
    return getVectorBits(
        *createHostMachine(UnknownLoc::get(&context), options));
  };
  EXPECT_EQ(getBits("x86-64"), 128u);
  EXPECT_EQ(getBits("x86-64-v3"), 256u);
  EXPECT_EQ(getBits("x86-64-v4"), 512u);
  EXPECT_EQ(getBits("sapphirerapids", "-avx512f"), 256u);
}

#endif
