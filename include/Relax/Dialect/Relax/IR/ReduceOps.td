// Ops that combine the elements along some axes into one.
#ifndef RELAX_DIALECT_RELAX_IR_REDUCEOPS_TD
#define RELAX_DIALECT_RELAX_IR_REDUCEOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

class Relax_ReductionOp<string mnemonic, string meaning, Type operand>
    : Relax_TensorOp<mnemonic, "Reduction", "Never", [AlwaysSpeculatable],
                     "Axes"> {
  let summary = meaning;
  let arguments = (ins operand:$x, Relax_AxesAttr:$axis, Relax_False:$keepdims);
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferTypes(
        Adaptor op, ::mlir::relax::EmitError emitError,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return inferReduction(op.getX(), op.getAxis(), op.getKeepdims(),
                            emitError, types);
    }
  }];
}

class Relax_ReduceOp<string mnemonic, string meaning, string emptyMeaning,
                     Type operand>
    : Relax_ReductionOp<mnemonic, meaning, operand> {
  let description = [{
    Along the axes `axis`, or all of them if it is absent; an empty list reduces
    nothing. With `keepdims` a reduced axis stays, with size 1. Over no elements
    the result is }] # emptyMeaning # [{.

    * **R1** each axis lies in [-rank, rank), and none occurs twice.

    ```mlir
    relax.func @main(%x: tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>> {
      %0 = relax.}] # mnemonic # [{ %x {axis = array<i64: 1>, keepdims = true} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
      relax.return %0 : tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
    }
    ```
  }];
}

def Relax_SumOp : Relax_ReduceOp<
    "sum", "Sum; of i1 whether one is true", "0", Relax_NumberOrBoolTensor> {
  let hasFolder = 1;
}
def Relax_ProdOp : Relax_ReduceOp<
    "prod", "Product; of i1 whether all are true", "1",
    Relax_NumberOrBoolTensor> {
  let hasFolder = 1;
}
def Relax_MaxOp : Relax_ReduceOp<
    "max", "Saturate element; NaN if one is", "the least value of the element type",
    Relax_NumberOrBoolTensor> {
  let hasFolder = 1;
}
def Relax_MinOp : Relax_ReduceOp<
    "min", "Least element; NaN if one is", "the greatest value of the element type",
    Relax_NumberOrBoolTensor> {
  let hasFolder = 1;
}
def Relax_MeanOp : Relax_ReduceOp<
    "mean", "Mean; of integers rounded towards zero", "NaN, of integers 0",
    Relax_NumberTensor> {
  let hasFolder = 1;
}
def Relax_VarianceOp : Relax_ReduceOp<
    "variance", "Variance of the whole population", "NaN, of integers 0",
    Relax_NumberTensor>;
def Relax_StdOp : Relax_ReduceOp<
    "std", "Standard deviation of the whole population; of integers the root of "
    "their variance, rounded down", "NaN, of integers 0",
    Relax_NumberTensor>;

def Relax_MedianOp : Relax_ReductionOp<
    "median", "Median, the lesser of two", Relax_NumberTensor> {
  let description = [{
    Along the axes `axis`, or all of them if it is absent. With `keepdims` a
    reduced axis stays, with size 1. Along exactly one axis there is a second
    result: where on that axis the median stands, as i64.

    * **R1** each axis lies in [-rank, rank), and none occurs twice;
    * **R2** no reduced axis is provably empty.

    ```mlir
    relax.func @main(%x: tensor<3x4xf32>) -> tensor<3xf32> {
      %0:2 = relax.median %x {axis = array<i64: 1>} : (tensor<3x4xf32>) -> (tensor<3xf32>, tensor<3xi64>)
      relax.return %0#0 : tensor<3xf32>
    }
    ```
  }];
  let arguments = (ins Relax_NumberTensor:$data, Relax_AxesAttr:$axis,
      Relax_False:$keepdims);
  let results = (outs AnyTensor:$values,
      Optional<AnyTensor>:$indices);
  let extraClassDefinition = "";
}

#endif // RELAX_DIALECT_RELAX_IR_REDUCEOPS_TD
