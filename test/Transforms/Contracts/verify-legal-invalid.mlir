// RUN: relax-opt %s --relax-verify-legal --verify-diagnostics

relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{is an operator, expected what a later pass lowers; lower it with 'relax-legalize-ops': nothing about the op hinders that pass}}
  %0 = relax.exp %x : tensor<4xf32>
  // expected-error @+1 {{is an operator, expected what a later pass lowers; lower it with 'relax-legalize-ops': nothing about the op hinders that pass; run it, and after what made the op}}
  %1 = relax.exp %0 : tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}

// Not in the default function alone: a private, dead one, and why.
relax.func private @dead(%x: tensor<*xf32>) {
  // expected-error @+1 {{lower it with 'relax-legalize-ops': operand #0 is 'tensor<*xf32>', of unknown rank; run 'relax-infer-types'}}
  %0 = relax.exp %x : tensor<*xf32>
  relax.return
}

// In regions, closures and groups; in functions of other dialects and in nested modules.
relax.func private @group(%c: tensor<i1>, %x: tensor<4xf32>) attributes {relax.primitive} {
  relax.dataflow {
    // expected-error @+1 {{'relax.exp' op is an operator, expected what a later pass lowers; lower it with 'relax-legalize-ops': nothing about the op hinders that pass}}
    %0 = relax.exp %x : tensor<4xf32>
    relax.output
  }
  relax.if %c : tensor<i1> {
    relax.yield
  } else {
    // expected-error @+1 {{[relax-verify-legal R1]}}
    %0 = relax.exp %x : tensor<4xf32>
    relax.yield
  }
  %1 = relax.lambda : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {
  ^bb0(%y: tensor<4xf32>):
    // expected-error @+1 {{'relax.add' op is an operator, expected what a later pass lowers; lower it with 'relax-legalize-ops': nothing about the op hinders that pass; run it, and after what made the op}}
    %2 = relax.add %y, %y : tensor<4xf32>
    relax.yield %2 : tensor<4xf32>
  }
  relax.return
}
// expected-error @+1 {{'func.func' op takes or gives tensors, expected buffers and numbers only; make it a 'relax.func' with 'convert-func-to-relax' [relax-verify-legal R3]}}
func.func @host(%x: tensor<4xf32>) {
  // expected-error @+1 {{is an operator, expected what a later pass lowers; lower it with 'relax-legalize-ops': nothing about the op hinders that pass; run it, and after what made the op}}
  %0 = relax.exp %x : tensor<4xf32>
  return
}
module @nested {
  relax.func @inner(%x: tensor<4xf32>) {
    // expected-error @+1 {{is an operator, expected what a later pass lowers; lower it with 'relax-legalize-ops': nothing about the op hinders that pass; run it, and after what made the op}}
    %0 = relax.exp %x : tensor<4xf32>
    relax.return
  }
}

// Computations of upstream; arithmetic on scalars and single elements are host code.
relax.func @upstream(%x: tensor<4xf32>, %i: index) -> (tensor<4xf32>, f32) {
  // expected-error @+1 {{'tensor.empty' op is an op of upstream, expected one that a later pass lowers; lower it with 'convert-linalg-to-tir', or write it with relax ops [relax-verify-legal R2]}}
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{'linalg.map' op is an op of upstream}}
  %0 = linalg.map ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) (%a: f32, %b: f32) {
    %n = arith.negf %a : f32
    linalg.yield %n : f32
  }
  // expected-error @+1 {{'arith.addf' op is an op of upstream}}
  %1 = arith.addf %0, %x : tensor<4xf32>
  %2 = tensor.extract %x[%i] : tensor<4xf32>
  %3 = arith.negf %2 : f32
  relax.return %1, %3 : tensor<4xf32>, f32
}
tir.func private @buffers(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1} {
  // expected-error @+1 {{'linalg.copy' op is an op of upstream}}
  linalg.copy ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  tir.return
}
