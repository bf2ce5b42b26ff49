// Ops of object detection: boxes, overlaps, regions of interest.
#ifndef RELAX_DIALECT_RELAX_IR_VISIONOPS_TD
#define RELAX_DIALECT_RELAX_IR_VISIONOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

class Relax_VisionOp<string mnemonic, string precision = "Never">
    : Relax_TensorOp<"vision." # mnemonic, "Opaque", precision,
                     [AlwaysSpeculatable]>;

def Relax_ROIAttr : Relax_DefaultString<"avg", Relax_OneOf<["avg", "max"]>>;

def Relax_ROIAlignOp : Relax_VisionOp<"roi_align", "Follow"> {
  let summary = "Interpolated samples of regions of an image";
  let description = [{
    A row of `rois` is the number of an image and two opposite corners, times
    `spatial_scale`. Each region is cut into `pooled_size` parts; each part is
    sampled `sample_ratio` times an axis (as often as is apt, if that is below
    1), and the samples are averaged, or the greatest taken, as `mode` says. With
    `aligned` pixels are half a step further.

    * **R1** the layout is well formed and names the right axes;
    * **R2** the operand has the rank of the layout, as far as is known;
    * **R3** `rois` has the shape R 5, as far as is known;
    * **R4** `pooled_size` has two entries, each at least 1;
    * **R5** both operands have one element type, as far as is known;
    * **R6** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<1x3x8x8xf32>, %r: tensor<5x5xf32>) -> tensor<5x3x2x2xf32> {
      %0 = relax.vision.roi_align %x, %r {pooled_size = array<i64: 2, 2>, spatial_scale = 0.5} : (tensor<1x3x8x8xf32>, tensor<5x5xf32>) -> tensor<5x3x2x2xf32>
      relax.return %0 : tensor<5x3x2x2xf32>
    }
    ```
  }];
  let arguments = (ins Relax_FloatTensor:$data, Relax_FloatTensor:$rois,
      DenseI64ArrayAttr:$pooled_size, F64Attr:$spatial_scale,
      DefaultValuedAttr<I64Attr, "-1">:$sample_ratio, Relax_False:$aligned,
      Relax_DefaultString<"NCHW">:$layout, Relax_ROIAttr:$mode);
}

def Relax_ROIPoolOp : Relax_VisionOp<"roi_pool", "Follow"> {
  let summary = "Saturate elements of parts of regions of an image";
  let description = [{
    Regions as in `relax.vision.roi_align`, rounded to pixels.

    * **R1** the layout is well formed and names the right axes;
    * **R2** the operand has the rank of the layout, as far as is known;
    * **R3** `rois` has the shape R 5, as far as is known;
    * **R4** `pooled_size` has two entries, each at least 1;
    * **R5** both operands have one element type, as far as is known;
    * **R6** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<1x3x8x8xf32>, %r: tensor<5x5xf32>) -> tensor<5x3x2x2xf32> {
      %0 = relax.vision.roi_pool %x, %r {pooled_size = array<i64: 2, 2>, spatial_scale = 0.5} : (tensor<1x3x8x8xf32>, tensor<5x5xf32>) -> tensor<5x3x2x2xf32>
      relax.return %0 : tensor<5x3x2x2xf32>
    }
    ```
  }];
  let arguments = (ins Relax_FloatTensor:$data, Relax_FloatTensor:$rois,
      DenseI64ArrayAttr:$pooled_size, F64Attr:$spatial_scale,
      Relax_DefaultString<"NCHW">:$layout);
}

def Relax_GetValidCountsOp : Relax_VisionOp<"get_valid_counts"> {
  let summary = "Boxes with a score above a threshold, first";
  let description = [{
    A row of the data holds a box, its score at `score_index` and, unless
    `id_index` is negative, its class there. Results: how many boxes of each
    batch are valid, as i32; the data with these first and -1 behind them; where
    each of them stood, as i32.

    * **R1** the data has rank 3, as far as is known.

    ```mlir
    relax.func @main(%x: tensor<2x9x6xf32>) -> tensor<2xi32> {
      %0:3 = relax.vision.get_valid_counts %x : (tensor<2x9x6xf32>) -> (tensor<2xi32>, tensor<2x9x6xf32>, tensor<2x9xi32>)
      relax.return %0#0 : tensor<2xi32>
    }
    ```
  }];
  let arguments = (ins Relax_FloatTensor:$data,
      DefaultValuedAttr<F64Attr, "0.5">:$score_threshold,
      Relax_DefaultAxis<0>:$id_index, Relax_DefaultAxis<1>:$score_index);
  let results = (outs AnyTensor:$valid_count, AnyTensor:$out_data,
      AnyTensor:$out_indices);
}

