// The ABI boundary of a function: inputs, checks of them, outputs.
#ifndef RELAX_DIALECT_RUNTIME_IR_ENTRYOPS_TD
#define RELAX_DIALECT_RUNTIME_IR_ENTRYOPS_TD

include "Relax/Dialect/Runtime/IR/RuntimeBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Runtime_Index : ConfinedAttr<I32Attr, [IntNonNegative]>;

def Runtime_InputOp : Runtime_Op<"input", [Pure]> {
  let summary = "Memory and sizes of an input that was checked";
  let description = [{
    ```mlir
    %x = relax_rt.input %inputs[0] : memref<?x4xf32>
    %y = relax_rt.input %inputs[1] : !relax_rt.borrowed
    ```
  }];
  let arguments = (ins Runtime_InputsType:$inputs, Runtime_Index:$index);
  let results = (outs Runtime_Passed:$result);
  let assemblyFormat = "$inputs `[` $index `]` attr-dict `:` type($result)";
}

def Runtime_CheckInputOp : Runtime_Op<"check_input"> {
  let summary = "Check dtype, rank and static sizes of an input, as far as known";
  let description = [{
    May fail; the error names function and parameter. With `device` the input
    has to be on that CUDA device, else on the host.

    ```mlir
    relax_rt.check_input %inputs[0] is "x" : tensor<?x4xf32>
    relax_rt.check_input %inputs[1] is "y" on 0 : tensor<?x4xf32>
    relax_rt.check_input %inputs[2] is "z" : tensor<*x!relax.unknown>
    ```
  }];
  let arguments = (ins Runtime_InputsType:$inputs, Runtime_Index:$index,
      StrAttr:$parameter, TypeAttrOf<AnyTensor>:$type,
      OptionalAttr<Runtime_Device>:$device);
  let assemblyFormat = [{
    $inputs `[` $index `]` `is` $parameter (`on` $device^)? attr-dict `:` $type
  }];
}

class Runtime_CheckParameterOp<string mnemonic, string text>
    : Runtime_Op<mnemonic> {
  let summary = text;
  let description = [{
    May fail; the error names function, parameter and expression.

    ```mlir
    relax_rt.}] # mnemonic # [{ %expected, %found of 1 "mask" axis 0 is "n * 2"
    ```
  }];
  let arguments = (ins Index:$expected, Index:$found, Runtime_Index:$index,
      StrAttr:$parameter, Runtime_Index:$axis, OptionalAttr<StrAttr>:$expression);
  let assemblyFormat = [{
    $expected `,` $found `of` $index $parameter `axis` $axis
    (`is` $expression^)? attr-dict
  }];
}

def Runtime_CheckDimOp
    : Runtime_CheckParameterOp<"check_dim", "Check one size of an input">;
def Runtime_CheckValueOp
    : Runtime_CheckParameterOp<"check_value",
                               "Check one value of a shape that is an input">;

def Runtime_MatchDimOp : Runtime_Op<"match_dim"> {
  let summary = "Check one size that a `relax.match_cast` names";
  let description = [{
    May fail; the error names function, place and expression.

    ```mlir
    relax_rt.match_dim %expected, %found of "lv" axis 0 is "n * 2"
    ```
  }];
  let arguments = (ins Index:$expected, Index:$found, StrAttr:$what,
      Runtime_Index:$axis, OptionalAttr<StrAttr>:$expression);
  let assemblyFormat = [{
    $expected `,` $found `of` $what `axis` $axis (`is` $expression^)? attr-dict
  }];
}

def Runtime_OutputOp : Runtime_Op<"output"> {
  let summary = "Give a tensor to the caller";
  let description = [{
    ```mlir
    relax_rt.output %t, %outputs[0]
    ```
  }];
  let arguments = (ins Runtime_TensorType:$tensor, Runtime_OutputsType:$outputs,
      Runtime_Index:$index);
  let assemblyFormat = "$tensor `,` $outputs `[` $index `]` attr-dict";
}

#endif // RELAX_DIALECT_RUNTIME_IR_ENTRYOPS_TD
