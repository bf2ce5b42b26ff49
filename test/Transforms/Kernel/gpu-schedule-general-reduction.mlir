// Reductions and what is around them: one kernel for all nests over the same
// rows. (Schedulers that want one reduction block reject these functions.)
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --tir-default-gpu-schedule --tir-verify-scheduled --tir-verify-well-formed | FileCheck %s
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --tir-default-gpu-schedule | relax-opt --tir-default-gpu-schedule | FileCheck %s
// RUN: %same-results=relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-gpu-schedule --tolerance=1e-5

// A block a row, what it holds of the row in shared memory.
// CHECK-LABEL: tir.func private @nn_softmax(
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c3{{.*}} {
// CHECK-DAG:     memref.alloc() : memref<1x1000xf32, #gpu.address_space<workgroup>>
// CHECK-DAG:     memref.alloc() : memref<1xf32, #gpu.address_space<workgroup>>
// CHECK-DAG:     memref.alloc() : memref<4xf32, #gpu.address_space<workgroup>>
// CHECK:         tir.for thread_binding "threadIdx.x" %{{.*}} = %c0{{.*}} to %c128
// CHECK:           arith.maximumf
// CHECK:           math.exp
// CHECK:           arith.addf
// CHECK:           arith.divf {{.*}} fastmath<afn>
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @softmax(%x: tensor<3x1000xf32>) -> tensor<3x1000xf32> {
  %0 = relax.nn.softmax %x : tensor<3x1000xf32>
  relax.return %0 : tensor<3x1000xf32>
}

// Symbolic: as many blocks as rows, and a row stays in the device's memory.
// CHECK-LABEL: tir.func private @nn_log_softmax(
// CHECK:       %[[N:.*]] = memref.dim
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %[[N]] {
// CHECK:         tir.for thread_binding "threadIdx.x" %{{.*}} = %c0{{.*}} to %c256
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @log_softmax(%x: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>> {
  %0 = relax.nn.log_softmax %x : tensor<?x?xf32, #relax.dims<[n, m]>>
  relax.return %0 : tensor<?x?xf32, #relax.dims<[n, m]>>
}

// Along another axis than that of memory: neighbouring threads are of
// neighbouring rows, and of the last block some are of none.
// CHECK-LABEL: tir.func private @nn_softmax_0(
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c2{{.*}} {
// CHECK:         tir.for thread_binding "threadIdx.x" %{{.*}} = %c0{{.*}} to %c32
// CHECK:           tir.for thread_binding "threadIdx.y" %{{.*}} = %c0{{.*}} to %c8
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @softmax_of_columns(%x: tensor<2x20x21xf32>) -> tensor<2x20x21xf32> {
  %0 = relax.nn.softmax %x {axis = 1 : i64} : tensor<2x20x21xf32>
  relax.return %0 : tensor<2x20x21xf32>
}

// CHECK-LABEL: tir.func private @nn_layer_norm(
// CHECK:       blockIdx
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @layer_norm(%x: tensor<?x768xf32, #relax.dims<[n, 768]>>, %p: tensor<768xf32>, %q: tensor<768xf32>) -> tensor<?x768xf32, #relax.dims<[n, 768]>> {
  %0 = relax.nn.layer_norm %x, %p, %q {axes = array<i64: -1>} : (tensor<?x768xf32, #relax.dims<[n, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x768xf32, #relax.dims<[n, 768]>>
  relax.return %0 : tensor<?x768xf32, #relax.dims<[n, 768]>>
}

// CHECK-LABEL: tir.func private @nn_rms_norm(
// CHECK:       blockIdx
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @rms_norm(%x: tensor<2x5x64xf32>, %p: tensor<64xf32>) -> tensor<2x5x64xf32> {
  %0 = relax.nn.rms_norm %x, %p {axes = array<i64: -1>} : (tensor<2x5x64xf32>, tensor<64xf32>) -> tensor<2x5x64xf32>
  relax.return %0 : tensor<2x5x64xf32>
}

// Two axes of a row.
// CHECK-LABEL: tir.func private @nn_instance_norm(
// CHECK:       blockIdx
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @instance_norm(%x: tensor<2x3x7x9xf32>, %p: tensor<3xf32>, %q: tensor<3xf32>) -> tensor<2x3x7x9xf32> {
  %0 = relax.nn.instance_norm %x, %p, %q {axes = array<i64: 2, 3>, channel_axis = 1 : i64} : (tensor<2x3x7x9xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x7x9xf32>
  relax.return %0 : tensor<2x3x7x9xf32>
}

// Few elements: a row a thread. Nothing to add up gives the start.
// CHECK-LABEL: tir.func private @sum(
// CHECK:       tir.for thread_binding "threadIdx.x" %{{.*}} = %c0{{.*}} to %c256
// CHECK:         tir.for thread_binding "threadIdx.y" %{{.*}} = %c0{{.*}} to %c1
// CHECK-LABEL: tir.func private @sum_1(
// CHECK:       blockIdx
relax.func @short(%x: tensor<500x3xf32>) -> tensor<500xf32> {
  %0 = relax.sum %x {axis = array<i64: 1>} : (tensor<500x3xf32>) -> tensor<500xf32>
  relax.return %0 : tensor<500xf32>
}
relax.func @nothing(%x: tensor<5x0xf32>) -> tensor<5xf32> {
  %0 = relax.sum %x {axis = array<i64: 1>} : (tensor<5x0xf32>) -> tensor<5xf32>
  relax.return %0 : tensor<5xf32>
}

// All of a tensor of unknown size.
// CHECK-LABEL: tir.func private @max(
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c512
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c1
// CHECK-NOT:   blockIdx
relax.func @all(%x: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<f32> {
  %0 = relax.max %x : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}

// A place: the greatest element, then the least place of one like it. A warp
// has a row, which it loads once.
// CHECK-LABEL: tir.func private @argmax(
// CHECK:       tir.for thread_binding "blockIdx.x"
// CHECK:         memref.alloc() : memref<1x70xf32, #gpu.address_space<workgroup>>
// CHECK:         tir.for thread_binding "threadIdx.x" %{{.*}} = %c0{{.*}} to %c32
// CHECK:         gpu.shuffle {{.*}} : f32
// CHECK:         gpu.shuffle {{.*}} : i64
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @place(%x: tensor<40x70xf32>) -> tensor<40xi64> {
  %0 = relax.argmax %x {axis = 1 : i64} : (tensor<40x70xf32>) -> tensor<40xi64>
  relax.return %0 : tensor<40xi64>
}
relax.func @place_of_least(%x: tensor<?x?xi8, #relax.dims<[n, m]>>) -> tensor<?xi32, #relax.dims<[m]>> {
  %0 = relax.argmin %x {axis = 0 : i64} : (tensor<?x?xi8, #relax.dims<[n, m]>>) -> tensor<?xi64, #relax.dims<[m]>>
  %1 = relax.astype %0 {dtype = i32} : (tensor<?xi64, #relax.dims<[m]>>) -> tensor<?xi32, #relax.dims<[m]>>
  relax.return %1 : tensor<?xi32, #relax.dims<[m]>>
}

// A few rows times a matrix: threads of a warp go along its columns.
// CHECK-LABEL: tir.func private @matmul(
// CHECK:       tir.for thread_binding "threadIdx.x" %{{.*}} = %c0{{.*}} to %c32
// CHECK:         tir.for thread_binding "threadIdx.y"
relax.func @few_rows(%x: tensor<3x100xf32>, %w: tensor<100x70xf32>) -> tensor<3x70xf32> {
  %0 = relax.matmul %x, %w : (tensor<3x100xf32>, tensor<100x70xf32>) -> tensor<3x70xf32>
  relax.return %0 : tensor<3x70xf32>
}

// A matrix times a vector, and what is done with the result.
// CHECK-LABEL: tir.func private @fused_matmul_{{.*}}nn_relu(
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c10{{.*}} {
// CHECK:         arith.mulf
// CHECK:         arith.maximumf
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @gemv(%w: tensor<10x1200xf32>, %x: tensor<1200x1xf32>) -> tensor<10x1xf32> {
  %1 = relax.dataflow -> tensor<10x1xf32> {
    %0 = relax.matmul %w, %x : (tensor<10x1200xf32>, tensor<1200x1xf32>) -> tensor<10x1xf32>
    %2 = relax.nn.relu %0 : tensor<10x1xf32>
    relax.output %2 : tensor<10x1xf32>
  }
  relax.return %1 : tensor<10x1xf32>
}
