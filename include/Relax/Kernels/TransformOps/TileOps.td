// Steps of the default schedule of a CPU.
#ifndef RELAX_KERNELS_TRANSFORMOPS_TILEOPS_TD
#define RELAX_KERNELS_TRANSFORMOPS_TILEOPS_TD

include "Relax/Dialect/TIR/TransformOps/ScheduleBase.td"

// Loops and statements take the place of blocks.
class TIR_TileOp<string mnemonic>
    : TIR_ScheduleOp<mnemonic, [FunctionalStyleTransformOpTrait]>;

def TIR_TileSpatialOp : TIR_TileOp<"tile_spatial"> {
  let summary = "Run a block in threads and vectors";
  let description = [{
    The block becomes parallel loops, of which the innermost is vectorized with
    `lanes` elements in a vector. Fails unless the block is in a plain nest, one
    serial loop from 0 an iterator, and each instance writes elements of its
    own.

    Most elementwise blocks are scripts of primitives. Why not those of rows
    that are no whole number of vectors: `split` and `vectorize` end each with a
    masked vector, and this op with one that starts earlier, or with single
    elements. Rows of 100 f32 take 1.01 times as long then, 1.03 for AVX2, and
    rows of 1,000 of unknown length 1.03, 1.04 for AVX2 (one thread, processor
    time, interleaved). Nor those that read along another axis than the vectors,
    or that broadcast as the run time says: no primitive makes loops of their
    own for each case, without which exp(a + b) of a million takes 9 times as
    long.

    ```mlir
    transform.tir.tile_spatial %block lanes = 8
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block,
                       ConfinedAttr<I64Attr, [IntPositive]>:$lanes);
  let assemblyFormat = "$block `lanes` `=` $lanes attr-dict";
}

def TIR_TileReductionOp : TIR_TileOp<"tile_reduction"> {
  let summary = "Reduce tile by tile, with accumulators in registers";
  let description = [{
    The tiles have `rows` times `columns` elements of the result, the columns in
    vectors of `lanes`; without these numbers, as many as suit sixteen vector
    registers. Inputs that several tiles use are copied to panels first, and
    tiles run in threads. An epilogue, which alone reads the result, element by
    element, is done with each tile. Fails unless the block is a plain reduction
    into one buffer, in a plain nest.

    With `overlap` a last tile that would stick out starts earlier instead: some
    elements are computed again, and two threads may write the same number to
    one place, and short rows of a result of known size make one axis with the
    axis before, as do the two axes of an image whose kernel is in blocks.
    Without, tiles have sizes that divide extents.

    A padded copy that nothing else reads goes away where no two results share
    what they read of it, as in pooling and depthwise convolutions: each task
    makes the lines that it needs, in a buffer that stays in the nearest caches.
    An explicit `tile` reads the copy.

    Products of two f32 matrices that tiles divide are scripts of primitives,
    in 0.99 to 1.00 of the time (5 products, AVX-512, interleaved). Why not
    others: a script takes 2.5 times as long at 500 x 500, where each row of a
    last tile is tested.

    ```mlir
    transform.tir.tile_reduction %block lanes = 8 overlap
    transform.tir.tile_reduction %block with %epilogue lanes = 8 tile = [4, 16]
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block,
                       Optional<TIR_BlockHandle>:$epilogue,
                       ConfinedAttr<I64Attr, [IntPositive]>:$lanes,
                       UnitAttr:$overlap,
                       OptionalAttr<DenseI64ArrayAttr>:$tile);
  let assemblyFormat = [{
    $block (`with` $epilogue^)? `lanes` `=` $lanes (`overlap` $overlap^)?
    (`tile` `=` custom<Factors>($tile)^)? attr-dict
  }];
  let hasVerifier = 1;
}

def TIR_TileProductOp : TIR_TileOp<"tile_product"> {
  let summary = "Compute products of words by the matrix unit of a CPU";
  let description = [{
    A reduction that adds up `tir.dot4_u8s8` or `tir.dot2_bf16` becomes loops over
    tiles of 16 rows of 64 bytes, upstream's `amx` dialect. A task copies 32 rows
    of the left side, whatever iterators these have, and multiplies them by
    tiles of the right side, two by two. An epilogue, which alone reads the
    result, element by element, is done with each 32 rows and columns.

    Fails unless the words of the right side are contiguous along the columns of
    the result, at least 16 of known number, in whole vectors of 16 or in blocks
    of 16; all that reduces is of known size, the last of which 8 to 16 divide;
    and more than four rows are not known to be all.

    ```mlir
    transform.tir.tile_product %block
    transform.tir.tile_product %block with %epilogue
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block,
                       Optional<TIR_BlockHandle>:$epilogue);
  let assemblyFormat = "$block (`with` $epilogue^)? attr-dict";
}

def TIR_VectorizeReductionOp : TIR_TileOp<"vectorize_reduction"> {
  let summary = "Reduce with one partial result a lane of a vector";
  let description = [{
    Along a reducing iterator for which all inputs are contiguous, or do not
    move. The epilogue is as that of `transform.tir.tile_reduction`. Fails
    unless there is such an iterator, long enough for a vector, and the steps
    may be done in any order.

    Rows that are a whole number of vectors are scripts of `rfactor` and
    `vectorize`. Why not others: their last vector would be a masked one. Nor
    long sums of floats, which go in blocks: the script would need a second
    `rfactor`, and a pass over partial results.

    ```mlir
    transform.tir.vectorize_reduction %block lanes = 8
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block,
                       Optional<TIR_BlockHandle>:$epilogue,
                       ConfinedAttr<I64Attr, [IntPositive]>:$lanes);
  let assemblyFormat = [{
    $block (`with` $epilogue^)? `lanes` `=` $lanes attr-dict
  }];
}

def TIR_TileRowReductionOp : TIR_TileOp<"tile_row_reduction"> {
  let summary = "Do what nests do with the same rows row by row";
  let description = [{
    The blocks become one loop over rows, in threads, which does for each row
    what the first does, in vectors of `bits` bits, then what the second does.
    A row so stays in the nearest cache from the first block to the last. Of
    buffers that only these blocks use, each thread has one row. Fails unless
    the blocks are in plain nests at the top of a function, in their order, with
    nothing between that has an effect; each uses of a row only what others make
    of that row; there are several rows, which lie along memory; and reductions,
    one at least, may do their steps in any order, go along memory, and share
    nothing between rows.

    Why no script of primitives: `fuse` and `merge` make the loop over rows, but
    leave blocks with iterators of it, of which no step takes the rest; and of
    blocks without, only loops over all rows are plain nests. One after the
    other, the four blocks of a 4096 x 4096 softmax read 256 MiB and write 128,
    here 64 each.

    ```mlir
    transform.tir.tile_row_reduction %max, %exp, %sum, %softmax bits = 256
    ```
  }];
  let arguments = (ins Variadic<TIR_BlockHandle>:$blocks,
                       ConfinedAttr<I64Attr, [IntPositive]>:$bits);
  let assemblyFormat = "$blocks `bits` `=` $bits attr-dict";
  let hasVerifier = 1;
}

def TIR_TileWinogradOp : TIR_TileOp<"tile_winograd"> {
  let summary = "Compute a convolution by tiles of results block by block";
  let description = [{
    The four blocks transform tiles of data, multiply them, transform the
    products back, and use lines of the results, as `relax-use-winograd` writes
    them. They become one loop over images and blocks of tiles, in threads,
    which does for each block what the first does, in vectors of `bits` bits,
    then the products of each place of a tile, as `transform.tir.tile_reduction`
    does, then what the last two do. Of the buffers between them each thread has
    one block, which stays in a near cache. Fails unless the blocks are in plain
    nests at the top of a function, in their order, with nothing between that
    has an effect, and each uses what the one before alone makes, at the first
    two iterators; the last one at the quotient and the rest of a line.

    Why no script of primitives: `merge` makes the loop over blocks, but leaves
    blocks with iterators of it, of which `transform.tir.tile_reduction` takes
    none. One after the other, the blocks of 64 channels of 224 x 224 places
    write and read 127 MiB between them, here 1.3 a thread, in 0.7 of the time.

    ```mlir
    transform.tir.tile_winograd %input, %product, %output, %lines bits = 256
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$input, TIR_BlockHandle:$product,
                       TIR_BlockHandle:$output, TIR_BlockHandle:$lines,
                       ConfinedAttr<I64Attr, [IntPositive]>:$bits);
  let assemblyFormat = [{
    $input `,` $product `,` $output `,` $lines `bits` `=` $bits attr-dict
  }];
}

def TIR_TileAttentionOp : TIR_TileOp<"tile_attention"> {
  let summary = "Compute attention in tiles of rows and keys";
  let description = [{
    The block accumulates values times what a softmax of other sums of products
    gives. It, those and what is between them become one kernel, which goes over
    tiles of keys with the greatest score and the sum so far of each row: rows
    are vectors of `lanes`, as many of which as `registers` hold. What computes
    a factor, and costs little, goes with it, as does what alone uses the result,
    element by element. Fails unless the block is that, with 8 rows and 32 keys
    or more, or unknown numbers of these, and known ones up to 256 of terms and
    of columns.

    Why no script of primitives: none keeps a running maximum, so that scores
    would go through memory; `docs/CPUAttention.md` has the figures.

    ```mlir
    transform.tir.tile_attention %block lanes = 8 registers = 16
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block,
                       ConfinedAttr<I64Attr, [IntPositive]>:$lanes,
                       ConfinedAttr<I64Attr, [IntPositive]>:$registers);
  let assemblyFormat = [{
    $block `lanes` `=` $lanes `registers` `=` $registers attr-dict
  }];
}

#endif // RELAX_KERNELS_TRANSFORMOPS_TILEOPS_TD
