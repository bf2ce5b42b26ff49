// Constants: tensors of known values, shapes and scalars of symbols, texts.
#ifndef RELAX_DIALECT_RELAX_IR_CONSTANTOPS_TD
#define RELAX_DIALECT_RELAX_IR_CONSTANTOPS_TD

include "Relax/Dialect/Relax/IR/RelaxBase.td"
include "Relax/Dialect/Relax/IR/RelaxConstraints.td"
include "Relax/Dialect/Relax/IR/RelaxTypes.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Relax_ConstantOp : Relax_Op<"constant", [
    Pure, ConstantLike]> {
  let summary = "A tensor whose values are known";
  let description = [{
    Large values are resources (`dense_resource`): they are not uniqued and do
    not pass through text.

    * **R1** the result has the values' shape and element type; it may add a
      placement.

    ```mlir
    relax.func @ones() -> tensor<2xf32> {
      %0 = relax.constant dense<1.0> : tensor<2xf32>
      relax.return %0 : tensor<2xf32>
    }
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyStaticShapeTensor:$result);
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Relax_ShapeOp : Relax_Op<"shape", [
    Pure, Relax_TypeRules]> {
  let summary = "A shape value of known or symbolic extents";
  let description = [{
    * **R1** no extent is unknown;
    * **R2** no extent is provably negative;
    * **R3** the result's type says these extents, as far as can be proved
      (TYPE-2).

    ```mlir
    relax.func @make(%x: tensor<?xf32, #relax.dims<[n]>>) -> !relax.shape<[n * 2, 4]> {
      %0 = relax.shape [n * 2, 4] : !relax.shape<[n * 2, 4]>
      relax.return %0 : !relax.shape<[n * 2, 4]>
    }
    ```
  }];
  // R1.
  let arguments = (ins Relax_SymExprArrayAttr:$values);
  let results = (outs Relax_ShapeType:$result);
  let assemblyFormat = "custom<SymExprs>($values) attr-dict `:` qualified(type($result))";
  let hasVerifier = 1;
}

def Relax_PrimValueOp : Relax_Op<"prim_value", [Pure]> {
  let summary = "The value of a symbolic expression as a scalar";
  let description = [{
    ```mlir
    relax.func @length(%x: tensor<?xf32, #relax.dims<[n]>>) -> i64 {
      %0 = relax.prim_value n + 1 : i64
      relax.return %0 : i64
    }
    ```
  }];
  let arguments = (ins Relax_SymExprAttr:$value);
  let results = (outs AnyTypeOf<[AnySignlessInteger, Index]>:$result);
  let assemblyFormat = "custom<SymExpr>($value) attr-dict `:` type($result)";
}

def Relax_StringOp : Relax_Op<"string", [Pure, ConstantLike]> {
  let summary = "A text as an object of the run time";
  let description = [{
    What functions outside the module take besides tensors, such as names and
    options.

    ```mlir
    relax.extern_func @my.lookup
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.string "weights"
      %1 = relax.call_pure_packed @my.lookup(%x, %0) : (tensor<4xf32>, !relax.object) -> tensor<4xf32>
      relax.return %1 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins StrAttr:$value);
  let results = (outs Relax_ObjectType:$result);
  let assemblyFormat = "$value attr-dict";
  let hasFolder = 1;
}

def Relax_DtypeOp : Relax_Op<"dtype", [Pure, ConstantLike]> {
  let summary = "A type of elements as an object of the run time";
  let description = [{
    `!relax.unknown` stands for no dtype, `!relax.object` for that of objects.

    * **R1** the type is one that elements of a tensor may have, a vector of
      rank 1 of such, `!relax.unknown` or `!relax.object`.

    ```mlir
    relax.extern_func @my.cast
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf16> {
      %0 = relax.dtype f16
      %1 = relax.call_pure_packed @my.cast(%x, %0) : (tensor<4xf32>, !relax.object) -> tensor<4xf16>
      relax.return %1 : tensor<4xf16>
    }
    ```
  }];
  let arguments = (ins TypeAttr:$value);
  let results = (outs Relax_ObjectType:$result);
  let assemblyFormat = "$value attr-dict";
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif // RELAX_DIALECT_RELAX_IR_CONSTANTOPS_TD
