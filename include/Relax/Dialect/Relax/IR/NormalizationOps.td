// Ops that bring mean and spread of elements to given values.
#ifndef RELAX_DIALECT_RELAX_IR_NORMALIZATIONOPS_TD
#define RELAX_DIALECT_RELAX_IR_NORMALIZATIONOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

class Relax_NormOp<string mnemonic, string precision = "Follow">
    : Relax_TensorOp<mnemonic, "OutFusable", precision, [AlwaysSpeculatable],
                     "Axes">;

def Relax_BatchNormOp : Relax_NormOp<"nn.batch_norm", "Never"> {
  let summary = "Normalize each channel over the batch";
  let description = [{
    `(data - mean) / sqrt(variance + epsilon) * gamma + beta`, without `gamma`
    if `scale` is false and without `beta` if `center` is false. In `training`
    mean and variance are those of the batch and the results 1 and 2 are the
    moving ones, renewed by `moving * (1 - momentum) + batch * momentum`; else
    the moving ones are used and returned.

    * **R1** all operands have one element type, as far as is known;
    * **R2** the axis lies in [-rank, rank);
    * **R3** the other operands have rank 1 and the length of the axis, as far as
      is known;
    * **R4** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>>, %p: tensor<4xf32>) -> tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>> {
      %0:3 = relax.nn.batch_norm %x, %p, %p, %p, %p {axis = 1 : i64} : (tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>>, tensor<4xf32>, tensor<4xf32>)
      relax.return %0#0 : tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>>
    }
    ```
  }];
  let arguments = (ins Relax_FloatTensor:$data, Relax_FloatTensor:$gamma,
      Relax_FloatTensor:$beta, Relax_FloatTensor:$moving_mean,
      Relax_FloatTensor:$moving_var, I64Attr:$axis,
      DefaultValuedAttr<F64Attr, "1e-5">:$epsilon, Relax_True:$center,
      Relax_True:$scale, DefaultValuedAttr<F64Attr, "0.1">:$momentum,
      Relax_False:$training);
  let results = (outs AnyTensor:$result, AnyTensor:$mean,
      AnyTensor:$variance);
}

def Relax_LayerNormOp : Relax_NormOp<"nn.layer_norm"> {
  let summary = "Normalize over some axes";
  let description = [{
    `(data - mean) / sqrt(variance + epsilon) * gamma + beta` with mean and
    variance over `axes`, without `gamma` if `scale` is false and without `beta`
    if `center` is false.

    * **R1** all operands have one element type, as far as is known;
    * **R2** each axis lies in [-rank, rank), and none occurs twice;
    * **R3** `gamma` and `beta` have the sizes of `axes`, as far as is known;
    * **R4** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<?x8xf32, #relax.dims<[n, 8]>>, %p: tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
      %0 = relax.nn.layer_norm %x, %p, %p {axes = array<i64: -1>} : (tensor<?x8xf32, #relax.dims<[n, 8]>>, tensor<8xf32>, tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
      relax.return %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
    }
    ```
  }];
  let arguments = (ins Relax_FloatTensor:$data, Relax_FloatTensor:$gamma,
      Relax_FloatTensor:$beta, DenseI64ArrayAttr:$axes,
      DefaultValuedAttr<F64Attr, "1e-5">:$epsilon, Relax_True:$center,
      Relax_True:$scale);
}

def Relax_RMSNormOp : Relax_NormOp<"nn.rms_norm"> {
  let summary = "Divide by the root of the mean square over some axes";
  let description = [{
    `data / sqrt(mean(data * data) + epsilon) * weight`, the mean over `axes`.

    * **R1** both operands have one element type, as far as is known;
    * **R2** each axis lies in [-rank, rank), and none occurs twice;
    * **R3** `weight` has the sizes of `axes`, as far as is known;
    * **R4** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<?x8xf32, #relax.dims<[n, 8]>>, %p: tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
      %0 = relax.nn.rms_norm %x, %p {axes = array<i64: -1>} : (tensor<?x8xf32, #relax.dims<[n, 8]>>, tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
      relax.return %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
    }
    ```
  }];
  let arguments = (ins Relax_FloatTensor:$data, Relax_FloatTensor:$weight,
      DenseI64ArrayAttr:$axes, DefaultValuedAttr<F64Attr, "1e-5">:$epsilon);
}

def Relax_GroupNormOp : Relax_NormOp<"nn.group_norm"> {
  let summary = "Normalize over groups of channels";
  let description = [{
    As `relax.nn.layer_norm`, with mean and variance over `axes` and over the
    channels of one of `num_groups` equal groups on `channel_axis`.

    * **R1** all operands have one element type, as far as is known;
    * **R2** each axis, also the channel's, lies in [-rank, rank), and none
      occurs twice;
    * **R3** `gamma` and `beta` have rank 1 and the length of the channel axis,
      as far as is known;
    * **R4** placed operands are on one device;
    * **R5** the channels divide into the groups, as far as is known.

    ```mlir
    relax.func @main(%x: tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>, %p: tensor<4xf32>) -> tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>> {
      %0 = relax.nn.group_norm %x, %p, %p {num_groups = 2 : i64, channel_axis = 1 : i64, axes = array<i64: 2>} : (tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>
      relax.return %0 : tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>
    }
    ```
  }];
  let arguments = (ins Relax_FloatTensor:$data, Relax_FloatTensor:$gamma,
      Relax_FloatTensor:$beta, ConfinedAttr<I64Attr, [IntPositive]>:$num_groups,
      I64Attr:$channel_axis, DenseI64ArrayAttr:$axes,
      DefaultValuedAttr<F64Attr, "1e-5">:$epsilon, Relax_True:$center,
      Relax_True:$scale);
}

def Relax_InstanceNormOp : Relax_NormOp<"nn.instance_norm"> {
  let summary = "Normalize each channel of each instance";
  let description = [{
    As `relax.nn.layer_norm` over `axes`, with `gamma` and `beta` along
    `channel_axis`.

    * **R1** all operands have one element type, as far as is known;
    * **R2** each axis, also the channel's, lies in [-rank, rank), and none
      occurs twice;
    * **R3** `gamma` and `beta` have rank 1 and the length of the channel axis,
      as far as is known;
    * **R4** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>, %p: tensor<4xf32>) -> tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>> {
      %0 = relax.nn.instance_norm %x, %p, %p {channel_axis = 1 : i64, axes = array<i64: 2>} : (tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>
      relax.return %0 : tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>
    }
    ```
  }];
  let arguments = (ins Relax_FloatTensor:$data, Relax_FloatTensor:$gamma,
      Relax_FloatTensor:$beta, I64Attr:$channel_axis, DenseI64ArrayAttr:$axes,
      DefaultValuedAttr<F64Attr, "1e-5">:$epsilon, Relax_True:$center,
      Relax_True:$scale);
}

#endif // RELAX_DIALECT_RELAX_IR_NORMALIZATIONOPS_TD
