// RUN: relax-opt %s -split-input-file -relax-rewrite-dataflow-reshape | FileCheck %s
// RUN: relax-opt %s -split-input-file -relax-rewrite-dataflow-reshape -relax-rewrite-dataflow-reshape | FileCheck %s
// RUN: %same-results=relax-rewrite-dataflow-reshape

// CHECK-LABEL: relax.func @all
// CHECK: relax.dataflow
// CHECK: %[[A:.*]] = relax.memory.view %arg0
// CHECK-SAME: to tensor<?x2x2xf32, #relax.dims<[n, 2, 2]>>
// CHECK: %[[B:.*]] = relax.memory.view %[[A]]
// CHECK-SAME: to tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: %[[C:.*]] = relax.memory.view %[[B]]
// CHECK-SAME: to tensor<?x1x4xf32, #relax.dims<[n, 1, 4]>>
// CHECK: %[[D:.*]] = relax.memory.view %[[C]]
// CHECK-SAME: to tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: relax.memory.view %[[D]]
// CHECK-SAME: to tensor<?xf32, #relax.dims<[n * 4]>>
relax.func @all(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n * 4]>> {
  %0 = relax.dataflow -> tensor<?xf32, #relax.dims<[n * 4]>> {
    %s = relax.shape [n, 2, 2] : !relax.shape<[n, 2, 2]>
    %1 = relax.reshape %x, %s : (tensor<?x4xf32, #relax.dims<[n, 4]>>, !relax.shape<[n, 2, 2]>) -> tensor<?x2x2xf32, #relax.dims<[n, 2, 2]>>
    %2 = relax.nn.batch_flatten %1 : (tensor<?x2x2xf32, #relax.dims<[n, 2, 2]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
    %3 = relax.expand_dims %2 {axis = array<i64: 1>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x1x4xf32, #relax.dims<[n, 1, 4]>>
    %4 = relax.squeeze %3 {axis = array<i64: 1>} : (tensor<?x1x4xf32, #relax.dims<[n, 1, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
    %5 = relax.flatten %4 : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n * 4]>>
    relax.output %5 : tensor<?xf32, #relax.dims<[n * 4]>>
  }
  relax.return %0 : tensor<?xf32, #relax.dims<[n * 4]>>
}

// -----

// Whether the numbers of elements agree is known at run time only.
// CHECK-LABEL: relax.func @unsure
// CHECK: relax.reshape
// CHECK: relax.reshape
// CHECK-NOT: relax.memory.view
relax.func @unsure(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %s: !relax.shape<[m]>, %t: !relax.shape<rank 1>) -> (tensor<?xf32, #relax.dims<[m]>>, tensor<?xf32>) {
  %0 = relax.reshape %x, %s : (tensor<?x4xf32, #relax.dims<[n, 4]>>, !relax.shape<[m]>) -> tensor<?xf32, #relax.dims<[m]>>
  %1 = relax.reshape %x, %t : (tensor<?x4xf32, #relax.dims<[n, 4]>>, !relax.shape<rank 1>) -> tensor<?xf32>
  relax.return %0, %1 : tensor<?xf32, #relax.dims<[m]>>, tensor<?xf32>
}

// -----

// What changes nothing goes.
// CHECK-LABEL: relax.func private @same
// CHECK-NEXT: relax.return %arg0
relax.func private @same(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.flatten %x : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: relax.func @empty
// CHECK-NEXT: relax.return
relax.func @empty() {
  relax.return
}
