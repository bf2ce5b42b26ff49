// Small all-reduces that nobody reads between become one.
// RUN: relax-opt %s --relax-combine-all-reduces | FileCheck %s
// RUN: relax-opt %s --relax-combine-all-reduces --relax-combine-all-reduces | FileCheck %s
// RUN: relax-opt %s --relax-combine-all-reduces=max-bytes=8 | FileCheck %s --check-prefix=SMALL

// Laid end to end, and cut apart in front of the first reader.
// CHECK-LABEL: @gradients
// CHECK: %[[ABS:.*]] = relax.abs
// CHECK: %[[FLAT:.*]] = relax.reshape
// CHECK: %[[ALL:.*]] = relax.concat %arg0, %[[FLAT]], %[[ABS]]
// CHECK: %[[SUM:.*]] = relax.ccl.allreduce %[[ALL]] : (tensor<14xf32>) -> tensor<14xf32>
// CHECK: %[[PARTS:.*]]:3 = relax.split %[[SUM]] {indices = array<i64: 4, 10>}
// CHECK: relax.negative %[[PARTS]]#0
// SMALL-LABEL: @gradients
// SMALL-NOT: relax.concat
relax.func @gradients(%x: tensor<4xf32>, %y: tensor<2x3xf32>) -> (tensor<4xf32>, tensor<2x3xf32>, tensor<4xf32>) {
  %0 = relax.ccl.allreduce %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.ccl.allreduce %y : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = relax.abs %x : tensor<4xf32>
  %3 = relax.ccl.allreduce %2 : (tensor<4xf32>) -> tensor<4xf32>
  %4 = relax.negative %0 : tensor<4xf32>
  relax.return %4, %1, %3 : tensor<4xf32>, tensor<2x3xf32>, tensor<4xf32>
}

// One that needs another's result, another kind, another mesh, other elements,
// and one that is large.
// CHECK-LABEL: @apart
// CHECK-NOT: relax.concat
// CHECK-COUNT-6: relax.ccl.allreduce
relax.func @apart(%x: tensor<4xf32>, %y: tensor<4xf64>, %z: tensor<100000xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf64>, tensor<100000xf32>) {
  %0 = relax.ccl.allreduce %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.ccl.allreduce %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = relax.ccl.allreduce %x {op_type = "max"} : (tensor<4xf32>) -> tensor<4xf32>
  %3 = relax.ccl.allreduce %x {mesh = array<i64: 2, 2>, mesh_axes = array<i64: 1>} : (tensor<4xf32>) -> tensor<4xf32>
  %4 = relax.ccl.allreduce %y : (tensor<4xf64>) -> tensor<4xf64>
  %5 = relax.ccl.allreduce %z : (tensor<100000xf32>) -> tensor<100000xf32>
  relax.return %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf64>, tensor<100000xf32>
}

// Sizes that are not known cannot be cut apart again.
// CHECK-LABEL: @symbolic
// CHECK-NOT: relax.concat
relax.func @symbolic(%x: tensor<?xf32, #relax.dims<[n]>>) -> (tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>>) {
  %0 = relax.ccl.allreduce %x : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
  %1 = relax.ccl.allreduce %x {op_type = "sum"} : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
  relax.return %0, %1 : tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>>
}

// A reader in a branch counts where the branch stands.
// CHECK-LABEL: @branch
// CHECK: relax.concat
// CHECK: relax.split
// CHECK: relax.if
relax.func @branch(%x: tensor<4xf32>, %y: tensor<4xf32>, %c: tensor<i1>) -> tensor<4xf32> {
  %0 = relax.ccl.allreduce %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.ccl.allreduce %y : (tensor<4xf32>) -> tensor<4xf32>
  %2 = relax.if %c : tensor<i1> -> tensor<4xf32> {
    relax.yield %0 : tensor<4xf32>
  } else {
    relax.yield %1 : tensor<4xf32>
  }
  relax.return %2 : tensor<4xf32>
}

// Nothing to do.
// CHECK-LABEL: @empty
relax.func @empty() {
  relax.return
}

// CHECK-LABEL: relax.func private @dead
relax.func private @dead(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}

// One sum is exchanged once.
// CHECK-LABEL: @twice
// CHECK: relax.concat %{{.*}}, %{{.*}} {axis = 0 : i64} : (tensor<3xf32>, tensor<4xf32>) -> tensor<7xf32>
// CHECK: relax.ccl.allreduce
// CHECK-NOT: relax.ccl.allreduce
relax.func @twice(%x: tensor<2x3xf32>, %y: tensor<4xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<4xf32>) {
  %0 = relax.sum %x {axis = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<3xf32>
  %1 = relax.ccl.allreduce %0 : (tensor<3xf32>) -> tensor<3xf32>
  %2 = relax.sum %x {axis = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<3xf32>
  %3 = relax.ccl.allreduce %2 : (tensor<3xf32>) -> tensor<3xf32>
  %4 = relax.ccl.allreduce %y : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %1, %3, %4 : tensor<3xf32>, tensor<3xf32>, tensor<4xf32>
}
