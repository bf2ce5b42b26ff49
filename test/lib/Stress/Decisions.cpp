// A stream of decisions that a seed or a string of bytes makes.
#include "Stress/Decisions.h"

namespace mlir::relax {

uint8_t Decisions::nextByte() {
  if (isSeeded) {
    // SplitMix64 (Steele, Lea, Flood 2014).
    state += 0x9e3779b97f4a7c15;
    uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return uint8_t((mixed ^ (mixed >> 31)) >> 56);
  }
  if (bytes.empty())
    return 0;
  uint8_t byte = bytes.front();
  bytes = bytes.drop_front();
  return byte;
}

uint64_t Decisions::below(uint64_t bound) {
  if (bound <= 1)
    return 0;
  uint64_t number = 0;
  for (uint64_t left = bound - 1; left; left >>= 8)
    number = number << 8 | nextByte();
  return number % bound;
}

} // namespace mlir::relax
