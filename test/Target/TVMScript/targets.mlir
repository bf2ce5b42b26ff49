// Scripts do not say what this compiler makes code for: TVM is told that by who calls it.
// RUN: relax-translate --mlir-to-tvmscript %s | FileCheck %s

// CHECK-NOT: {{target|tf32}}
// CHECK: def copy
// CHECK-NOT: {{target|tf32}}
// CHECK: def main
// CHECK-NOT: {{target|tf32}}
#cpu = #relax.target<cpu, cpu = "haswell", vector_bits = 256>
module attributes {relax.allow_tf32, relax.device_tensors, relax.target = #relax.target<cuda, chip = "sm_80", host = #cpu>} {
  tir.func private @copy(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64, relax.target = #cpu} {
    %c0 = arith.constant 0 : index
    %0 = memref.load %x[%c0] : memref<4xf32>
    memref.store %0, %y[%c0] : memref<4xf32>
    tir.return
  }
  relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {relax.target = #cpu} {
    %0 = relax.call_tir @copy(%x) : (tensor<4xf32>) -> tensor<4xf32>
    relax.return %0 : tensor<4xf32>
  }
}
