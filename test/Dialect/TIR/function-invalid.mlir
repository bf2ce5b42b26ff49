// Functions of tensor programs: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1
// expected-error @below {{'tir.func' op expects no results, but has 1; write them to output buffers}}
tir.func private @results() -> index attributes {num_inputs = 0}

// -----

// R2
// expected-error @below {{expects parameter #0 to be a ranked memref or an 'index', but it is 'f32'}}
tir.func private @scalar(%x: f32) attributes {num_inputs = 0} {
  tir.return
}

// -----

// R2
// expected-error @below {{has buffer parameter #1 after a scalar, expected buffers first}}
tir.func private @order(%n: index, %x: memref<f32>) attributes {num_inputs = 0} {
  tir.return
}

// -----

// R3
// expected-error @below {{has num_inputs = 2, expected at most the number of buffer parameters, 1}}
tir.func private @inputs(%x: memref<f32>) attributes {num_inputs = 2} {
  tir.return
}

// -----

// R4
// expected-error @below {{has 'tir.dims' = 1 : i64 at parameter #0 of type 'memref<f32>'; expected a '#relax.dims' of a buffer}}
tir.func private @dims(%x: memref<f32> {tir.dims = 1 : i64}) attributes {num_inputs = 0} {
  tir.return
}

// -----

// R4
// expected-error @below {{has wrong 'tir.dims' at parameter #0}}
tir.func private @size(%x: memref<4x?xf32> {tir.dims = #relax.dims<[5, n]>}) attributes {num_inputs = 0} {
  tir.return
}

// -----

// R5
// expected-error @below {{has 'tir.var' = 1 : i64 at parameter #0 of type 'index'; expected a '#relax.expr' of a scalar}}
tir.func private @var(%x: index {tir.var = 1 : i64}) attributes {num_inputs = 0} {
  tir.return
}

// -----

// R6
// expected-error @below {{is exported as "hello", expected its symbol, @name; rename both together}}
tir.func @name() attributes {num_inputs = 0, global_symbol = "hello"} {
  tir.return
}

// -----

// R7
// expected-error @below {{expects a body of one block that ends with 'tir.return', found several blocks}}
tir.func private @body() attributes {num_inputs = 0} {
  cf.br ^next
^next:
  tir.return
}

// -----

// The mark of a schedule stands at functions.
// expected-error @below {{'builtin.module' op has 'tir.is_scheduled' = unit, expected a unit attribute of 'tir.func'; remove it [tir R1]}}
module attributes {tir.is_scheduled} {
}

// -----

// The end of a function, R1.
module {
  // expected-error @below {{'tir.return' op expects parent op 'tir.func'}}
  tir.return
}
