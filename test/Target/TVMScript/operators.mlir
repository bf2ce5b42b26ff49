// RUN: relax-translate --mlir-to-tvmscript %s | FileCheck %s

// Attributes stand under their names, as the table of operators has them.
// CHECK-LABEL: def convolution(
// CHECK: = R.nn.conv2d(arg0, arg1, strides=[2, 2], groups=1, data_layout="NCHW", kernel_layout="OIHW"{{.*}})
relax.func private @convolution(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<1x4x3x3xf32> {
  %0 = relax.nn.conv2d %x, %w {strides = array<i64: 2, 2>} : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x3x3xf32>
  relax.return %0 : tensor<1x4x3x3xf32>
}

// Several results are a tuple, of which those that are used have a name.
// CHECK-LABEL: def parts(
// CHECK-NEXT: lv: R.Tuple(R.Tensor((4, 3), dtype="float32"), R.Tensor((4, 3), dtype="float32")) = R.split(arg0, indices_or_sections=2, axis=1)
// CHECK-NEXT: lv_1: R.Tensor((4, 3), dtype="float32") = lv[1]
// CHECK-NEXT: lv_2: R.Tensor((8, 3), dtype="float32") = R.concat((lv_1, lv_1), axis=0)
relax.func private @parts(%x: tensor<4x6xf32>) -> tensor<8x3xf32> {
  %0:2 = relax.split %x {sections = 2 : i64, axis = 1 : i64} : (tensor<4x6xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  %1 = relax.concat %0#1, %0#1 {axis = 0 : i64} : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  relax.return %1 : tensor<8x3xf32>
}

// All results of an op, in order, are the tuple itself.
// CHECK-LABEL: def whole(
// CHECK: lv: R.Tuple({{.*}}) = R.split(arg0, indices_or_sections=[2], axis=0)
// CHECK: return lv
relax.func private @whole(%x: tensor<4xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
  %0:2 = relax.split %x {indices = array<i64: 2>, axis = 0 : i64} : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  %1 = relax.tuple %0#0, %0#1 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  relax.return %1 : tuple<tensor<2xf32>, tensor<2xf32>>
}

// What is absent is said where Python would put something in its place.
// CHECK-LABEL: def flat(
// CHECK: R.argmax(arg0, axis=None, keepdims=False)
relax.func private @flat(%x: tensor<4x6xf32>) -> tensor<i64> {
  %0 = relax.argmax %x : (tensor<4x6xf32>) -> tensor<i64>
  relax.return %0 : tensor<i64>
}

// CHECK-LABEL: def leaves(
// CHECK: R.reshape(arg0, R.shape([n * 4]))
// CHECK: R.arange(start=0, end=n, step=1, dtype="int64")
// CHECK: R.layout_transform(arg0, index_map=T.index_map(lambda d0, d1: (d1, d0 // 2, d0 % 2, ))
relax.func private @leaves(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xi64, #relax.dims<[n]>> {
  %0 = relax.shape [n * 4] : !relax.shape<[n * 4]>
  %1 = relax.reshape %x, %0 : (tensor<?x4xf32, #relax.dims<[n, 4]>>, !relax.shape<[n * 4]>) -> tensor<?xf32, #relax.dims<[n * 4]>>
  %2 = relax.arange {start = #relax.expr<0>, end = #relax.expr<n>, step = #relax.expr<1>, dtype = i64} : () -> tensor<?xi64, #relax.dims<[n]>>
  %3 = relax.layout_transform %x {index_map = affine_map<(d0, d1) -> (d1, d0 floordiv 2, d0 mod 2)>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  relax.return %2 : tensor<?xi64, #relax.dims<[n]>>
}
