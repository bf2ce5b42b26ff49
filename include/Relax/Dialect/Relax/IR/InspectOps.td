// Questions about a tensor's descriptor, answered at run time.
#ifndef RELAX_DIALECT_RELAX_IR_INSPECTOPS_TD
#define RELAX_DIALECT_RELAX_IR_INSPECTOPS_TD

include "Relax/Dialect/Relax/IR/RelaxBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Relax_InspectOp<string mnemonic, string text>
    : Relax_Op<"inspect." # mnemonic, [Pure]> {
  let summary = text;
  let description = [{
    ```mlir
    relax.func @main(%x: tensor<*xf32>) -> i64 {
      %0 = relax.inspect.}] # mnemonic # [{ %x : tensor<*xf32> -> i64
      relax.return %0 : i64
    }
    ```
  }];
  let arguments = (ins AnyTensor:$tensor);
  let results = (outs AnySignlessInteger:$result);
  let assemblyFormat = "$tensor attr-dict `:` type($tensor) `->` type($result)";
}

def Relax_InspectTensorByteOffsetOp
    : Relax_InspectOp<"tensor_byte_offset", "The offset of the first element, in bytes">;
def Relax_InspectTensorDtypeBitsOp
    : Relax_InspectOp<"tensor_dtype_bits", "The width of an element, in bits">;
def Relax_InspectTensorDtypeCodeOp
    : Relax_InspectOp<"tensor_dtype_code", "The dtype's DLPack code">;
def Relax_InspectTensorDtypeLanesOp
    : Relax_InspectOp<"tensor_dtype_lanes", "The dtype's number of lanes">;
def Relax_InspectTensorElemOffsetOp
    : Relax_InspectOp<"tensor_elem_offset", "The offset of the first element, in elements">;
def Relax_InspectTensorNdimOp
    : Relax_InspectOp<"tensor_ndim", "The rank">;

class Relax_InspectAxisOp<string mnemonic, string text>
    : Relax_Op<"inspect." # mnemonic, [Pure]> {
  let summary = text;
  let description = [{
    * **R1** the axis, where it is a constant, is below the rank, where that is
      known.

    ```mlir
    relax.func @main(%x: tensor<*xf32>, %axis: i64) -> i64 {
      %0 = relax.inspect.}] # mnemonic # [{ %x, %axis : tensor<*xf32>, i64 -> i64
      relax.return %0 : i64
    }
    ```
  }];
  let arguments = (ins AnyTensor:$tensor, AnySignlessInteger:$axis);
  let results = (outs AnySignlessInteger:$result);
  let assemblyFormat = [{
    $tensor `,` $axis attr-dict `:` type($tensor) `,` type($axis) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Relax_InspectTensorShapeIOp
    : Relax_InspectAxisOp<"tensor_shape_i", "The extent of an axis">;
def Relax_InspectTensorStrideIOp
    : Relax_InspectAxisOp<"tensor_stride_i", "The stride of an axis, in elements">;

#endif // RELAX_DIALECT_RELAX_IR_INSPECTOPS_TD
