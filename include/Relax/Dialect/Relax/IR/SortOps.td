// Ops that order elements along an axis.
#ifndef RELAX_DIALECT_RELAX_IR_SORTOPS_TD
#define RELAX_DIALECT_RELAX_IR_SORTOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

class Relax_OrderOp<string mnemonic>
    : Relax_TensorOp<mnemonic, "Opaque", "Never", [AlwaysSpeculatable], "Axes">;

def Relax_SortOp : Relax_OrderOp<"sort"> {
  let summary = "Elements in order, along an axis";
  let description = [{
    Equal elements keep their order; NaN is greater than all numbers.

    * **R1** the axis lies in [-rank, rank).

    ```mlir
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
      %0 = relax.sort %x {descending = true} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
      relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
    }
    ```
  }];
  let arguments = (ins Relax_NumberOrBoolTensor:$data, Relax_DefaultAxis<-1>:$axis,
      Relax_False:$descending);
}

def Relax_ArgsortOp : Relax_OrderOp<"argsort"> {
  let summary = "Where the elements in order stand, along an axis";
  let description = [{
    As `relax.sort`, with the elements' places, as `dtype`, i32 if
    that is absent.

    * **R1** the axis lies in [-rank, rank);
    * **R2** `dtype` is an integer type.

    ```mlir
    relax.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xi32> {
      %0 = relax.argsort %x : (tensor<3x4xf32>) -> tensor<3x4xi32>
      relax.return %0 : tensor<3x4xi32>
    }
    ```
  }];
  let arguments = (ins Relax_NumberOrBoolTensor:$data, Relax_DefaultAxis<-1>:$axis,
      Relax_False:$descending, Relax_DtypeAttr:$dtype);
}

def Relax_TopKOp : Relax_OrderOp<"topk"> {
  let summary = "The greatest or least elements along an axis";
  let description = [{
    The first `k` elements in order, all of them if `k` is below 1; `ret_type`
    says whether there are `values`, `indices` (as `dtype`, i32 if absent)
    or `both`.

    * **R1** the axis lies in [-rank, rank);
    * **R2** `dtype` is an integer type;
    * **R3** there are `k` elements, as far as is known.

    ```mlir
    relax.func @main(%x: tensor<3x4xf32>) -> tensor<3x2xf32> {
      %0:2 = relax.topk %x {k = 2 : i64} : (tensor<3x4xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
      relax.return %0#0 : tensor<3x2xf32>
    }
    ```
  }];
  let arguments = (ins Relax_NumberOrBoolTensor:$data,
      DefaultValuedAttr<I64Attr, "1">:$k, Relax_DefaultAxis<-1>:$axis,
      Relax_DefaultString<"both",
          Relax_OneOf<["both", "values", "indices"]>>:$ret_type,
      Relax_True:$largest, Relax_DtypeAttr:$dtype);
  let results = (outs Variadic<AnyTensor>:$results);
}

#endif // RELAX_DIALECT_RELAX_IR_SORTOPS_TD
