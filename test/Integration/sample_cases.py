"""Cases of operators that sample images."""
import numpy as np

from operator_cases import add, by_onnx, data, ints


def _grids():
    image, grid = data(2, 3, 5, 6), data(2, 4, 7, 2, dtype=np.float32) * 0.8
    grid[0, 0, 0] = -1, 1
    for method, mode in (("nearest", "nearest"), ("bilinear", "linear"), ("bicubic", "cubic")):
        for padding in ("zeros", "border", "reflection"):
            for aligned in (0, 1):
                expected = by_onnx("GridSample", [image, grid], opset=20, mode=mode, padding_mode=padding, align_corners=aligned)
                text = f'method = "{method}", padding_mode = "{padding}", align_corners = {str(bool(aligned)).lower()}'
                moved = np.ascontiguousarray(grid.transpose(0, 3, 1, 2))
                symbolic = {0: ["n", 3, "h", "w"], 1: ["n", 2, "y", "x"], 2: ["n", 3, "y", "x"]} if aligned else {}
                add("image.grid_sample", [image, moved], expected, text, symbolic)
    maps = data(2, 2, 3)
    for aligned in (0, 1):
        for size in ((4, 5), (1, 3)):
            expected = by_onnx("AffineGrid", [maps, np.array([2, 1, *size])], opset=20, align_corners=aligned)
            if aligned and 1 in size:
                continue  # Where the one place is, is open.
            add("image.affine_grid", [maps], np.ascontiguousarray(expected.transpose(0, 3, 1, 2)),
                f"align_corners = {str(bool(aligned)).lower()}", shape=size)


def _regions():
    image = data(2, 3, 9, 8)
    rois = np.array([[0, 0.5, 0.5, 9, 7], [1, 2, 3, 14, 15], [1, -3, -2, 4, 5]], np.float32)
    for ratio in (2, 0):
        for aligned in (False, True):
            for mode in ("avg",):
                expected = by_onnx("RoiAlign", [image, rois[:, 1:], rois[:, 0].astype(np.int64)], output_height=3, output_width=2,
                                   sampling_ratio=ratio, spatial_scale=0.5, mode=mode,
                                   coordinate_transformation_mode="half_pixel" if aligned else "output_half_pixel")
                add("vision.roi_align", [image, rois], expected,
                    f"pooled_size = {ints(3, 2)}, spatial_scale = 0.5, sample_ratio = {ratio} : i64, aligned = {str(aligned).lower()}, "
                    f'mode = "{mode}"', {0: ["n", 3, "h", "w"], 1: ["r", 5], 2: ["r", 3, 3, 2]} if ratio else {})
    expected = by_onnx("MaxRoiPool", [image, rois], pooled_shape=[3, 2], spatial_scale=0.5)
    add("vision.roi_pool", [image, rois], expected, f"pooled_size = {ints(3, 2)}, spatial_scale = 0.5")


families = (_grids, _regions)
