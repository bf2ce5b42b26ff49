// Functions of tensor programs: round trip.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: tir.func private @copy(
// CHECK-SAME: %{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32>) attributes {num_inputs = 1 : i64} {
tir.func private @copy(%src: memref<4xf32>, %dst: memref<4xf32>)
    attributes {num_inputs = 1} {
  memref.copy %src, %dst : memref<4xf32> to memref<4xf32>
  // CHECK: tir.return
  tir.return
}

// CHECK: tir.func private @declared(memref<?xf32>, index) attributes {num_inputs = 0 : i64}
tir.func private @declared(memref<?xf32>, index) attributes {num_inputs = 0}

// CHECK: tir.func @exported() attributes {global_symbol = "exported", num_inputs = 0 : i64, tir.is_scheduled}
tir.func @exported()
    attributes {global_symbol = "exported", num_inputs = 0, tir.is_scheduled} {
  tir.return
}
