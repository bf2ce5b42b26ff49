// Attention: softmax of products of queries and keys, times values.
#ifndef RELAX_DIALECT_RELAX_IR_ATTENTIONOPS_TD
#define RELAX_DIALECT_RELAX_IR_ATTENTIONOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

class Relax_AttentionBase<string mnemonic>
    : Relax_TensorOp<mnemonic, "Opaque", "Always", [AlwaysSpeculatable]> {
  string rules = [{
    `softmax(query * key^T * scale + bias) * value`, head by head. Operands have
    the axes batch, place, head, depth. `scale` is one over the root of the depth
    if it is absent. `causal_mask` lets a query see only keys up to its own
    place, both counted from the start (`TopLeft`) or from the end
    (`BottomRight`); `window_size` lets it see that many only. Fewer heads of
    keys than of queries serve several of these each.

    * **R1** query, key and value have one element type, as far as is known;
    * **R2** query, key and value have rank 4, as far as is known;
    * **R3** batch, depth and the places of keys agree, as far as is known;
    * **R4** the heads of keys are those of values and divide those of queries,
      as far as is known;
    * **R5** placed operands are on one device;
  }];
  dag parameters = (ins OptionalAttr<F64Attr>:$scale,
      OptionalAttr<Relax_OneOf<["TopLeft", "BottomRight"]>>:$causal_mask,
      OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$window_size);
}

def Relax_AttentionOp : Relax_AttentionBase<"nn.attention"> {
  let summary = "Attention";
  let description = rules # [{
    * **R6** `window_size` comes with a `causal_mask`.

    ```mlir
    relax.func @main(%q: tensor<?x16x8x32xf16, #relax.dims<[n, 16, 8, 32]>>, %k: tensor<?x20x8x32xf16, #relax.dims<[n, 20, 8, 32]>>) -> tensor<?x16x8x32xf16, #relax.dims<[n, 16, 8, 32]>> {
      %0 = relax.nn.attention %q, %k, %k : (tensor<?x16x8x32xf16, #relax.dims<[n, 16, 8, 32]>>, tensor<?x20x8x32xf16, #relax.dims<[n, 20, 8, 32]>>, tensor<?x20x8x32xf16, #relax.dims<[n, 20, 8, 32]>>) -> tensor<?x16x8x32xf16, #relax.dims<[n, 16, 8, 32]>>
      relax.return %0 : tensor<?x16x8x32xf16, #relax.dims<[n, 16, 8, 32]>>
    }
    ```
  }];
  let arguments = !con((ins Relax_FloatTensor:$query, Relax_FloatTensor:$key,
      Relax_FloatTensor:$value), parameters);
}

def Relax_AttentionBiasOp : Relax_AttentionBase<"nn.attention_bias"> {
  let summary = "Attention with a bias";
  let description = rules # [{
    * **R6** `window_size` comes with a `causal_mask`;
    * **R7** the bias broadcasts to batch, head, query and key, as far as is
      known.

    ```mlir
    relax.func @main(%q: tensor<2x16x8x32xf16>, %k: tensor<2x20x8x32xf16>, %b: tensor<1x1x16x20xf16>) -> tensor<2x16x8x32xf16> {
      %0 = relax.nn.attention_bias %q, %k, %k, %b {causal_mask = "TopLeft"} : (tensor<2x16x8x32xf16>, tensor<2x20x8x32xf16>, tensor<2x20x8x32xf16>, tensor<1x1x16x20xf16>) -> tensor<2x16x8x32xf16>
      relax.return %0 : tensor<2x16x8x32xf16>
    }
    ```
  }];
  let arguments = !con((ins Relax_FloatTensor:$query, Relax_FloatTensor:$key,
      Relax_FloatTensor:$value, Relax_FloatTensor:$bias), parameters);
}

def Relax_AttentionVarLenOp : Relax_AttentionBase<"nn.attention_var_len"> {
  let summary = "Attention over sequences of several lengths in one batch";
  let description = rules # [{
    * **R6** `window_size` comes with a `causal_mask`;
    * **R7** the starts of the sequences have rank 1 and one length, and the
      greatest lengths rank 0, as far as is known.

    The sequences are concatenated on the axis of places; sequence `i`
    begins at `seqstart[i]` and ends before `seqstart[i + 1]`.

    ```mlir
    relax.func @main(%q: tensor<1x16x8x32xf16>, %s: tensor<3xi32>, %m: tensor<i32>) -> tensor<1x16x8x32xf16> {
      %0 = relax.nn.attention_var_len %q, %q, %q, %s, %s, %m, %m : (tensor<1x16x8x32xf16>, tensor<1x16x8x32xf16>, tensor<1x16x8x32xf16>, tensor<3xi32>, tensor<3xi32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8x32xf16>
      relax.return %0 : tensor<1x16x8x32xf16>
    }
    ```
  }];
  let arguments = !con((ins Relax_FloatTensor:$query, Relax_FloatTensor:$key,
      Relax_FloatTensor:$value, Relax_IntegerTensor:$seqstart_q,
      Relax_IntegerTensor:$seqstart_k, Relax_IntegerTensor:$max_seqlen_q,
      Relax_IntegerTensor:$max_seqlen_k), parameters);
}

#endif // RELAX_DIALECT_RELAX_IR_ATTENTIONOPS_TD
