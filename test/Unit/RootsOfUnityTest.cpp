// The tables of Fourier transforms, and the lengths that have one.
#include "Relax/Support/RootsOfUnity.h"
#include "gtest/gtest.h"
#include <cmath>

using mlir::relax::chooseFourierFactor;
using mlir::relax::getRootsOfUnity;
using mlir::relax::RootsOfUnity;

TEST(RootsOfUnity, LengthsThatATableServesAreWhole) {
  for (int64_t length : {1, 2, 12, 61, 64})
    EXPECT_EQ(chooseFourierFactor(length), length);
}

TEST(RootsOfUnity, LongerOnesHaveAFactor) {
  EXPECT_EQ(chooseFourierFactor(65), 13);
  EXPECT_EQ(chooseFourierFactor(400), 50);
  EXPECT_EQ(chooseFourierFactor(1024), 64);
  EXPECT_EQ(chooseFourierFactor(2 * 131), 2);
  // The smaller of two that no table of up to 64 serves.
  EXPECT_EQ(chooseFourierFactor(101 * 103), 101);
  EXPECT_EQ(chooseFourierFactor(1009), 1009);
}

// A file may claim any length: 2^61 - 1 is a prime, to find which takes minutes
// without a bound.
TEST(RootsOfUnity, LengthsBeyondAllTablesAreAnsweredAtOnce) {
  int64_t prime = (int64_t(1) << 61) - 1;
  EXPECT_EQ(chooseFourierFactor(prime), prime);
}

TEST(RootsOfUnity, WholeTurnsAreTakenAway) {
  RootsOfUnity roots = getRootsOfUnity(7, 9, 5);
  ASSERT_EQ(roots.cosines.size(), 63u);
  for (int64_t row = 0; row < 7; ++row)
    for (int64_t column = 0; column < 9; ++column) {
      double angle = 2 * std::acos(-1.0) * double(row * column % 5) / 5;
      EXPECT_EQ(roots.cosines[row * 9 + column], std::cos(angle));
      EXPECT_EQ(roots.sines[row * 9 + column], std::sin(angle));
    }
}
