// Tuples: make one, take a field.
#ifndef RELAX_DIALECT_RELAX_IR_TUPLEOPS_TD
#define RELAX_DIALECT_RELAX_IR_TUPLEOPS_TD

include "Relax/Dialect/Relax/IR/RelaxBase.td"
include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Relax_TupleOp : Relax_Op<"tuple", [Pure]> {
  let summary = "Make a tuple of values";
  let description = [{
    * **R1** the result is the tuple of the operands' types, as far as can be
      proved.

    ```mlir
    relax.func @pair(%x: tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>> {
      %0 = relax.tuple %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
      relax.return %0 : tuple<tensor<4xf32>, tensor<4xf32>>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$fields);
  let results = (outs AnyTuple:$result);
  let assemblyFormat = "($fields^)? attr-dict `:` functional-type($fields, $result)";
  let hasVerifier = 1;
}

def Relax_TupleGetItemOp : Relax_Op<"tuple_get_item", [
    Pure, Relax_TypeRules]> {
  let summary = "Take one field of a tuple";
  let description = [{
    * **R1** the index is below the number of fields;
    * **R2** the result has the field's type, as far as can be proved (TYPE-2).

    ```mlir
    relax.func @first(%t: tuple<tensor<4xf32>, i64>) -> tensor<4xf32> {
      %0 = relax.tuple_get_item %t[0] : tuple<tensor<4xf32>, i64> -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTuple:$tuple,
      ConfinedAttr<I64Attr, [IntNonNegative]>:$index);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $tuple `[` $index `]` attr-dict `:` qualified(type($tuple)) `->` type($result)
  }];
  let hasFolder = 1;
}

#endif // RELAX_DIALECT_RELAX_IR_TUPLEOPS_TD
