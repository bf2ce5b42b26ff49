// The parts of an empty axis are empty: nothing is read, and 0 / 0 is NaN.
// RUN: relax-interp %s --input=1x1x1x0xf16 | FileCheck %s
// RUN: relax-opt %s --relax-legalize-ops | relax-interp - --input=1x1x1x0xf16 | FileCheck %s
// RUN: relax-run %s --input=1x1x1x0xf16 | FileCheck %s
// CHECK: {{-?nan, -?nan, -?nan}}
relax.func @main(%x: tensor<1x1x1x?xf16, #relax.dims<[1, 1, 1, m]>>) -> tensor<1x1x3x3xf16> {
  %0 = relax.nn.adaptive_avg_pool2d %x {output_size = array<i64: 3, 3>} : (tensor<1x1x1x?xf16, #relax.dims<[1, 1, 1, m]>>) -> tensor<1x1x3x3xf16>
  relax.return %0 : tensor<1x1x3x3xf16>
}
