// Primitives that give blocks copies of buffers.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_CACHEOPS_TD
#define RELAX_DIALECT_TIR_TRANSFORMOPS_CACHEOPS_TD

include "Relax/Dialect/TIR/TransformOps/ScheduleBase.td"

class TIR_CacheOp<string mnemonic> : TIR_InPlaceOp<mnemonic> {
  let arguments = (ins TIR_BlockHandle:$block,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$buffer,
                       StrAttr:$scope);
  let results = (outs TIR_BlockHandle:$copy);
  let assemblyFormat = "$block `[` $buffer `]` $scope attr-dict";
}

def TIR_CacheReadOp : TIR_CacheOp<"cache_read"> {
  let summary = "Let a block read a copy of a buffer";
  let description = [{
    The buffer is the one of that number in the `reads` of the block. The new
    block copies what is read of it, to a buffer of the same shape in the
    memory "global", "shared" or "local"; in front of the outermost loop around
    the block in which nothing writes the buffer.

    ```mlir
    %copy = transform.tir.cache_read %block[0] "shared"
    ```
  }];
}

def TIR_CacheWriteOp : TIR_CacheOp<"cache_write"> {
  let summary = "Let a block write another buffer, which is copied then";
  let description = [{
    The buffer is the one of that number in the `writes` of the block. The new
    block copies what has been written, behind the outermost loop around the
    block in which nothing else uses the buffer. Fails unless the block writes
    at its spatial iterators, for all their values, and reads only what it has
    written.

    ```mlir
    %copy = transform.tir.cache_write %block[0] "local"
    ```
  }];
}

class TIR_ReindexOp<string mnemonic> : TIR_InPlaceOp<mnemonic> {
  let arguments = (ins TIR_BlockHandle:$block,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$buffer);
  let results = (outs TIR_BlockHandle:$copy);
  let assemblyFormat = "$block `[` $buffer `]` attr-dict";
}

def TIR_ReindexReadOp : TIR_ReindexOp<"reindex_read"> {
  let summary = "Let a block read at its iterators";
  let description = [{
    As `transform.tir.cache_read`, but the new buffer has a dimension for each
    iterator that the indices are computed of, and the block reads it there.

    ```mlir
    %copy = transform.tir.reindex_read %block[0]
    ```
  }];
}

def TIR_ReindexWriteOp : TIR_ReindexOp<"reindex_write"> {
  let summary = "Let a block write at its iterators";
  let description = [{
    As `transform.tir.cache_write`, but the new buffer has a dimension for each
    iterator that the indices are computed of: the spatial ones.

    ```mlir
    %copy = transform.tir.reindex_write %block[0]
    ```
  }];
}

class TIR_CacheAtOp<string mnemonic> : TIR_InPlaceOp<mnemonic> {
  let arguments = (ins TIR_LoopHandle:$loop, TIR_BlockHandle:$block,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$buffer,
                       StrAttr:$scope);
  let results = (outs TIR_BlockHandle:$copy);
  let assemblyFormat = "$loop `,` $block `[` $buffer `]` $scope attr-dict";
}

def TIR_ReadAtOp : TIR_CacheAtOp<"read_at"> {
  let summary = "Copy in a loop what a block reads in it";
  let description = [{
    `transform.tir.cache_read`, and `transform.tir.compute_at` of the copy.

    ```mlir
    %copy = transform.tir.read_at %loop, %block[0] "shared"
    ```
  }];
}

def TIR_WriteAtOp : TIR_CacheAtOp<"write_at"> {
  let summary = "Copy in a loop what a block has written in it";
  let description = [{
    `transform.tir.cache_write`, and `transform.tir.reverse_compute_at` of the
    copy.

    ```mlir
    %copy = transform.tir.write_at %loop, %block[0] "local"
    ```
  }];
}

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_CACHEOPS_TD
