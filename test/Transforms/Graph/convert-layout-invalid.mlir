// RUN: not relax-opt %s --relax-convert-layout=desired-layouts=relax.nn.conv2d 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not relax-opt %s --relax-convert-layout=desired-layouts=relax.nn.conv2d::OHWI 2>&1 | FileCheck %s --check-prefix=HOLE
// RUN: not relax-opt %s --relax-convert-layout=desired-layouts=relax.nn.conv9d:NHWC 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not relax-opt %s --relax-convert-layout=desired-layouts=relax.add:NHWC 2>&1 | FileCheck %s --check-prefix=ADD
// RUN: not relax-opt %s --relax-convert-layout=desired-layouts=relax.nn.conv2d:NHWC:OHWI:NHWC:NHWC 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not relax-opt %s --relax-convert-layout=desired-layouts=relax.nn.conv2d:NCHW4c4c:OIHW 2>&1 | FileCheck %s --check-prefix=BLOCKS
// RUN: not relax-opt %s --relax-convert-layout=desired-layouts=relax.nn.conv2d:NCHW4c:OIHW:NCHW:NCHW 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not relax-opt %s --relax-convert-layout=desired-layouts=relax.nn.conv2d:NHWC:OHHW 2>&1 | FileCheck %s --check-prefix=KERNEL
// RUN: not relax-opt %s --relax-convert-layout=desired-layouts=relax.nn.conv2d:NHWC:OHWI:NHW 2>&1 | FileCheck %s --check-prefix=OUT

// ENTRY: expects entries of 'desired-layouts' like relax.nn.conv2d:NHWC:OHWI, found "relax.nn.conv2d"
// HOLE: expects entries of 'desired-layouts' like relax.nn.conv2d:NHWC:OHWI, found "relax.nn.conv2d::OHWI"
// NAME: expects entries of 'desired-layouts' to begin with an operator that has a layout, such as relax.nn.conv2d, found "relax.nn.conv9d"
// ADD: expects entries of 'desired-layouts' to begin with an operator that has a layout, such as relax.nn.conv2d, found "relax.add"
// MANY: 'relax.nn.conv2d' op expects at most 3 layouts, found 4
// BLOCKS: 'relax.nn.conv2d' op expects a layout of the axes NCHW, each once, but found "NCHW4c4c"
// KERNEL: expects the axes of "OIHW", each once and without blocks, found "OHHW"
// OUT: expects the axes of "NCHW", each once and without blocks, found "NHW"
relax.func @main(%x: tensor<1x4x2x2xf32>, %w: tensor<4x4x1x1xf32>) -> tensor<1x4x2x2xf32> {
  %0 = relax.dataflow -> tensor<1x4x2x2xf32> {
    %1 = relax.nn.conv2d %x, %w : (tensor<1x4x2x2xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x2x2xf32>
    relax.output %1 : tensor<1x4x2x2xf32>
  }
  relax.return %0 : tensor<1x4x2x2xf32>
}
