// Products of narrow floats, and sums of wide ones, of a program of f32.
// RUN: relax-compile %s -o %t.mlir --precision=bf16 --stop-at=graph
// RUN: FileCheck %s < %t.mlir
// RUN: relax-compile %s -o %t.so --precision=bf16
// RUN: relax-run %t.so --function=main --input=1x2xf32=1 --expected_output=1x1xf32=2 --tolerance=1e-6
// RUN: relax-compile %s -o %t.so --precision f16
// RUN: relax-run %t.so --function=main --input=1x2xf32=1 --expected_output=1x1xf32=2.00390625 --tolerance=1e-6
// RUN: not relax-compile %s -o %t.mlir --precision=bf16 --stop-at=read 2>&1 | FileCheck %s --check-prefix=STAGE
// RUN: not relax-compile %s -o %t.mlir --precision=bf16 --start-at=kernel --stop-at=kernel 2>&1 | FileCheck %s --check-prefix=STAGE
// RUN: not relax-compile %s -o %t.so --precision=f64 2>&1 | FileCheck %s --check-prefix=NAME
// STAGE: relax-compile: error: --precision=bf16 chooses types of operators, which the graph stage is the last to have whole, expected it among the stages that are run; see --start-at and --stop-at
// NAME: relax-compile: error: expected --precision=f16 or bf16, found f64

// 1 + 2^-8 is halfway between two bf16, of which 1 is the even one.
// CHECK: relax.constant dense<{{.*}}1.000000e+00{{.*}}> : tensor<2x1xbf16>
// CHECK: relax.matmul %{{.*}}, %{{.*}} {out_dtype = f32}
relax.func @main(%x: tensor<1x2xf32>) -> tensor<1x1xf32> {
  %w = relax.constant dense<[[1.00390625], [1.0]]> : tensor<2x1xf32>
  %0 = relax.dataflow -> tensor<1x1xf32> {
    %1 = relax.matmul %x, %w : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xf32>
    relax.output %1 : tensor<1x1xf32>
  }
  relax.return %0 : tensor<1x1xf32>
}
