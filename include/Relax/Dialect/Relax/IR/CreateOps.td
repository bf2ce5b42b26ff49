// Ops that make tensors out of nothing but a shape and a few numbers.
#ifndef RELAX_DIALECT_RELAX_IR_CREATEOPS_TD
#define RELAX_DIALECT_RELAX_IR_CREATEOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

class Relax_CreateOp<string mnemonic, string precision, list<Trait> traits = []>
    : Relax_TensorOp<mnemonic, "Elementwise", precision,
                     [AlwaysSpeculatable] # traits, "AsWritten">;

def Relax_FullOp : Relax_CreateOp<"full", "Follow", [Relax_DataDependent]> {
  let summary = "A tensor with one value everywhere";
  let description = [{
    The value is the rank-0 tensor `fill_value`, converted to `dtype` if that is
    given.

    * **R1** `fill_value` has rank 0, as far as is known;
    * **R2** `dtype` is a number type or i1.

    ```mlir
    relax.func @main(%v: tensor<f32>, %x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
      %s = relax.shape [n, 4] : !relax.shape<[n, 4]>
      %0 = relax.full %s, %v : (!relax.shape<[n, 4]>, tensor<f32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
      relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
    }
    ```
  }];
  let arguments = (ins Relax_ShapeType:$shape, AnyTensor:$fill_value,
      Relax_DtypeAttr:$dtype);
}

def Relax_FullLikeOp : Relax_CreateOp<"full_like", "Follow"> {
  let summary = "A tensor of another one's shape with one value everywhere";
  let description = [{
    The value is the rank-0 tensor `fill_value`, converted to `dtype`, or to the
    element type of `x` if that is absent.

    * **R1** `fill_value` has rank 0, as far as is known;
    * **R2** `dtype` is a number type or i1.

    ```mlir
    relax.func @main(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<4xf32> {
      %0 = relax.full_like %x, %v : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x, AnyTensor:$fill_value,
      Relax_DtypeAttr:$dtype);
}

class Relax_FilledOp<string mnemonic, string meaning>
    : Relax_CreateOp<mnemonic, "Follow"> {
  let summary = meaning;
  let description = [{
    * **R1** `dtype` is a number type or i1.

    ```mlir
    relax.func @main() -> tensor<2x4xf32> {
      %s = relax.shape [2, 4] : !relax.shape<[2, 4]>
      %0 = relax.}] # mnemonic # [{ %s {dtype = f32} : (!relax.shape<[2, 4]>) -> tensor<2x4xf32>
      relax.return %0 : tensor<2x4xf32>
    }
    ```
  }];
  let arguments = (ins Relax_ShapeType:$shape, TypeAttr:$dtype);
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferTypes(
        Adaptor op, ::mlir::relax::EmitError emitError,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return inferFilled(op.getShape(), op.getDtype(), emitError, types);
    }
  }];
}
def Relax_OnesOp : Relax_FilledOp<"ones", "A tensor of ones">;
def Relax_ZerosOp : Relax_FilledOp<"zeros", "A tensor of zeros">;

class Relax_FilledLikeOp<string mnemonic, string meaning>
    : Relax_CreateOp<mnemonic, "Never"> {
  let summary = meaning;
  let description = [{
    With elements `dtype`, or those of `x` if that is absent.

    * **R1** `dtype` is a number type or i1.

    ```mlir
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xi32> {
      %0 = relax.}] # mnemonic # [{ %x {dtype = i32} : (tensor<4xf32>) -> tensor<4xi32>
      relax.return %0 : tensor<4xi32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x, Relax_DtypeAttr:$dtype);
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferTypes(
        Adaptor op, ::mlir::relax::EmitError emitError,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return inferLike(op.getX(), op.getDtype(), emitError, types);
    }
  }];
}
def Relax_OnesLikeOp : Relax_FilledLikeOp<
    "ones_like", "Ones in the shape of another tensor">;
def Relax_ZerosLikeOp : Relax_FilledLikeOp<
    "zeros_like", "Zeros in the shape of another tensor">;

