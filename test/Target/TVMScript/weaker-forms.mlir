// What TVM has no form for is written in one that says as much where a name is
// given, and less where TVM infers the rest.
// RUN: relax-translate --mlir-to-tvmscript %s | FileCheck %s

// Of two unknown sizes each has a name of its own.
// CHECK:      def sizes(arg0: R.Tensor(("unknown", "m"), dtype="float32"), arg1: R.Shape(["unknown_1", 4]), arg2: R.Tensor(dtype="float32")) -> R.Tensor(dtype="float32", ndim=2):
// CHECK-NEXT:   unknown = T.int64()
// CHECK-NEXT:   m = T.int64()
// CHECK-NEXT:   unknown_1 = T.int64()
// CHECK-NEXT:   unknown_2 = T.int64()
// CHECK:        lv: R.Tensor(dtype="float32", ndim=2) = R.exp(arg0)
// CHECK-NEXT:   lv_1 = R.match_cast(arg2, R.Tensor((unknown_2, m), dtype="float32"))
relax.func private @sizes(%x: tensor<?x?xf32, #relax.dims<[?, m]>>, %s: !relax.shape<[?, 4]>, %y: tensor<*xf32>) -> tensor<?x?xf32, #relax.dims<[?, m]>> {
  %0 = relax.exp %x : tensor<?x?xf32, #relax.dims<[?, m]>>
  %1 = relax.match_cast %y : tensor<*xf32> to tensor<?x?xf32, #relax.dims<[?, m]>>
  %2 = relax.exp %1 : tensor<?x?xf32, #relax.dims<[?, m]>>
  relax.return %2 : tensor<?x?xf32, #relax.dims<[?, m]>>
}

// CHECK:      def branches(
// CHECK:        if arg0:
// CHECK-NEXT:     gv: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = (arg1, arg2)
// CHECK-NEXT:   else:
// CHECK-NEXT:     gv: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = (arg2, arg1)
// CHECK-NEXT:   gv_1: R.Tensor((4,), dtype="float32") = gv[1]
// CHECK-NEXT:   return gv_1
relax.func private @branches(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = relax.if %c : tensor<i1> -> tensor<4xf32>, tensor<4xf32> {
    relax.yield %x, %y : tensor<4xf32>, tensor<4xf32>
  } else {
    relax.yield %y, %x : tensor<4xf32>, tensor<4xf32>
  }
  relax.return %0#1 : tensor<4xf32>
}

// CHECK:      def part(
// CHECK:        lv: R.Tensor((4,), dtype="float32") = R.split(arg0, indices_or_sections=1, axis=0)
// CHECK-NEXT:   return lv
relax.func private @part(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.split %x {sections = 1 : i64, axis = 0 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// TVM computes the size of a part behind the end, and of a slice that ends in
// front of where it begins, as a negative number.
// CHECK:      def nothing(
// CHECK:        R.split(arg0, indices_or_sections=[1, 1], axis=0)
// CHECK:        R.strided_slice(arg1, axes=[0], begin=[3], end=[3], assume_inbound=False)
relax.func private @nothing(%x: tensor<1xf32>, %y: tensor<4xf32>) -> (tensor<0xf32>, tensor<0xf32>) {
  %0:3 = relax.split %x {sections = 3 : i64, axis = 0 : i64} : (tensor<1xf32>) -> (tensor<1xf32>, tensor<0xf32>, tensor<0xf32>)
  %1 = relax.strided_slice %y {axes = array<i64: 0>, begin = [#relax.expr<3>], end = [#relax.expr<1>]} : (tensor<4xf32>) -> tensor<0xf32>
  relax.return %0#1, %1 : tensor<0xf32>, tensor<0xf32>
}

// A maximum that gives NaN: its operands have names, for both are there twice.
// CHECK:      def extrema(
// CHECK:        value: T.let[T.float32] = A0[T.int64(0)] * T.float32(2.0)
// CHECK:        T.Select(T.isnan(value), value, T.Max(value, T.float32(0.5)))
// CHECK:        T.Select(T.isnan(T.Cast("float32", value_1)), value_1, T.Min(value_1, value_2))
tir.func private @extrema(%A: memref<4xf32>, %B: memref<4xbf16>, %C: memref<4xf32>, %D: memref<4xbf16>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %half = arith.constant 0.5 : f32
  %0 = memref.load %A[%c0] : memref<4xf32>
  %1 = arith.mulf %0, %two : f32
  %2 = arith.maximumf %1, %half : f32
  memref.store %2, %C[%c0] : memref<4xf32>
  %3 = memref.load %B[%c0] : memref<4xbf16>
  %4 = memref.load %B[%c1] : memref<4xbf16>
  %5 = arith.minimumf %3, %4 : bf16
  memref.store %5, %D[%c0] : memref<4xbf16>
  tir.return
}

// At the end of a region TVM infers anew what uses an output. It may find more
// or less than is known here, and loses such variables: they have other names.
// CHECK:      def outputs(
// CHECK:        lv_1: R.Tensor(dtype="float32", ndim=1) = R.exp(lv)
// CHECK-NEXT:   gv: R.Tensor((4,), dtype="float32") = lv
// CHECK-NEXT:   gv_1: R.Tensor(dtype="float32", ndim=1) = lv_1
// CHECK-NEXT:   R.output(gv, gv_1)
// CHECK-NEXT: return gv_1
relax.func private @outputs(%x: tensor<4xf32>) -> tensor<?xf32> {
  %0:2 = relax.dataflow -> tensor<4xf32>, tensor<?xf32> {
    %1 = relax.abs %x : tensor<4xf32>
    %2 = relax.exp %1 : (tensor<4xf32>) -> tensor<?xf32>
    relax.output %1, %2 : tensor<4xf32>, tensor<?xf32>
  }
  relax.return %0#1 : tensor<?xf32>
}

// CHECK:      def shapes(
// CHECK:        gv: R.Shape([2, 5]) = lv
// CHECK-NEXT:   gv_1: R.Tensor((1, 3, 2, 5), dtype="float32") = lv_1
// CHECK-NEXT:   R.output(gv, gv_1)
relax.func private @shapes(%x: tensor<1x3x4x4xf32>) -> (!relax.shape<[2, 5]>, tensor<1x3x2x5xf32>) {
  %0:2 = relax.dataflow -> !relax.shape<[2, 5]>, tensor<1x3x2x5xf32> {
    %1 = relax.shape [2, 5] : !relax.shape<[2, 5]>
    %2 = relax.image.resize2d %x, %1 : (tensor<1x3x4x4xf32>, !relax.shape<[2, 5]>) -> tensor<1x3x2x5xf32>
    relax.output %1, %2 : !relax.shape<[2, 5]>, tensor<1x3x2x5xf32>
  }
  relax.return %0#0, %0#1 : !relax.shape<[2, 5]>, tensor<1x3x2x5xf32>
}
