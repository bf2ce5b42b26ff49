// Primitives that say something about loops, blocks and buffers.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_ANNOTATIONOPS_TD
#define RELAX_DIALECT_TIR_TRANSFORMOPS_ANNOTATIONOPS_TD

include "Relax/Dialect/TIR/TransformOps/ScheduleBase.td"

def TIR_AnnotateOp : TIR_InPlaceOp<"annotate"> {
  let summary = "Give a loop or a block an annotation";
  let description = [{
    Fails where it has one of that name.

    ```mlir
    transform.tir.annotate "unroll" = 4 : i64 at %op : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, StrAttr:$key,
                       AnyAttr:$value);
  let assemblyFormat = "$key `=` $value `at` $target attr-dict `:` type($target)";
}

def TIR_UnannotateOp : TIR_InPlaceOp<"unannotate"> {
  let summary = "Take an annotation away";
  let description = [{
    Fails where there is none of that name.

    ```mlir
    transform.tir.unannotate "unroll" at %op : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, StrAttr:$key);
  let assemblyFormat = "$key `at` $target attr-dict `:` type($target)";
}

def TIR_StorageAlignOp : TIR_InPlaceOp<"storage_align"> {
  let summary = "Make room between the rows of a buffer";
  let description = [{
    The buffer, made in the function, is the one of that number in the `writes`
    of the block. The stride of the axis becomes `offset` modulo `factor`, so
    that threads do not ask one memory bank.

    ```mlir
    transform.tir.storage_align %block[0] axis = 0 factor = 32 offset = 8
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$buffer,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$axis,
                       I64Attr:$factor, I64Attr:$offset);
  let assemblyFormat = [{
    $block `[` $buffer `]` `axis` `=` $axis `factor` `=` $factor `offset` `=`
    $offset attr-dict
  }];
}

def TIR_SetScopeOp : TIR_InPlaceOp<"set_scope"> {
  let summary = "Put a buffer into another memory";
  let description = [{
    The buffer, made in the function, is the one of that number in the `writes`
    of the block; the memories are "global", "shared" (of a thread block) and
    "local" (of a thread).

    ```mlir
    transform.tir.set_scope %block[0] "shared"
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$buffer,
                       StrAttr:$scope);
  let assemblyFormat = "$block `[` $buffer `]` $scope attr-dict";
}

def TIR_UnsafeSetDtypeOp : TIR_InPlaceOp<"unsafe_set_dtype"> {
  let summary = "Store the elements of a buffer as another type";
  let description = [{
    The buffer, made in the function, is the one of that number in the `writes`
    of the block; the type is a wider or a narrower one of the same kind. Loads
    and stores convert. This is the one primitive that may change numbers.

    ```mlir
    transform.tir.unsafe_set_dtype %block[0] f16
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$buffer,
                       TypeAttr:$dtype);
  let assemblyFormat = "$block `[` $buffer `]` $dtype attr-dict";
}

def TIR_AnnotateBufferAccessOp : TIR_InPlaceOp<"annotate_buffer_access"> {
  let summary = "Say what part of a buffer a block reads";
  let description = [{
    The buffer is the one of that number in the `reads` of the block. The map
    gives for its iterators, in each dimension, the first index and the one
    behind the last: a promise, where indices are loaded, say. The loads keep to
    it, so that `transform.tir.compute_at` and copies take no more than that.

    ```mlir
    transform.tir.annotate_buffer_access %block[0] by affine_map<(i) -> (i * 4, i * 4 + 4)>
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$buffer,
                       AffineMapAttr:$map);
  let assemblyFormat = "$block `[` $buffer `]` `by` $map attr-dict";
}

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_ANNOTATIONOPS_TD
