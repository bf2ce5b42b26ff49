// RUN: relax-opt %s -split-input-file -verify-diagnostics

// ViewOp R1.
func.func private @view(%m: memref<8xf32>, %zero: index) {
  // expected-error @+1 {{has 0 sizes for 'memref<?x2xf32>', expected 1}}
  %v = relax_rt.view %m at %zero [] : memref<8xf32> to memref<?x2xf32>
  return
}

// -----

// CallOp R1.
func.func private @call() {
  // expected-error @+1 {{calls @missing, expected a 'func.func' of the module}}
  relax_rt.call @missing() : () -> ()
  return
}

// -----

// CallOp R1: of the type of an entry.
// expected-note @+1 {{the function is here}}
func.func private @callee()
func.func private @call() {
  // expected-error @+1 {{of type '() -> ()', expected '(!relax_rt.context, !relax_rt.inputs, !relax_rt.outputs) -> i32'}}
  relax_rt.call @callee() : () -> ()
  return
}

// -----

// CallKernelOp R1.
func.func private @kernel() -> i32
func.func private @call() {
  // expected-error @+1 {{, expected a function of the module that has no results}}
  relax_rt.call_kernel @kernel()
  return
}

// -----

// CallKernelOp R2.
// expected-note @+1 {{the kernel is here}}
func.func private @kernel(memref<?xf32>)
func.func private @call(%m: memref<4xf32>) {
  // expected-error @+1 {{with arguments of types 'memref<4xf32>', expected 'memref<?xf32>'}}
  relax_rt.call_kernel @kernel(%m) : memref<4xf32>
  return
}

// -----

// ParallelForOp R1, which `relax_rt.parallel_for` has.
func.func private @loop(%n: index) {
  // expected-error @+1 {{runs @missing, expected a 'func.func' of the module}}
  relax_rt.parallel_for @missing(%n)
  return
}

// -----

// ParallelForOp R1: of the right type.
// expected-note @+1 {{the body is here}}
func.func private @body(index, index)
func.func private @loop(%n: index) {
  // expected-error @+1 {{expects the body @body to be '(index, index, index) -> ()', but it is '(index, index) -> ()'}}
  relax_rt.parallel_for @body(%n) captures(%n : index)
  return
}

// -----

// CallOp R2.
func.func private @callee(!relax_rt.context, !relax_rt.inputs, !relax_rt.outputs) -> i32
func.func private @caller(%m: memref<8xf32>) {
  // expected-error @+1 {{expects devices, from -1 on, for 1 values, found [0, 0]}}
  %t = relax_rt.call @callee(%m) on [0, 0] : (memref<8xf32>) -> !relax_rt.tensor
  return
}

// -----

// CallExternalOp R1.
func.func private @external(%m: memref<8xf32>) {
  // expected-error @+1 {{expects devices, from -1 on, for 2 values, found [0]}}
  relax_rt.call_external "f" ins(%m : memref<8xf32>) outs(%m : memref<8xf32>) on [0]
  return
}

// -----

func.func private @external(%m: memref<8xf32>) {
  // expected-error @+1 {{expects devices, from -1 on, for 1 values, found [-2]}}
  relax_rt.call_external "f" ins(%m : memref<8xf32>) on [-2]
  return
}
