// RUN: relax-opt %s -relax-attach-global-symbol | FileCheck %s --check-prefix=PLAIN
// RUN: relax-opt %s -relax-attach-global-symbol=prefix=hello_ | FileCheck %s
// RUN: relax-opt %s -relax-attach-global-symbol=prefix=hello_ -relax-attach-global-symbol=prefix=hello_ | FileCheck %s
// RUN: %same-results=relax-attach-global-symbol

// PLAIN: tir.func @zeros({{.*}}global_symbol = "zeros"
// PLAIN: relax.call_tir @zeros
// CHECK: tir.func @hello_zeros({{.*}}global_symbol = "hello_zeros"
// CHECK: relax.func @hello_main() {{.*}}attributes {global_symbol = "hello_main"}
// CHECK: relax.call_tir @hello_zeros
// CHECK: relax.func private @helper()
// CHECK-NOT: global_symbol
tir.func @zeros(%y: memref<?xf32>, %n: index) attributes {num_inputs = 0 : i64} {
  tir.return
}
relax.func @main() -> tensor<4xf32> {
  %0 = relax.call_tir @zeros() vars [4] : () -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
relax.func private @helper() {
  relax.return
}
