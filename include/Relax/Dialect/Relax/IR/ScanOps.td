// Ops that combine each element with all before it on an axis.
#ifndef RELAX_DIALECT_RELAX_IR_SCANOPS_TD
#define RELAX_DIALECT_RELAX_IR_SCANOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

class Relax_ScanOp<string mnemonic, string meaning>
    : Relax_TensorOp<mnemonic, "Opaque", "Never", [AlwaysSpeculatable], "Axes"> {
  let summary = meaning;
  let description = [{
    Along `axis`, or over all elements in row-major order, as one axis, if it is
    absent. Elements are converted to `dtype` first, if it is given. With
    `exclusive` an element itself does not count, only those before it.

    * **R1** the axis lies in [-rank, rank);
    * **R2** `dtype` is a number type.

    ```mlir
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n * 4]>> {
      %0 = relax.}] # mnemonic # [{ %x {exclusive = true} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n * 4]>>
      relax.return %0 : tensor<?xf32, #relax.dims<[n * 4]>>
    }
    ```
  }];
  let arguments = (ins Relax_NumberOrBoolTensor:$data, Relax_AxisAttr:$axis,
      Relax_DtypeAttr:$dtype, Relax_False:$exclusive);
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferTypes(
        Adaptor op, ::mlir::relax::EmitError emitError,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return inferScan(op.getData(), op.getAxis(), op.getDtype(), emitError,
                       types);
    }
  }];
}

def Relax_CumsumOp : Relax_ScanOp<"cumsum", "Running sum">;
def Relax_CumprodOp : Relax_ScanOp<"cumprod", "Running product">;

#endif // RELAX_DIALECT_RELAX_IR_SCANOPS_TD
