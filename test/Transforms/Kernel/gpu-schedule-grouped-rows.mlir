// Rows of several members of an axis: one kernel, in which the nest that goes
// over all members of the axis goes over groups and what is in them.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --tir-default-gpu-schedule --tir-verify-scheduled --tir-verify-well-formed | FileCheck %s
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --tir-default-gpu-schedule | relax-opt --tir-default-gpu-schedule | FileCheck %s
// RUN: %same-results=relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-gpu-schedule --tolerance=1e-5

// What is in front, too costly to be computed again, goes over groups as well,
// and so does what is behind.
// CHECK-LABEL: tir.func private @around(
// CHECK:       blockIdx
// CHECK:         memref.alloc() : memref<1x2x35xf32, #gpu.address_space<workgroup>>
// CHECK:         math.exp
// CHECK:         gpu.shuffle
// CHECK:         math.tanh
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
tir.func private @around(%x: memref<6x35xf32>, %y: memref<6x35xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %n = arith.constant 2 : index
  %g = arith.constant 3 : index
  %d = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %c35 = arith.constant 35 : index
  %f = arith.constant 0.0 : f32
  %e = memref.alloc() : memref<6x35xf32>
  %s = memref.alloc() : memref<3xf32>
  tir.for %i = %c0 to %c6 {
    tir.for %j = %c0 to %c35 {
      tir.block "exp" iters(%a : spatial = %i in %c6, %b : spatial = %j in %c35) reads(%x : memref<6x35xf32>) writes(%e : memref<6x35xf32>) {
        %0 = memref.load %x[%a, %b] : memref<6x35xf32>
        %1 = math.exp %0 : f32
        memref.store %1, %e[%a, %b] : memref<6x35xf32>
      }
    }
  }
  tir.for %i = %c0 to %g {
    tir.for %k = %c0 to %n {
      tir.for %j = %c0 to %c35 {
        tir.block "sum" iters(%a : spatial = %i in %g, %m : reduce = %k in %n, %b : reduce = %j in %c35) reads(%e : memref<6x35xf32>) writes(%s : memref<3xf32>) {
          tir.init {
            memref.store %f, %s[%a] : memref<3xf32>
          }
          %0 = memref.load %s[%a] : memref<3xf32>
          %1 = arith.muli %n, %a : index
          %2 = arith.addi %m, %1 : index
          %3 = memref.load %e[%2, %b] : memref<6x35xf32>
          %4 = arith.addf %0, %3 : f32
          memref.store %4, %s[%a] : memref<3xf32>
        }
      }
    }
  }
  tir.for %i = %c0 to %c6 {
    tir.for %j = %c0 to %c35 {
      tir.block "tanh" iters(%a : spatial = %i in %c6, %b : spatial = %j in %c35) reads(%e, %s : memref<6x35xf32>, memref<3xf32>) writes(%y : memref<6x35xf32>) {
        %0 = memref.load %e[%a, %b] : memref<6x35xf32>
        %1 = arith.divui %a, %d : index
        %2 = memref.load %s[%1] : memref<3xf32>
        %3 = arith.divf %0, %2 : f32
        %4 = math.tanh %3 : f32
        memref.store %4, %y[%a, %b] : memref<6x35xf32>
      }
    }
  }
  tir.return
}

// What is behind uses the sum of other groups: a kernel of its own, along the
// axis as it was.
// CHECK-LABEL: tir.func private @others(
// CHECK:       math.exp
// CHECK:       gpu.shuffle
// CHECK:       blockIdx
// CHECK:         arith.divui %{{.*}}, %c3{{.*}} : index
// CHECK:         math.tanh
// CHECK:       tir.return
tir.func private @others(%x: memref<6x35xf32>, %y: memref<6x35xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %n = arith.constant 2 : index
  %g = arith.constant 3 : index
  %d = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %c35 = arith.constant 35 : index
  %f = arith.constant 0.0 : f32
  %e = memref.alloc() : memref<6x35xf32>
  %s = memref.alloc() : memref<3xf32>
  tir.for %i = %c0 to %c6 {
    tir.for %j = %c0 to %c35 {
      tir.block "exp" iters(%a : spatial = %i in %c6, %b : spatial = %j in %c35) reads(%x : memref<6x35xf32>) writes(%e : memref<6x35xf32>) {
        %0 = memref.load %x[%a, %b] : memref<6x35xf32>
        %1 = math.exp %0 : f32
        memref.store %1, %e[%a, %b] : memref<6x35xf32>
      }
    }
  }
  tir.for %i = %c0 to %g {
    tir.for %k = %c0 to %n {
      tir.for %j = %c0 to %c35 {
        tir.block "sum" iters(%a : spatial = %i in %g, %m : reduce = %k in %n, %b : reduce = %j in %c35) reads(%e : memref<6x35xf32>) writes(%s : memref<3xf32>) {
          tir.init {
            memref.store %f, %s[%a] : memref<3xf32>
          }
          %0 = memref.load %s[%a] : memref<3xf32>
          %1 = arith.muli %n, %a : index
          %2 = arith.addi %m, %1 : index
          %3 = memref.load %e[%2, %b] : memref<6x35xf32>
          %4 = arith.addf %0, %3 : f32
          memref.store %4, %s[%a] : memref<3xf32>
        }
      }
    }
  }
  tir.for %i = %c0 to %c6 {
    tir.for %j = %c0 to %c35 {
      tir.block "tanh" iters(%a : spatial = %i in %c6, %b : spatial = %j in %c35) reads(%e, %s : memref<6x35xf32>, memref<3xf32>) writes(%y : memref<6x35xf32>) {
        %0 = memref.load %e[%a, %b] : memref<6x35xf32>
        %1 = arith.divui %a, %d : index
        %2 = memref.load %s[%1] : memref<3xf32>
        %3 = arith.divf %0, %2 : f32
        %4 = math.tanh %3 : f32
        memref.store %4, %y[%a, %b] : memref<6x35xf32>
      }
    }
  }
  tir.return
}

