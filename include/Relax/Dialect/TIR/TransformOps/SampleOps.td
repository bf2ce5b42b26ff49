// Primitives that decide by a number.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_SAMPLEOPS_TD
#define RELAX_DIALECT_TIR_TRANSFORMOPS_SAMPLEOPS_TD

include "Relax/Dialect/TIR/TransformOps/ScheduleBase.td"

def TIR_SamplePerfectTileOp : TIR_QueryOp<"sample_perfect_tile"> {
  let summary = "Factors of the extent of a loop";
  let description = [{
    As many as there are results, for `transform.tir.split`; the last is at most
    `max_innermost`. The same `seed` gives the same factors; a `decision` is
    taken instead, and has to make the extent, which is a constant.

    ```mlir
    %a, %b, %c = transform.tir.sample_perfect_tile %loop max_innermost = 16 seed = 42
    %d, %e = transform.tir.sample_perfect_tile %loop max_innermost = 16 seed = 0 decision = [8, 4]
    ```
  }];
  let arguments = (ins TIR_LoopHandle:$loop,
                       ConfinedAttr<I64Attr, [IntPositive]>:$max_innermost,
                       I64Attr:$seed,
                       OptionalAttr<DenseI64ArrayAttr>:$decision);
  let results = (outs Variadic<TIR_NumberParam>:$factors);
  let assemblyFormat = [{
    $loop `max_innermost` `=` $max_innermost `seed` `=` $seed
    (`decision` `=` custom<Factors>($decision)^)? attr-dict
    custom<NumberResults>(type($factors))
  }];
  let hasVerifier = 1;
}

def TIR_SamplePartitionedTileOp : TIR_QueryOp<"sample_partitioned_tile"> {
  let summary = "Factors of the extent of a loop, the inner ones a multiple";
  let description = [{
    As `transform.tir.sample_perfect_tile`, but the product of the factors from
    number `inner` on is a multiple of `factor`, of which the extent is one.

    ```mlir
    %a, %b, %c = transform.tir.sample_partitioned_tile %loop inner = 1 factor = 4 seed = 42
    ```
  }];
  let arguments = (ins TIR_LoopHandle:$loop,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$inner,
                       ConfinedAttr<I64Attr, [IntPositive]>:$factor,
                       I64Attr:$seed,
                       OptionalAttr<DenseI64ArrayAttr>:$decision);
  let results = (outs Variadic<TIR_NumberParam>:$factors);
  let assemblyFormat = [{
    $loop `inner` `=` $inner `factor` `=` $factor `seed` `=` $seed
    (`decision` `=` custom<Factors>($decision)^)? attr-dict
    custom<NumberResults>(type($factors))
  }];
  let hasVerifier = 1;
}

def TIR_SampleCategoricalOp : TIR_QueryOp<"sample_categorical"> {
  let summary = "One of several numbers";
  let description = [{
    Each is as likely as its weight says. A `decision`, the place of one in the
    list, is taken instead.

    ```mlir
    %vector = transform.tir.sample_categorical [4, 8, 16] weights = [0.2, 0.5, 0.3] seed = 42
    ```
  }];
  let arguments = (ins DenseI64ArrayAttr:$candidates,
                       DenseF64ArrayAttr:$weights, I64Attr:$seed,
                       OptionalAttr<I64Attr>:$decision);
  let results = (outs TIR_NumberParam:$number);
  let assemblyFormat = [{
    custom<Factors>($candidates) `weights` `=` $weights `seed` `=` $seed
    (`decision` `=` $decision^)? attr-dict
  }];
  let hasVerifier = 1;
}

def TIR_SampleComputeLocationOp : TIR_QueryOp<"sample_compute_location"> {
  let summary = "A loop in which a block could be computed";
  let description = [{
    One for which `transform.tir.compute_at` would not be rejected, or none,
    which says that the block stays where it is: a handle of no op, over which
    `transform.foreach` does nothing. A `decision` is taken instead: 0 for none,
    then the possible loops, outer ones first.

    ```mlir
    %loop = transform.tir.sample_compute_location %block seed = 42
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block, I64Attr:$seed,
                       OptionalAttr<I64Attr>:$decision);
  let results = (outs TIR_LoopHandle:$loop);
  let assemblyFormat = [{
    $block `seed` `=` $seed (`decision` `=` $decision^)? attr-dict
  }];
}

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_SAMPLEOPS_TD
