// Steps of the default schedule of a GPU.
#ifndef RELAX_KERNELS_TRANSFORMOPS_GPUSTEPOPS_TD
#define RELAX_KERNELS_TRANSFORMOPS_GPUSTEPOPS_TD

include "Relax/Dialect/TIR/TransformOps/ScheduleBase.td"

// A nest at the top of a function becomes a kernel, and its block goes away.
class TIR_GPUStepOp<string mnemonic>
    : TIR_ScheduleOp<mnemonic, [FunctionalStyleTransformOpTrait]>;

def TIR_TileTransposeOp : TIR_GPUStepOp<"tile_transpose"> {
  let summary = "Read and write along memory on a GPU, by tiles between";
  let description = [{
    For a block that reads along one axis and writes along another: tiles of 32
    times 32 elements go through shared memory, by 256 threads. Fails where the
    block is in no plain nest at the top of a function, iterations touch what
    others write, nothing is read along another axis, and where tiles take more
    than 48 KiB.

    Why no script of primitives: a 4096 x 4096 transpose of f32 bound by `bind`
    alone has warps request 4.50 times the bytes that it needs, here 1.00.

    ```mlir
    transform.tir.tile_transpose %block
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block);
  let assemblyFormat = "$block attr-dict";
}

def TIR_TileByWarpgroupsOp : TIR_GPUStepOp<"tile_by_warpgroups"> {
  let summary = "Accumulate products by warpgroups, as sm_90a has them";
  let description = [{
    A block computes tiles of `rows`, 128 unless said, or 256, rows in two threads
    each and `columns`, 64, 128 or 256, columns, and has room for 128 bytes of the
    terms of each, times `stages`, in shared memory. An epilogue, which alone reads the result, element by
    element, is done with each tile. Factors are f16, bf16, f8, i8, or f32 that
    is rounded if `tf32` says so. Those that lie in memory in chunks of 16 bytes,
    all but halves along terms, are copied; others come through registers. Fails
    where `transform.tir.tile_contraction` on tensor cores does, and unless the
    tiles have at most 227 KiB.

    Why no script of primitives: none of them issues `wgmma` or loads TMA tiles.
    A 4096 x 4096 product of f16 has 4 products of warpgroups and 154 registers
    here, 64 of warps and 231 by `transform.tir.tile_contraction`.

    ```mlir
    transform.tir.tile_by_warpgroups %block columns = 256 stages = 4
    transform.tir.tile_by_warpgroups %block with %epilogue columns = 128 stages = 3
    transform.tir.tile_by_warpgroups %block columns = 128 stages = 3 tf32
    transform.tir.tile_by_warpgroups %block rows = 256 columns = 128 stages = 4
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block,
                       Optional<TIR_BlockHandle>:$epilogue,
                       DefaultValuedAttr<I64Attr, "128">:$rows, I64Attr:$columns,
                       I64Attr:$stages, UnitAttr:$tf32);
  let assemblyFormat = [{
    $block (`with` $epilogue^)? (`rows` `=` $rows^)? `columns` `=` $columns
    `stages` `=` $stages (`tf32` $tf32^)? attr-dict
  }];
  let hasVerifier = 1;
}

def TIR_SplitReductionOp : TIR_GPUStepOp<"split_reduction"> {
  let summary = "Cut the rows of a reduction into pieces";
  let description = [{
    A row is all that is reduced to one element. The block `NAME_rf` reduces
    that many pieces of each row, to a new buffer whose first axis counts
    pieces; the block that keeps the name joins them. Fails unless the block is
    a plain reduction into one buffer, in a plain nest at the top of a function,
    that starts with one number and may do its steps in any order. Sums of
    floats may round otherwise.

    Why no script of `rfactor`: the sum of 4096 x 4096 elements to one, without
    parts, is one block of 1024 threads; here 512 blocks, and then one of 128.

    ```mlir
    transform.tir.split_reduction %block partitions = 32
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block,
                       ConfinedAttr<I64Attr, [IntPositive, IntMaxValue<65536>]>:$partitions);
  let assemblyFormat = "$block `partitions` `=` $partitions attr-dict";
}

def TIR_BindRowReductionOp : TIR_GPUStepOp<"bind_row_reduction"> {
  let summary = "Do what nests do with the same rows in one kernel";
  let description = [{
    A block of threads has `rows` rows, and each row `lanes` threads, which
    reduce it together; neighbouring threads are of one row, or with `across`
    of neighbouring rows. With `vector` a thread does so many neighbouring
    elements of a row at once, with one load and store, in each block that has
    such vectors: all that moves along the row goes element by element, and
    sizes are known multiples. Buffers that only these blocks use become shared
    memory, as far as there is room. A thread takes so few registers that a
    multiprocessor has room for `resident_blocks`. Fails unless the blocks are
    in plain nests at the top of a function, in their order, with nothing
    between that has an effect; at least one of them reduces, with steps in any order; each uses of
    a row only what others make of that row; and, of more than one block, there
    are rows, or few elements; and where no block has vectors of that size.

    One reduction alone is a script of `split`, `bind` and `vectorize`, with the
    same registers and instructions. What keeps the step are several nests: the
    four of a 4096 x 4096 softmax, bound one by one, have warps request 12.06
    times the bytes that it needs, here, as one kernel, 1.00.

    ```mlir
    transform.tir.bind_row_reduction %max, %exp, %sum, %softmax rows = 4 lanes = 64
    transform.tir.bind_row_reduction %sum rows = 1 lanes = 256 vector = 4
    transform.tir.bind_row_reduction %sum rows = 32 lanes = 8 across
    transform.tir.bind_row_reduction %max, %exp, %sum, %softmax rows = 1 lanes = 256 vector = 4 resident_blocks = 8
    ```
  }];
  let arguments = (ins Variadic<TIR_BlockHandle>:$blocks,
                       ConfinedAttr<I64Attr, [IntPositive]>:$rows,
                       ConfinedAttr<I64Attr, [IntPositive]>:$lanes,
                       UnitAttr:$across,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>
                       :$vector,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntPositive, IntMaxValue<32>]>>
                       :$resident_blocks);
  let assemblyFormat = [{
    $blocks `rows` `=` $rows `lanes` `=` $lanes (`across` $across^)?
    (`vector` `=` $vector^)? (`resident_blocks` `=` $resident_blocks^)? attr-dict
  }];
  let hasVerifier = 1;
}

def TIR_BindScanOp : TIR_GPUStepOp<"bind_scan"> {
  let summary = "Scan rows by the threads of a GPU";
  let description = [{
    A scan is a running sum, product or the like. A block of threads has `rows`
    rows, and each row `lanes` threads: they scan a tile of the row, of which
    each joins `neighbours` elements, then the next tile; with `vectors` it
    loads and stores these at once. Several `chunks` of a
    row are a block's each, whose elements a second kernel joins with what the
    pieces before give. Fails unless the block is in a plain nest at the top of
    a function, with independent rows of one length; stores the first element of
    a row and, in a loop, each next one, joined with the one before by an op
    that may do its steps in any order; to cut rows into pieces, their number
    is known; and for `vectors`, rows lie along memory, have a known, whole
    number of them, and begin with a step like all others. Sums of floats may round otherwise.

    Why no script of primitives: none takes the order of a scan apart. Bound by
    rows, a 4096 x 4096 running sum has 16 blocks, whose warps request 12.00
    times the bytes that it needs; here 4096 blocks and 1.00.

    ```mlir
    transform.tir.bind_scan %block rows = 4 lanes = 32 neighbours = 3 chunks = 1
    transform.tir.bind_scan %block rows = 1 lanes = 256 neighbours = 7 chunks = 64
    transform.tir.bind_scan %block rows = 1 lanes = 256 neighbours = 4 chunks = 1 vectors
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block,
                       ConfinedAttr<I64Attr, [IntPositive]>:$rows,
                       ConfinedAttr<I64Attr, [IntPositive]>:$lanes,
                       ConfinedAttr<I64Attr, [IntPositive, IntMaxValue<64>]>:$neighbours,
                       ConfinedAttr<I64Attr, [IntPositive, IntMaxValue<65536>]>:$chunks,
                       UnitAttr:$vectors);
  let assemblyFormat = [{
    $block `rows` `=` $rows `lanes` `=` $lanes `neighbours` `=` $neighbours
    `chunks` `=` $chunks (`vectors` $vectors^)? attr-dict
  }];
  let hasVerifier = 1;
}

def TIR_BindSortOp : TIR_GPUStepOp<"bind_sort"> {
  let summary = "Sort rows by the threads of a GPU";
  let description = [{
    The block counts for each element of a row how many have a lesser key, or
    the same and an earlier place; blocks behind it store something of each
    element for which they read that rank. They become one kernel. A block of
    threads has `rows` rows, and each row `lanes` threads, of which each sorts
    `neighbours` elements in registers. Sorted runs are merged in shared memory,
    where each thread makes as many neighbours of the result. If blocks store
    elements of the first ranks only, runs are no longer than that. Fails unless
    the block is in a plain nest at the top of a function; ranks are a buffer
    made there, which only the nests right behind it read; these store what none
    of them reads; threads have room for a row, or for the run of known size
    that an element is compared with; and a block has the shared memory.

    Why no script of primitives: none takes a sum of comparisons for an order. As
    primitives have it, each of 1024 elements is compared with each: 40,000
    instructions an element, here 190.

    ```mlir
    transform.tir.bind_sort %block rows = 1 lanes = 128 neighbours = 8
    transform.tir.bind_sort %block rows = 32 lanes = 4 neighbours = 8
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block,
                       ConfinedAttr<I64Attr, [IntPositive]>:$rows,
                       ConfinedAttr<I64Attr, [IntPositive]>:$lanes,
                       ConfinedAttr<I64Attr, [IntPositivePowerOf2, IntMaxValue<32>]>:$neighbours);
  let assemblyFormat = [{
    $block `rows` `=` $rows `lanes` `=` $lanes `neighbours` `=` $neighbours attr-dict
  }];
}

def TIR_BindAttentionOp : TIR_GPUStepOp<"bind_attention"> {
  let summary = "Compute attention by the threads of a GPU";
  let description = [{
    The block accumulates values times what a softmax of other sums of products
    gives. It, those and what is between them become one kernel, of whose blocks
    each has so many `rows` and goes over tiles of so many `keys`, with the
    greatest score and the sum so far of each row. What computes a factor, and
    costs little, goes with it, as does what alone uses the result, element by
    element. `tensor_cores` lets warps multiply f16 or bf16 that were widened to
    f32; weights are then rounded to that. `warpgroups`, of sm_90a, are the same
    for multiples of 64 rows and keys, where keys and values lie in memory as
    they are multiplied. Of the keys, a block goes over one of
    so many `partitions`, whose results a second kernel joins. Fails unless the block is that, in
    plain nests at the top of a function, with known numbers of terms and
    columns; for tiles of more than 48 KiB, on tensor cores 227 KiB; and for
    tensor cores unless weights or results are as narrow as the factors.

    Why no script of primitives: attention of 4 x 1024 x 16 x 64 as six kernels
    of other rules has warps request 24.36 times the bytes that it needs, here
    8.52 as one kernel of 86 registers: no primitive keeps a running maximum.

    ```mlir
    transform.tir.bind_attention %block rows = 64 keys = 64
    transform.tir.bind_attention %block rows = 128 keys = 32 tensor_cores
    transform.tir.bind_attention %block rows = 128 keys = 128 warpgroups
    transform.tir.bind_attention %block rows = 16 keys = 64 partitions = 8
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block, I64Attr:$rows, I64Attr:$keys,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntPositive, IntMaxValue<1024>]>>:$partitions,
                       UnitAttr:$tensor_cores, UnitAttr:$warpgroups);
  let assemblyFormat = [{
    $block `rows` `=` $rows `keys` `=` $keys (`partitions` `=` $partitions^)?
    (`tensor_cores` $tensor_cores^)? (`warpgroups` $warpgroups^)? attr-dict
  }];
  let hasVerifier = 1;
}

def TIR_TileContractionOp : TIR_GPUStepOp<"tile_contraction"> {
  let summary = "Accumulate products on a GPU by tiles, through shared memory";
  let description = [{
    A block of threads computes a tile of `rows` times `columns` elements, whose
    sums stay in registers, and takes `k` terms of each at a time;
    `tile = [rows, columns, k]`. There is room for as many steps as there
    are `stages`. An epilogue, which alone reads the result, element by element,
    is done with each tile.

    `tensor_cores = K` lets warps multiply f16, bf16 or i8, accumulated as f32
    or i32, by instructions of so many terms; f32 only with `tf32`, as they lose
    digits. `async_copies` brings factors to shared memory while threads go on.

    Fails unless the block is a sum of products with rows and columns, in a
    plain nest at the top of a function; for tiles that threads cannot share,
    that tensor cores do not have, or that are larger than 48 KiB, with
    `async_copies` than 227 KiB; and where the epilogue writes what the sum
    reads.

    Products of two f32 matrices that tiles divide are scripts of primitives:
    122 registers and 143 instructions in the loop over K, as here (4096 x 4096,
    ptxas, sm_75 to sm_90; no spills). Why not others: operands that stick out
    would be tested element by element, and no primitive issues `mma.sync`.

    ```mlir
    transform.tir.tile_contraction %block tile = [64, 64, 16] stages = 2
    transform.tir.tile_contraction %block with %epilogue tile = [128, 128, 32] stages = 3 tensor_cores = 16 async_copies
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block,
                       Optional<TIR_BlockHandle>:$epilogue,
                       DenseI64ArrayAttr:$tile, I64Attr:$stages,
                       OptionalAttr<I64Attr>:$mma_k, UnitAttr:$tf32,
                       UnitAttr:$async_copies);
  let assemblyFormat = [{
    $block (`with` $epilogue^)? `tile` `=` custom<Factors>($tile)
    `stages` `=` $stages (`tensor_cores` `=` $mma_k^)? (`tf32` $tf32^)?
    (`async_copies` $async_copies^)? attr-dict
  }];
  let hasVerifier = 1;
}

def TIR_BindOneThreadOp : TIR_InPlaceOp<"bind_one_thread"> {
  let summary = "Let one thread of a GPU do what an op does";
  let description = [{
    An op with loops or blocks at the top of a function, or all that a function
    does, but for making, freeing and sizing buffers. Fails where something in
    it is bound to threads.

    Why no script of `bind`: a loop that is bound drives iterators of a block,
    and here there may be no block.

    ```mlir
    transform.tir.bind_one_thread %op : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

#endif // RELAX_KERNELS_TRANSFORMOPS_GPUSTEPOPS_TD