// A block has a group, whose channels it loads once.
// CHECK-LABEL: tir.func private @nn_group_norm(
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c6{{.*}} {
// CHECK:         memref.alloc() : memref<1x2x5x7xf32, #gpu.address_space<workgroup>>
// CHECK-NOT:     arith.divui %{{.*}}, %c2{{(_[0-9]+)?}} : index
// CHECK:         gpu.shuffle
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @static(%x: tensor<2x6x5x7xf32>, %p: tensor<6xf32>, %q: tensor<6xf32>) -> tensor<2x6x5x7xf32> {
  %0 = relax.nn.group_norm %x, %p, %q {num_groups = 3 : i64, channel_axis = 1 : i64, axes = array<i64: 2, 3>} : (tensor<2x6x5x7xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<2x6x5x7xf32>
  relax.return %0 : tensor<2x6x5x7xf32>
}

// Images of an unknown size stay in the device's memory.
// CHECK-LABEL: tir.func private @nn_group_norm_0(
// CHECK:       blockIdx
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @dynamic(%x: tensor<?x6x?x?xf32, #relax.dims<[n, 6, h, w]>>, %p: tensor<6xf32>, %q: tensor<6xf32>) -> tensor<?x6x?x?xf32, #relax.dims<[n, 6, h, w]>> {
  %0 = relax.nn.group_norm %x, %p, %q {num_groups = 3 : i64, channel_axis = 1 : i64, axes = array<i64: 2, 3>} : (tensor<?x6x?x?xf32, #relax.dims<[n, 6, h, w]>>, tensor<6xf32>, tensor<6xf32>) -> tensor<?x6x?x?xf32, #relax.dims<[n, 6, h, w]>>
  relax.return %0 : tensor<?x6x?x?xf32, #relax.dims<[n, 6, h, w]>>
}

// There are groups, but no elements.
// CHECK-LABEL: tir.func private @nn_group_norm_1(
// CHECK:       blockIdx
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @nothing(%x: tensor<0x6x5xf32>, %p: tensor<6xf32>, %q: tensor<6xf32>) -> tensor<0x6x5xf32> {
  %0 = relax.nn.group_norm %x, %p, %q {num_groups = 3 : i64, channel_axis = 1 : i64, axes = array<i64: 2>} : (tensor<0x6x5xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<0x6x5xf32>
  relax.return %0 : tensor<0x6x5xf32>
}

// Batch norm: a channel of all images is a row, of three axes.
// CHECK-LABEL: tir.func private @nn_batch_norm(
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c6{{.*}} {
// CHECK:         memref.alloc() : memref<1x3x5x7xf32, #gpu.address_space<workgroup>>
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @batch(%x: tensor<3x6x5x7xf32>, %p: tensor<6xf32>, %q: tensor<6xf32>, %m: tensor<6xf32>, %v: tensor<6xf32>) -> (tensor<3x6x5x7xf32>, tensor<6xf32>, tensor<6xf32>) {
  %0:3 = relax.nn.batch_norm %x, %p, %q, %m, %v {axis = 1 : i64, training = true} : (tensor<3x6x5x7xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<3x6x5x7xf32>, tensor<6xf32>, tensor<6xf32>)
  relax.return %0#0, %0#1, %0#2 : tensor<3x6x5x7xf32>, tensor<6xf32>, tensor<6xf32>
}
