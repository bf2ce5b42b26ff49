// Ops that move elements without computing on them: shape, order, joining.
#ifndef RELAX_DIALECT_RELAX_IR_MANIPULATEOPS_TD
#define RELAX_DIALECT_RELAX_IR_MANIPULATEOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

class Relax_ManipulateOp<string mnemonic, string precision = "Follow",
                         string order = "AsWritten">
    : Relax_TensorOp<mnemonic, "Injective", precision, [AlwaysSpeculatable],
                     order>;

def Relax_ReshapeOp : Relax_ManipulateOp<"reshape"> {
  let summary = "Give the elements, in row-major order, other dimensions";
  let description = [{
    * **R1** the numbers of elements are not provably different.

    ```mlir
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n * 4]>> {
      %s = relax.shape [n * 4] : !relax.shape<[n * 4]>
      %0 = relax.reshape %x, %s : (tensor<?x4xf32, #relax.dims<[n, 4]>>, !relax.shape<[n * 4]>) -> tensor<?xf32, #relax.dims<[n * 4]>>
      relax.return %0 : tensor<?xf32, #relax.dims<[n * 4]>>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x, Relax_ShapeType:$shape);
  let hasFolder = 1;
}

def Relax_FlattenOp : Relax_ManipulateOp<"flatten"> {
  let summary = "Give the elements, in row-major order, one dimension";
  let description = [{
    ```mlir
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n * 4]>> {
      %0 = relax.flatten %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n * 4]>>
      relax.return %0 : tensor<?xf32, #relax.dims<[n * 4]>>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x);
  let hasFolder = 1;
}

def Relax_BatchFlattenOp : Relax_ManipulateOp<"nn.batch_flatten"> {
  let summary = "Keep the first dimension, join all others";
  let description = [{
    * **R1** the operand has at least one dimension, as far as is known.

    ```mlir
    relax.func @main(%x: tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x20xf32, #relax.dims<[n, 20]>> {
      %0 = relax.nn.batch_flatten %x : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x20xf32, #relax.dims<[n, 20]>>
      relax.return %0 : tensor<?x20xf32, #relax.dims<[n, 20]>>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$data);
  let hasFolder = 1;
}

def Relax_PermuteDimsOp : Relax_ManipulateOp<"permute_dims", "Follow", "Axes"> {
  let summary = "Reorder the axes";
  let description = [{
    Axis `i` of the result is axis `axes[i]` of the operand; without `axes` the
    order is reversed.

    * **R1** `axes` names each axis of the operand exactly once.

    ```mlir
    relax.func @main(%x: tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<5x?x4xf32, #relax.dims<[5, n, 4]>> {
      %0 = relax.permute_dims %x {axes = array<i64: 2, 0, 1>} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<5x?x4xf32, #relax.dims<[5, n, 4]>>
      relax.return %0 : tensor<5x?x4xf32, #relax.dims<[5, n, 4]>>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x, Relax_AxesAttr:$axes);
  let hasFolder = 1;
}

def Relax_ExpandDimsOp : Relax_ManipulateOp<"expand_dims", "Follow", "Axes"> {
  let summary = "Put axes of size 1 in";
  let description = [{
    `axis` says where the new axes stand in the result.

    * **R1** each axis lies in [-rank, rank) of the result, and none occurs
      twice.

    ```mlir
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<1x?x4x1xf32, #relax.dims<[1, n, 4, 1]>> {
      %0 = relax.expand_dims %x {axis = array<i64: 0, -1>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<1x?x4x1xf32, #relax.dims<[1, n, 4, 1]>>
      relax.return %0 : tensor<1x?x4x1xf32, #relax.dims<[1, n, 4, 1]>>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x, DenseI64ArrayAttr:$axis);
  let hasFolder = 1;
}

def Relax_SqueezeOp : Relax_ManipulateOp<"squeeze", "Follow", "Axes"> {
  let summary = "Take axes of size 1 out";
  let description = [{
    Without `axis`, all that are literally 1; that needs all sizes to be known.

    * **R1** each axis lies in [-rank, rank), and none occurs twice;
    * **R2** no named axis provably has a size other than 1.

    ```mlir
    relax.func @main(%x: tensor<1x?x4xf32, #relax.dims<[1, n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
      %0 = relax.squeeze %x {axis = array<i64: 0>} : (tensor<1x?x4xf32, #relax.dims<[1, n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
      relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x, Relax_AxesAttr:$axis);
  let hasFolder = 1;
}

def Relax_BroadcastToOp : Relax_TensorOp<"broadcast_to", "Broadcast", "Follow",
                                         [AlwaysSpeculatable]> {
  let summary = "Repeat a tensor to fill a shape";
  let description = [{
    Shapes are aligned at the right; a dimension of size 1 is repeated.

    * **R1** the shape has at least the operand's rank, as far as is known;
    * **R2** no aligned size provably differs from the operand's, unless that
      is 1.

    ```mlir
    relax.func @main(%x: tensor<1x4xf32>, %y: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
      %s = relax.shape [n, 4] : !relax.shape<[n, 4]>
      %0 = relax.broadcast_to %x, %s : (tensor<1x4xf32>, !relax.shape<[n, 4]>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
      relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x, Relax_ShapeType:$shape);
  let hasFolder = 1;
}

def Relax_FlipOp : Relax_ManipulateOp<"flip", "Never", "Axes"> {
  let summary = "Reverse the order along one axis";
  let description = [{
    * **R1** the axis lies in [-rank, rank).

    ```mlir
    relax.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
      %0 = relax.flip %x {axis = 1 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
      relax.return %0 : tensor<3x4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$data, I64Attr:$axis);
}

def Relax_RepeatOp : Relax_ManipulateOp<"repeat", "Never", "Axes"> {
  let summary = "Repeat each element along an axis";
  let description = [{
    Along `axis`, or over all elements in row-major order, as one axis, if it is
    absent.

    * **R1** the axis lies in [-rank, rank).

    ```mlir
    relax.func @main(%x: tensor<3x4xf32>) -> tensor<3x8xf32> {
      %0 = relax.repeat %x {repeats = 2 : i64, axis = 1 : i64} : (tensor<3x4xf32>) -> tensor<3x8xf32>
      relax.return %0 : tensor<3x8xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$data,
      ConfinedAttr<I64Attr, [IntNonNegative]>:$repeats, Relax_AxisAttr:$axis);
}

def Relax_TileOp : Relax_ManipulateOp<"tile", "Never"> {
  let summary = "Repeat the whole tensor along its axes";
  let description = [{
    `repeats` is aligned with the axes at the right; what is missing on either
    side is 1.

    * **R1** no count is negative.

    ```mlir
    relax.func @main(%x: tensor<3x4xf32>) -> tensor<2x3x12xf32> {
      %0 = relax.tile %x {repeats = array<i64: 2, 1, 3>} : (tensor<3x4xf32>) -> tensor<2x3x12xf32>
      relax.return %0 : tensor<2x3x12xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$data,
      DenseI64ArrayAttr:$repeats);
}

def Relax_PadOp : Relax_TensorOp<"nn.pad", "Injective", "Never",
                                 [AlwaysSpeculatable]> {
  let summary = "Put elements around a tensor";
  let description = [{
    `pad_width` gives, axis by axis, how many go before and how many after.
    `constant` fills with `pad_value`, `replicate` repeats the border,
    `reflect` mirrors at it, `circular` wraps around.

    * **R1** `pad_width` has two entries an axis.

    ```mlir
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x7xf32, #relax.dims<[n, 7]>> {
      %0 = relax.nn.pad %x {pad_width = array<i64: 0, 0, 1, 2>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x7xf32, #relax.dims<[n, 7]>>
      relax.return %0 : tensor<?x7xf32, #relax.dims<[n, 7]>>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$data, DenseI64ArrayAttr:$pad_width,
      DefaultValuedAttr<F64Attr, "0.0">:$pad_value,
      Relax_DefaultString<"constant",
          Relax_OneOf<["constant", "replicate", "reflect", "circular"]>>:$pad_mode);
}

def Relax_ConcatOp : Relax_ManipulateOp<"concat", "Follow", "Axes"> {
  let summary = "Concatenate tensors on an axis";
  let description = [{
    Without `axis` the operands are of rank 1.

    * **R1** all operands have one element type, as far as is known;
    * **R2** all operands have one rank, as far as is known, which is 1 if there
      is no `axis`;
    * **R3** the axis lies in [-rank, rank);
    * **R4** away from the axis no sizes provably differ;
    * **R5** placed operands are on one device;
    * **R6** there is at least one operand.

    ```mlir
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<2x4xf32>) -> tensor<?x4xf32, #relax.dims<[n + 2, 4]>> {
      %0 = relax.concat %x, %y {axis = 0 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<2x4xf32>) -> tensor<?x4xf32, #relax.dims<[n + 2, 4]>>
      relax.return %0 : tensor<?x4xf32, #relax.dims<[n + 2, 4]>>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyTensor>:$tensors, Relax_AxisAttr:$axis);
  let hasFolder = 1;
}

def Relax_StackOp : Relax_ManipulateOp<"stack", "Follow", "Axes"> {
  let summary = "Stack tensors on a new axis";
  let description = [{
    * **R1** all operands have one element type, as far as is known;
    * **R2** all operands have one rank and no sizes that provably differ;
    * **R3** the axis lies in [-rank, rank) of the result;
    * **R4** placed operands are on one device;
    * **R5** there is at least one operand.

    ```mlir
    relax.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3x2xf32> {
      %0 = relax.stack %x, %y {axis = -1 : i64} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3x2xf32>
      relax.return %0 : tensor<3x2xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyTensor>:$tensors, Relax_DefaultAxis<0>:$axis);
}

def Relax_SplitOp : Relax_ManipulateOp<"split", "Follow", "Axes"> {
  let summary = "Cut a tensor along an axis";
  let description = [{
    Either into `sections` parts, of equal size but for the last, or before each
    of `indices`.

    * **R1** exactly one of `sections` and `indices` is given;
    * **R2** there is at least one section;
    * **R3** the axis lies in [-rank, rank);
    * **R4** indices are not negative and do not decrease;
    * **R5** there is a result for each part (TYPE-1).

    ```mlir
    relax.func @main(%x: tensor<?x7xf32, #relax.dims<[n, 7]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
      %0:2 = relax.split %x {indices = array<i64: 3>, axis = 1 : i64} : (tensor<?x7xf32, #relax.dims<[n, 7]>>) -> (tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<?x4xf32, #relax.dims<[n, 4]>>)
      relax.return %0#1 : tensor<?x4xf32, #relax.dims<[n, 4]>>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x, Relax_AxisAttr:$sections,
      Relax_AxesAttr:$indices, Relax_DefaultAxis<0>:$axis);
  let results = (outs Variadic<AnyTensor>:$parts);
}

def Relax_MeshgridOp : Relax_ManipulateOp<"meshgrid"> {
  let summary = "Spread vectors over the grid of all their combinations";
  let description = [{
    Result `i` is operand `i`, repeated along all axes but its own. With `xy` the
    first two axes change places.

    * **R1** all operands have one element type, as far as is known;
    * **R2** operands have rank 0 or 1, as far as is known;
    * **R3** placed operands are on one device;
    * **R4** there is a result for each operand, and at least one.

    ```mlir
    relax.func @main(%x: tensor<3xf32>, %y: tensor<?xf32, #relax.dims<[n]>>) -> tensor<3x?xf32, #relax.dims<[3, n]>> {
      %0:2 = relax.meshgrid %x, %y : (tensor<3xf32>, tensor<?xf32, #relax.dims<[n]>>) -> (tensor<3x?xf32, #relax.dims<[3, n]>>, tensor<3x?xf32, #relax.dims<[3, n]>>)
      relax.return %0#1 : tensor<3x?xf32, #relax.dims<[3, n]>>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyTensor>:$tensors,
      Relax_DefaultString<"ij", Relax_OneOf<["ij", "xy"]>>:$indexing);
  let results = (outs Variadic<AnyTensor>:$grids);
}

def Relax_PixelShuffleOp : Relax_ManipulateOp<"nn.pixel_shuffle", "Never"> {
  let summary = "Spread channels over the pixels of a finer image";
  let description = [{
    From N C*r*r H W to N C H*r W*r, with r as `upscale_factor`.

    * **R1** the operand has rank 3 or more, as far as is known;
    * **R2** the channels divide by the square of the factor, as far as is known.

    ```mlir
    relax.func @main(%x: tensor<1x8x3x4xf32>) -> tensor<1x2x6x8xf32> {
      %0 = relax.nn.pixel_shuffle %x {upscale_factor = 2 : i64} : (tensor<1x8x3x4xf32>) -> tensor<1x2x6x8xf32>
      relax.return %0 : tensor<1x2x6x8xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$data,
      ConfinedAttr<I64Attr, [IntPositive]>:$upscale_factor);
}

def Relax_ReverseSequenceOp : Relax_ManipulateOp<"reverse_sequence", "Never"> {
  let summary = "Reverse the first elements of each sequence of a batch";
  let description = [{
    Of sequence `i` along `batch_axis` the first `seq_lengths[i]` elements along
    `seq_axis` come in reverse order.

    * **R1** both axes lie in [-rank, rank) and are different;
    * **R2** `seq_lengths` has rank 1 and the batch's length, as far as is known;
    * **R3** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<5x2xf32>, %l: tensor<2xi64>) -> tensor<5x2xf32> {
      %0 = relax.reverse_sequence %x, %l {seq_axis = 0 : i64, batch_axis = 1 : i64} : (tensor<5x2xf32>, tensor<2xi64>) -> tensor<5x2xf32>
      relax.return %0 : tensor<5x2xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$data, Relax_IntegerTensor:$seq_lengths,
      Relax_DefaultAxis<1>:$seq_axis, Relax_DefaultAxis<0>:$batch_axis);
}

def Relax_LayoutTransformOp : Relax_ManipulateOp<"layout_transform"> {
  let summary = "Move each element to the place that a map gives";
  let description = [{
    Places that no element goes to hold `pad_value`. Elements without a place,
    by sizes known at run time, are dropped, and reported by the interpreter.

    * **R1** the map has an index for each axis, no symbols, positive divisors;
    * **R2** the operand's corners have places in the result, as far as is known.

    ```mlir
    relax.func @main(%x: tensor<?x8xf32, #relax.dims<[n, 8]>>) -> tensor<2x?x4xf32, #relax.dims<[2, n, 4]>> {
      %0 = relax.layout_transform %x {index_map = affine_map<(i, j) -> (j floordiv 4, i, j mod 4)>} : (tensor<?x8xf32, #relax.dims<[n, 8]>>) -> tensor<2x?x4xf32, #relax.dims<[2, n, 4]>>
      relax.return %0 : tensor<2x?x4xf32, #relax.dims<[2, n, 4]>>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x, AffineMapAttr:$index_map,
      OptionalAttr<Relax_NumberAttr>:$pad_value);
  let hasVerifier = 1;
}

class Relax_CollapseSumOp<string mnemonic>
    : Relax_TensorOp<mnemonic, "Reduction", "Never", [AlwaysSpeculatable]>;

def Relax_CollapseSumToOp : Relax_CollapseSumOp<"collapse_sum_to"> {
  let summary = "Undo a broadcast by summing up, to a shape";
  let description = [{
    * **R1** the shape broadcasts to the operand's, as far as is known.

    ```mlir
    relax.func @main(%x: tensor<2x3x4xf32>) -> tensor<3x1xf32> {
      %s = relax.shape [3, 1] : !relax.shape<[3, 1]>
      %0 = relax.collapse_sum_to %x, %s : (tensor<2x3x4xf32>, !relax.shape<[3, 1]>) -> tensor<3x1xf32>
      relax.return %0 : tensor<3x1xf32>
    }
    ```
  }];
  let arguments = (ins Relax_NumberTensor:$data, Relax_ShapeType:$shape);
}

def Relax_CollapseSumLikeOp : Relax_CollapseSumOp<"collapse_sum_like"> {
  let summary = "Undo a broadcast by summing up, to another tensor's shape";
  let description = [{
    * **R1** the other tensor's shape broadcasts to the operand's, as far as is
      known.

    ```mlir
    relax.func @main(%x: tensor<2x3x4xf32>, %y: tensor<3x1xf32>) -> tensor<3x1xf32> {
      %0 = relax.collapse_sum_like %x, %y : (tensor<2x3x4xf32>, tensor<3x1xf32>) -> tensor<3x1xf32>
      relax.return %0 : tensor<3x1xf32>
    }
    ```
  }];
  let arguments = (ins Relax_NumberTensor:$data, AnyTensor:$collapse_target);
}

#endif // RELAX_DIALECT_RELAX_IR_MANIPULATEOPS_TD
