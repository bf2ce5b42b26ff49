// RUN: not relax-opt %s --relax-to-mixed-precision=dtype=f32 2>&1 | FileCheck %s --check-prefix=DTYPE
// RUN: not relax-opt %s --relax-to-mixed-precision=out-dtype=i32 2>&1 | FileCheck %s --check-prefix=OUT
// RUN: not relax-opt %s --relax-to-mixed-precision=input-names=i 2>&1 | FileCheck %s --check-prefix=INTEGER
// RUN: not relax-opt %s --relax-to-mixed-precision=input-names=x 2>&1 | FileCheck %s --check-prefix=CALLED
// RUN: not relax-opt %s --relax-to-mixed-precision=input-names=z 2>&1 | FileCheck %s --check-prefix=NAME

// DTYPE: expects option 'dtype' to be f16 or bf16, found "f32"
// OUT: expects option 'out-dtype' to be f32, f16 or bf16, found "i32"
// INTEGER: 'relax.func' op has parameter "i" of type 'tensor<4xi32>', expected a tensor of f32 to make one of 'f16'
// CALLED: 'relax.func' op is used in the module, where its parameter "x" is given; expected a function that only others call
// NAME: expects a function with a parameter "z", which 'input-names' names
relax.func private @called(%x: tensor<4xf32> {relax.name = "x"}) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}
relax.func @main(%y: tensor<4xf32>, %i: tensor<4xi32> {relax.name = "i"}) -> tensor<4xf32> {
  %0 = relax.call @called(%y) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
