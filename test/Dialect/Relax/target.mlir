// '#relax.target' on modules and functions: as it is written, and in its shortest form.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

#host = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "haswell", features = "-fma", vector_bits = 256, cores = 8>
// CHECK: module attributes {relax.allow_tf32, relax.device_tensors, relax.target = #relax.target<cuda, chip = "sm_90a", cores = 132, emulated = true, host = <cpu, triple = "x86_64-pc-linux-gnu", cpu = "haswell", features = "-fma", vector_bits = 256, cores = 8>>}
module attributes {relax.allow_tf32, relax.device_tensors,
    relax.target = #relax.target<cuda, cores = 132, chip = "sm_90a", host = #host, emulated = true>} {
  // CHECK: tir.func private @host() attributes {num_inputs = 0 : i64, relax.target = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "haswell", features = "-fma", vector_bits = 256, cores = 8>}
  tir.func private @host() attributes {num_inputs = 0 : i64, relax.target = #host} {
    tir.return
  }
  // CHECK: relax.func @plain({{.*}} attributes {relax.target = #relax.target<cpu>}
  relax.func @plain(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relax.target = #relax.target<cpu, vector_bits = 0>} {
    relax.return %x : tensor<2xf32>
  }
  // CHECK: tir.func private @same() attributes {num_inputs = 0 : i64, relax.target = #relax.target<cuda, chip = "sm_90a">}
  tir.func private @same() attributes {num_inputs = 0 : i64, relax.target = #relax.target<cuda, chip = "sm_90a">} {
    tir.return
  }
}
