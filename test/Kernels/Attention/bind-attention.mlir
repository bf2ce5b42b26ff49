// Attention by threads, and by tensor cores, as a script; it computes what the
// nests do.
// RUN: split-file %s %t
// RUN: relax-opt %t/program.mlir --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir | sed '0,/"matmul"/s//"scores"/' > %t/kernel.mlir
// RUN: relax-opt %t/kernel.mlir --transform-preload-library='transform-library-paths=%t/threads.mlir' --transform-interpreter --tir-verify-well-formed --tir-verify-scheduled --verify-each | FileCheck %s
// RUN: relax-interp %t/kernel.mlir --before-after='transform-preload-library{transform-library-paths=%t/threads.mlir},transform-interpreter' --tolerance=1e-4
// RUN: relax-opt %t/half.mlir --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir | sed '0,/"matmul"/s//"scores"/' > %t/half-kernel.mlir
// RUN: relax-opt %t/half-kernel.mlir --transform-preload-library='transform-library-paths=%t/cores.mlir' --transform-interpreter --tir-verify-well-formed --tir-verify-scheduled --verify-each | FileCheck %s --check-prefix=CORES
// RUN: relax-interp %t/half-kernel.mlir --before-after='transform-preload-library{transform-library-paths=%t/cores.mlir},transform-interpreter' --tolerance=1e-2
// RUN: relax-interp %t/kernel.mlir --before-after='transform-preload-library{transform-library-paths=%t/pieces.mlir},transform-interpreter' --tolerance=1e-4
// RUN: relax-interp %t/half-kernel.mlir --before-after='transform-preload-library{transform-library-paths=%t/core-pieces.mlir},transform-interpreter' --tolerance=1e-2
// RUN: relax-opt %t/kernel.mlir --transform-preload-library='transform-library-paths=%t/pieces.mlir' --transform-interpreter --tir-verify-well-formed --tir-verify-scheduled --verify-each | FileCheck %s --check-prefix=PIECES
// RUN: not relax-opt %t/kernel.mlir --transform-preload-library='transform-library-paths=%t/again.mlir' --transform-interpreter 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: relax-opt %t/kernel.mlir --transform-preload-library='transform-library-paths=%t/rejected.mlir' --transform-interpreter | diff - %t/kernel.mlir
// RUN: relax-opt %t/onto.mlir --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir | sed '0,/"matmul"/s//"scores"/' | sed -e 's/%arg3\([^:]\)/%arg1\1/g' -e '/relax.func @main/,/^  }/d' > %t/onto-kernel.mlir
// RUN: relax-opt %t/onto-kernel.mlir --transform-preload-library='transform-library-paths=%t/keys.mlir' --transform-interpreter | FileCheck %s --check-prefix=ONTO

// CHECK-LABEL: tir.func private @fused
// CHECK-SAME: tir.is_scheduled
// CHECK-NOT: tir.block
// CHECK: "blockIdx.x" %{{.*}} = %c0{{.*}} to %c1{{.*}} {
// CHECK: memref.alloc() : memref<32x20xf32, #gpu.address_space<workgroup>>
// CHECK: memref.alloc() : memref<16x36xf32, #gpu.address_space<workgroup>>
// CHECK: "threadIdx.x" %{{.*}} = %c0{{.*}} to %c256
// CHECK: math.exp
// CHECK-NOT: blockIdx
// CORES: "blockIdx.x" %{{.*}} = %c0{{.*}} to %c2{{.*}} {
// CORES: memref.alloc() : memref<16x24xf16, #gpu.address_space<workgroup>>
// CORES: "threadIdx.x" %{{.*}} = %c0{{.*}} to %c32
// CORES: nvgpu.mma.sync
// CORES-NOT: blockIdx
// PIECES: memref.alloc() : memref<1x2x20x24xf32>
// PIECES: "blockIdx.x" %{{.*}} = %c0{{.*}} to %c4{{.*}} {
// PIECES: "blockIdx.x" %{{.*}} = %c0{{.*}} to %c2{{.*}} {
// AGAIN: expects a handle of one op, found one of 0

// What is done with the result stays behind where it overwrites keys.
// ONTO: math.exp
// ONTO: tir.block "relu"

