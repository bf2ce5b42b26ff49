// Devices: copies to and from their memory, constants in it.
#ifndef RELAX_DIALECT_RUNTIME_IR_DEVICEOPS_TD
#define RELAX_DIALECT_RUNTIME_IR_DEVICEOPS_TD

include "Relax/Dialect/Runtime/IR/RuntimeBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Runtime_DeviceCopyOp : Runtime_Op<"device_copy"> {
  let summary = "Copy bytes between the host and devices";
  let description = [{
    May fail. A number says a device, its absence the host.

    ```mlir
    relax_rt.device_copy %bytes from %m to %d on 0 : memref<4xf32>, memref<4xf32>
    relax_rt.device_copy %bytes from %d on 0 to %m : memref<4xf32>, memref<4xf32>
    ```
  }];
  let arguments = (ins Index:$bytes, AnyStridedMemRef:$source,
      OptionalAttr<Runtime_Device>:$source_device, AnyStridedMemRef:$target,
      OptionalAttr<Runtime_Device>:$target_device);
  let assemblyFormat = [{
    $bytes `from` $source (`on` $source_device^)? `to` $target
    (`on` $target_device^)? attr-dict `:` type($source) `,` type($target)
  }];
}

def Runtime_DeviceConstantOp
    : Runtime_Op<"device_constant", [AllTypesMatch<["constant", "result"]>]> {
  let summary = "The copy of a constant on a device";
  let description = [{
    May fail. The copy is made once for each context of the run time.

    ```mlir
    %d = relax_rt.device_constant %bytes of %m on 0 : memref<4xf32>
    ```
  }];
  let arguments = (ins Index:$bytes, AnyStridedMemRef:$constant,
      Runtime_Device:$device);
  let results = (outs AnyStridedMemRef:$result);
  let assemblyFormat = [{
    $bytes `of` $constant `on` $device attr-dict `:` type($result)
  }];
}

def Runtime_GraphBeginOp : Runtime_Op<"graph_begin"> {
  let summary = "Begin kernels that are launched as a graph";
  let description = [{
    `region` tells those of a program apart. Whether kernels have to be launched
    one by one: false where a graph of them is, made of the same operands before,
    and has been launched.

    ```mlir
    %b = relax_rt.graph_begin 3 on 0 (%x, %y) : memref<4xf32>, memref<?xf32>
    ```
  }];
  let arguments = (ins I32Attr:$region, Runtime_Device:$device,
      Variadic<AnyStridedMemRef>:$operands);
  let results = (outs I1:$runs);
  let assemblyFormat = [{
    $region `on` $device `(` $operands `)` attr-dict (`:` type($operands)^)?
  }];
}

def Runtime_GraphStepOp : Runtime_Op<"graph_step", [AttrSizedOperandSegments]> {
  let summary = "Say what the next kernels of a graph read and write";
  let description = [{
    Up to the next step. Kernels of two steps run side by side if neither writes
    what the other one reads or writes.

    ```mlir
    relax_rt.graph_step reads(%x, %y : memref<4xf32>, memref<?xf32>) writes(%z : memref<4xf32>)
    ```
  }];
  let arguments = (ins Variadic<AnyStridedMemRef>:$reads,
      Variadic<AnyStridedMemRef>:$writes);
  let assemblyFormat = [{
    (`reads` `(` $reads^ `:` type($reads) `)`)?
    (`writes` `(` $writes^ `:` type($writes) `)`)? attr-dict
  }];
}

def Runtime_GraphEndOp : Runtime_Op<"graph_end"> {
  let summary = "End kernels that are launched as a graph";
  let description = [{
    May fail. What was launched since `relax_rt.graph_begin` is.

    ```mlir
    relax_rt.graph_end
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // RELAX_DIALECT_RUNTIME_IR_DEVICEOPS_TD
