// Constant matrices of 8 or 16 bits as products of whole words read them.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_PACKEDWORDS_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_PACKEDWORDS_H

#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::relax {

/// How the words of 32 bits that products read are made up: of four numbers of
/// 8 bits, for `tir.dot4_u8s8`, or of two of 16 bits, for `tir.dot2_s16` and
/// `tir.dot2_bf16`. Of `BytePairs`, the constant's have `pairs_fit`.
enum class WordForm { Bytes, Halves, BFloats, BytePairs };

/// The right side of a product.
struct PackedWords {
  /// `i32[ceil(K / n), N]`: n numbers of a column in the parts of each, as s8,
  /// s16 or bf16; numbers of u8 have 128 less. Zeros stand behind K.
  ElementsAttr words;
  /// `i32[N]`: the sum of each column of these numbers, if they are integers.
  ElementsAttr columnSums;
};

/// Whether products of bytes whose pairs fit 16 bits are faster than those of
/// halves: where there is an instruction for them, and none for all bytes.
bool prefersBytePairs(TargetInfo target);

/// Whether words of bytes have what `pairs_fit` of `tir.dot4_u8s8` says.
bool doPairsFit(ElementsAttr words);

/// Words in blocks of columns, [block, step, column], and for each step of a
/// block the place along the depth of its words, [block, step].
struct PlacedWords {
  ElementsAttr words, places;
};

/// The words of a matrix that `splitByPairs` makes two of.
struct SplitWords {
  /// Words of bytes that have what `pairs_fit` says, in all columns of a block.
  PlacedWords pairs;
  /// All others, each as two words of halves.
  PlacedWords halves;
};

/// Splits words of bytes, [depth, column], in blocks of `block` columns, which
/// there is a multiple of. All blocks have equally many words of pairs. nullopt
/// where these are less than two thirds.
std::optional<SplitWords> splitByPairs(ElementsAttr words, int64_t block);

/// How many numbers a word has.
int64_t getWordSize(WordForm form);

/// How the numbers of a type of 8 or 16 bits are packed.
WordForm getWordForm(Type element);

/// How many words cover `size` numbers.
int64_t getNumWords(WordForm form, int64_t size);

/// Packs a matrix `[K, N]`, or `[N, K]` if it is transposed, of i8, u8, i16 or
/// bf16.
/// No words where its elements are not all there, one by one.
PackedWords packWords(ElementsAttr matrix, bool isTransposed);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_PACKEDWORDS_H
