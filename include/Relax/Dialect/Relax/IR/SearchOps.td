// Ops that choose elements, or find their places.
#ifndef RELAX_DIALECT_RELAX_IR_SEARCHOPS_TD
#define RELAX_DIALECT_RELAX_IR_SEARCHOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

def Relax_WhereOp : Relax_TensorOp<"where", "Broadcast", "Never",
                                   [AlwaysSpeculatable], "Any"> {
  let summary = "x1 where the condition is true, else x2";
  let description = [{
    All three are broadcast together.

    * **R1** `x1` and `x2` have one element type, as far as is known;
    * **R2** no two aligned dimensions are provably unequal, unless one is 1;
    * **R3** placed operands are on one device.

    ```mlir
    relax.func @main(%c: tensor<?x1xi1, #relax.dims<[n, 1]>>, %x: tensor<4xf32>, %y: tensor<f32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
      %0 = relax.where %c, %x, %y : (tensor<?x1xi1, #relax.dims<[n, 1]>>, tensor<4xf32>, tensor<f32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
      relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
    }
    ```
  }];
  let arguments = (ins Relax_BoolTensor:$condition, AnyTensor:$x1,
      AnyTensor:$x2);
  let hasFolder = 1;
}

class Relax_ArgReduceOp<string mnemonic, string meaning>
    : Relax_TensorOp<mnemonic, "Reduction", "Never", [AlwaysSpeculatable],
                     "Axes"> {
  let summary = meaning;
  let description = [{
    As i64; the first one if several are equal, or NaN if there is one. Without
    `axis` over all elements in row-major order. With `keepdims` the axis stays,
    with size 1.

    * **R1** the axis lies in [-rank, rank);
    * **R2** the axis is not provably empty.

    ```mlir
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xi64, #relax.dims<[n]>> {
      %0 = relax.}] # mnemonic # [{ %x {axis = 1 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xi64, #relax.dims<[n]>>
      relax.return %0 : tensor<?xi64, #relax.dims<[n]>>
    }
    ```
  }];
  let arguments = (ins Relax_NumberOrBoolTensor:$x, Relax_AxisAttr:$axis,
      Relax_False:$keepdims);
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferTypes(
        Adaptor op, ::mlir::relax::EmitError emitError,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return inferArgReduce(op.getX(), op.getAxis(), op.getKeepdims(), emitError,
                            types);
    }
  }];
}
def Relax_ArgmaxOp : Relax_ArgReduceOp<"argmax", "Where the greatest element is">;
def Relax_ArgminOp : Relax_ArgReduceOp<"argmin", "Where the least element is">;

