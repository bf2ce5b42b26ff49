// Inputs and outputs of relax-interp, as relax-run has them.
// RUN: relax-interp %s --input=2x2xf32="1 2 3 4" --input=i64=5 --input="2xi64=2 2" --input=bool=true | FileCheck %s
// CHECK: output 0: f32[2, 2] = {{\[\[}}2, 4], [6, 8]]
// CHECK-NEXT: output 1: i64[] = 5
// CHECK-NEXT: output 2: i64[2] = [2, 2]
// CHECK-NEXT: output 3: bool[] = true

// RUN: relax-interp %s --input=2x2xf32="1 2 3 4" --input=i64=5 --input="2xi64=2 2" --input=bool=true --expected_output=2x2xf32="2 4 6 8" | FileCheck %s --check-prefix=SAME
// SAME: all 1 outputs are as expected
// RUN: not relax-interp %s --input=2x2xf32=1 --input=i64=5 --input="2xi64=2 2" --input=bool=true --expected_output=2x2xf32=1 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: output 0: element 0: expected 1, found 2

// The function is a kernel: sizes come from its inputs.
// RUN: relax-interp %s --function=double --input=1x2xf32=4 --output=@%t.npy
// RUN: relax-interp %s --function=double --input=@%t.npy | FileCheck %s --check-prefix=KERNEL
// KERNEL: output 0: f32[1, 2] = {{\[\[}}16, 16]]

// Random values are those of relax-run.
// RUN: relax-interp %s --function=random --random=7 --dims=n=2 --output=@%t.1.npy --quiet
// RUN: relax-opt %s --relax-dead-code-elimination=entry-functions=random | relax-compile - -o %t.so
// RUN: relax-run %t.so --function=random --random=7 --dims=n=2 --expected_output=@%t.1.npy --tolerance=0

// RUN: relax-interp %s --list | FileCheck %s --check-prefix=LIST
// LIST: main(tensor<?x2xf32, {{.*}}>, i64, !relax.shape<[n, 2]>, tuple<tensor<i1>>) ->
// LIST: double(memref<?x2xf32>, memref<?x2xf32>) -> ()

// RUN: not relax-interp %s --function=other 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: expected a function @other to call in the module
// RUN: not relax-interp %s 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: parameter 'x' has no --input; see --random
// RUN: not relax-interp %s --function=double --input=2x2xf32 --input=i64 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: function 'double' has fewer parameters than there are values of --input
// RUN: not relax-interp %s --input=2x2xf32 --input=f32=1 2>&1 | FileCheck %s --check-prefix=SCALAR
// SCALAR: parameter 'arg1': expected a scalar, such as i64=1
// RUN: not relax-interp %s --input=2x2xf32 --input=i64=1 --input=3xi64=1 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: parameter 'arg2': expected 2 sizes, such as 2xi64=4
// RUN: not relax-interp %s --input=2x2xf32 --input=i64=1 --input=2xf32=2 2>&1 | FileCheck %s --check-prefix=FLOATS
// FLOATS: expected integers for a shape or a scalar
// RUN: not relax-interp %s --input=2x2xf32 --input=i64=5 --input="2xi64=2 2" --input=bool=true --max-steps=20 2>&1 | FileCheck %s --check-prefix=STEPS
// STEPS: is not reached: expected at most 20 steps of the program
// RUN: not relax-interp %s --function=part --input=2xf32 2>&1 | FileCheck %s --check-prefix=PART
// PART: output 0 has elements that nobody has written
// RUN: not relax-interp %s --function=sizeless --input=2xf32 2>&1 | FileCheck %s --check-prefix=SIZELESS
// SIZELESS: cannot be called by itself: expected a known size of output #0 along axis 0; name it with 'tir.dims'
// RUN: not relax-interp %s --function=scalar 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: expects a value for scalar parameter #0
// RUN: not relax-interp %s --function=large 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: cannot be called: expected output #0 of type 'memref<1000000000000xf32>' to be of a known dtype and to fit in memory
// RUN: not relax-interp %s --function=declared --input=2xf32 2>&1 | FileCheck %s --check-prefix=DECLARED
// DECLARED: cannot be interpreted: expected a body, found none
// RUN: not relax-interp %s --function=callable 2>&1 | FileCheck %s --check-prefix=CALLABLE
// CALLABLE: parameter 'arg0' of type !relax.callable<{{.*}}> cannot be given
// RUN: not relax-interp %s --function=rank 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: parameter 'arg0' is a shape of unknown rank
// RUN: not relax-interp %s --function=null 2>&1 | FileCheck %s --check-prefix=NULL
// NULL: output 0 is null, which has no form outside
// RUN: not relax-interp %s --function=small 2>&1 | FileCheck %s --check-prefix=SMALL
relax.func @random(%x: tensor<?x2xf32, #relax.dims<[n, 2]>>) -> tensor<?x2xf32, #relax.dims<[n, 2]>> {
  %0 = relax.call_tir @double(%x) : (tensor<?x2xf32, #relax.dims<[n, 2]>>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
  relax.return %0 : tensor<?x2xf32, #relax.dims<[n, 2]>>
}
// SMALL: the element type tf32 has no form outside of the compiler

relax.func @main(%x: tensor<?x2xf32, #relax.dims<[n, 2]>> {relax.name = "x"}, %i: i64, %s: !relax.shape<[n, 2]>, %t: tuple<tensor<i1>>) -> (tensor<?x2xf32, #relax.dims<[n, 2]>>, i64, !relax.shape<[n, 2]>, tuple<tensor<i1>>) {
  %0 = relax.call_tir @double(%x) : (tensor<?x2xf32, #relax.dims<[n, 2]>>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
  relax.return %0, %i, %s, %t : tensor<?x2xf32, #relax.dims<[n, 2]>>, i64, !relax.shape<[n, 2]>, tuple<tensor<i1>>
}
tir.func private @double(%x: memref<?x2xf32> {tir.dims = #relax.dims<[n, 2]>}, %y: memref<?x2xf32> {tir.dims = #relax.dims<[n, 2]>}) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = memref.dim %x, %c0 : memref<?x2xf32>
  tir.for %i = %c0 to %n {
    tir.for %j = %c0 to %c2 {
      %0 = memref.load %x[%i, %j] : memref<?x2xf32>
      %1 = arith.addf %0, %0 : f32
      memref.store %1, %y[%i, %j] : memref<?x2xf32>
    }
  }
  tir.return
}
tir.func private @part(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
tir.func private @sizeless(%x: memref<2xf32>, %y: memref<?xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
tir.func private @scalar(%n: index) attributes {num_inputs = 0 : i64} {
  tir.return
}
tir.func private @large(%y: memref<1000000000000xf32>) attributes {num_inputs = 0 : i64} {
  tir.return
}
tir.func private @declared(%x: memref<2xf32>) attributes {num_inputs = 1 : i64}
relax.func private @callable(%f: !relax.callable<() -> i64, pure>) {
  relax.return
}
relax.func private @rank(%s: !relax.shape<?>) {
  relax.return
}
relax.func private @null() -> !relax.object {
  %0 = relax.null_value : !relax.object
  relax.return %0 : !relax.object
}
relax.func private @small() -> tensor<tf32> {
  %0 = relax.constant dense<1.0> : tensor<tf32>
  relax.return %0 : tensor<tf32>
}
