// Sums of products of numbers that are several in a word.
#ifndef RELAX_DIALECT_TIR_IR_DOTOPS_TD
#define RELAX_DIALECT_TIR_IR_DOTOPS_TD

include "Relax/Dialect/TIR/IR/TIRBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TIR_I32Like
    : AnyTypeOf<[I32, VectorOfNonZeroRankOf<[I32]>], "i32 or a vector of it">;

def TIR_F32Like
    : AnyTypeOf<[F32, VectorOfNonZeroRankOf<[F32]>], "f32 or a vector of it">;

def TIR_Dot4U8S8Op
    : TIR_Op<"dot4_u8s8", [Pure, Elementwise, Scalarizable, Vectorizable,
                           Tensorizable, SameOperandsAndResultType]> {
  let summary = "Sum of the products of four u8 and four s8";
  let description = [{
    Each operand is four numbers of 8 bits in the bytes of an `i32`: those of
    `lhs` are unsigned, those of `rhs` signed. The sum of the four products
    is exact: it has 18 bits. With an `arith.addi` behind it, it is
    `vpdpbusd` of AVX512-VNNI and AVX-VNNI and `dp4a` of a GPU; other
    machines compute it with products of 16 bits, which do not saturate.

    With `pairs_fit` the first two numbers of each word of `rhs`, and its last
    two, are such that 16 bits hold the sum of their products with any two u8:
    the sum of those above zero is 128 at most, of those below -128 at least. It
    is `vpmaddubsw` of x86 then, whose saturation is never met. Whoever sets it
    knows the numbers; the result is not defined where they are others, and no
    rule asks, as folding may show numbers that were hidden.

    ```mlir
    %sum = tir.dot4_u8s8 %a, %b : i32
    %sums = tir.dot4_u8s8 %va, %vb {pairs_fit} : vector<16xi32>
    ```
  }];
  let arguments = (ins TIR_I32Like:$lhs, TIR_I32Like:$rhs, UnitAttr:$pairs_fit);
  let results = (outs TIR_I32Like:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// Whether a word of s8 is as `pairs_fit` says.
    static bool doPairsFit(uint32_t word);
  }];
}

def TIR_Dot2S16Op
    : TIR_Op<"dot2_s16", [Pure, Commutative, Elementwise, Scalarizable,
                          Vectorizable, Tensorizable,
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
  let arguments = (ins TIR_I32Like:$lhs, TIR_I32Like:$rhs);
  let results = (outs TIR_I32Like:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// The same sum as arithmetic of `i32`, which needs no other type.
    ::mlir::Value expandInLanes(::mlir::OpBuilder &builder);
  }];
}

def TIR_Dot2BF16Op
    : TIR_Op<"dot2_bf16", [Pure, Commutative, Elementwise, Scalarizable,
                           Vectorizable, Tensorizable, SameTypeOperands,
                           SameOperandsAndResultShape]> {
  let summary = "Sum of the products of two bf16 and two bf16";
  let description = [{
    Each operand is two bf16 in the halves of an `i32`, the first in the lower
    one. Their products are exact in f32, and so the sum is rounded once, to the
    nearest, ties to even.

    With an `arith.addf` behind it, it is `vdpbf16ps` of AVX512-BF16, which adds
    one product to the other summand and then the other one, each rounded once
    to the nearest; or a term of `tdpbf16ps` of AMX, which adds up the first
    products of a tile, the second ones, and then both. These take subnormal
    numbers for zeros, and give none (Intel's manual, volume 2). In which order
    the three are added, and whether there are subnormal numbers, is therefore
    up to the machine.

    ```mlir
    %sum = tir.dot2_bf16 %a, %b : i32 to f32
    %sums = tir.dot2_bf16 %va, %vb : vector<16xi32> to vector<16xf32>
    ```
  }];
  let arguments = (ins TIR_I32Like:$lhs, TIR_I32Like:$rhs);
  let results = (outs TIR_F32Like:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `to` type($result)
  }];
  let extraClassDeclaration = [{
    /// The same sum as arithmetic of `f32`.
    ::mlir::Value expandInLanes(::mlir::OpBuilder &builder);
  }];
}

#endif // RELAX_DIALECT_TIR_IR_DOTOPS_TD
