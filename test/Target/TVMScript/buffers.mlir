// RUN: relax-translate --mlir-to-tvmscript %s | FileCheck %s

// Strides and starts that only the run time knows have names.
// CHECK:      def layouts(A0: T.Buffer((T.int64(4), T.int64(4)), "float32", strides=(T.int64(8), T.int64(1), )), A1_handle: T.handle, A2_handle: T.handle):
// CHECK:        stride = T.int64()
// CHECK-NEXT:   start = T.int64()
// CHECK-NEXT:   n = T.int64()
// CHECK-NEXT:   A1 = T.match_buffer(A1_handle, (T.int64(4), T.int64(4)), "float32", strides=(stride, T.int64(1), ), elem_offset=start, offset_factor=4)
// CHECK-NEXT:   A2 = T.match_buffer(A2_handle, (n,), "float32x4", scope="shared")
// CHECK:        A0[T.int64(0), T.int64(0)] = T.Cast("float32", T.Cast("int32", stride))
tir.func private @layouts(%A: memref<4x4xf32, strided<[8, 1]>>, %B: memref<4x4xf32, strided<[?, 1], offset: ?>> {tir.offset_factor = 4 : i64},
                          %C: memref<?xvector<4xf32>, "shared">) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %B : memref<4x4xf32, strided<[?, 1], offset: ?>>
      -> memref<f32>, index, index, index, index, index
  %0 = arith.index_cast %strides#0 : index to i32
  %1 = arith.sitofp %0 : i32 to f32
  memref.store %1, %A[%c0, %c0] : memref<4x4xf32, strided<[8, 1]>>
  tir.return
}

// CHECK:      def allocations(
// CHECK:        buffer = T.sblock_alloc_buffer((n,), "float32", scope="local")
// CHECK-NEXT:   with T.sblock("one"):
// CHECK-NEXT:     buffer_1 = T.sblock_alloc_buffer((T.int64(4), T.int64(4)), "float32", align=128)
// CHECK-NEXT:     buffer_1[T.int64(0), T.int64(0)] = A0[T.int64(0)]
// CHECK-NEXT:     buffer_2 = T.alloc_buffer((T.int64(2),), "float32", annotations={"a": 1})
// CHECK-NEXT:     view = T.decl_buffer((T.int64(16),), "float32", data=buffer_1.data)
// CHECK-NEXT:     buffer_2[T.int64(1)] = view[T.int64(0)]
tir.func private @allocations(%A: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %0 = memref.alloc(%n) : memref<?xf32, "local">
  tir.block "one" reads(%A : memref<?xf32>) {
    %1 = memref.alloc() {alignment = 128 : i64} : memref<4x4xf32>
    %2 = memref.load %A[%c0] : memref<?xf32>
    memref.store %2, %1[%c0, %c0] : memref<4x4xf32>
    %3 = memref.alloc() {annotations = {a = 1 : i64}} : memref<2xf32>
    %4 = memref.reinterpret_cast %1 to offset: [0], sizes: [16], strides: [1] : memref<4x4xf32> to memref<16xf32>
    %5 = memref.load %4[%c0] : memref<16xf32>
    memref.store %5, %3[%c1] : memref<2xf32>
  }
  tir.return
}

// What a block matches is one buffer, also in the start of its reduction. A
// buffer that is listed and not used is named.
// CHECK:      def parts(
// CHECK:          v = T.axis.reduce(T.int64(4), i)
// CHECK-NEXT:     T.reads(A0[T.int64(0):T.int64(16)])
// CHECK-NEXT:     T.writes(A1[T.int64(0):T.int64(16)])
// CHECK-NEXT:     part = T.match_buffer(A1[T.int64(0):T.int64(0) + T.int64(4)], (T.int64(4),), "float32", offset_factor=1)
// CHECK-NEXT:     with T.init():
// CHECK-NEXT:       part[T.int64(0)] = T.float32(0.0)
// CHECK-NEXT:     part[T.int64(0)] = T.float32(1.0)
tir.func private @parts(%A: memref<16xf32>, %B: memref<16xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  tir.for %i = %c0 to %c4 {
    tir.block "part" iters(%v : reduce = %i in %c4) reads(%A : memref<16xf32>) writes(%B : memref<16xf32>) {
      tir.init {
        %0 = memref.subview %B[0] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1]>>
        memref.store %zero, %0[%c0] : memref<4xf32, strided<[1]>>
      }
      %1 = memref.subview %B[0] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1]>>
      memref.store %one, %1[%c0] : memref<4xf32, strided<[1]>>
    }
  }
  tir.return
}

// A size that no parameter is alone has a name of its own, one for all buffers.
// CHECK-LABEL: def longer(
// CHECK: [[N:n.*]] = T.int64()
// CHECK-NOT: T.int64()
// CHECK: T.match_buffer({{.*}}, ([[N]],), "float32")
// CHECK: T.match_buffer({{.*}}, ([[N]],), "float32")
// CHECK: for {{.*}} in T.serial([[N]])
tir.func private @longer(%A: memref<?xf32> {tir.dims = #relax.dims<[n + 1]>}, %B: memref<?xf32> {tir.dims = #relax.dims<[n + 1]>}) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %dim = memref.dim %B, %c0 : memref<?xf32>
  tir.for %i = %c0 to %dim {
    %0 = memref.load %A[%i] : memref<?xf32>
    memref.store %0, %B[%i] : memref<?xf32>
  }
  tir.return
}