def Relax_ArangeOp : Relax_CreateOp<"arange", "Follow"> {
  let summary = "Numbers at equal steps";
  let description = [{
    `start`, `start + step` and so on, up to and without `end`.

    * **R1** `dtype` is a number type or i1;
    * **R2** the step is neither zero nor NaN, and constant.

    ```mlir
    relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xi64, #relax.dims<[n]>> {
      %0 = relax.arange {start = #relax.expr<0>, end = #relax.expr<n>, step = #relax.expr<1>, dtype = i64} : () -> tensor<?xi64, #relax.dims<[n]>>
      relax.return %0 : tensor<?xi64, #relax.dims<[n]>>
    }
    ```
  }];
  let arguments = (ins Relax_ExprOrFloatAttr:$start, Relax_ExprOrFloatAttr:$end,
      Relax_ExprOrFloatAttr:$step, TypeAttr:$dtype);
}

def Relax_EyeOp : Relax_CreateOp<"eye", "Follow"> {
  let summary = "Ones on a diagonal, else zeros";
  let description = [{
    `n` rows and `m` columns (`n` if absent); the diagonal begins at column `k`.

    * **R1** `dtype` is a number type or i1.

    ```mlir
    relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
      %0 = relax.eye {n = #relax.expr<n>, m = #relax.expr<4>, dtype = f32} : () -> tensor<?x4xf32, #relax.dims<[n, 4]>>
      relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
    }
    ```
  }];
  let arguments = (ins Relax_SymExprAttr:$n, OptionalAttr<Relax_SymExprAttr>:$m,
      Relax_DefaultAxis<0>:$k, TypeAttr:$dtype);
}

def Relax_EyeLikeOp : Relax_CreateOp<"eye_like", "Never"> {
  let summary = "Ones on a diagonal, else zeros, in another tensor's shape";
  let description = [{
    The diagonal begins at column `k`.

    * **R1** `dtype` is a number type or i1;
    * **R2** the operand has rank 2, as far as is known.

    ```mlir
    relax.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
      %0 = relax.eye_like %x {k = 1 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
      relax.return %0 : tensor<3x4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x, Relax_DefaultAxis<0>:$k, Relax_DtypeAttr:$dtype);
}

class Relax_TriangleOp<string mnemonic, string meaning>
    : Relax_CreateOp<mnemonic, "Never"> {
  let summary = meaning;
  let description = [{
    Of each matrix of the last two axes; the diagonal begins at column `k`.

    * **R1** the operand has rank 2 or more, as far as is known.

    ```mlir
    relax.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
      %0 = relax.}] # mnemonic # [{ %x {k = 1 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
      relax.return %0 : tensor<3x4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x, Relax_DefaultAxis<0>:$k);
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferTypes(
        Adaptor op, ::mlir::relax::EmitError emitError,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return inferTriangle(op.getX(), emitError, types);
    }
  }];
}
def Relax_TrilOp : Relax_TriangleOp<"tril", "Zeros above a diagonal">;
def Relax_TriuOp : Relax_TriangleOp<"triu", "Zeros below a diagonal">;

def Relax_HammingWindowOp : Relax_CreateOp<"hamming_window", "Follow"> {
  let summary = "The Hamming window";
  let description = [{
    `alpha - beta * cos(2 pi i / d)` for each `i` below `window_size`, where `d`
    is the size if `periodic`, else the size less one.

    * **R1** `dtype` is a float type.

    ```mlir
    relax.func @main() -> tensor<8xf32> {
      %0 = relax.hamming_window {window_size = 8 : i64, dtype = f32} : () -> tensor<8xf32>
      relax.return %0 : tensor<8xf32>
    }
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$window_size,
      Relax_True:$periodic, DefaultValuedAttr<F64Attr, "0.54">:$alpha,
      DefaultValuedAttr<F64Attr, "0.46">:$beta, TypeAttr:$dtype);
}

#endif // RELAX_DIALECT_RELAX_IR_CREATEOPS_TD
