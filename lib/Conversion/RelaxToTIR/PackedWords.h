// Constant matrices of 8 or 16 bits as products of whole words read them.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_PACKEDWORDS_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_PACKEDWORDS_H

#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::relax {

/// How the words of 32 bits that products read are made up: of four numbers of
/// 8 bits, for `tir.dot4_u8s8`, or of two of 16 bits, for `tir.dot2_s16` and
/// `tir.dot2_bf16`.
enum class WordForm { Bytes, Halves, BFloats };

/// The right side of a product.
struct PackedWords {
  /// `i32[ceil(K / n), N]`: n numbers of a column in the parts of each, as s8,
  /// s16 or bf16; numbers of u8 have 128 less. Zeros stand behind K.
  ElementsAttr words;
  /// `i32[N]`: the sum of each column of these numbers, if they are integers.
  ElementsAttr columnSums;
};

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
