// Primitives that change a whole function.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_LOWERINGOPS_TD
#define RELAX_DIALECT_TIR_TRANSFORMOPS_LOWERINGOPS_TD

include "Relax/Dialect/TIR/TransformOps/ScheduleBase.td"

def TIR_ResolveSizesOp : TIR_InPlaceOp<"resolve_sizes"> {
  let summary = "Let sizes of buffers be those that they are made with";
  let description = [{
    Nothing then asks the buffers for them, so that buffers can go.

    ```mlir
    transform.tir.resolve_sizes %program : !transform.op<"tir.func">
    ```
  }];
  let arguments = (ins TIR_FunctionHandle:$function);
  let assemblyFormat = "$function attr-dict `:` type($function)";
}

def TIR_LowerBlocksOp : TIR_InPlaceOp<"lower_blocks"> {
  let summary = "Replace all blocks in a function by their bodies";
  let description = [{
    A start value goes in front of the loops that reduce. The function counts as
    scheduled from then on: default schedules leave it alone.

    ```mlir
    transform.tir.lower_blocks %func : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$function);
  let assemblyFormat = "$function attr-dict `:` type($function)";
}

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_LOWERINGOPS_TD
