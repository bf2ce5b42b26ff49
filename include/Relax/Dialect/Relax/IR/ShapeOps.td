// Between tensors, shapes and scalars.
#ifndef RELAX_DIALECT_RELAX_IR_SHAPEOPS_TD
#define RELAX_DIALECT_RELAX_IR_SHAPEOPS_TD

include "Relax/Dialect/Relax/IR/RelaxBase.td"
include "Relax/Dialect/Relax/IR/RelaxTypes.td"
include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Relax_ShapeConversionOp<string mnemonic>
    : Relax_Op<mnemonic, [Pure, Relax_TypeRules]> {
  let assemblyFormat = [{
    $input attr-dict `:` qualified(type($input)) `->` qualified(type($result))
  }];
}

def Relax_ShapeOfOp : Relax_ShapeConversionOp<"shape_of"> {
  let summary = "The shape of a tensor";
  let description = [{
    * **R1** the result says the tensor's dimensions, as far as can be proved
      (TYPE-2).

    ```mlir
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> !relax.shape<[n, 4]> {
      %0 = relax.shape_of %x : tensor<?x4xf32, #relax.dims<[n, 4]>> -> !relax.shape<[n, 4]>
      relax.return %0 : !relax.shape<[n, 4]>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$input);
  let results = (outs Relax_ShapeType:$result);
}

def Relax_TensorToShapeOp : Relax_ShapeConversionOp<"tensor_to_shape"> {
  let summary = "Read the values of an integer tensor as a shape";
  let description = [{
    Values are known only at run time; `relax.match_cast` names them.

    * **R1** the tensor has rank 1 and integer elements, as far as is known;
    * **R2** the result's rank is the tensor's length, as far as can be proved
      (TYPE-2).

    ```mlir
    relax.func @main(%x: tensor<2xi64>) -> !relax.shape<rank 2> {
      %0 = relax.tensor_to_shape %x : tensor<2xi64> -> !relax.shape<rank 2>
      relax.return %0 : !relax.shape<rank 2>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$input);
  let results = (outs Relax_ShapeType:$result);
  let hasVerifier = 1;
}

def Relax_ShapeToTensorOp : Relax_ShapeConversionOp<"shape_to_tensor"> {
  let summary = "Write a shape into a tensor of i64";
  let description = [{
    * **R1** the result is a rank-1 tensor of i64, as long as the shape's rank
      (TYPE-2).

    ```mlir
    relax.func @main(%s: !relax.shape<rank 2>) -> tensor<2xi64> {
      %0 = relax.shape_to_tensor %s : !relax.shape<rank 2> -> tensor<2xi64>
      relax.return %0 : tensor<2xi64>
    }
    ```
  }];
  let arguments = (ins Relax_ShapeType:$input);
  let results = (outs AnyTensor:$result);
}

def Relax_SizeOp : Relax_ShapeConversionOp<"size"> {
  let summary = "The number of elements of a tensor, as a rank-0 i64 tensor";
  let description = [{
    * **R1** the result is a rank-0 tensor of i64 (TYPE-2).

    ```mlir
    relax.func @main(%x: tensor<2x3xf32>) -> tensor<i64> {
      %0 = relax.size %x : tensor<2x3xf32> -> tensor<i64>
      relax.return %0 : tensor<i64>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$input);
  let results = (outs AnyTensor:$result);
}

def Relax_ScalarToTensorOp : Relax_Op<"scalar_to_tensor", [Pure]> {
  let summary = "A tensor of rank 0 with the value of a scalar";
  let description = [{
    Tensor programs and operators take numbers in tensors. A scalar has no
    sign; the tensor's elements may have one.

    * **R1** the tensor has rank 0 and elements of the scalar's type, an integer
      with or without its sign, or of i64 for an index.

    ```mlir
    relax.func @main(%f: f32) -> tensor<f32> {
      %0 = relax.scalar_to_tensor %f : f32 -> tensor<f32>
      relax.return %0 : tensor<f32>
    }
    ```
  }];
  let arguments = (ins AnyTypeOf<[AnySignlessInteger, Index, AnyFloat]>:$input);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif // RELAX_DIALECT_RELAX_IR_SHAPEOPS_TD
