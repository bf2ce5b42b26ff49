// Packs constant matrices of 8 bits, and sums their columns.
//
// As operators these would be steps of the interpreter for each byte, which is
// too slow for weights; here they are one pass over the bytes.
#include "PackedBytes.h"

#include "Relax/Support/PermuteConstant.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relax {

// vpdpbusd and dp4a multiply four bytes in a lane of 32 bits; AArch64's usdot,
// too.
static constexpr int64_t kGroup = 4;

int64_t getNumGroups(int64_t size) { return llvm::divideCeil(size, kGroup); }

namespace {
/// The bytes of a matrix, and how far apart its elements are.
struct ByteMatrix {
  ArrayRef<char> bytes;
  int64_t rows, columns, rowStride, columnStride;
  /// What makes a number of u8 one of s8 that has 128 less.
  /// Flipping the highest bit subtracts 128 modulo 256, so that u8 0..255
  /// become s8 -128..127 without a branch.
  uint8_t flip;

  uint8_t get(int64_t row, int64_t column) const {
    return uint8_t(bytes[row * rowStride + column * columnStride]) ^ flip;
  }
};
} // namespace

// Programs run on machines that have the lowest byte first, whatever this one
// is, as all constants of files have.
static void packRow(const ByteMatrix &matrix, int64_t group, char *to,
                    MutableArrayRef<int32_t> sums) {
  for (int64_t column = 0; column < matrix.columns; ++column) {
    uint32_t word = 0;
    for (int64_t i = 0; i < kGroup; ++i) {
      int64_t row = group * kGroup + i;
      // The padding is 0 behind the flip, not before it: flipped it would be
      // -128, and would add to the products.
      uint8_t byte = row < matrix.rows ? matrix.get(row, column) : 0;
      word |= uint32_t(byte) << (8 * i);
      // Of the flipped numbers, since these are what the kernel multiplies. A
      // sum of 2^24 bytes would be needed to leave i32.
      sums[column] += int8_t(byte);
    }
    llvm::support::endian::write32le(to + column * kGroup, word);
  }
}

PackedBytes packBytes(ElementsAttr matrix, bool isTransposed) {
  auto type = cast<RankedTensorType>(matrix.getShapedType());
  ByteMatrix from{getElementBytes(matrix),
                  type.getDimSize(isTransposed),
                  type.getDimSize(!isTransposed),
                  type.getDimSize(1),
                  1,
                  uint8_t(type.getElementType().isUnsignedInteger() ? 128 : 0)};
  if (isTransposed)
    std::swap(from.rowStride, from.columnStride);
  // A splat or a resource that is not loaded has no bytes of each element to
  // read.
  if (from.bytes.empty())
    return {};
  int64_t groups = getNumGroups(from.rows);
  AsmResourceBlob words = HeapAsmResourceBlob::allocate(
      // 64 bytes are a cache line and one zmm register: loads of a row then
      // never cross a line if the columns are a multiple of 16.
      groups * from.columns * sizeof(int32_t), 64);
  AsmResourceBlob sums =
      HeapAsmResourceBlob::allocate(from.columns * sizeof(int32_t), 64);
  SmallVector<int32_t> sum(from.columns, 0);
  char *to = words.getMutableData().data();
  for (int64_t group = 0; group < groups; ++group)
    packRow(from, group, to + group * from.columns * kGroup, sum);
  for (auto [column, value] : llvm::enumerate(sum))
    llvm::support::endian::write32le(
        sums.getMutableData().data() + column * sizeof(int32_t), value);
  // As resources and not as dense attributes: these are uniqued, so that MLIR
  // would hash and compare all bytes of a weight.
  Type i32 = IntegerType::get(type.getContext(), 32);
  return {makeConstantOf(RankedTensorType::get({groups, from.columns}, i32),
                         std::move(words), "packed"),
          makeConstantOf(RankedTensorType::get(from.columns, i32),
                         std::move(sums), "sums")};
}

} // namespace mlir::relax
