// Attention that threads cannot compute as it is said, and why.
// RUN: split-file %s %t
// RUN: relax-opt %t/program.mlir --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir | sed '0,/"matmul"/s//"scores"/' > %t/kernel.mlir
// RUN: relax-opt %t/terms.mlir --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir | sed '0,/"matmul"/s//"scores"/' > %t/terms-kernel.mlir
// RUN: sed -e 's/%arg3\([^:]\)/%arg1\1/g' -e '/relax.func @main/,/^  }/d' %t/kernel.mlir > %t/onto-kernel.mlir
// RUN: not relax-opt %t/kernel.mlir --transform-preload-library='transform-library-paths=%t/scores.mlir' --transform-interpreter 2>&1 | FileCheck %s --check-prefix=SCORES
// RUN: not relax-opt %t/onto-kernel.mlir --transform-preload-library='transform-library-paths=%t/threads.mlir' --transform-interpreter 2>&1 | FileCheck %s --check-prefix=ONTO
// RUN: not relax-opt %t/kernel.mlir --transform-preload-library='transform-library-paths=%t/large.mlir' --transform-interpreter 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not relax-opt %t/kernel.mlir --transform-preload-library='transform-library-paths=%t/cores.mlir' --transform-interpreter 2>&1 | FileCheck %s --check-prefix=CORES
// RUN: not relax-opt %t/terms-kernel.mlir --transform-preload-library='transform-library-paths=%t/threads.mlir' --transform-interpreter 2>&1 | FileCheck %s --check-prefix=TERMS
// RUN: not relax-opt %t/kernel.mlir --transform-preload-library='transform-library-paths=%t/rows.mlir' --transform-interpreter 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: not relax-opt %t/kernel.mlir --transform-preload-library='transform-library-paths=%t/loops.mlir' --transform-interpreter 2>&1 | FileCheck %s --check-prefix=LOOPS

// SCORES: cannot bind 'tir.block' "scores": expected it to accumulate values times the softmax of other contractions, which nothing else uses
// ONTO: cannot bind 'tir.block' "matmul": expected it to accumulate values times the softmax of other contractions, which nothing else uses
// LARGE: cannot bind 'tir.block' "matmul": its tiles take {{[0-9]+}} bytes of shared memory; expected at most 49152
// CORES: cannot bind 'tir.block' "matmul": its attention is none that tensor cores do: factors of f16 or bf16, sums of f32 that start with 0, weights or results as narrow as the factors
// TERMS: cannot bind 'tir.block' "matmul": its attention has an unknown number of terms or columns, or none, or more than 4096
// ROWS: expects rows and keys that are multiples of 16, at most 256, found 24
// LOOPS: cannot bind 'tir.block' "matmul": expected serial loops, found 'parallel'

//--- program.mlir
relax.func @main(%q: tensor<16x16xf32>, %k: tensor<16x40xf32>, %v: tensor<40x40xf32>) -> tensor<16x40xf32> {
  %4 = relax.dataflow -> tensor<16x40xf32> {
    %0 = relax.matmul %q, %k : (tensor<16x16xf32>, tensor<16x40xf32>) -> tensor<16x40xf32>
    %1 = relax.nn.softmax %0 : tensor<16x40xf32>
    %2 = relax.matmul %1, %v : (tensor<16x40xf32>, tensor<40x40xf32>) -> tensor<16x40xf32>
    relax.output %2 : tensor<16x40xf32>
  }
  relax.return %4 : tensor<16x40xf32>
}

//--- terms.mlir
relax.func @main(%q: tensor<16x?xf32, #relax.dims<[16, d]>>, %k: tensor<?x40xf32, #relax.dims<[d, 40]>>, %v: tensor<40x40xf32>) -> tensor<16x40xf32> {
  %4 = relax.dataflow -> tensor<16x40xf32> {
    %0 = relax.matmul %q, %k : (tensor<16x?xf32, #relax.dims<[16, d]>>, tensor<?x40xf32, #relax.dims<[d, 40]>>) -> tensor<16x40xf32>
    %1 = relax.nn.softmax %0 : tensor<16x40xf32>
    %2 = relax.matmul %1, %v : (tensor<16x40xf32>, tensor<40x40xf32>) -> tensor<16x40xf32>
    relax.output %2 : tensor<16x40xf32>
  }
  relax.return %4 : tensor<16x40xf32>
}

//--- threads.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %block = transform.tir.get_block "matmul" in %root : !transform.any_op
    transform.tir.bind_attention %block rows = 32 keys = 16
    transform.yield
  }
}

//--- scores.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %block = transform.tir.get_block "scores" in %root : !transform.any_op
    transform.tir.bind_attention %block rows = 32 keys = 16
    transform.yield
  }
}

//--- large.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %block = transform.tir.get_block "matmul" in %root : !transform.any_op
    transform.tir.bind_attention %block rows = 256 keys = 256
    transform.yield
  }
}

//--- cores.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %block = transform.tir.get_block "matmul" in %root : !transform.any_op
    transform.tir.bind_attention %block rows = 32 keys = 16 tensor_cores
    transform.yield
  }
}

//--- rows.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %block = transform.tir.get_block "matmul" in %root : !transform.any_op
    transform.tir.bind_attention %block rows = 24 keys = 16
    transform.yield
  }
}

//--- loops.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %block = transform.tir.get_block "matmul" in %root : !transform.any_op
    %i, %j, %k = transform.tir.get_loops %block
    transform.tir.parallel %i
    transform.tir.bind_attention %block rows = 32 keys = 16
    transform.yield
  }
}
