// Attention in tiles, as a script: it gives what the default schedule of a CPU
// makes.
// RUN: split-file %s %t
// RUN: relax-opt %t/program.mlir --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir | sed '0,/"matmul"/s//"scores"/' > %t/kernel.mlir
// RUN: relax-opt %t/kernel.mlir --transform-preload-library='transform-library-paths=%t/schedule.mlir' --transform-interpreter --tir-verify-well-formed --verify-each > %t/script.mlir
// RUN: relax-opt %t/kernel.mlir --tir-default-cpu-schedule=vector-bits=256 > %t/pass.mlir
// RUN: diff %t/script.mlir %t/pass.mlir
// RUN: relax-opt %t/kernel.mlir '--tir-default-cpu-schedule=vector-bits=256 show-steps' 2>&1 >/dev/null | FileCheck %s --check-prefix=STEPS
// RUN: FileCheck %s --input-file=%t/script.mlir
// RUN: relax-interp %t/kernel.mlir --before-after='transform-preload-library{transform-library-paths=%t/schedule.mlir},transform-interpreter' --tolerance=1e-4
// RUN: not relax-opt %t/kernel.mlir --transform-preload-library='transform-library-paths=%t/again.mlir' --transform-interpreter 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: not relax-opt %t/kernel.mlir --transform-preload-library='transform-library-paths=%t/scores.mlir' --transform-interpreter 2>&1 | FileCheck %s --check-prefix=SCORES
// RUN: relax-opt %t/few.mlir --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir | sed '0,/"matmul"/s//"scores"/' > %t/few-kernel.mlir
// RUN: not relax-opt %t/few-kernel.mlir --transform-preload-library='transform-library-paths=%t/schedule.mlir' --transform-interpreter 2>&1 | FileCheck %s --check-prefix=FEW

// STEPS: remark: is scheduled as by 'transform.tir.tile_attention %matmul lanes = 8 registers = 16'
// CHECK-LABEL: tir.func private @fused
// CHECK-SAME: tir.is_scheduled
// CHECK-NOT: tir.block
// CHECK: math.exp
// AGAIN: expects a handle of one op, found one of 0
// SCORES: cannot tile 'tir.block' "scores": expected it to accumulate values times the softmax of other contractions, which nothing else uses
// FEW: cannot tile 'tir.block' "matmul": expected attention of at least 8 rows and 32 keys, and known head sizes of at most 256

//--- program.mlir
relax.func @main(%q: tensor<20x16xf32>, %k: tensor<16x40xf32>, %v: tensor<40x24xf32>) -> tensor<20x24xf32> {
  %3 = relax.dataflow -> tensor<20x24xf32> {
    %0 = relax.matmul %q, %k : (tensor<20x16xf32>, tensor<16x40xf32>) -> tensor<20x40xf32>
    %1 = relax.nn.softmax %0 : tensor<20x40xf32>
    %2 = relax.matmul %1, %v : (tensor<20x40xf32>, tensor<40x24xf32>) -> tensor<20x24xf32>
    relax.output %2 : tensor<20x24xf32>
  }
  relax.return %3 : tensor<20x24xf32>
}

//--- few.mlir
relax.func @main(%q: tensor<20x16xf32>, %k: tensor<16x16xf32>, %v: tensor<16x24xf32>) -> tensor<20x24xf32> {
  %3 = relax.dataflow -> tensor<20x24xf32> {
    %0 = relax.matmul %q, %k : (tensor<20x16xf32>, tensor<16x16xf32>) -> tensor<20x16xf32>
    %1 = relax.nn.softmax %0 : tensor<20x16xf32>
    %2 = relax.matmul %1, %v : (tensor<20x16xf32>, tensor<16x24xf32>) -> tensor<20x24xf32>
    relax.output %2 : tensor<20x24xf32>
  }
  relax.return %3 : tensor<20x24xf32>
}

//--- schedule.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["tir.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %values = transform.tir.get_block "matmul" in %root : !transform.any_op
    transform.tir.tile_attention %values lanes = 8 registers = 16
    transform.tir.lower_blocks %function : !transform.any_op
    transform.apply_dce to %function : !transform.any_op
    transform.yield
  }
}

//--- again.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %scores = transform.tir.get_block "scores" in %root : !transform.any_op
    %values = transform.tir.get_block "matmul" in %root : !transform.any_op
    transform.tir.tile_attention %values lanes = 8 registers = 16
    transform.tir.tile_reduction %scores lanes = 8
    transform.yield
  }
}

//--- scores.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %scores = transform.tir.get_block "scores" in %root : !transform.any_op
    transform.tir.tile_attention %scores lanes = 8 registers = 16
    transform.yield
  }
}
