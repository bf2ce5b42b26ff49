// What a function returns is the caller's own, even where it is an argument or a constant.
// RUN: relax-interp %s --before-after=relax-kill-after-last-use | FileCheck %s
// CHECK: same: @argument on 4 kinds of inputs
// CHECK: same: @constant on 4 kinds of inputs
relax.func impure private @give(%x: tensor<4xf32>) -> (tensor<4xf32>, tuple<tensor<2xf32>, tensor<4xf32>>) {
  relax.print "{}"(%x) : tensor<4xf32>
  %0 = relax.constant dense<1.0> : tensor<2xf32>
  %1 = relax.tuple %0, %x : (tensor<2xf32>, tensor<4xf32>) -> tuple<tensor<2xf32>, tensor<4xf32>>
  relax.return %x, %1 : tensor<4xf32>, tuple<tensor<2xf32>, tensor<4xf32>>
}
relax.func impure @argument(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.memory.alloc_storage[16]
  %1 = relax.memory.alloc_tensor %0 at[0] : tensor<4xf32>
  relax.call_prim_func @twice ins(%x : tensor<4xf32>) outs(%1 : tensor<4xf32>)
  %2:2 = relax.call impure @give(%1) : (tensor<4xf32>) -> (tensor<4xf32>, tuple<tensor<2xf32>, tensor<4xf32>>)
  %3 = relax.exp %x : tensor<4xf32>
  %4 = relax.add %2#0, %3 : tensor<4xf32>
  relax.return %4 : tensor<4xf32>
}
relax.func private @one() -> tensor<2xf32> {
  %0 = relax.constant dense<1.0> : tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}
relax.func impure @constant() -> tensor<2xf32> {
  %0 = relax.call @one() : () -> tensor<2xf32>
  %1 = relax.exp %0 : tensor<2xf32>
  %2 = relax.call @one() : () -> tensor<2xf32>
  %3 = relax.add %1, %2 : tensor<2xf32>
  relax.return %3 : tensor<2xf32>
}
tir.func private @twice(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    %0 = memref.load %x[%i] : memref<4xf32>
    %1 = arith.addf %0, %0 : f32
    memref.store %1, %y[%i] : memref<4xf32>
  }
  tir.return
}
