// Packs constant matrices of 8 and 16 bits, and sums the columns of integers.
//
// As operators these would be steps of the interpreter for each byte, which is
// too slow for weights; here they are one pass over the bytes.
#include "PackedWords.h"

#include "Relax/Dialect/TIR/IR/DotOps.h"
#include "Relax/Support/PermuteConstant.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relax {

// vpdpbusd and dp4a multiply four bytes in a lane of 32 bits; AArch64's usdot,
// too. vpmaddwd and vdpbf16ps multiply two halves.
int64_t getWordSize(WordForm form) {
  return form == WordForm::Bytes || form == WordForm::BytePairs ? 4 : 2;
}

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

bool prefersBytePairs(TargetInfo target) {
  return target && target.getDot4Bits() == 0 && target.getBytePairBits() != 0;
}

bool doPairsFit(ElementsAttr words) {
  ArrayRef<char> bytes = getElementBytes(words);
  for (size_t at = 0; at < bytes.size(); at += sizeof(uint32_t))
    if (!tir::Dot4U8S8Op::doPairsFit(
            llvm::support::endian::read32le(bytes.data() + at)))
      return false;
  return !bytes.empty();
}

namespace {
/// Words of bytes, [depth, column], in blocks of columns.
struct WordBlocks {
  ArrayRef<char> bytes;
  int64_t depth, columns, block;

  int64_t size() const { return columns / block; }
  uint32_t get(int64_t number, int64_t row, int64_t inside) const {
    int64_t place = row * columns + number * block + inside;
    return llvm::support::endian::read32le(bytes.data() +
                                           place * sizeof(uint32_t));
  }
  bool doPairsFit(int64_t number, int64_t row) const {
    for (int64_t inside = 0; inside < block; ++inside)
      if (!tir::Dot4U8S8Op::doPairsFit(get(number, row, inside)))
        return false;
    return true;
  }
};

/// The constants of `PlacedWords` while they are written.
class PlacedWriter {
public:
  PlacedWriter(const WordBlocks &from, int64_t steps)
      : from(from), steps(steps),
        words(HeapAsmResourceBlob::allocate(
            from.size() * steps * from.block * sizeof(uint32_t), 64)),
        places(HeapAsmResourceBlob::allocate(
            from.size() * steps * sizeof(uint32_t), 64)) {}

  /// One step more, in the order of blocks.
  void add(int64_t place, function_ref<uint32_t(int64_t inside)> getWord) {
    auto write = [](AsmResourceBlob &blob, int64_t at, uint32_t word) {
      llvm::support::endian::write32le(
          blob.getMutableData().data() + at * sizeof(uint32_t), word);
    };
    for (int64_t inside = 0; inside < from.block; ++inside)
      write(words, count * from.block + inside, getWord(inside));
    write(places, count++, place);
  }

  PlacedWords take(Type i32) {
    return {makeConstantOf(
                RankedTensorType::get({from.size(), steps, from.block}, i32),
                std::move(words), "packed"),
            makeConstantOf(RankedTensorType::get({from.size(), steps}, i32),
                           std::move(places), "places")};
  }

private:
  const WordBlocks &from;
  int64_t steps, count = 0;
  AsmResourceBlob words, places;
};
} // namespace

// The first or the last two bytes of a word as halves.
static uint32_t widenPair(uint32_t word, int64_t pair) {
  uint16_t low = int16_t(int8_t(word >> (16 * pair)));
  uint16_t high = int16_t(int8_t(word >> (16 * pair + 8)));
  return low | uint32_t(high) << 16;
}

std::optional<SplitWords> splitByPairs(ElementsAttr words, int64_t block) {
  ArrayRef<int64_t> shape = words.getShapedType().getShape();
  WordBlocks from{getElementBytes(words), shape[0], shape[1], block};
  if (from.bytes.empty())
    return std::nullopt;
  // The rows of each block that fit, and the others.
  SmallVector<SmallVector<int64_t>> fit(from.size()), others(from.size());
  int64_t steps = from.depth;
  for (int64_t number = 0; number < from.size(); ++number) {
    for (int64_t row = 0; row < from.depth; ++row)
      (from.doPairsFit(number, row) ? fit : others)[number].push_back(row);
    steps = std::min<int64_t>(steps, fit[number].size());
  }
  // The sums of pairs wait in memory for those of halves: less would not pay.
  if (3 * steps < 2 * from.depth)
    return std::nullopt;
  PlacedWriter pairs(from, steps), halves(from, 2 * (from.depth - steps));
  for (int64_t number = 0; number < from.size(); ++number) {
    for (int64_t row : ArrayRef(fit[number]).take_front(steps))
      pairs.add(row,
                [&](int64_t inside) { return from.get(number, row, inside); });
    llvm::append_range(others[number], ArrayRef(fit[number]).drop_front(steps));
    for (int64_t row : others[number])
      for (int64_t pair = 0; pair < 2; ++pair)
        halves.add(2 * row + pair, [&](int64_t inside) {
          return widenPair(from.get(number, row, inside), pair);
        });
  }
  Type i32 = words.getShapedType().getElementType();
  return SplitWords{pairs.take(i32), halves.take(i32)};
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
