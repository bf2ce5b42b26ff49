// Groups that differ in a constant only do not give one result.
// RUN: relax-opt %s -relax-legalize-ops -relax-fuse-ops -relax-fuse-tir -relax-dead-code-elimination > %t.mlir
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=main | FileCheck %s --check-prefix=RESULT

// RESULT: [3, 5]
relax.func @main() -> tensor<2xf32> {
  %x = relax.constant dense<1.0> : tensor<1xf32>
  %0 = relax.dataflow -> tensor<2xf32> {
    %two = relax.constant dense<2.0> : tensor<1xf32>
    %four = relax.constant dense<4.0> : tensor<1xf32>
    %1 = relax.nn.relu %x : tensor<1xf32>
    %2 = relax.add %1, %two : tensor<1xf32>
    %3 = relax.nn.relu %x : tensor<1xf32>
    %4 = relax.add %3, %four : tensor<1xf32>
    %5 = relax.concat %2, %4 {axis = 0 : i64} : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
    relax.output %5 : tensor<2xf32>
  }
  relax.return %0 : tensor<2xf32>
}
