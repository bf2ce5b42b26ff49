// Boxes of tensors that a device copies to shared memory at once.
#ifndef RELAX_DIALECT_TIR_IR_TENSORMAPOPS_TD
#define RELAX_DIALECT_TIR_IR_TENSORMAPOPS_TD

include "Relax/Dialect/TIR/IR/TIRBase.td"
include "mlir/Dialect/LLVMIR/LLVMOpBase.td"
include "mlir/Dialect/NVGPU/IR/NVGPUTypes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TIR_TensorMapOp : TIR_Op<"tensor_map",
    [Pure, AttrSizedOperandSegments]> {
  let summary = "Describe a tensor to a device that is to copy boxes of it";
  let description = [{
    The elements begin where `base` does, and lie `sizes` times, the last axis
    contiguous, and `strides` elements from one to the next of each
    other axis. What is copied at once is a `box` of them. The result is the
    address of the description, in memory of the host; a launch passes the
    description itself on to its kernel.

    This is `cuTensorMapEncodeTiled`; the run-time library asks the driver for
    it, which rejects an address that is no multiple of 16, and strides of bytes
    that are none.

    * **R1** there are one to five sizes, a stride less, and as many sizes of
      the box;
    * **R2** elements have 1, 2, 4 or 8 bytes;
    * **R3** the box has 1 to 256 elements along each axis, and along the last
      one a multiple of 16 bytes; the swizzle is 0, for none, or 128, if these
      are 128 bytes.

    ```mlir
    %map = tir.tensor_map %a[%n, %k] strides[%k] {box = array<i64: 128, 64>, swizzle = 128 : i64} : memref<?x?xf16> -> !llvm.ptr
    ```
  }];
  let arguments = (ins AnyMemRef:$base, Variadic<Index>:$sizes,
    Variadic<Index>:$strides, DenseI64ArrayAttr:$box, I64Attr:$swizzle);
  let results = (outs LLVM_AnyPointer:$map);
  let assemblyFormat = [{
    $base `[` $sizes `]` `strides` `[` $strides `]` attr-dict `:` type($base)
    `->` type($map)
  }];
  let hasVerifier = 1;
}

def TIR_BulkLoadOp : TIR_Op<"bulk_load"> {
  let summary = "Copy a box of a tensor to shared memory, asynchronously";
  let description = [{
    One thread starts it. The box of `map` whose first element has the
    `coordinates` comes to `target` from element `start` on, its last axis
    fastest, compact; element 0 of the target is at a multiple of 1,024 bytes.
    With a swizzle, pieces of 16 bytes change their places: three bits of an
    address from bit 7 on are added without carry to those from bit 4 on.
    Elements outside of the tensor are 0, and count as well.

    When all has come, the barrier has got the bytes of the box: a phase of it
    ends only after that.

    * **R1** the target is of rank 1 and in workgroup memory, and its elements
      are those of the tensor;
    * **R2** box and swizzle are those of the map, with a coordinate for each
      axis.

    ```mlir
    tir.bulk_load %map[%i, %j] to %tile[%start], %barriers[%stage] {box = array<i64: 128, 64>, swizzle = 128 : i64} : !llvm.ptr, memref<8192xf16, #gpu.address_space<workgroup>>, <memorySpace = #gpu.address_space<workgroup>>
    ```
  }];
  let arguments = (ins
    LLVM_AnyPointer:$map, Variadic<Index>:$coordinates,
    Arg<AnyMemRef, "where the box comes to", [MemWrite]>:$target, Index:$start,
    NVGPU_MBarrierGroup:$barriers, Index:$barrier,
    DenseI64ArrayAttr:$box, I64Attr:$swizzle);
  let assemblyFormat = [{
    $map `[` $coordinates `]` `to` $target `[` $start `]` `,`
    $barriers `[` $barrier `]` attr-dict `:` type($map) `,` type($target) `,`
    type($barriers)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The elements of a box, and their bytes.
    int64_t getNumElements();
    int64_t getNumBytes();
    Type getElementType();
  }];
}

#endif // RELAX_DIALECT_TIR_IR_TENSORMAPOPS_TD
