// RUN: relax-opt %s --relax-verify-lowered --split-input-file --verify-diagnostics

// expected-error @+1 {{is left, expected the 'llvm' dialect only, from which code is generated; 'convert-func-to-llvm' should have lowered it}}
func.func private @main()

// -----

// expected-error @+1 {{'convert-relax-to-runtime' should have lowered it}}
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'relax-legalize-ops' should have lowered it}}
  %0 = relax.exp %x : tensor<4xf32>
  // expected-error @+1 {{'convert-relax-to-runtime' should have lowered it}}
  relax.return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{no pass of this pipeline lowers it}}
ml_program.global private mutable @x(0 : i32) : i32

// -----

llvm.func @fine()

// -----

// Why the pass could not: what the op shows of it.
tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1} { // expected-error {{'convert-tir-to-scf' should have lowered it: nothing about the op hinders that pass; run it, and after what made the op}}
  // expected-error @+1 {{'convert-arith-to-llvm' should have lowered it}}
  %c4 = arith.constant 4 : index
  // expected-error @+2 {{'tir.for' op is left, expected the 'llvm' dialect only, from which code is generated; 'convert-tir-to-scf' should have lowered it: the loop is bound to the threads of a device; compile its function for one, or schedule it with 'tir-default-cpu-schedule'}}
  // expected-error @+1 {{'tir.yield' op is left}}
  tir.for thread_binding "threadIdx.x" %i = %c4 to %c4 {
    // expected-error @+2 {{should have lowered it: a block is no loop yet; run 'tir-default-cpu-schedule' or 'tir-default-gpu-schedule' first}}
    // expected-error @+1 {{'tir.yield' op is left}}
    tir.block "x" {
    }
  }
  // expected-error @+1 {{'tir.return' op is left}}
  tir.return
}
// expected-error @+1 {{'relax.func' op is left}}
relax.func @main(%x: tensor<?xf32>, %y: tensor<4x!relax.unknown>, %z: tensor<4xf32>) {
  // expected-error @+1 {{'relax-legalize-ops' should have lowered it: operand #0 is 'tensor<?xf32>', of unknown dimension; run 'relax-infer-types', or name it with 'relax.match_cast'}}
  %0 = relax.exp %x : tensor<?xf32>
  // expected-error @+1 {{operand #0 is 'tensor<4x!relax.unknown>', of unknown dtype}}
  %1 = relax.exp %y : tensor<4x!relax.unknown>
  // expected-error @+1 {{result #0 is 'tensor<*xf32>', of unknown rank}}
  %2 = relax.exp %z : (tensor<4xf32>) -> tensor<*xf32>
  // expected-error @+1 {{'relax-to-non-dataflow' should have lowered it: nothing}}
  relax.dataflow {
    // expected-error @+1 {{'relax-call-tir-rewrite' should have lowered it: it would get effects, which the 'relax.dataflow' region around it does not allow; run 'relax-to-non-dataflow' first}}
    %3 = relax.call_tir @k(%z) : (tensor<4xf32>) -> tensor<4xf32>
    // expected-error @+1 {{'relax.output' op is left}}
    relax.output
  }
  // expected-error @+1 {{'relax.return' op is left}}
  relax.return
}

// -----

// Whatever kind of function or symbol is left.
// expected-error @below {{'relax.extern_func' op is left, expected the 'llvm' dialect only, from which code is generated; 'convert-relax-to-runtime' should have lowered it}}
relax.extern_func @external
// expected-error @below {{'tir.func' op is left}}
tir.func private @declared(%x: memref<4xf32>) attributes {num_inputs = 1 : i64}
// expected-error @below {{'memref.global' op is left, expected the 'llvm' dialect only, from which code is generated; 'finalize-memref-to-llvm' should have lowered it: nothing about the op hinders that pass; run it, and after what made the op [relax-verify-lowered R1]}}
memref.global "private" @table : memref<4xf32>
llvm.func internal @host(%x: i64) {
  // expected-error @below {{'arith.addi' op is left}}
  %0 = arith.addi %x, %x : i64
  // expected-error @below {{'builtin.unrealized_conversion_cast' op is left, expected the 'llvm' dialect only, from which code is generated; 'reconcile-unrealized-casts' should have lowered it}}
  %1 = builtin.unrealized_conversion_cast %0 : i64 to index
  llvm.return
}
module @nested {
  // expected-error @below {{'gpu.module' op is left}}
  gpu.module @device {
    // expected-error @below {{'gpu.func' op is left}}
    gpu.func @kernel() kernel {
      // expected-error @below {{'gpu.return' op is left}}
      gpu.return
    }
  }
}
