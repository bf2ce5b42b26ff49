// What passes are told of a machine, and where they find it.
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Target/MakeTarget.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

namespace mlir::relax {
namespace {

struct TargetTest : testing::Test {
  TargetTest() { context.loadDialect<RelaxDialect, tir::TIRDialect>(); }

  TargetInfo get(StringRef chip) { return TargetAttr::get(&context, chip); }

  MLIRContext context;
};

TEST_F(TargetTest, AnswersForChips) {
  Type f16 = Float16Type::get(&context), f32 = Float32Type::get(&context);
  Type bf16 = BFloat16Type::get(&context), f64 = Float64Type::get(&context);
  Type i8 = IntegerType::get(&context, 8);
  TargetInfo turing = get("sm_75"), ampere = get("sm_80");
  EXPECT_TRUE(turing.isGPU());
  EXPECT_TRUE(turing.hasMatrix(f16) && turing.hasMatrix(i8));
  EXPECT_FALSE(turing.hasMatrix(bf16) || turing.hasMatrix(f32));
  EXPECT_FALSE(turing.hasAsyncCopy());
  EXPECT_TRUE(ampere.hasMatrix(bf16) && ampere.hasMatrix(f32));
  EXPECT_FALSE(ampere.hasMatrix(f64));
  EXPECT_TRUE(ampere.hasAsyncCopy());
  EXPECT_FALSE(ampere.hasBulkCopy());
  EXPECT_TRUE(get("sm_90").hasBulkCopy());
  EXPECT_FALSE(get("sm_90").hasWarpgroup());
  EXPECT_TRUE(get("sm_90a").hasWarpgroup());
  EXPECT_EQ(turing.getMaxSharedBytes(), 64 * 1024);
  EXPECT_EQ(turing.getMaxBlockThreads(), 1024);
  EXPECT_EQ(turing.getMaxResidentThreads(), 1024);
  EXPECT_EQ(turing.getCores(), 0u);
  EXPECT_EQ(turing.getMachine(), "sm_75");
  EXPECT_FALSE(turing.getHostTarget());
  EXPECT_EQ(cast<TargetAttr>(turing).getPTXFeatures(), "+ptx65");
  EXPECT_EQ(cast<TargetAttr>(ampere).getPTXFeatures(), "");
}

TEST_F(TargetTest, AnswersForCPUs) {
  auto cpu = cast<TargetAttr>(parseAttribute(
      "#relax.target<cpu, cpu = \"haswell\", vector_bits = 256, cores = 4>",
      &context));
  TargetInfo info = cpu;
  EXPECT_FALSE(info.isGPU());
  EXPECT_FALSE(info.hasMatrix(Float16Type::get(&context)));
  EXPECT_FALSE(info.hasAsyncCopy() || info.hasBulkCopy() ||
               info.hasWarpgroup() || info.isEmulated());
  EXPECT_EQ(info.getVectorBits(), 256u);
  EXPECT_EQ(info.getCores(), 4u);
  EXPECT_EQ(info.getMaxSharedBytes(), 0);
  EXPECT_EQ(info.getMaxResidentThreads(), 0);
  EXPECT_EQ(info.getMachine(), "haswell");
  EXPECT_EQ(info.getHostTarget(), info);
  TargetInfo gpu = TargetAttr::get(&context, "sm_80", cpu);
  EXPECT_EQ(gpu.getHostTarget(), info);
}

TEST_F(TargetTest, KnowsBytePairs) {
  auto getBits = [&](StringRef cpu) {
    std::string text =
        "#relax.target<cpu, triple = \"x86_64-linux-gnu\", cpu = \"" +
        cpu.str() + "\">";
    return cast<TargetAttr>(parseAttribute(text, &context)).getBytePairBits();
  };
  EXPECT_EQ(getBits("skylake-avx512"), 512u);
  EXPECT_EQ(getBits("haswell"), 256u);
  EXPECT_EQ(getBits("nehalem"), 128u);
  EXPECT_EQ(getBits("x86-64"), 0u);
  TargetInfo gpu = TargetAttr::get(&context, "sm_80", TargetAttr());
  EXPECT_EQ(gpu.getBytePairBits(), 0u);
}

TEST_F(TargetTest, NearestHolds) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(R"(
    module attributes {relax.target = #relax.target<cuda, chip = "sm_80">,
                       relax.allow_tf32} {
      tir.func private @host() attributes {num_inputs = 0 : i64,
          relax.target = #relax.target<cpu, cpu = "haswell">} { tir.return }
      tir.func private @gpu() attributes {num_inputs = 0 : i64} { tir.return }
    })",
                                                             &context);
  ASSERT_TRUE(module);
  auto host = module->lookupSymbol<tir::FuncOp>("host");
  auto gpu = module->lookupSymbol<tir::FuncOp>("gpu");
  EXPECT_EQ(getTarget(*module).getMachine(), "sm_80");
  EXPECT_EQ(getTarget(gpu.getBody().front().getTerminator()).getMachine(),
            "sm_80");
  EXPECT_EQ(getTarget(host.getBody().front().getTerminator()).getMachine(),
            "haswell");
  EXPECT_TRUE(allowsTF32(gpu));
  (*module)->removeAttr(kTargetName);
  (*module)->removeAttr(kAllowTF32Name);
  EXPECT_FALSE(getTarget(gpu));
  EXPECT_FALSE(allowsTF32(gpu));
}

// What a person names becomes facts; the same machine twice is the same.
TEST_F(TargetTest, NamesMachines) {
  Location location = UnknownLoc::get(&context);
  auto make = [&](const char *cpu, const char *triple,
                  const char *features = "") {
    TargetRequest request;
    request.cpu = cpu;
    request.triple = triple;
    request.features = features;
    return *makeTarget(location, request);
  };
  const char *x86 = "x86_64-pc-linux-gnu";
  EXPECT_EQ(make("x86-64", x86).getVectorBits(), 128u);
  EXPECT_EQ(make("haswell", x86).getVectorBits(), 256u);
  EXPECT_EQ(make("haswell", x86).getFeatures(), "");
  EXPECT_EQ(make("sapphirerapids", x86).getVectorBits(), 512u);
  EXPECT_EQ(make("haswell", x86, "-fma,+sse").getFeatures(), "-fma");
  EXPECT_EQ(make("neoverse-n1", "aarch64-linux-gnu").getVectorBits(), 128u);
  EXPECT_EQ(make("", "aarch64-linux-gnu").getCpu(), "generic");
  EXPECT_EQ(make("", "riscv64-linux-gnu").getCpu(), "generic-rv64");
  // Bytes are multiplied by AVX512-VNNI, AVX-VNNI, or not at all.
  EXPECT_EQ(make("sapphirerapids", x86).getDot4Bits(), 512u);
  EXPECT_EQ(make("sapphirerapids", x86, "-avx512f").getDot4Bits(), 256u);
  EXPECT_EQ(make("alderlake", x86).getDot4Bits(), 256u);
  EXPECT_EQ(make("alderlake", x86, "-avx2").getDot4Bits(), 0u);
  EXPECT_EQ(make("haswell", x86, "+avxvnni").getDot4Bits(), 256u);
  EXPECT_EQ(make("haswell", x86).getDot4Bits(), 0u);
  EXPECT_EQ(make("neoverse-n1", "aarch64-linux-gnu").getDot4Bits(), 0u);
  // So are pairs of bf16.
  EXPECT_EQ(make("znver4", x86).getDot2BF16Bits(), 512u);
  EXPECT_EQ(make("cooperlake", x86).getDot2BF16Bits(), 512u);
  EXPECT_EQ(make("cooperlake", x86, "-avx512bf16").getDot2BF16Bits(), 0u);
  EXPECT_EQ(make("skylake-avx512", x86).getDot2BF16Bits(), 0u);
  // f16 is added and multiplied as it is from Sapphire Rapids on.
  EXPECT_TRUE(make("sapphirerapids", x86).hasHalfArithmetic());
  EXPECT_FALSE(make("znver4", x86).hasHalfArithmetic());
  // Tiles are of what the CPU's AMX multiplies.
  Builder builder(&context);
  Type i8 = builder.getI8Type(), bf16 = builder.getBF16Type();
  EXPECT_TRUE(make("sapphirerapids", x86).hasMatrix(i8));
  EXPECT_TRUE(make("graniterapids", x86).hasMatrix(bf16));
  EXPECT_FALSE(make("graniterapids", x86).hasMatrix(builder.getF32Type()));
  EXPECT_FALSE(make("sapphirerapids", x86, "-amx-bf16").hasMatrix(bf16));
  EXPECT_FALSE(make("sapphirerapids", x86, "-amx-tile").hasMatrix(i8));
  EXPECT_FALSE(make("znver4", x86).hasMatrix(i8));
  TargetAttr own = make("", "");
  EXPECT_NE(own.getCpu(), "native");
  HostMachineOptions again = getHostOptions(own);
  TargetAttr named =
      make(again.cpu.c_str(), again.triple.c_str(), again.features.c_str());
  // A name does not say how large the last cache is.
  EXPECT_EQ(named.getCacheBytes(), 0u);
  EXPECT_EQ(own.getCacheBytes(), findNativeCacheBytes());
  EXPECT_EQ(TargetAttr::get(&context, named.getKind(), named.getTriple(),
                            named.getCpu(), named.getChip(),
                            named.getFeatures(), named.getVectorBits(),
                            named.getCores(), own.getCacheBytes(),
                            named.getEmulated(), named.getHost()),
            own);
}

} // namespace
} // namespace mlir::relax
