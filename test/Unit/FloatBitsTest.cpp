// The bits of floats that are made narrow.
#include "Relax/Support/FloatBits.h"
#include "Relax/Reference/Element.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace mlir::relax;

// Every value of 16 bits, what is halfway to the next one, and its neighbours.
template <typename Check>
static void forAllPlaces(Check check) {
  for (uint32_t high = 0; high != 0x10000; ++high)
    for (uint32_t low : {0x0000, 0x0001, 0x0fff, 0x1000, 0x1001, 0x2fff, 0x3000,
                         0x7fff, 0x8000, 0x8001, 0xf000, 0xffff}) {
      float value = llvm::bit_cast<float>(high << 16 | low);
      if (!std::isnan(value))
        check(value);
    }
}

TEST(FloatBitsTest, RoundsToF16AsTheReferenceDoes) {
  forAllPlaces([](float value) {
    ASSERT_EQ(toF16Bits(value),
              reference::getF16Bits(reference::roundToF16(value)))
        << value;
  });
}

TEST(FloatBitsTest, RoundsToBF16AsTheReferenceDoes) {
  forAllPlaces([](float value) {
    ASSERT_EQ(toBF16Bits(value),
              reference::getBF16Bits(reference::roundToBF16(value)))
        << value;
  });
}

TEST(FloatBitsTest, WidensWhatItHasNarrowed) {
  for (uint32_t bits = 0; bits != 0x10000; ++bits) {
    float half = fromF16Bits(bits), brain = fromBF16Bits(bits);
    if (!std::isnan(half))
      ASSERT_EQ(toF16Bits(half), bits);
    if (!std::isnan(brain))
      ASSERT_EQ(toBF16Bits(brain), bits);
  }
}
