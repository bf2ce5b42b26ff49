// Primitives that change where blocks compute.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_COMPUTEOPS_TD
#define RELAX_DIALECT_TIR_TRANSFORMOPS_COMPUTEOPS_TD

include "Relax/Dialect/TIR/TransformOps/ScheduleBase.td"

def TIR_ComputeInlineOp : TIR_InlineOp<"compute_inline"> {
  let summary = "Compute an element where it is used";
  let description = [{
    Block and buffer go away. The buffer is made in the function, the block
    writes it once an instance, at its spatial iterators, and only loads in
    other blocks use it; nothing writes what the block reads until the last of
    them.

    ```mlir
    transform.tir.compute_inline %block
    ```
  }];
}

def TIR_ReverseComputeInlineOp : TIR_InlineOp<"reverse_compute_inline"> {
  let summary = "Use an element where it is computed";
  let description = [{
    The block goes away: its producer, which is no reduction, does what it did,
    with each element that it makes. The block alone reads the buffer between
    them, all of it, at its iterators, which are spatial.

    ```mlir
    transform.tir.reverse_compute_inline %block
    ```
  }];
}

class TIR_ComputeAtOp<string mnemonic> : TIR_InPlaceOp<mnemonic> {
  let arguments = (ins TIR_BlockHandle:$block, TIR_LoopHandle:$loop);
  let assemblyFormat = "$block `,` $loop attr-dict";
}

def TIR_ComputeAtOp : TIR_ComputeAtOp<"compute_at"> {
  let summary = "Compute in a loop what is read in it";
  let description = [{
    All that read the result are in the loop, which comes later. The block gets
    new loops in it, over what one iteration reads, and the buffer is made
    anew in each iteration. Fails unless the loops of the block run it for all
    values of its iterators, and nothing writes what it reads until the loop
    has ended.

    ```mlir
    transform.tir.compute_at %block, %loop
    ```
  }];
}

def TIR_ReverseComputeAtOp : TIR_ComputeAtOp<"reverse_compute_at"> {
  let summary = "Use in a loop what is computed in it";
  let description = [{
    The block comes after the loop. It gets new loops in it, over what one
    block in the loop writes in one iteration: a box, of finished elements.
    Fails where it would pass something that has to do with what it reads or
    writes.

    ```mlir
    transform.tir.reverse_compute_at %block, %loop
    ```
  }];
}

def TIR_FuseReductionEpilogueOp
    : TIR_ScheduleOp<"fuse_reduction_epilogue", []> {
  let summary = "Let a reduction start with what is joined to its result";
  let description = [{
    The epilogue joins the result of the reduction, element by element, with
    something, by the op that also joins the steps: a bias to a sum, a bound to
    a maximum. The reduction starts with that and writes what the epilogue did,
    which goes away, as does the buffer between them. Fails where something else
    uses the result, and for other ops, for which
    `transform.tir.reverse_compute_at` is.

    Sums of floats may round otherwise.

    ```mlir
    transform.tir.fuse_reduction_epilogue %block, %epilogue
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block, TIR_BlockHandle:$epilogue);
  let assemblyFormat = "$block `,` $epilogue attr-dict";
  let extraClassDeclaration = [{
    ::llvm::LogicalResult run(Application &application);
    // The block of the epilogue goes away.
    void getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects);
  }];
}

def TIR_InlinePaddingOp : TIR_ScheduleOp<"inline_padding", [FunctionalStyleTransformOpTrait]> {
  let summary = "Read what is inside of the padding instead of a padded copy";
  let description = [{
    The block writes a buffer, made in the function, but for its padding, which
    another block fills with one number. What later blocks load of the buffer
    they compute: what this block does, or that number. Both blocks go away.
    Fails unless the sizes of padding and inside are constants, the blocks are in
    plain nests at the top of a function, elements are cheap, and nothing else
    uses the buffer.

    ```mlir
    transform.tir.inline_padding %block
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block);
  let assemblyFormat = "$block attr-dict";
}

def TIR_FillPaddingOp : TIR_ScheduleOp<"fill_padding", [FunctionalStyleTransformOpTrait]> {
  let summary = "Fill no more than the padding of a buffer";
  let description = [{
    The block fills a buffer, made in the function, with one number; another
    block behind it writes most of the buffer, a box. Blocks that fill what is
    around the box, in front and behind along each dimension, take the place of
    the first one. Sizes may be unknown. Fails unless both blocks are in plain
    nests at the top of a function, the box has half of the elements or more as
    far as that is known, neighbours in it are neighbours in the buffer, and
    nothing else writes the buffer or reads it in front.

    ```mlir
    transform.tir.fill_padding %block
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block);
  let assemblyFormat = "$block attr-dict";
}

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_COMPUTEOPS_TD
