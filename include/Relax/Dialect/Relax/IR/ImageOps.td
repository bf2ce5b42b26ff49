// Ops on images: resizing and sampling.
#ifndef RELAX_DIALECT_RELAX_IR_IMAGEOPS_TD
#define RELAX_DIALECT_RELAX_IR_IMAGEOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

class Relax_ImageOp<string mnemonic, string order = "AsWritten">
    : Relax_TensorOp<"image." # mnemonic, "Injective", "Follow",
                     [AlwaysSpeculatable], order>;

class Relax_ResizeOp<string mnemonic, string spatial, string meaning,
                     string example>
    : Relax_ImageOp<mnemonic, "Named"> {
  let summary = meaning;
  let description = [{
    The axes }] # spatial # [{ get the sizes in `size`. Each output place is mapped
    to an input place by `coordinate_transformation_mode`; there `method`
    interpolates; elements whose weight is 0 are no part of it, be they
    infinite. `roi`, for `tf_crop_and_resize`, gives the part of the input as
    fractions: first all starts, then all ends; outside is
    `extrapolation_value`. Layouts are as in `relax.nn.conv2d`.

    * **R1** the layout is well formed and names the right axes;
    * **R2** the operand has the rank of the layout, as far as is known;
    * **R3** `size` has an entry an axis, as far as is known;
    * **R4** `roi` is given if and only if the mode is `tf_crop_and_resize`, and
      has two entries an axis.

    ```mlir
  }] # example # "    ```\n  ";
  let arguments = (ins Relax_NumberTensor:$data, Relax_ShapeType:$size,
      OptionalAttr<DenseF64ArrayAttr>:$roi, Relax_DefaultString<"NC" # spatial>:$layout,
      Relax_DefaultString<"linear",
          Relax_OneOf<["nearest_neighbor", "linear", "cubic"]>>:$method,
      Relax_DefaultString<"half_pixel",
          Relax_OneOf<["half_pixel", "align_corners", "asymmetric",
                       "pytorch_half_pixel", "half_pixel_symmetric",
                       "tf_half_pixel_for_nn", "tf_crop_and_resize"]>>:$coordinate_transformation_mode,
      Relax_DefaultString<"round",
          Relax_OneOf<["round", "round_prefer_floor", "round_prefer_ceil",
                       "floor", "ceil"]>>:$rounding_method,
      DefaultValuedAttr<F64Attr, "-0.75">:$cubic_alpha,
      Relax_False:$cubic_exclude,
      DefaultValuedAttr<F64Attr, "0.0">:$extrapolation_value,
      Relax_DtypeAttr:$out_dtype);
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferTypes(
        Adaptor op, ::mlir::relax::EmitError emitError,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return inferResize(op, "}] # spatial # [{", emitError, types);
    }
  }];
}

def Relax_Resize2dOp : Relax_ResizeOp<
    "resize2d", "HW", "Resize images by interpolation", [{
    relax.func @main(%x: tensor<?x3x8x8xf32, #relax.dims<[n, 3, 8, 8]>>) -> tensor<?x3x16x16xf32, #relax.dims<[n, 3, 16, 16]>> {
      %s = relax.shape [16, 16] : !relax.shape<[16, 16]>
      %0 = relax.image.resize2d %x, %s {method = "nearest_neighbor"} : (tensor<?x3x8x8xf32, #relax.dims<[n, 3, 8, 8]>>, !relax.shape<[16, 16]>) -> tensor<?x3x16x16xf32, #relax.dims<[n, 3, 16, 16]>>
      relax.return %0 : tensor<?x3x16x16xf32, #relax.dims<[n, 3, 16, 16]>>
    }
}]>;
def Relax_Resize3dOp : Relax_ResizeOp<
    "resize3d", "DHW", "Resize volumes by interpolation", [{
    relax.func @main(%x: tensor<1x3x4x8x8xf32>) -> tensor<1x3x8x16x16xf32> {
      %s = relax.shape [8, 16, 16] : !relax.shape<[8, 16, 16]>
      %0 = relax.image.resize3d %x, %s : (tensor<1x3x4x8x8xf32>, !relax.shape<[8, 16, 16]>) -> tensor<1x3x8x16x16xf32>
      relax.return %0 : tensor<1x3x8x16x16xf32>
    }
}]>;

def Relax_AffineGridOp : Relax_ImageOp<"affine_grid"> {
  let summary = "Places to sample at, by affine maps";
  let description = [{
    For each 2 by 3 matrix of the batch the images x and y of the places of a
    grid of `size`, whose borders are at -1 and 1 (of the outermost pixels'
    centres with `align_corners`, else of their edges).

    * **R1** the matrices have the shape N 2 3, as far as is known;
    * **R2** `size` has two entries, as far as is known.

    ```mlir
    relax.func @main(%a: tensor<1x2x3xf32>) -> tensor<1x2x5x6xf32> {
      %s = relax.shape [5, 6] : !relax.shape<[5, 6]>
      %0 = relax.image.affine_grid %a, %s : (tensor<1x2x3xf32>, !relax.shape<[5, 6]>) -> tensor<1x2x5x6xf32>
      relax.return %0 : tensor<1x2x5x6xf32>
    }
    ```
  }];
  let arguments = (ins Relax_FloatTensor:$data, Relax_ShapeType:$size,
      Relax_True:$align_corners);
}

def Relax_GridSampleOp : Relax_ImageOp<"grid_sample"> {
  let summary = "Sample images at given places";
  let description = [{
    `grid` has, as N 2 H W, the places x and y, with the image's borders at -1 and
    1. `method` interpolates there; `padding_mode` says what is beyond the
    borders.

    * **R1** the layout is well formed and names the right axes;
    * **R2** the operand has the rank of the layout, as far as is known;
    * **R3** the grid has the shape N 2 H W, as far as is known;
    * **R4** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<1x3x8x8xf32>, %g: tensor<1x2x5x6xf32>) -> tensor<1x3x5x6xf32> {
      %0 = relax.image.grid_sample %x, %g : (tensor<1x3x8x8xf32>, tensor<1x2x5x6xf32>) -> tensor<1x3x5x6xf32>
      relax.return %0 : tensor<1x3x5x6xf32>
    }
    ```
  }];
  let arguments = (ins Relax_FloatTensor:$data, Relax_FloatTensor:$grid,
      Relax_DefaultString<"bilinear",
          Relax_OneOf<["nearest", "bilinear", "bicubic"]>>:$method,
      Relax_DefaultString<"NCHW">:$layout,
      Relax_DefaultString<"zeros",
          Relax_OneOf<["zeros", "border", "reflection"]>>:$padding_mode,
      Relax_True:$align_corners);
}

#endif // RELAX_DIALECT_RELAX_IR_IMAGEOPS_TD