def Relax_NonMaxSuppressionOp : Relax_VisionOp<"non_max_suppression"> {
  let summary = "Drop boxes that overlap with better ones";
  let description = [{
    Operands are the results of `relax.vision.get_valid_counts`. With
    `return_indices` the results are where the remaining boxes stood, and how
    many there are, both as i32; else the data with -1 for what was dropped, and
    with `invalid_to_bottom` the remaining ones first. With a `soft_nms_sigma`
    above 0 scores decay: the remaining ones are always first, and with
    `return_indices` the data, which has the new scores, precedes both results.

    * **R1** data, counts and indices have rank 3, 1 and 2, as far as is known;
    * **R2** the batch and the number of boxes agree, as far as is known;
    * **R3** placed operands are on one device;
    * **R4** there are two results with `return_indices`, three if its
      `soft_nms_sigma` is above 0, else one (TYPE-1).

    ```mlir
    relax.func @main(%x: tensor<2x9x6xf32>, %c: tensor<2xi32>, %i: tensor<2x9xi32>) -> tensor<2x9xi32> {
      %0:2 = relax.vision.non_max_suppression %x, %c, %i {iou_threshold = 0.7} : (tensor<2x9x6xf32>, tensor<2xi32>, tensor<2x9xi32>) -> (tensor<2x9xi32>, tensor<2x1xi32>)
      relax.return %0#0 : tensor<2x9xi32>
    }
    ```
  }];
  let arguments = (ins Relax_FloatTensor:$data, Relax_IntegerTensor:$valid_count,
      Relax_IntegerTensor:$indices,
      DefaultValuedAttr<I64Attr, "-1">:$max_output_size,
      DefaultValuedAttr<F64Attr, "0.5">:$iou_threshold,
      Relax_False:$force_suppress, DefaultValuedAttr<I64Attr, "-1">:$top_k,
      Relax_DefaultAxis<2>:$coord_start, Relax_DefaultAxis<1>:$score_index,
      Relax_DefaultAxis<0>:$id_index, Relax_True:$return_indices,
      Relax_False:$invalid_to_bottom,
      DefaultValuedAttr<F64Attr, "0.0">:$soft_nms_sigma,
      DefaultValuedAttr<F64Attr, "0.0">:$score_threshold);
  let results = (outs Variadic<AnyTensor>:$results);
}

def Relax_AllClassNonMaxSuppressionOp
    : Relax_VisionOp<"all_class_non_max_suppression"> {
  let summary = "Drop boxes that overlap with better ones, class by class";
  let description = [{
    Boxes are B N 4 and scores B C N; limits are tensors of one element. As
    `onnx`: rows of batch, class and box, as i64, and how many there are, as one
    i64. As `tensorflow`: rows of class and box a batch, as i64, their scores,
    and how many there are a batch, as i64.

    * **R1** boxes have the shape B N 4 and scores B C N, as far as is known;
    * **R2** boxes and scores have one element type, as far as is known;
    * **R3** placed operands are on one device;
    * **R4** there are two results as `onnx` and three as `tensorflow`
      (TYPE-1).

    ```mlir
    relax.func @main(%b: tensor<1x6x4xf32>, %s: tensor<1x2x6xf32>, %m: tensor<i64>, %t: tensor<f32>) -> tensor<12x3xi64> {
      %0:2 = relax.vision.all_class_non_max_suppression %b, %s, %m, %t, %t : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<i64>, tensor<f32>, tensor<f32>) -> (tensor<12x3xi64>, tensor<1xi64>)
      relax.return %0#0 : tensor<12x3xi64>
    }
    ```
  }];
  let arguments = (ins Relax_FloatTensor:$boxes, Relax_FloatTensor:$scores,
      Relax_IntegerTensor:$max_output_boxes_per_class,
      Relax_FloatTensor:$iou_threshold, Relax_FloatTensor:$score_threshold,
      Relax_DefaultString<"onnx", Relax_OneOf<["onnx", "tensorflow"]>>:$output_format);
  let results = (outs Variadic<AnyTensor>:$results);
}

def Relax_MultiboxTransformLocOp : Relax_VisionOp<"multibox_transform_loc"> {
  let summary = "Boxes from anchors and predicted offsets";
  let description = [{
    Class scores are B C N, offsets B 4*N, anchors 1 N 4. Results: boxes B N 4,
    cut at the image's border with `clip`, and scores B C N, with 0 for those
    below `threshold` and, unless `keep_background`, for the class 0.

    * **R1** the operands have these shapes, as far as is known;
    * **R2** all operands have one element type, as far as is known;
    * **R3** placed operands are on one device;
    * **R4** there are four variances.

    ```mlir
    relax.func @main(%c: tensor<1x3x5xf32>, %l: tensor<1x20xf32>, %a: tensor<1x5x4xf32>) -> tensor<1x5x4xf32> {
      %0:2 = relax.vision.multibox_transform_loc %c, %l, %a {variances = array<f64: 0.1, 0.1, 0.2, 0.2>} : (tensor<1x3x5xf32>, tensor<1x20xf32>, tensor<1x5x4xf32>) -> (tensor<1x5x4xf32>, tensor<1x3x5xf32>)
      relax.return %0#0 : tensor<1x5x4xf32>
    }
    ```
  }];
  let arguments = (ins Relax_FloatTensor:$cls_pred, Relax_FloatTensor:$loc_pred,
      Relax_FloatTensor:$anchor, Relax_False:$clip,
      DefaultValuedAttr<F64Attr, "0.0">:$threshold, DenseF64ArrayAttr:$variances,
      Relax_True:$keep_background);
  let results = (outs AnyTensor:$boxes, AnyTensor:$scores);
}

#endif // RELAX_DIALECT_RELAX_IR_VISIONOPS_TD
