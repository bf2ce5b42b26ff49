// Packs constant matrices of 8 and 16 bits, and sums the columns of integers.
//
// As operators these would be steps of the interpreter for each byte, which is
// too slow for weights; here they are one pass over the bytes.
#include "PackedWords.h"

#include "Relax/Support/PermuteConstant.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relax {

// vpdpbusd and dp4a multiply four bytes in a lane of 32 bits; AArch64's usdot,
// too. vpmaddwd and vdpbf16ps multiply two halves.
int64_t getWordSize(WordForm form) { return form == WordForm::Bytes ? 4 : 2; }

WordForm getWordForm(Type element) {
  if (element.isBF16())
    return WordForm::BFloats;
  return element.isInteger(8) ? WordForm::Bytes : WordForm::Halves;
}

int64_t getNumWords(WordForm form, int64_t size) {
  return llvm::divideCeil(size, getWordSize(form));
}

namespace {
/// The bytes of a matrix, and how far apart its elements are.
struct NumberMatrix {
  ArrayRef<char> bytes;
  int64_t rows, columns, rowStride, columnStride;
  WordForm form;
  /// What makes a number of u8 one of s8 that has 128 less.
  /// Flipping the highest bit subtracts 128 modulo 256, so that u8 0..255
  /// become s8 -128..127 without a branch.
  uint8_t flip;

  /// A number behind the last row is 0 after the flip, not before it: flipped
  /// it would be -128, and would add to the products.
  int16_t get(int64_t row, int64_t column) const {
    if (row >= rows)
      return 0;
    const char *first = bytes.data();
    int64_t place = row * rowStride + column * columnStride;
    if (form != WordForm::Bytes)
      return llvm::support::endian::read16le(first + 2 * place);
    return int8_t(uint8_t(first[place]) ^ flip);
  }
};
} // namespace

// Programs run on machines that have the lowest byte first, whatever this one
// is, as all constants of files have.
static void packRow(const NumberMatrix &matrix, int64_t index, char *to,
                    MutableArrayRef<int32_t> sums) {
  int64_t size = getWordSize(matrix.form), bits = 32 / size;
  for (int64_t column = 0; column < matrix.columns; ++column) {
    uint32_t word = 0;
    for (int64_t i = 0; i < size; ++i) {
      int16_t number = matrix.get(index * size + i, column);
      word |= (uint32_t(number) & ((1u << bits) - 1)) << (bits * i);
      // Of the flipped numbers, since these are what the kernel multiplies. A
      // sum of 2^24 bytes would be needed to leave i32.
      sums[column] += number;
    }
    llvm::support::endian::write32le(to + column * sizeof(int32_t), word);
  }
}

PackedWords packWords(ElementsAttr matrix, bool isTransposed) {
  auto type = cast<RankedTensorType>(matrix.getShapedType());
  Type element = type.getElementType();
  NumberMatrix from{getElementBytes(matrix),
                    type.getDimSize(isTransposed),
                    type.getDimSize(!isTransposed),
                    type.getDimSize(1),
                    1,
                    getWordForm(element),
                    uint8_t(element.isUnsignedInteger() ? 128 : 0)};
  if (isTransposed)
    std::swap(from.rowStride, from.columnStride);
  // A splat or a resource that is not loaded has no bytes of each element to
  // read.
  if (from.bytes.empty())
    return {};
  int64_t rows = getNumWords(from.form, from.rows);
  AsmResourceBlob words = HeapAsmResourceBlob::allocate(
      // 64 bytes are a cache line and one zmm register: loads of a row then
      // never cross a line if the columns are a multiple of 16.
      rows * from.columns * sizeof(int32_t), 64);
  AsmResourceBlob sums =
      HeapAsmResourceBlob::allocate(from.columns * sizeof(int32_t), 64);
  SmallVector<int32_t> sum(from.columns, 0);
  char *to = words.getMutableData().data();
  for (int64_t row = 0; row < rows; ++row)
    packRow(from, row, to + row * from.columns * sizeof(int32_t), sum);
  for (auto [column, value] : llvm::enumerate(sum))
    llvm::support::endian::write32le(
        sums.getMutableData().data() + column * sizeof(int32_t), value);
  // As resources and not as dense attributes: these are uniqued, so that MLIR
  // would hash and compare all bytes of a weight.
  Type i32 = IntegerType::get(type.getContext(), 32);
  ElementsAttr packed =
      makeConstantOf(RankedTensorType::get({rows, from.columns}, i32),
                     std::move(words), "packed");
  // The bits of floats have no sum that means anything.
  if (from.form == WordForm::BFloats)
    return {packed, {}};
  return {packed, makeConstantOf(RankedTensorType::get(from.columns, i32),
                                 std::move(sums), "sums")};
}

} // namespace mlir::relax
