// What the virtual machine's programs use: contexts, objects, dynamic calls.
#ifndef RELAX_DIALECT_RELAX_IR_RUNTIMEOPS_TD
#define RELAX_DIALECT_RELAX_IR_RUNTIMEOPS_TD

include "Relax/Dialect/Relax/IR/RelaxBase.td"
include "Relax/Dialect/Relax/IR/RelaxAttrs.td"
include "Relax/Dialect/Relax/IR/RelaxTypes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Relax_StopLiftParamsOp : Relax_Op<"builtin.stop_lift_params", [
    Pure, SameOperandsAndResultType]> {
  let summary = "Keep what follows out of the transformation of weights";
  let description = [{
    ```mlir
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.builtin.stop_lift_params %x : tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$input);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
}

def Relax_NullValueOp : Relax_Op<"null_value", [Pure]> {
  let summary = "The object that stands for nothing";
  let description = [{
    ```mlir
    relax.func @main() -> !relax.object {
      %0 = relax.null_value : !relax.object
      relax.return %0 : !relax.object
    }
    ```
  }];
  let results = (outs Relax_ObjectType:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Relax_VMKillObjectOp : Relax_Op<"vm.kill_object"> {
  let summary = "Drop the reference to an object";
  let description = [{
    * **R1** the op is outside every `relax.dataflow` region.

    ```mlir
    relax.func impure @main(%x: !relax.object) {
      relax.vm.kill_object %x : !relax.object
      relax.return
    }
    ```
  }];
  let arguments = (ins Arg<AnyType, "object to drop", [MemFree]>:$obj);
  let assemblyFormat = "$obj attr-dict `:` type($obj)";
  let hasVerifier = 1;
}

def Relax_CallBuiltinWithCtxOp : Relax_Op<"call_builtin_with_ctx", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Call a function of the run time, which gets the context first";
  let description = [{
    ```mlir
    relax.func impure @main(%x: tensor<4xf32>) -> !relax.object {
      %0 = relax.call_builtin_with_ctx "vm.builtin.shape_of"(%x) : (tensor<4xf32>) -> !relax.object
      relax.return %0 : !relax.object
    }
    ```
  }];
  let arguments = (ins StrAttr:$func, Variadic<AnyType>:$args);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $func `(` $args `)` attr-dict `:` functional-type($args, $results)
  }];
}

#endif // RELAX_DIALECT_RELAX_IR_RUNTIMEOPS_TD
