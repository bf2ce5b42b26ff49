// Ops that change the element type of a tensor.
#ifndef RELAX_DIALECT_RELAX_IR_DATATYPEOPS_TD
#define RELAX_DIALECT_RELAX_IR_DATATYPEOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

def Relax_AsTypeOp : Relax_TensorOp<"astype", "Elementwise", "Follow",
                                    [AlwaysSpeculatable]> {
  let summary = "Convert each element to another type";
  let description = [{
    Floats go to integers towards zero; numbers go to i1 as `x != 0`.

    * **R1** `dtype` is a number type or i1.

    ```mlir
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf16, #relax.dims<[n, 4]>> {
      %0 = relax.astype %x {dtype = f16} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf16, #relax.dims<[n, 4]>>
      relax.return %0 : tensor<?x4xf16, #relax.dims<[n, 4]>>
    }
    ```
  }];
  let arguments = (ins Relax_NumberOrBoolTensor:$x, TypeAttr:$dtype);
  let hasFolder = 1;
}

def Relax_WrapParamOp : Relax_TensorOp<"wrap_param", "Elementwise", "Never",
                                       [AlwaysSpeculatable]> {
  let summary = "A parameter, converted once before the program runs";
  let description = [{
    Stands for the conversion of a weight to `dtype` that mixed precision asks
    for; a later pass moves it out of the function.

    * **R1** `dtype` is a number type or i1.

    ```mlir
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf16> {
      %0 = relax.wrap_param %x {dtype = f16} : (tensor<4xf32>) -> tensor<4xf16>
      relax.return %0 : tensor<4xf16>
    }
    ```
  }];
  let arguments = (ins Relax_NumberOrBoolTensor:$data, TypeAttr:$dtype);
}

#endif // RELAX_DIALECT_RELAX_IR_DATATYPEOPS_TD
