// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt | FileCheck %s

// CHECK: relax.func @symbolic(%{{.*}}: tensor<?x4xf32, #{{[^>]*>?}}>) -> tensor<?x4xf32, #{{[^>]*>?}}> attributes {num_input = 1 : i64}
relax.func @symbolic(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> attributes {num_input = 1 : i64} {
  // CHECK: relax.return %{{.*}} : tensor<?x4xf32, #{{[^>]*>?}}>
  relax.return %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// CHECK: relax.func private @hidden()
relax.func private @hidden() {
  relax.return
}

// CHECK: relax.func impure @effect(%{{.*}}: tensor<4xf32> {relax.name = "x"})
relax.func impure @effect(%x: tensor<4xf32> {relax.name = "x"}) {
  relax.print "{}"(%x) : tensor<4xf32>
  relax.return
}

// CHECK: relax.func impure private @both()
relax.func impure private @both() {
  relax.return
}

// A pure function whose effects its author answers for.
// CHECK: relax.func @forced(%{{.*}}) attributes {relax.force_pure}
relax.func @forced(%x: tensor<4xf32>) attributes {relax.force_pure} {
  relax.print "{}"(%x) : tensor<4xf32>
  relax.return
}

// CHECK: relax.func @exported() attributes {global_symbol = "exported"}
relax.func @exported() attributes {global_symbol = "exported"} {
  relax.return
}

// A symbol may be used in an earlier parameter than the one that defines it.
// CHECK: relax.func @order
relax.func @order(%x: tensor<?xf32, #relax.dims<[n + 1]>>, %y: tensor<?xf32, #relax.dims<[n]>>) {
  relax.return
}

// CHECK: relax.extern_func @my.log
relax.extern_func @my.log
// CHECK: relax.extern_func pure @my.gelu
relax.extern_func pure @my.gelu
