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

def TIR_CacheInPlaceOp : TIR_InPlaceOp<"cache_inplace"> {
  let summary = "Let a block change elements in a copy of them";
  let description = [{
    The buffer is the one of that number in the `reads` of the block, which
    writes it as well. One new block copies the elements to a buffer in the
    memory "global", "shared" or "local", the other one back, in front of and
    behind the outermost loop around the block in which nothing else uses the
    buffer. Fails unless the block touches it at its spatial iterators, for all
    their values.

    ```mlir
    %in, %out = transform.tir.cache_inplace %block[0] "local"
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$buffer,
                       StrAttr:$scope);
  let results = (outs TIR_BlockHandle:$in, TIR_BlockHandle:$out);
  let assemblyFormat = "$block `[` $buffer `]` $scope attr-dict";
}

def TIR_CacheIndexOp : TIR_InPlaceOp<"cache_index"> {
  let summary = "Compute indices of buffers ahead";
  let description = [{
    Those that the block computes of its iterators and uses at least that many
    times. A new block for each, `NAME_index`, fills a buffer with it, in front
    of all loops around the block, which loads it from there.

    ```mlir
    %blocks = transform.tir.cache_index %block uses = 2 "global"
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block,
                       ConfinedAttr<I64Attr, [IntPositive]>:$uses,
                       StrAttr:$scope);
  let results = (outs TIR_BlockHandle:$blocks);
  let assemblyFormat = "$block `uses` `=` $uses $scope attr-dict";
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

class TIR_ReindexCacheOp<string mnemonic> : TIR_InPlaceOp<mnemonic> {
  let arguments = (ins TIR_BlockHandle:$block,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$buffer,
                       StrAttr:$scope, AffineMapAttr:$map);
  let results = (outs TIR_BlockHandle:$copy);
  let assemblyFormat = "$block `[` $buffer `]` $scope `by` $map attr-dict";
}

def TIR_ReindexCacheReadOp : TIR_ReindexCacheOp<"reindex_cache_read"> {
  let summary = "Let a block read a copy at indices of one's choice";
  let description = [{
    As `transform.tir.reindex_read`, but the new buffer is in a memory that is
    said, and the block reads it at the results of the map of its iterators.
    Fails where the map uses an iterator that no index of the buffer is computed
    of, or may take two elements to one place.

    ```mlir
    %copy = transform.tir.reindex_cache_read %block[0] "shared" by affine_map<(i, j, k) -> (k, i)>
    ```
  }];
}

def TIR_ReindexCacheWriteOp : TIR_ReindexCacheOp<"reindex_cache_write"> {
  let summary = "Let a block write a copy at indices of one's choice";
  let description = [{
    As `transform.tir.reindex_write`, but the new buffer is in a memory that is
    said, and the block writes it at the results of the map of its iterators,
    the spatial ones.

    ```mlir
    %copy = transform.tir.reindex_cache_write %block[0] "local" by affine_map<(i, j, k) -> (j, i)>
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
