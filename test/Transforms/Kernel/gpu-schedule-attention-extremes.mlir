// Scores that are infinite, no numbers, or so low that times log2(e) they would
// be infinite, as masks with the least number of f32 make them: the kernel gives
// what the operators give.
// RUN: %same-results=relax-legalize-ops,relax-fuse-ops{attention},relax-fuse-tir,tir-default-gpu-schedule --tolerance=1e-5
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir --tir-default-gpu-schedule | FileCheck %s
// CHECK-LABEL: tir.func private @{{.*}}matmul_add_nn_softmax
// CHECK: %[[HUGE:.*]] = arith.cmpf oge
// CHECK: arith.select %[[HUGE]]
// CHECK: math.fma
// CHECK-NEXT: math.exp2 %{{.*}} fastmath<afn> : f32

// All weights are the same.
relax.func @lowest(%v: tensor<1x16x1x16xf32>) -> tensor<1x16x1x16xf32> {
  %q = relax.constant dense<1.0> : tensor<1x16x1x16xf32>
  %b = relax.constant dense<-3.4028234e38> : tensor<1x1x16x16xf32>
  %r = relax.dataflow -> tensor<1x16x1x16xf32> {
    %0 = relax.nn.attention_bias %q, %q, %v, %b : (tensor<1x16x1x16xf32>, tensor<1x16x1x16xf32>, tensor<1x16x1x16xf32>, tensor<1x1x16x16xf32>) -> tensor<1x16x1x16xf32>
    relax.output %0 : tensor<1x16x1x16xf32>
  }
  relax.return %r : tensor<1x16x1x16xf32>
}

// No key is seen: NaN.
relax.func @hidden(%v: tensor<1x16x1x16xf32>) -> tensor<1x16x1x16xf32> {
  %q = relax.constant dense<1.0> : tensor<1x16x1x16xf32>
  %b = relax.constant dense<0xFF800000> : tensor<1x1x16x16xf32>
  %r = relax.dataflow -> tensor<1x16x1x16xf32> {
    %0 = relax.nn.attention_bias %q, %q, %v, %b : (tensor<1x16x1x16xf32>, tensor<1x16x1x16xf32>, tensor<1x16x1x16xf32>, tensor<1x1x16x16xf32>) -> tensor<1x16x1x16xf32>
    relax.output %0 : tensor<1x16x1x16xf32>
  }
  relax.return %r : tensor<1x16x1x16xf32>
}

relax.func @infinite(%v: tensor<1x16x1x16xf32>) -> tensor<1x16x1x16xf32> {
  %q = relax.constant dense<1.0> : tensor<1x16x1x16xf32>
  %b = relax.constant dense<0x7F800000> : tensor<1x1x16x16xf32>
  %r = relax.dataflow -> tensor<1x16x1x16xf32> {
    %0 = relax.nn.attention_bias %q, %q, %v, %b : (tensor<1x16x1x16xf32>, tensor<1x16x1x16xf32>, tensor<1x16x1x16xf32>, tensor<1x1x16x16xf32>) -> tensor<1x16x1x16xf32>
    relax.output %0 : tensor<1x16x1x16xf32>
  }
  relax.return %r : tensor<1x16x1x16xf32>
}

relax.func @noNumber(%v: tensor<1x16x1x16xf32>) -> tensor<1x16x1x16xf32> {
  %q = relax.constant dense<1.0> : tensor<1x16x1x16xf32>
  %b = relax.constant dense<0x7FC00000> : tensor<1x1x16x16xf32>
  %r = relax.dataflow -> tensor<1x16x1x16xf32> {
    %0 = relax.nn.attention_bias %q, %q, %v, %b : (tensor<1x16x1x16xf32>, tensor<1x16x1x16xf32>, tensor<1x16x1x16xf32>, tensor<1x1x16x16xf32>) -> tensor<1x16x1x16xf32>
    relax.output %0 : tensor<1x16x1x16xf32>
  }
  relax.return %r : tensor<1x16x1x16xf32>
}

relax.func @large(%v: tensor<1x16x1x16xf32>) -> tensor<1x16x1x16xf32> {
  %q = relax.constant dense<1.0> : tensor<1x16x1x16xf32>
  %b = relax.constant dense<1.0e38> : tensor<1x1x16x16xf32>
  %r = relax.dataflow -> tensor<1x16x1x16xf32> {
    %0 = relax.nn.attention_bias %q, %q, %v, %b : (tensor<1x16x1x16xf32>, tensor<1x16x1x16xf32>, tensor<1x16x1x16xf32>, tensor<1x1x16x16xf32>) -> tensor<1x16x1x16xf32>
    relax.output %0 : tensor<1x16x1x16xf32>
  }
  relax.return %r : tensor<1x16x1x16xf32>
}
