// Losses: how far predictions are from what was to be predicted.
#ifndef RELAX_DIALECT_RELAX_IR_LOSSOPS_TD
#define RELAX_DIALECT_RELAX_IR_LOSSOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

class Relax_LossOp<string mnemonic>
    : Relax_TensorOp<mnemonic, "Reduction", "Never", [AlwaysSpeculatable]>;

def Relax_CrossEntropyWithLogitsOp : Relax_LossOp<"nn.cross_entropy_with_logits"> {
  let summary = "Minus the sum of products, a row of the batch";
  let description = [{
    `-sum(predictions * labels)`, divided by the first size if the rank is above
    1; a scalar.

    * **R1** both operands have one element type, as far as is known;
    * **R2** both operands have one shape, as far as is known;
    * **R3** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<f32> {
      %0 = relax.nn.cross_entropy_with_logits %x, %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<f32>
      relax.return %0 : tensor<f32>
    }
    ```
  }];
  let arguments = (ins Relax_FloatTensor:$predictions, Relax_FloatTensor:$labels);
}

def Relax_NLLLossOp : Relax_LossOp<"nn.nll_loss"> {
  let summary = "Negative log likelihood";
  let description = [{
    Of log probabilities, with the classes on axis 1 (axis 0 at rank 1), minus
    that of the target, times the weight of its class; accumulated, or divided by
    the sum of weights, as `reduction` says. A target that is `ignore_index` does
    not count.

    * **R1** predictions and weights have one element type, as far as is known;
    * **R2** targets have the predictions' shape without the classes, as far as is
      known;
    * **R3** weights have rank 1 and an entry a class, as far as is known;
    * **R4** placed operands are on one device;
    * **R5** predictions have rank 1 or more, as far as is known.

    ```mlir
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %t: tensor<?xi64, #relax.dims<[n]>>, %w: tensor<4xf32>) -> tensor<f32> {
      %0 = relax.nn.nll_loss %x, %t, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?xi64, #relax.dims<[n]>>, tensor<4xf32>) -> tensor<f32>
      relax.return %0 : tensor<f32>
    }
    ```
  }];
  let arguments = (ins Relax_FloatTensor:$predictions,
      Relax_IntegerTensor:$targets, Optional<Relax_FloatTensor>:$weights,
      Relax_DefaultString<"mean", Relax_OneOf<["none", "mean", "sum"]>>:$reduction,
      DefaultValuedAttr<I64Attr, "-100">:$ignore_index);
}

#endif // RELAX_DIALECT_RELAX_IR_LOSSOPS_TD
