// Sums of products of numbers that are several in a word.
#ifndef RELAX_DIALECT_TIR_IR_DOTOPS_TD
#define RELAX_DIALECT_TIR_IR_DOTOPS_TD

include "Relax/Dialect/TIR/IR/TIRBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TIR_WordsLike : AnyTypeOf<[I32, VectorOfNonZeroRankOf<[I32]>],
                              "i32 or a vector of it">;

def TIR_Dot2S16Op : TIR_Op<"dot2_s16", [
    Pure, Commutative, Elementwise, Scalarizable, Vectorizable, Tensorizable,
    SameOperandsAndResultType]> {
  let summary = "Sum of the products of two s16 and two s16";
  let description = [{
    Each operand is two signed numbers of 16 bits in the halves of an `i32`.
    The sum of the two products is taken modulo 2^32, which it leaves only
    where all four are -32768. It is `vpmaddwd` of x86, and `vpdpwssd` with an
    `arith.addi` behind it where AVX512-VNNI or AVX-VNNI is there.

    ```mlir
    %sum = tir.dot2_s16 %a, %b : i32
    %sums = tir.dot2_s16 %va, %vb : vector<16xi32>
    ```
  }];
  let arguments = (ins TIR_WordsLike:$lhs, TIR_WordsLike:$rhs);
  let results = (outs TIR_WordsLike:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// The same sum as arithmetic of `i32`, which needs no other type.
    ::mlir::Value expandInLanes(::mlir::OpBuilder &builder);
  }];
}

#endif // RELAX_DIALECT_TIR_IR_DOTOPS_TD
