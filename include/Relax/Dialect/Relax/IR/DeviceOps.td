// Placement of tensors on devices.
#ifndef RELAX_DIALECT_RELAX_IR_DEVICEOPS_TD
#define RELAX_DIALECT_RELAX_IR_DEVICEOPS_TD

include "Relax/Dialect/Relax/IR/RelaxBase.td"
include "Relax/Dialect/Relax/IR/RelaxAttrs.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Relax_HintOnDeviceOp : Relax_Op<"hint_on_device", [
    Pure, PredOpTrait<"operand and result have one type",
        CPred<"$_op.getOperand(0).getType() == $_op.getResult(0).getType()">>,
    SameOperandsAndResultType]> {
  let summary = "Ask for a placement of a tensor, to be propagated";
  let description = [{
    ```mlir
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.hint_on_device %x on <"cuda", 0> : tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$data, Relax_VDeviceAttr:$vdevice);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "$data `on` $vdevice attr-dict `:` type($data)";
}

def Relax_ToVDeviceOp : Relax_Op<"to_vdevice", [Pure]> {
  let summary = "Copy a tensor to a device";
  let description = [{
    * **R1** the result has the operand's dtype and dimensions, and the
      placement `dst_vdevice`.

    ```mlir
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>> {
      %0 = relax.to_vdevice %x to <"cuda", 0> : tensor<4xf32> -> tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
      relax.return %0 : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$data, Relax_VDeviceAttr:$dst_vdevice);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $data `to` $dst_vdevice attr-dict `:` type($data) `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif // RELAX_DIALECT_RELAX_IR_DEVICEOPS_TD
