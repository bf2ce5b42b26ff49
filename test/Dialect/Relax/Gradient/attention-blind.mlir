// The derivative of a query that its mask lets see no key is 0, as its result
// is: there are more queries than keys.
// RUN: relax-opt %s --relax-gradient=func-name=masked | relax-interp - --function=masked_adjoint "--input=1x2x1x1xf32=1 2" --input=1x1x1x1xf32=3 --input=1x1x1x1xf32=4 | FileCheck %s

// CHECK: output 0: f32[] = 4
// CHECK-NOT: nan
// CHECK: output 3: f32[1, 1, 1, 1] = {{.*}}1
relax.func @masked(%q: tensor<1x2x1x1xf32>, %k: tensor<1x1x1x1xf32>, %v: tensor<1x1x1x1xf32>) -> tensor<f32> {
  %a = relax.nn.attention %q, %k, %v {causal_mask = "BottomRight"} : (tensor<1x2x1x1xf32>, tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>) -> tensor<1x2x1x1xf32>
  %s = relax.sum %a : (tensor<1x2x1x1xf32>) -> tensor<f32>
  relax.return %s : tensor<f32>
}
