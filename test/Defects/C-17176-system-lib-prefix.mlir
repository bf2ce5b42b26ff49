// Symbol, exported name and all uses get the prefix in one step, of TIR and
// relax functions alike; a second run adds none; the result runs.
// RUN: relax-opt %s -relax-attach-global-symbol -relax-attach-global-symbol -relax-verify-symbols | FileCheck %s
// RUN: relax-opt %s -relax-attach-global-symbol > %t.mlir
// RUN: relax-compile %t.mlir -o %t.so
// RUN: relax-run %t.so --function=hello_main | FileCheck %s --check-prefix=RESULT
// RUN: relax-interp %t.mlir --function=hello_main | FileCheck %s --check-prefix=RESULT

// RESULT: [0, 0, 0, 0]
// CHECK: tir.func @hello_tir_zeros({{.*}}global_symbol = "hello_tir_zeros"
// CHECK: relax.func @hello_main() {{.*}}global_symbol = "hello_main"
// CHECK: relax.call_tir @hello_tir_zeros
module attributes {relax.system_lib_prefix = "hello_"} {
  tir.func @tir_zeros(%y: memref<4xf32>) attributes {num_inputs = 0 : i64} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      memref.store %f, %y[%i] : memref<4xf32>
    }
    tir.return
  }
  relax.func @main() -> tensor<4xf32> {
    %0 = relax.call_tir @tir_zeros() : () -> tensor<4xf32>
    relax.return %0 : tensor<4xf32>
  }
}
