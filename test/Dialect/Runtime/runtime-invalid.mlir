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

// -----

// StoragePlanOp R1.
func.func @plan_counts(%n: index) {
  // expected-error @+1 {{expected an offset for each size, a storage for each owned one, and two numbers of 'lives' for each, found 1 and 0 sizes, 2 offsets, 0 storages and 2 numbers}}
  %s, %o:2 = relax_rt.storage_plan [%n] alive [0, 1] : index, index
  return
}

// -----

// StoragePlanOp R1.
func.func @plan_lives(%n: index) {
  // expected-error @+1 {{expected an offset for each size, a storage for each owned one, and two numbers of 'lives' for each, found 1 and 0 sizes, 1 offsets, 0 storages and 3 numbers}}
  %s, %o = relax_rt.storage_plan [%n] alive [0, 1, 2] : index
  return
}

// -----

// StoragePlanOp R2.
func.func @plan_backwards(%n: index) {
  // expected-error @+1 {{expected life 1 to begin before it ends, found 3 and 3}}
  %s, %o:2 = relax_rt.storage_plan [%n, %n] alive [0, 1, 3, 3] : index, index
  return
}
