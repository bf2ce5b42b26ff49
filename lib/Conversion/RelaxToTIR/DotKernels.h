// The tensor programs of products of words that a module has.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_DOTKERNELS_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_DOTKERNELS_H

#include "PackedWords.h"

#include "Relax/Conversion/RelaxToTIR/KernelBuilder.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/TensorBuilder.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {

/// All ops of a kind in functions of relax. They are collected before any is
/// rewritten, since a walk must not meet what a rewrite erases.
template <typename Op>
SmallVector<Op> collectOps(ModuleOp module) {
  SmallVector<Op> ops;
  for (auto func : module.getOps<FuncOp>())
    func.walk([&](Op op) { ops.push_back(op); });
  return ops;
}

/// What a tensor program depends on but types.
struct KernelFacts {
  StringRef name;
  /// Null for none.
  Attribute others;
};

/// What programs of sums of products of words are called.
StringRef getKernelName(WordForm form);

/// Makes each tensor program once: equal layers share one.
class DotKernels {
public:
  explicit DotKernels(Operation *module) : symbols(module) {}

  /// The call of a program of these operands that gives a tensor of `result`.
  /// `build` fills the program in.
  Value call(TensorBuilder &builder, ValueRange operands,
             RankedTensorType result, KernelFacts facts,
             function_ref<void(KernelBuilder &)> build);

  /// The call of a program of the product of the rows of `data` and a matrix,
  /// both as words.
  Value callProduct(TensorBuilder &builder, Value data, Value matrix,
                    RankedTensorType result, WordForm form);
  /// The same of a matrix as `PlacedWords`, which has some words of each
  /// column, with the words of `data` that are at these places.
  Value callProduct(TensorBuilder &builder, Value data, PlacedWords matrix,
                    RankedTensorType result, WordForm form);

private:
  SymbolTable symbols;
  DenseMap<Attribute, tir::FuncOp> kernels;
};

/// The places of the words of both sides that one step multiplies.
struct DotPlaces {
  SmallVector<Value> lhs, rhs;
};

/// What sums of products of words are: i32 of integers, f32 of bf16.
Type getSumType(MLIRContext *context, WordForm form);

/// Fills a program in: each element of the result is the sum over `reduce` of
/// `dot4_u8s8` of bytes, `dot2_s16` of halves or `dot2_bf16` of bf16, and
/// starts at 0.
void buildDotBlock(
    KernelBuilder &kernel, WordForm form, ArrayRef<OpFoldResult> reduce,
    function_ref<DotPlaces(OpBuilder &, Location, ValueRange spatial,
                           ValueRange reduce)>
        getPlaces);

/// The value of a constant.
Value makeConstant(TensorBuilder &builder, ElementsAttr value);

/// Pads each axis by the two entries that `widths` has for it; `x` itself where
/// all are 0.
Value pad(TensorBuilder &builder, Value x, ArrayRef<int64_t> widths,
          double value = 0);

/// The left side of a product as words: its last axis with zeros behind it, if
/// these do not fill whole ones.
Value packRows(TensorBuilder &builder, Value data, WordForm form);

/// Makes numbers of i8 those of u8 that have 128 more; leaves others alone.
Value makeUnsigned(TensorBuilder &builder, Value bytes);

/// Four bytes or two halves of the last axis, which has a multiple of them, as
/// one i32.
Value viewAsWords(TensorBuilder &builder, Value numbers);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_DOTKERNELS_H
