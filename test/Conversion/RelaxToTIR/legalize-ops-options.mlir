// Which operators a pass leaves alone, and which ones the module lowers itself.
// RUN: relax-opt %s --relax-legalize-ops=skip-ops=relax.nn.relu,relax.tanh | FileCheck %s --check-prefix=SKIP
// RUN: relax-opt %s --relax-legalize-ops=custom-map=relax.exp=twice,relax.add=my_add | FileCheck %s --check-prefix=CUSTOM
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-legalize-ops{custom-map=relax.exp=twice skip-ops=relax.add})' | FileCheck %s --check-prefix=BOTH
// RUN: not relax-opt %s --relax-legalize-ops=custom-map=relax.exp=main 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not relax-opt %s --relax-legalize-ops=custom-map=relax.exp 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not relax-opt %s --relax-legalize-ops=custom-map=relax.exp=my_add 2>&1 | FileCheck %s --check-prefix=UNFIT

// NONE: error: expected 'custom-map' to name a 'tir.func' of the module as in "relax.exp=my_exp", found "relax.exp
// UNFIT: error: 'relax.call_tir' op needs 1 inputs, 1 outputs and 0 variables, but @my_add has 3 parameters [relax.call_tir R2]

// Skipped, wherever they are; what a skipped operator feeds is lowered.
// SKIP-LABEL: @main
// SKIP: relax.call_tir @exp
// SKIP: relax.nn.relu
// SKIP: relax.tanh
// SKIP: relax.call_tir @add

// The programs of the module, called with all tensors; others as ever.
// CUSTOM-LABEL: @main
// CUSTOM: %[[E:.*]] = relax.call_tir @twice(%arg0)
// CUSTOM: relax.call_tir @nn_relu(%[[E]])
// CUSTOM: relax.call_tir @my_add
// CUSTOM-NOT: @exp

// BOTH-LABEL: @main
// BOTH: relax.call_tir @twice
// BOTH: relax.add
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.exp %x : tensor<4xf32>
  %1 = relax.nn.relu %0 : tensor<4xf32>
  %2 = relax.dataflow -> tensor<4xf32> {
    %4 = relax.tanh %1 : tensor<4xf32>
    relax.output %4 : tensor<4xf32>
  }
  %3 = relax.add %2, %x : tensor<4xf32>
  relax.return %3 : tensor<4xf32>
}
tir.func private @twice(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
tir.func private @my_add(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) attributes {num_inputs = 2 : i64} {
  memref.copy %x, %z : memref<4xf32> to memref<4xf32>
  tir.return
}
