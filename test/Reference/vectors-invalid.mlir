// Which vectors the interpreter does not take.
// RUN: relax-interp %s --each --verify-diagnostics

tir.func @rows() attributes {num_inputs = 0 : i64} {
  %x = memref.alloc() : memref<4x4xf32>
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{cannot be interpreted: expected a vector of one axis, of neighbours along the last axis of the buffer}}
  %v = vector.load %x[%c0, %c0] : memref<4x4xf32>, vector<2x4xf32>
  tir.return
}
tir.func @stretched() attributes {num_inputs = 0 : i64} {
  %v = arith.constant dense<1.0> : vector<1xf32>
  // expected-error @+1 {{cannot be interpreted: expected a source with the last axes of the result}}
  %w = vector.broadcast %v : vector<1xf32> to vector<4xf32>
  tir.return
}
tir.func @blob() attributes {num_inputs = 0 : i64} {
  // expected-error @+1 {{cannot be interpreted: expected dense elements}}
  %v = arith.constant dense_resource<two> : vector<2xf32>
  tir.return
}

{-#
  dialect_resources: {
    builtin: {
      two: "0x040000000000803F0000803F"
    }
  }
#-}