def Relax_BucketizeOp : Relax_TensorOp<"bucketize", "Opaque", "Never",
                                       [AlwaysSpeculatable]> {
  let summary = "Which interval between sorted boundaries each element is in";
  let description = [{
    The number of boundaries below the element, or, with `right`, not above it;
    as i32 with `out_int32`, else as i64.

    * **R1** both operands have one element type, as far as is known;
    * **R2** `boundaries` has rank 1, as far as is known;
    * **R3** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<3x4xf32>, %b: tensor<5xf32>) -> tensor<3x4xi64> {
      %0 = relax.bucketize %x, %b : (tensor<3x4xf32>, tensor<5xf32>) -> tensor<3x4xi64>
      relax.return %0 : tensor<3x4xi64>
    }
    ```
  }];
  let arguments = (ins Relax_NumberTensor:$input_tensor,
      Relax_NumberTensor:$boundaries, Relax_False:$out_int32, Relax_False:$right);
}

def Relax_NonzeroOp : Relax_TensorOp<"nonzero", "Opaque", "Never",
                                     [AlwaysSpeculatable, Relax_DataDependent]> {
  let summary = "Where elements other than zero are";
  let description = [{
    A row an axis and a column an element, in row-major order, as i64.

    ```mlir
    relax.func @main(%x: tensor<3x4xf32>) -> tensor<2x?xi64> {
      %0 = relax.nonzero %x : (tensor<3x4xf32>) -> tensor<2x?xi64>
      relax.return %0 : tensor<2x?xi64>
    }
    ```
  }];
  let arguments = (ins Relax_NumberOrBoolTensor:$x);
}

def Relax_UniqueOp : Relax_TensorOp<"unique", "Opaque", "Never",
                                    [AlwaysSpeculatable, Relax_DataDependent]> {
  let summary = "Each element, or slice of an axis, once";
  let description = [{
    Over all elements if there is no `axis`; in order if `sorted`, else as they
    first occur. Further results, as i64, if asked for: where each first stands,
    which of them each element is, and how often each occurs.

    * **R1** the axis lies in [-rank, rank).

    ```mlir
    relax.func @main(%x: tensor<3x4xf32>) -> tensor<?xf32> {
      %0:2 = relax.unique %x {return_counts = true} : (tensor<3x4xf32>) -> (tensor<?xf32>, tensor<?xi64>)
      relax.return %0#0 : tensor<?xf32>
    }
    ```
  }];
  let arguments = (ins Relax_NumberOrBoolTensor:$x, Relax_True:$sorted,
      Relax_False:$return_index, Relax_False:$return_inverse,
      Relax_False:$return_counts, Relax_AxisAttr:$axis);
  let results = (outs Variadic<AnyTensor>:$results);
}

def Relax_MultinomialFromUniformOp : Relax_TensorOp<
    "multinomial_from_uniform", "Opaque", "Never", [AlwaysSpeculatable]> {
  let summary = "Draw from distributions by given uniform numbers";
  let description = [{
    Result `i` is drawn from row `sample_indices[i]` of `prob` by the number
    `uniform_sample[i]`, as `dtype`, i64 if that is absent.

    * **R1** all operands have rank 2, as far as is known;
    * **R2** there is one number and one row a draw, as far as is known;
    * **R3** placed operands are on one device;
    * **R4** `dtype` is an integer type.

    ```mlir
    relax.func @main(%p: tensor<3x5xf32>, %u: tensor<6x1xf32>, %i: tensor<6x1xi64>) -> tensor<6x1xi64> {
      %0 = relax.multinomial_from_uniform %p, %u, %i : (tensor<3x5xf32>, tensor<6x1xf32>, tensor<6x1xi64>) -> tensor<6x1xi64>
      relax.return %0 : tensor<6x1xi64>
    }
    ```
  }];
  let arguments = (ins Relax_FloatTensor:$prob, Relax_FloatTensor:$uniform_sample,
      Relax_IntegerTensor:$sample_indices, Relax_DtypeAttr:$dtype);
}

def Relax_OneHotOp : Relax_TensorOp<"one_hot", "Injective", "Never",
                                    [AlwaysSpeculatable]> {
  let summary = "One value at an index on a new axis, another one elsewhere";
  let description = [{
    * **R1** both values have one type;
    * **R2** the axis lies in [-rank, rank) of the result.

    ```mlir
    relax.func @main(%i: tensor<?xi64, #relax.dims<[n]>>) -> tensor<?x10xf32, #relax.dims<[n, 10]>> {
      %0 = relax.one_hot %i {on_value = 1.0 : f32, off_value = 0.0 : f32, depth = 10 : i64} : (tensor<?xi64, #relax.dims<[n]>>) -> tensor<?x10xf32, #relax.dims<[n, 10]>>
      relax.return %0 : tensor<?x10xf32, #relax.dims<[n, 10]>>
    }
    ```
  }];
  let arguments = (ins Relax_IntegerTensor:$indices, Relax_ScalarAttr:$on_value,
      Relax_ScalarAttr:$off_value, ConfinedAttr<I64Attr, [IntNonNegative]>:$depth,
      Relax_DefaultAxis<-1>:$axis);
}

#endif // RELAX_DIALECT_RELAX_IR_SEARCHOPS_TD
