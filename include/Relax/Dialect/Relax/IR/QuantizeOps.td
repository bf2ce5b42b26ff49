// Between floats and integers that stand for them on a scale.
#ifndef RELAX_DIALECT_RELAX_IR_QUANTIZEOPS_TD
#define RELAX_DIALECT_RELAX_IR_QUANTIZEOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

class Relax_QuantizationOp<string mnemonic, string meaning, string formula,
                           string from, string to>
    : Relax_TensorOp<mnemonic, "Broadcast", "Never", [AlwaysSpeculatable],
                     "Axes"> {
  let summary = meaning;
  let description = formula # [{
    Scale and zero point go along `axis`, or are scalars.

    * **R1** the axis lies in [-rank, rank), unless the rank is 0;
    * **R2** scale and zero point have rank 0, or rank 1 and the length of the
      axis, as far as is known;
    * **R3** placed operands are on one device;
    * **R4** `out_dtype` is a number type.

    ```mlir
    relax.func @main(%x: tensor<?x4x}] # from # [{, #relax.dims<[n, 4]>>, %s: tensor<4xf32>, %z: tensor<4xi8>) -> tensor<?x4x}] # to # [{, #relax.dims<[n, 4]>> {
      %0 = relax.}] # mnemonic # [{ %x, %s, %z {out_dtype = }] # to # [{} : (tensor<?x4x}] # from # [{, #relax.dims<[n, 4]>>, tensor<4xf32>, tensor<4xi8>) -> tensor<?x4x}] # to # [{, #relax.dims<[n, 4]>>
      relax.return %0 : tensor<?x4x}] # to # [{, #relax.dims<[n, 4]>>
    }
    ```
  }];
  let arguments = (ins Relax_NumberTensor:$data, Relax_FloatTensor:$scale,
      Relax_NumberTensor:$zero_point, TypeAttr:$out_dtype,
      Relax_DefaultAxis<-1>:$axis);
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferTypes(
        Adaptor op, ::mlir::relax::EmitError emitError,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return inferQuantization(op.getOperands(), op.getAxis(), op.getOutDtype(),
                               emitError, types);
    }
  }];
}

def Relax_QuantizeOp : Relax_QuantizationOp<
    "quantize", "Floats as integers on a scale",
    "`round(data / scale) + zero_point`, kept within the integer type.\n", "f32", "i8">;
def Relax_DequantizeOp : Relax_QuantizationOp<
    "dequantize", "The floats that integers on a scale stand for",
    "`(data - zero_point) * scale`.\n", "i8", "f32">;

#endif // RELAX_DIALECT_RELAX_IR_QUANTIZEOPS_TD