//--- program.mlir
relax.func @main(%q: tensor<20x16xf32>, %k: tensor<16x40xf32>, %v: tensor<40x24xf32>) -> tensor<20x24xf32> {
  %4 = relax.dataflow -> tensor<20x24xf32> {
    %0 = relax.matmul %q, %k : (tensor<20x16xf32>, tensor<16x40xf32>) -> tensor<20x40xf32>
    %1 = relax.nn.softmax %0 : tensor<20x40xf32>
    %2 = relax.matmul %1, %v : (tensor<20x40xf32>, tensor<40x24xf32>) -> tensor<20x24xf32>
    %3 = relax.nn.relu %2 : tensor<20x24xf32>
    relax.output %3 : tensor<20x24xf32>
  }
  relax.return %4 : tensor<20x24xf32>
}

//--- half.mlir
relax.func @main(%q: tensor<20x16xf16>, %k: tensor<16x40xf16>, %v: tensor<40x24xf16>) -> tensor<20x24xf16> {
  %6 = relax.dataflow -> tensor<20x24xf16> {
    %0 = relax.matmul %q, %k {out_dtype = f32} : (tensor<20x16xf16>, tensor<16x40xf16>) -> tensor<20x40xf32>
    %1 = relax.nn.softmax %0 : tensor<20x40xf32>
    %2 = relax.astype %v {dtype = f32} : (tensor<40x24xf16>) -> tensor<40x24xf32>
    %3 = relax.matmul %1, %2 : (tensor<20x40xf32>, tensor<40x24xf32>) -> tensor<20x24xf32>
    %4 = relax.astype %3 {dtype = f16} : (tensor<20x24xf32>) -> tensor<20x24xf16>
    relax.output %4 : tensor<20x24xf16>
  }
  relax.return %6 : tensor<20x24xf16>
}

//--- onto.mlir
relax.func @main(%q: tensor<16x16xf32>, %k: tensor<16x40xf32>, %v: tensor<40x40xf32>) -> tensor<16x40xf32> {
  %4 = relax.dataflow -> tensor<16x40xf32> {
    %0 = relax.matmul %q, %k : (tensor<16x16xf32>, tensor<16x40xf32>) -> tensor<16x40xf32>
    %1 = relax.nn.softmax %0 : tensor<16x40xf32>
    %2 = relax.matmul %1, %v : (tensor<16x40xf32>, tensor<40x40xf32>) -> tensor<16x40xf32>
    %3 = relax.nn.relu %2 : tensor<16x40xf32>
    relax.output %3 : tensor<16x40xf32>
  }
  relax.return %4 : tensor<16x40xf32>
}

//--- threads.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %block = transform.tir.get_block "matmul" in %root : !transform.any_op
    transform.tir.bind_attention %block rows = 32 keys = 16
    %function = transform.structured.match ops{["tir.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tir.lower_blocks %function : !transform.any_op
    transform.apply_dce to %function : !transform.any_op
    transform.yield
  }
}

//--- cores.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %block = transform.tir.get_block "matmul" in %root : !transform.any_op
    transform.tir.bind_attention %block rows = 16 keys = 32 tensor_cores
    %function = transform.structured.match ops{["tir.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tir.lower_blocks %function : !transform.any_op
    transform.apply_dce to %function : !transform.any_op
    transform.yield
  }
}

//--- pieces.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %block = transform.tir.get_block "matmul" in %root : !transform.any_op
    transform.tir.bind_attention %block rows = 16 keys = 16 partitions = 2
    %function = transform.structured.match ops{["tir.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tir.lower_blocks %function : !transform.any_op
    transform.apply_dce to %function : !transform.any_op
    transform.yield
  }
}

//--- core-pieces.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %block = transform.tir.get_block "matmul" in %root : !transform.any_op
    transform.tir.bind_attention %block rows = 16 keys = 16 partitions = 3 tensor_cores
    %function = transform.structured.match ops{["tir.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tir.lower_blocks %function : !transform.any_op
    transform.apply_dce to %function : !transform.any_op
    transform.yield
  }
}

//--- keys.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %block = transform.tir.get_block "matmul" in %root : !transform.any_op
    transform.tir.bind_attention %block rows = 16 keys = 16
    transform.yield
  }
}

//--- again.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %scores = transform.tir.get_block "scores" in %root : !transform.any_op
    %block = transform.tir.get_block "matmul" in %root : !transform.any_op
    transform.tir.bind_attention %block rows = 32 keys = 16
    transform.tir.bind_attention %scores rows = 32 keys = 16
    transform.yield
  }
}

//--- rejected.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.sequence %root : !transform.any_op failures(suppress) {
    ^bb0(%all: !transform.any_op):
      %block = transform.tir.get_block "matmul" in %all : !transform.any_op
      transform.tir.bind_attention %block rows = 256 keys = 256
    }
    transform.yield
  }
}
