// The tensor programs of products of bytes that a module has.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_DOTKERNELS_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_DOTKERNELS_H

#include "Relax/Conversion/RelaxToTIR/KernelBuilder.h"
#include "Relax/Dialect/Relax/IR/TensorBuilder.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {

/// Makes each tensor program once: equal layers share one.
class DotKernels {
public:
  explicit DotKernels(Operation *module) : symbols(module) {}

  /// The call of a program of these operands that gives a tensor of `result`.
  /// `build` fills the program in; `facts` is what it depends on but types.
  Value call(TensorBuilder &builder, ValueRange operands,
             RankedTensorType result, Attribute facts,
             function_ref<void(KernelBuilder &)> build);

private:
  SymbolTable symbols;
  DenseMap<Attribute, tir::FuncOp> kernels;
};

/// The places of the words of both sides that one step multiplies.
struct DotPlaces {
  SmallVector<Value> lhs, rhs;
};

/// Fills a program in: each element of the result is the sum of `dot4` over
/// `reduce`, an i32 that starts at 0.
void buildDotBlock(
    KernelBuilder &kernel, ArrayRef<OpFoldResult> reduce,
    function_ref<DotPlaces(OpBuilder &, Location, ValueRange spatial,
                           ValueRange reduce)>
        getPlaces);

/// Pads each axis by the two entries that `widths` has for it; `x` itself where
/// all are 0.
Value pad(TensorBuilder &builder, Value x, ArrayRef<int64_t> widths,
          double value = 0);

/// Makes numbers of i8 those of u8 that have 128 more; leaves u8 alone.
Value makeUnsigned(TensorBuilder &builder, Value bytes);

/// Four bytes of the last axis, which has a multiple of them, as one i32.
Value viewAsGroups(TensorBuilder &builder, Value bytes);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_DOTKERNELS_H
