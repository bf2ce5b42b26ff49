// Exchanges are started where they stood, and waited for where they are read.
// RUN: relax-opt %s --relax-overlap-collectives | FileCheck %s
// RUN: relax-opt %s --relax-overlap-collectives --relax-overlap-collectives | FileCheck %s

relax.extern_func pure @relax.ccl.reduce_scatter {relax.takes_devices}
relax.extern_func pure @runtime.disco.broadcast_from_worker0 {relax.takes_devices}
tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}

// The wait has the operand, too, which nothing overwrites until then.
// CHECK-LABEL: @overlap
// CHECK: %[[START:.*]] = relax.call_dps_packed @relax.ccl.start.relax.ccl.reduce_scatter(%arg0, %arg2, %arg2, %arg2, %arg2)
// CHECK-NEXT: %[[OTHER:.*]] = relax.call_tir @exp(%arg1)
// CHECK-NEXT: %[[DONE:.*]] = relax.call_inplace_packed @relax.ccl.wait(%[[START]], %arg0) {inplace_indices = array<i64: 0>}
// CHECK-NEXT: relax.call_tir @exp(%[[DONE]])
relax.func impure @overlap(%x: tensor<8xf32>, %y: tensor<4xf32>, %g: i64) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.call_dps_packed @relax.ccl.reduce_scatter(%x, %g, %g, %g, %g) : (tensor<8xf32>, i64, i64, i64, i64) -> tensor<4xf32>
  %1 = relax.call_tir @exp(%y) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = relax.call_tir @exp(%0) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// Nothing is computed meanwhile; one worker gives to the others; nothing reads
// the result; the function promises to have no effect.
// CHECK-LABEL: @stays
// CHECK-NOT: relax.ccl.wait
relax.func impure @stays(%x: tensor<8xf32>, %y: tensor<4xf32>, %g: i64) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.call_dps_packed @runtime.disco.broadcast_from_worker0(%y, %g) : (tensor<4xf32>, i64) -> tensor<4xf32>
  %1 = relax.call_tir @exp(%y) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = relax.call_dps_packed @relax.ccl.reduce_scatter(%x, %g, %g, %g, %g) : (tensor<8xf32>, i64, i64, i64, i64) -> tensor<4xf32>
  %3 = relax.call_dps_packed @relax.ccl.reduce_scatter(%x, %g, %g, %g, %g) : (tensor<8xf32>, i64, i64, i64, i64) -> tensor<4xf32>
  %4 = relax.call_tir @exp(%2) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0, %4 : tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: @pure
// CHECK-NOT: relax.ccl.wait
relax.func @pure(%x: tensor<8xf32>, %y: tensor<4xf32>, %g: i64) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.call_dps_packed @relax.ccl.reduce_scatter(%x, %g, %g, %g, %g) : (tensor<8xf32>, i64, i64, i64, i64) -> tensor<4xf32>
  %1 = relax.call_tir @exp(%y) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// A dynamic shape; the reader is in a branch.
// CHECK-LABEL: @dynamic
// CHECK: @relax.ccl.start.relax.ccl.reduce_scatter
// CHECK-NEXT: relax.call_tir @exp
// CHECK-NEXT: @relax.ccl.wait
// CHECK-NEXT: relax.if
relax.func impure @dynamic(%x: tensor<?xf32, #relax.dims<[n * 2]>>, %y: tensor<4xf32>, %g: i64, %c: tensor<i1>, %z: tensor<?xf32, #relax.dims<[n]>>) -> (tensor<?xf32, #relax.dims<[n]>>, tensor<4xf32>) {
  %0 = relax.call_dps_packed @relax.ccl.reduce_scatter(%x, %g, %g, %g, %g) : (tensor<?xf32, #relax.dims<[n * 2]>>, i64, i64, i64, i64) -> tensor<?xf32, #relax.dims<[n]>>
  %1 = relax.call_tir @exp(%y) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = relax.if %c : tensor<i1> -> tensor<?xf32, #relax.dims<[n]>> {
    relax.yield %0 : tensor<?xf32, #relax.dims<[n]>>
  } else {
    relax.yield %z : tensor<?xf32, #relax.dims<[n]>>
  }
  relax.return %2, %1 : tensor<?xf32, #relax.dims<[n]>>, tensor<4xf32>
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
