// Handles of blocks and loops.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_QUERYOPS_TD
#define RELAX_DIALECT_TIR_TRANSFORMOPS_QUERYOPS_TD

include "Relax/Dialect/TIR/TransformOps/ScheduleBase.td"

def TIR_GetFunctionOp : TIR_QueryOp<"get_function", [TIR_NamesHandles]> {
  let summary = "The tensor program of a name";
  let description = [{
    Fails unless there is just one of that name inside the op, or it is the op.

    ```mlir
    %func = transform.tir.get_function @matmul in %root : !transform.any_op
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$name,
                       TransformHandleTypeInterface:$root);
  let results = (outs TIR_FunctionHandle:$function);
  let assemblyFormat = "$name `in` $root attr-dict `:` type($root)";
}

def TIR_GetStatementsOp : TIR_QueryOp<"get_statements"> {
  let summary = "The loops, blocks and branches at the top of a function";
  let description = [{
    In order: of a function as it was written, one a nest.

    ```mlir
    %nests = transform.tir.get_statements %program : !transform.op<"tir.func">
    ```
  }];
  let arguments = (ins TIR_FunctionHandle:$function);
  let results = (outs Transform_AnyOpType:$statements);
  let assemblyFormat = "$function attr-dict `:` type($function)";
}

def TIR_GetBlockOp : TIR_QueryOp<"get_block", [TIR_NamesHandles]> {
  let summary = "The block of a name";
  let description = [{
    Fails unless there is just one of that name inside the op.

    ```mlir
    %c = transform.tir.get_block "C" in %func : !transform.any_op
    ```
  }];
  let arguments = (ins StrAttr:$label, TransformHandleTypeInterface:$root);
  let results = (outs TIR_BlockHandle:$block);
  let assemblyFormat = "$label `in` $root attr-dict `:` type($root)";
}

def TIR_GetLoopsOp : TIR_QueryOp<"get_loops", [TIR_NamesHandles]> {
  let summary = "The loops around a block";
  let description = [{
    From the outermost inwards, up to the function or the block around it. One
    result names all of them, several are one loop each and as many as there
    are.

    ```mlir
    %i, %j = transform.tir.get_loops %block
    %all = transform.tir.get_loops %block
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block);
  let results = (outs Variadic<TIR_LoopHandle>:$loops);
  let assemblyFormat = "$block attr-dict custom<LoopResults>(type($loops))";
}

def TIR_GetChildBlocksOp : TIR_QueryOp<"get_child_blocks"> {
  let summary = "The blocks directly inside an op";
  let description = [{
    Those that are in no other block inside it, in order.

    ```mlir
    %blocks = transform.tir.get_child_blocks %func : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$root);
  let results = (outs TIR_BlockHandle:$blocks);
  let assemblyFormat = "$root attr-dict `:` type($root)";
}

def TIR_GetProducersOp : TIR_QueryOp<"get_producers"> {
  let summary = "The blocks that write what a block reads";
  let description = [{
    Those of the same function or outer block, in order.

    ```mlir
    %blocks = transform.tir.get_producers %block
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block);
  let results = (outs TIR_BlockHandle:$blocks);
  let assemblyFormat = "$block attr-dict";
}

def TIR_GetConsumersOp : TIR_QueryOp<"get_consumers"> {
  let summary = "The blocks that read what a block writes";
  let description = [{
    Those of the same function or outer block, in order.

    ```mlir
    %blocks = transform.tir.get_consumers %block
    ```
  }];
  let arguments = (ins TIR_BlockHandle:$block);
  let results = (outs TIR_BlockHandle:$blocks);
  let assemblyFormat = "$block attr-dict";
}

def TIR_GetOutputBlocksOp : TIR_QueryOp<"get_output_blocks"> {
  let summary = "The blocks that write a buffer from outside";
  let description = [{
    Of a function: those that write one of its parameters, in order.

    ```mlir
    %blocks = transform.tir.get_output_blocks %func : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$root);
  let results = (outs TIR_BlockHandle:$blocks);
  let assemblyFormat = "$root attr-dict `:` type($root)";
}

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_QUERYOPS_TD
