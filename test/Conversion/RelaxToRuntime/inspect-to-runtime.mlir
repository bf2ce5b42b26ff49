// Questions about tensors, and what passes values through, as host code.
// RUN: relax-opt %s -split-input-file -convert-relax-to-runtime | FileCheck %s
// RUN: relax-opt %s -split-input-file -convert-relax-to-runtime -convert-relax-to-runtime | FileCheck %s

// What the type says is known; offsets are 0, for a buffer begins with its
// first element; bf16 is kind 4 of DLPack.
// CHECK-LABEL: func.func @known(
// CHECK: memref.dim
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: arith.index_cast %[[ZERO]] : index to i64
// CHECK: arith.constant 0 : index
// CHECK: arith.index_cast %{{.*}} : index to i64
// CHECK: arith.constant 4 : index
// CHECK: arith.index_cast %{{.*}} : index to i32
// CHECK: arith.constant 16 : index
// CHECK: arith.index_cast %{{.*}} : index to i64
// CHECK: arith.constant 1 : index
// CHECK: arith.index_cast %{{.*}} : index to i64
// CHECK: arith.constant 2 : index
// CHECK: arith.index_cast %{{.*}} : index to i64
relax.func @known(%x: tensor<?x4xbf16, #relax.dims<[n, 4]>>) -> (i64, i64, i32, i64, i64, i64) {
  %0 = relax.inspect.tensor_byte_offset %x : tensor<?x4xbf16, #relax.dims<[n, 4]>> -> i64
  %1 = relax.inspect.tensor_elem_offset %x : tensor<?x4xbf16, #relax.dims<[n, 4]>> -> i64
  %2 = relax.inspect.tensor_dtype_code %x : tensor<?x4xbf16, #relax.dims<[n, 4]>> -> i32
  %3 = relax.inspect.tensor_dtype_bits %x : tensor<?x4xbf16, #relax.dims<[n, 4]>> -> i64
  %4 = relax.inspect.tensor_dtype_lanes %x : tensor<?x4xbf16, #relax.dims<[n, 4]>> -> i64
  %5 = relax.inspect.tensor_ndim %x : tensor<?x4xbf16, #relax.dims<[n, 4]>> -> i64
  relax.return %0, %1, %2, %3, %4, %5 : i64, i64, i32, i64, i64, i64
}

// -----

// The axis is known when the program runs: one out of all sizes is picked.
// CHECK-LABEL: func.func @axes(
// CHECK: %[[X:.*]] = relax_rt.input %{{.*}}[0] : memref<?x4xf32>
// CHECK: %[[A:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK: %[[N:.*]] = memref.dim %[[X]]
// CHECK: arith.cmpi ult, %[[A]]
// CHECK: relax_rt.assert %{{.*}}, "an axis is asked for that a tensor does not have"
// CHECK: arith.select %{{.*}}, %[[N]], %
// CHECK: arith.select
// CHECK: %[[B:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK: arith.muli
// CHECK: arith.cmpi ult, %[[B]]
// CHECK: arith.select
// CHECK: arith.select
relax.func @axes(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %i: i64) -> (i64, i64) {
  %0 = relax.inspect.tensor_shape_i %x, %i : tensor<?x4xf32, #relax.dims<[n, 4]>>, i64 -> i64
  %1 = relax.inspect.tensor_stride_i %x, %i : tensor<?x4xf32, #relax.dims<[n, 4]>>, i64 -> i64
  relax.return %0, %1 : i64, i64
}

// -----

// Tuples and tensors at the start of their storage are the values themselves,
// dropped references nothing; a copy is one.
// CHECK-LABEL: func.func @same(
// CHECK: %[[X:.*]] = relax_rt.input %{{.*}}[0] : memref<4xf32>
// CHECK: %[[D:.*]] = memref.view
// CHECK-NEXT: memref.copy %[[X]], %[[D]] : memref<4xf32> to memref<4xf32>
// CHECK-NOT: relax.
relax.func impure @same(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = relax.memory.alloc_storage [16]
  %0 = relax.memory.alloc_tensor %s at [0] : tensor<4xf32>
  relax.memory.copy %x to %0 : tensor<4xf32>
  %1 = relax.memory.ensure_zero_offset %0 : tensor<4xf32>
  %2 = relax.tuple %1, %x : (tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
  %3 = relax.tuple_get_item %2[0] : tuple<tensor<4xf32>, tensor<4xf32>> -> tensor<4xf32>
  relax.vm.kill_object %x : tensor<4xf32>
  relax.return %3 : tensor<4xf32>
}
