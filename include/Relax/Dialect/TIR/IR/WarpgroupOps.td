// What the threads of a warpgroup do together.
#ifndef RELAX_DIALECT_TIR_IR_WARPGROUPOPS_TD
#define RELAX_DIALECT_TIR_IR_WARPGROUPOPS_TD

include "Relax/Dialect/TIR/IR/TIRBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TIR_WarpgroupProductOp : TIR_Op<"warpgroup_product"> {
  let summary = "Add a product of two matrices in shared memory to sums";
  let description = [{
    The 128 threads of a warpgroup, neighbours from a multiple of 128 on, come
    to it together. Of 64 rows and twice as many columns as `sums` has
    elements, each thread has some: with `t` its number in the warpgroup,
    element `i` is of

    * row `16 * (t / 32) + t % 32 / 4 + 8 * (i / 2 % 2)`,
    * column `8 * (i / 4) + 2 * (t % 4) + i % 2`.

    The terms are 32 bytes of a row and of a column. `left` and `right` hold the
    factors from the elements `lhs_start` and `rhs_start` on; element 0 is at
    a multiple of 1,024 bytes. How they lie there says a layout, of a swizzle
    and two distances in bytes, leading and stride. Lines of as many bytes as
    the swizzle says hold neighbouring terms, or neighbours along rows or
    columns if the factor is transposed. Eight lines, contiguous, are
    a tile; the next lines are a stride further, and what is next along lines a
    leading distance. In the lines, pieces of 16 bytes have changed places: the
    bits of an address from bit 7 on, 3 of them for a swizzle of 128, 2 for 64
    and 1 for 32, are added without carry to those from bit 4 on. Without a
    swizzle, 0, lines have 16 bytes, and if the factor is transposed the two
    distances change their parts.

    With `overwrites` the sums are the product, whatever was there.

    This is `wgmma.mma_async`: it goes on while the threads do, which come to
    `nvvm.wgmma.fence.aligned` before it, and wait for it before they touch the
    sums or overwrite the factors.

    * **R1** `sums` is of rank 1, with 4 to 128 elements, a multiple of 4; of 8
      from 16 on if they are integers;
    * **R2** the factors are both f16, both bf16 or both f32 with sums of f32,
      each f8E4M3FN or f8E5M2 with sums of f32, or i8 with sums of i32; f32 has
      been rounded to tf32, as no more of it is read;
    * **R3** the factors are of rank 1 and in workgroup memory;
    * **R4** a layout is a swizzle of 0, 32, 64 or 128 and two multiples of 16
      from 0 to 262,128, and a factor is transposed only if it is of 16 bits.

    ```mlir
    tir.warpgroup_product %accumulators += %lhs[%i] * %rhs[%j] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 8192, 1024>, rhs_transposed} : memref<64xf32>, memref<8192xf16, #gpu.address_space<workgroup>>, memref<8192xf16, #gpu.address_space<workgroup>>
    ```
  }];
  let arguments = (ins
    Arg<AnyMemRef, "the sums of a thread", [MemRead, MemWrite]>:$accumulators,
    Arg<AnyMemRef, "the rows", [MemRead]>:$lhs, Index:$lhs_start,
    Arg<AnyMemRef, "the columns", [MemRead]>:$rhs, Index:$rhs_start,
    DenseI64ArrayAttr:$lhs_layout, DenseI64ArrayAttr:$rhs_layout,
    UnitAttr:$lhs_transposed, UnitAttr:$rhs_transposed, UnitAttr:$overwrites);
  let assemblyFormat = [{
    $accumulators `+` `` `=` $lhs `[` $lhs_start `]` `*` $rhs `[` $rhs_start `]`
    attr-dict `:` type($accumulators) `,` type($lhs) `,` type($rhs)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// How a factor lies in shared memory.
    struct Layout {
      int64_t swizzle, leading, stride;
      bool isTransposed;
    };
    Layout getLhsMatrix();
    Layout getRhsMatrix();
    /// What is multiplied, and how many columns and terms there are.
    Type getOperandType();
    int64_t getNumColumns();
    int64_t getKExtent();
  }];
}

#endif // RELAX_DIALECT_TIR_IR_WARPGROUPOPS_TD
