// RUN: relax-opt %s --relax-bind-symbolic-vars=sizes=n=3,m=2 | FileCheck %s
// RUN: relax-opt %s --relax-bind-symbolic-vars=sizes=n=3,m=2 --relax-bind-symbolic-vars=sizes=n=3,m=2 | FileCheck %s
// RUN: relax-opt %s '--relax-bind-symbolic-vars=sizes=n=3 function=other' | FileCheck %s --check-prefix=OTHER
// RUN: relax-opt %s --relax-bind-symbolic-vars=sizes=nothing=3 | FileCheck %s --check-prefix=SAME
// bind-symbolic-vars-calls.mlir compares results.

// Types, expressions, kernels' sizes and checks have the values.
// CHECK: relax.func @main(%{{.*}}: tensor<3x2xf32>) -> (tensor<6xf32>, i64, tensor<3x2xf32>)
// CHECK: relax.flatten %{{.*}} : (tensor<3x2xf32>) -> tensor<6xf32>
// CHECK: relax.prim_value 10 : i64
// CHECK: relax.call_tir @copy(%{{.*}}) {{.*}}: (tensor<3x2xf32>) -> tensor<3x2xf32>
// OTHER: relax.func @main(%{{.*}}: tensor<?x?xf32, #relax.dims<[n, m]>>)
// SAME: relax.func @main(%{{.*}}: tensor<?x?xf32, #relax.dims<[n, m]>>)
relax.func @main(%x: tensor<?x?xf32, #relax.dims<[n, m]>>) -> (tensor<?xf32, #relax.dims<[n * m]>>, i64, tensor<?x?xf32, #relax.dims<[n, m]>>) {
  %0 = relax.flatten %x : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?xf32, #relax.dims<[n * m]>>
  %1 = relax.prim_value n * m + 4 : i64
  %2 = relax.call_tir @copy(%x) : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>>
  relax.return %0, %1, %2 : tensor<?xf32, #relax.dims<[n * m]>>, i64, tensor<?x?xf32, #relax.dims<[n, m]>>
}

tir.func private @copy(%x: memref<?x?xf32> {tir.dims = #relax.dims<[n, m]>}, %y: memref<?x?xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?x?xf32>
  %m = memref.dim %x, %c1 : memref<?x?xf32>
  tir.for %i = %c0 to %n {
    tir.for %j = %c0 to %m {
      %0 = memref.load %x[%i, %j] : memref<?x?xf32>
      memref.store %0, %y[%i, %j] : memref<?x?xf32>
    }
  }
  tir.return
}

// A symbol of a callable's own type is another one; a cast that finds a size
// that a parameter has checks it.
// CHECK: relax.func @other(%{{.*}}: tensor<3xf32>, %{{.*}}: tensor<?xf32>, %{{.*}}: !relax.callable<(tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>, pure>)
// CHECK: relax.match_cast %{{.*}} : tensor<?xf32> to tensor<3xf32>
// OTHER: relax.func @other(%{{.*}}: tensor<3xf32>,
relax.func @other(%x: tensor<?xf32, #relax.dims<[n]>>, %y: tensor<?xf32>, %f: !relax.callable<(tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>, pure>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.match_cast %y : tensor<?xf32> to tensor<?xf32, #relax.dims<[n]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
}

// A private function is not seen from outside; its symbols are those of calls.
// CHECK: relax.func private @dead(%{{.*}}: tensor<?xf32, #relax.dims<[n]>>)
relax.func private @dead(%x: tensor<?xf32, #relax.dims<[n]>>) {
  relax.return
}
