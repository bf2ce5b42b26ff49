// What chips can do, by their names.
#include "Relax/Support/GPUTarget.h"
#include "gtest/gtest.h"

using mlir::relax::getMaxSharedBytes;
using mlir::relax::GPUTarget;

TEST(GPUTarget, ReadsNames) {
  EXPECT_EQ(GPUTarget::parse("sm_75")->getVersion(), 75u);
  EXPECT_EQ(GPUTarget::parse("sm_90a")->getVersion(), 90u);
  EXPECT_EQ(GPUTarget::parse("sm_103f")->getVersion(), 103u);
  for (const char *name : {"", "sm_", "sm_x", "sm90", "cpu", "sm_90b", "90",
                           "sm_99999999999999999999"})
    EXPECT_FALSE(GPUTarget::parse(name)) << name;
}

TEST(GPUTarget, KnowsInstructions) {
  GPUTarget turing = *GPUTarget::parse("sm_75");
  EXPECT_TRUE(turing.hasTensorCores());
  EXPECT_FALSE(turing.hasAsyncCopies());
  EXPECT_FALSE(turing.hasNaNMaximum());
  GPUTarget ampere = *GPUTarget::parse("sm_80");
  EXPECT_TRUE(ampere.hasAsyncCopies());
  EXPECT_TRUE(ampere.hasNaNMaximum());
  EXPECT_FALSE(ampere.hasBulkCopies());
  GPUTarget hopper = *GPUTarget::parse("sm_90");
  EXPECT_TRUE(hopper.hasBulkCopies());
  EXPECT_FALSE(hopper.hasWarpgroupProducts());
  EXPECT_TRUE(GPUTarget::parse("sm_90a")->hasWarpgroupProducts());
  EXPECT_FALSE(GPUTarget::parse("sm_100a")->hasWarpgroupProducts());
  EXPECT_FALSE(GPUTarget::parse("sm_70")->hasTensorCores());
}

TEST(GPUTarget, KnowsSharedMemory) {
  EXPECT_EQ(getMaxSharedBytes("sm_75"), 64 * 1024);
  EXPECT_EQ(getMaxSharedBytes("sm_80"), 163 * 1024);
  EXPECT_EQ(getMaxSharedBytes("sm_86"), 99 * 1024);
  EXPECT_EQ(getMaxSharedBytes("sm_89"), 99 * 1024);
  EXPECT_EQ(getMaxSharedBytes("sm_90a"), 227 * 1024);
  EXPECT_EQ(getMaxSharedBytes("sm_120"), 99 * 1024);
  EXPECT_EQ(getMaxSharedBytes("unknown"), GPUTarget::kMaxSharedBytes);
}

TEST(GPUTarget, KnowsResidentThreads) {
  auto count = [](const char *name) {
    return GPUTarget::parse(name)->getMaxResidentThreads();
  };
  EXPECT_EQ(count("sm_75"), 1024);
  EXPECT_EQ(count("sm_80"), 2048);
  EXPECT_EQ(count("sm_86"), 1536);
  EXPECT_EQ(count("sm_89"), 1536);
  EXPECT_EQ(count("sm_90a"), 2048);
  EXPECT_EQ(count("sm_100"), 2048);
  EXPECT_EQ(count("sm_120"), 1536);
}
