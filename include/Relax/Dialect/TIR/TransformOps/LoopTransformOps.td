// Primitives that change loops.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_LOOPTRANSFORMOPS_TD
#define RELAX_DIALECT_TIR_TRANSFORMOPS_LOOPTRANSFORMOPS_TD

include "Relax/Dialect/TIR/TransformOps/ScheduleBase.td"

def TIR_SplitOp : TIR_InPlaceOp<"split", [TIR_NamesHandles]> {
  let summary = "Make a nest of a loop";
  let description = [{
    One loop a factor, the first outermost; one factor may be `?`, as many as it
    takes, and each a parameter. Where they make more iterations than there are, the blocks in the
    loop get a `where`. The loop itself becomes the innermost.

    Fails for a loop that is not serial, and where an effect outside of blocks
    would run too often.

    ```mlir
    %o, %i = transform.tir.split %loop [?, 4]
    %a, %b = transform.tir.split %o [?, %factor]
    ```
  }];
  let arguments = (ins TIR_LoopHandle:$loop, Variadic<TIR_NumberParam>:$params,
                       DenseI64ArrayAttr:$factors);
  let results = (outs Variadic<TIR_LoopHandle>:$loops);
  let assemblyFormat = [{
    $loop custom<MixedFactors>($params, $factors) attr-dict
    custom<LoopResults>(type($loops))
  }];
  let hasVerifier = 1;
}

def TIR_FuseOp : TIR_InPlaceOp<"fuse", [TIR_NamesHandles]> {
  let summary = "Make one loop of a nest";
  let description = [{
    The loops are named from the outermost inwards, and each holds only the
    next. The first becomes the loop of all; the others go away.

    ```mlir
    %ij = transform.tir.fuse %i, %j
    ```
  }];
  let arguments = (ins Variadic<TIR_LoopHandle>:$loops);
  let results = (outs TIR_LoopHandle:$fused);
  let assemblyFormat = "$loops attr-dict";
}

def TIR_ReorderOp : TIR_InPlaceOp<"reorder"> {
  let summary = "Give the loops of a nest another order";
  let description = [{
    The named loops, in the places that they have together, get the order in
    which they are named. Blocks say by the kinds of their iterators that the
    order is free; several blocks may not share elements over iterations.

    Sums of floats may round otherwise in another order.

    ```mlir
    transform.tir.reorder %j, %i
    ```
  }];
  let arguments = (ins Variadic<TIR_LoopHandle>:$loops);
  let assemblyFormat = "$loops attr-dict";
}

def TIR_ReorderBlockIterVarOp : TIR_InPlaceOp<"reorder_block_iter_var"> {
  let summary = "Give the iterators of a block another order";
  let description = [{
    `order` names each iterator once, by its number.

    ```mlir
    transform.tir.reorder_block_iter_var %block [1, 0]
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block, DenseI64ArrayAttr:$order);
  let assemblyFormat = "$block custom<Factors>($order) attr-dict";
}

def TIR_AddUnitLoopOp : TIR_InPlaceOp<"add_unit_loop"> {
  let summary = "Put a loop of one iteration around a loop or a block";
  let description = [{
    The block may be in no loop: one of rank 0.

    ```mlir
    %one = transform.tir.add_unit_loop %op : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs TIR_LoopHandle:$loop);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

def TIR_MergeOp : TIR_InPlaceOp<"merge"> {
  let summary = "Make one loop of adjacent loops";
  let description = [{
    They have one range and follow each other. The first does in each
    iteration what all do in it; the others go away. Fails where an iteration
    would then run before one that it needs.

    ```mlir
    %both = transform.tir.merge %i, %j
    ```
  }];
  let arguments = (ins Variadic<TIR_LoopHandle>:$loops);
  let results = (outs TIR_LoopHandle:$merged);
  let assemblyFormat = "$loops attr-dict";
}

def TIR_LoopPartitionOp : TIR_InPlaceOp<"loop_partition"> {
  let summary = "Make of a loop loops over parts of its range";
  let description = [{
    The parts follow each other and have these sizes; one may be `?`, what is
    left. Copies of blocks get names of their own, `C_1`. Fails for the loop of
    a reduction that still has its start value.

    ```mlir
    %head, %body, %tail = transform.tir.loop_partition %loop [1, ?, 1]
    ```
  }];
  let arguments = (ins TIR_LoopHandle:$loop, DenseI64ArrayAttr:$sizes);
  let results = (outs Variadic<TIR_LoopHandle>:$loops);
  let assemblyFormat = [{
    $loop custom<Factors>($sizes) attr-dict custom<LoopResults>(type($loops))
  }];
  let hasVerifier = 1;
}

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_LOOPTRANSFORMOPS_TD
