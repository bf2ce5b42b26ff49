// Primitives that say how a loop runs.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_LOOPKINDOPS_TD
#define RELAX_DIALECT_TIR_TRANSFORMOPS_LOOPKINDOPS_TD

include "Relax/Dialect/TIR/TransformOps/ScheduleBase.td"

class TIR_LoopKindOp<string mnemonic> : TIR_InPlaceOp<mnemonic> {
  let arguments = (ins TIR_LoopHandle:$loop);
  let assemblyFormat = "$loop attr-dict";
}

def TIR_ParallelOp : TIR_LoopKindOp<"parallel"> {
  let summary = "Run the iterations of a loop at once";
  let description = [{
    Fails unless each effect is in a block that has the index in spatial
    iterators only, and no iteration touches what another one writes.

    ```mlir
    transform.tir.parallel %loop
    ```
  }];
}

def TIR_VectorizeOp : TIR_LoopKindOp<"vectorize"> {
  let summary = "Let the iterations of a loop be lanes of a vector";
  let description = [{
    As `transform.tir.parallel`, and the extent is a constant. A loop that
    reduces may be a vector as well, if steps may be done in any order: its
    lanes are then joined to one step. Sums of floats may round otherwise.

    ```mlir
    transform.tir.vectorize %loop
    ```
  }];
}

def TIR_UnrollOp : TIR_LoopKindOp<"unroll"> {
  let summary = "Write the body of a loop out for each iteration";
  let description = [{
    When the loop is lowered. The extent is a constant of at most 1024.

    ```mlir
    transform.tir.unroll %loop
    ```
  }];
}

def TIR_BindOp : TIR_InPlaceOp<"bind"> {
  let summary = "Let the iterations of a loop be threads";
  let description = [{
    As `transform.tir.parallel`; the kernel binds the axis nowhere around or
    inside the loop, and elsewhere to the same extent. Threads of a block may
    also reduce together: the loop, of constant extent, drives only reducing
    iterators of one block, whose steps may be done in any order.

    ```mlir
    transform.tir.bind %loop "threadIdx.x"
    ```
  }];
  let arguments = (ins TIR_LoopHandle:$loop, StrAttr:$axis);
  let assemblyFormat = "$loop $axis attr-dict";
}

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_LOOPKINDOPS_TD
