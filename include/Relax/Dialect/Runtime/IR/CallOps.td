// Calls: host functions, kernels, external functions, print, assert.
#ifndef RELAX_DIALECT_RUNTIME_IR_CALLOPS_TD
#define RELAX_DIALECT_RUNTIME_IR_CALLOPS_TD

include "Relax/Dialect/Runtime/IR/RuntimeBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/SymbolInterfaces.td"

def Runtime_CallOp : Runtime_Op<"call", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Call another function of host code";
  let description = [{
    May fail, with the callee's error. `devices` says of each value which CUDA
    device it is on, -1 for the host; without it all are on the host.

    * **R1** the callee is a `func.func` of host code;
    * **R2** there is a device, from -1 on, for each value.

    ```mlir
    func.func private @callee(!relax_rt.context, !relax_rt.inputs, !relax_rt.outputs) -> i32
    func.func private @caller(%m: memref<4xf32>) -> !relax_rt.tensor {
      %t = relax_rt.call @callee(%m) : (memref<4xf32>) -> !relax_rt.tensor
      %u = relax_rt.call @callee(%m) on [0] : (memref<4xf32>) -> !relax_rt.tensor
      return %t : !relax_rt.tensor
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee,
      Variadic<Runtime_Passed>:$args,
      OptionalAttr<DenseI32ArrayAttr>:$devices);
  let results = (outs Variadic<Runtime_TensorType>:$tensors);
  let assemblyFormat = [{
    $callee `(` $args `)` (`on` $devices^)? attr-dict `:`
    functional-type($args, $tensors)
  }];
  let hasVerifier = 1;
}

def Runtime_CallKernelOp : Runtime_Op<"call_kernel", [
    AttrSizedOperandSegments, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Call a kernel";
  let description = [{
    May fail, if the kernel says that it failed, or what it launches. What it
    launches runs on CUDA device `device`. `flops` is how many operations on
    floats it does, for a profile.

    * **R1** the callee is a function of the module, without results;
    * **R2** its parameters have the types of the arguments.

    ```mlir
    func.func private @kernel(memref<?xf32>, index)
    func.func private @caller(%m: memref<?xf32>, %n: index) {
      relax_rt.call_kernel @kernel(%m, %n) : memref<?xf32>, index
      relax_rt.call_kernel @kernel(%m, %n) on 0 flops(%n) : memref<?xf32>, index
      return
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee,
      Variadic<AnyTypeOf<[AnyStridedMemRef, Index]>>:$args,
      Optional<Index>:$flops, OptionalAttr<Runtime_Device>:$device);
  let assemblyFormat = [{
    $callee `(` $args `)` (`on` $device^)? (`flops` `(` $flops^ `)`)? attr-dict
    (`:` type($args)^)?
  }];
}

def Runtime_CallExternalOp : Runtime_Op<"call_external", [
    AttrSizedOperandSegments]> {
  let summary = "Call an external function by its registered name";
  let description = [{
    May fail. `devices` says of each value, those of `outs` last, which CUDA
    device it is on, -1 for the host; without it all are on the host.

    * **R1** there is a device, from -1 on, for each value.

    ```mlir
    relax_rt.call_external "my.gelu" ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
    relax_rt.call_external "my.gelu" ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) on [0, 0]
    ```
  }];
  let arguments = (ins StrAttr:$callee, Variadic<Runtime_Passed>:$ins,
      Variadic<Runtime_Passed>:$outs,
      OptionalAttr<DenseI32ArrayAttr>:$devices);
  let assemblyFormat = [{
    $callee (`ins` `(` $ins^ `:` type($ins) `)`)?
    (`outs` `(` $outs^ `:` type($outs) `)`)? (`on` $devices^)? attr-dict
  }];
  let hasVerifier = 1;
}

def Runtime_PrintOp : Runtime_Op<"print"> {
  let summary = "Print a line, with `{}` for each value";
  let description = [{
    May fail.

    ```mlir
    relax_rt.print "x is {}"(%x) : memref<4xf32>
    ```
  }];
  let arguments = (ins StrAttr:$format, Variadic<Runtime_Passed>:$values);
  let assemblyFormat = "$format (`(` $values^ `)` `:` type($values))? attr-dict";
}

def Runtime_AssertOp : Runtime_Op<"assert"> {
  let summary = "Fail with a message unless a condition holds";
  let description = [{
    May fail.

    ```mlir
    relax_rt.assert %c, "expected a positive number, found {}"(%x) : memref<f32>
    ```
  }];
  let arguments = (ins I1:$condition, StrAttr:$format,
      Variadic<Runtime_Passed>:$values);
  let assemblyFormat = [{
    $condition `,` $format (`(` $values^ `)` `:` type($values))? attr-dict
  }];
}

#endif // RELAX_DIALECT_RUNTIME_IR_CALLOPS_TD
