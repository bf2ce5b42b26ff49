// Primitives that change indices: of buffers, of blocks, blocks of nests.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_LAYOUTOPS_TD
#define RELAX_DIALECT_TIR_TRANSFORMOPS_LAYOUTOPS_TD

include "Relax/Dialect/TIR/TransformOps/ScheduleBase.td"

def TIR_BlockizeOp : TIR_InPlaceOp<"blockize"> {
  let summary = "Make one block of a nest";
  let description = [{
    The loop holds one block and nothing else. The new block, `NAME_o`, is
    around the loop; its iterators are what of those of the inner block the
    loops around it make. Fails where an iterator is no multiple that those
    loops make plus a number below it that the inner loops make, and where outer
    loops reduce while the block still starts the reduction.

    ```mlir
    %outer = transform.tir.blockize %loop
    ```
  }];
  let arguments = (ins TIR_LoopHandle:$loop);
  let results = (outs TIR_BlockHandle:$outer);
  let assemblyFormat = "$loop attr-dict";
}

def TIR_TensorizeOp : TIR_InPlaceOp<"tensorize"> {
  let summary = "Let an intrinsic do what a block does";
  let description = [{
    An intrinsic is two functions of the program with the same parameters: what
    it computes, as a nest around a block, and how, in any form. The body of
    the block, made by `transform.tir.blockize`, has to be that nest on parts of
    buffers; it becomes the second body, on views of these parts. That both
    functions compute the same is for their author to show.

    ```mlir
    transform.tir.tensorize %block as @dot_4x4, @dot_4x4_unrolled
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block, FlatSymbolRefAttr:$pattern,
                       FlatSymbolRefAttr:$intrinsic);
  let assemblyFormat = "$block `as` $pattern `,` $intrinsic attr-dict";
}

def TIR_TransformLayoutOp : TIR_InPlaceOp<"transform_layout"> {
  let summary = "Store the elements of a buffer at other indices";
  let description = [{
    The buffer, made in the function, is the one of that number in the `writes`
    of the block. Its elements are at the results of the map of their indices;
    all loads and stores change with it. Places that no element has stay
    unused. Fails where two elements may get one place.

    ```mlir
    transform.tir.transform_layout %block[0] by affine_map<(i, j) -> (j floordiv 4, i, j mod 4)>
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$buffer,
                       AffineMapAttr:$map);
  let assemblyFormat = "$block `[` $buffer `]` `by` $map attr-dict";
}

def TIR_TransformBlockLayoutOp : TIR_InPlaceOp<"transform_block_layout"> {
  let summary = "Give a block other iterators, and loops of these";
  let description = [{
    The new iterators are the results of the map of the old ones: an iterator,
    its quotient and its rest by a constant, or a number whose digits several
    are. The block is alone in its loops, which go away.

    ```mlir
    transform.tir.transform_block_layout %block by affine_map<(i, j) -> (i floordiv 4, j, i mod 4)>
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block, AffineMapAttr:$map);
  let assemblyFormat = "$block `by` $map attr-dict";
}

def TIR_SimplifyItersOp : TIR_InPlaceOp<"simplify_iters"> {
  let summary = "Give a block as few iterators as possible";
  let description = [{
    Iterators of extent 1 go away, and so do constants without a loop, which
    `cache_read` gives a copy for dimensions of size 1. Two that all accesses
    walk through as one, the inner one over a whole dimension, become one: the
    block accesses its buffers through views in which these dimensions are one,
    so that a vector may go on in the next row. Handles of its loops name
    nothing any more. Fails unless the block is in a plain nest, one serial loop
    from 0 an iterator.

    ```mlir
    transform.tir.simplify_iters %block
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block);
  let assemblyFormat = "$block attr-dict";
}

def TIR_DecomposePaddingOp : TIR_InPlaceOp<"decompose_padding"> {
  let summary = "Let a block of its own fill the padding of a buffer";
  let description = [{
    The block stores what an `scf.if` or an `arith.select` chooses. The new
    block, `NAME_pad_const`, stores what it chooses where the condition does not
    hold, everywhere, in loops of its own in front of `loop`, which holds the
    block alone. The loops of the block run only over what is left, as far as
    the condition compares iterators; the rest of it becomes the predicate.

    ```mlir
    %padding = transform.tir.decompose_padding %block before %loop
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block, TIR_LoopHandle:$loop);
  let results = (outs TIR_BlockHandle:$padding);
  let assemblyFormat = "$block `before` $loop attr-dict";
}

def TIR_PadEinsumOp : TIR_InPlaceOp<"pad_einsum"> {
  let summary = "Let a sum of products run over extents that are multiples";
  let description = [{
    One number an iterator, of which its extent becomes a multiple. Blocks
    `NAME_pad_input` copy the inputs, with zeros behind; the block
    `NAME_pad_output` copies from a new buffer what counts. Fails unless the
    block, in a plain nest, starts a sum and adds products of elements at its
    iterators, and where a zero would be multiplied by a number that may not be
    finite.

    ```mlir
    transform.tir.pad_einsum %block [16, 16, 8]
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block, DenseI64ArrayAttr:$padding);
  let assemblyFormat = "$block custom<Factors>($padding) attr-dict";
}

def TIR_RollingBufferOp : TIR_InPlaceOp<"rolling_buffer"> {
  let summary = "Keep what the iteration before has made";
  let description = [{
    The buffer, made in a loop, is the one of that number in the `writes` of the
    block. It becomes a ring as large as what one iteration makes, and lives
    from one to the next; the block makes only what the one before has not.
    Fails unless the loop is serial, one dimension moves with it by less than
    one iteration makes, and nothing in it writes what the block reads.

    ```mlir
    transform.tir.rolling_buffer %block[0]
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$buffer);
  let assemblyFormat = "$block `[` $buffer `]` attr-dict";
}

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_LAYOUTOPS_TD
