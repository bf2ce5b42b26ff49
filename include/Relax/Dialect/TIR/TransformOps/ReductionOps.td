// Primitives that change reductions.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_REDUCTIONOPS_TD
#define RELAX_DIALECT_TIR_TRANSFORMOPS_REDUCTIONOPS_TD

include "Relax/Dialect/TIR/TransformOps/ScheduleBase.td"

def TIR_DecomposeReductionOp : TIR_InPlaceOp<"decompose_reduction"> {
  let summary = "Let the start of a reduction be a block of its own";
  let description = [{
    The new block, `NAME_init`, is in loops of its own in front of `loop`. That
    loop is around the block, and all loops that reduce are inside it. Fails
    where a loop drives a reducing and another iterator, where `loop` starts the
    reduction of one element several times, and where something else inside it
    has to do with the result.

    ```mlir
    %init = transform.tir.decompose_reduction %block before %loop
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block, TIR_LoopHandle:$loop);
  let results = (outs TIR_BlockHandle:$init);
  let assemblyFormat = "$block `before` $loop attr-dict";
}

def TIR_RFactorOp : TIR_InPlaceOp<"rfactor"> {
  let summary = "Reduce in parts, one an iteration of a loop";
  let description = [{
    The block, `NAME_rf` from now on, writes a new buffer with one element more
    in dimension `axis` for each iteration of `loop`, which no longer reduces.
    The new block, which gets the old name, joins them. Fails unless the loop
    reduces, the block is alone in its loops, and an op joins result and step
    that has a neutral element and may do the steps in any order.

    Sums of floats may round otherwise.

    ```mlir
    %result = transform.tir.rfactor %block, %loop axis = 0
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block, TIR_LoopHandle:$loop,
                       I64Attr:$axis);
  let results = (outs TIR_BlockHandle:$result);
  let assemblyFormat = "$block `,` $loop `axis` `=` $axis attr-dict";
}

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_REDUCTIONOPS_TD
