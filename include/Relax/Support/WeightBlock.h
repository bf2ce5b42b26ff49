// Blocks of weights of convolutions.
#ifndef RELAX_SUPPORT_WEIGHTBLOCK_H
#define RELAX_SUPPORT_WEIGHTBLOCK_H

#include <cstdint>

namespace mlir::relax {

/// How many of the `outputs` of each of `groups` are a block of weights, which
/// lies in one group: `block`, or fewer where there are several groups, down to
/// 8, as no vector of f32 is shorter where there are vectors worth packing for;
/// 0 if there are none of whole blocks.
inline int64_t getWeightBlock(int64_t outputs, int64_t groups, int64_t block) {
  constexpr int64_t kMinBlock = 8;
  while (groups != 1 && block > kMinBlock && outputs % block != 0)
    block /= 2;
  return outputs % block == 0 ? block : 0;
}

} // namespace mlir::relax

#endif // RELAX_SUPPORT_WEIGHTBLOCK_H
