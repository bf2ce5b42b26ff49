// Ops on the elements of two tensors: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %v: tensor<4xf32>, %i: tensor<2xi32>, %b: tensor<2xi1>, %m: tensor<?xf32, #relax.dims<[m]>>, %n2: tensor<?xf32, #relax.dims<[n + 2]>>, %x0: tensor<?xf32, #relax.dims<[n]>>, %one: tensor<1xf32>, %d: tensor<f32>, %q: tensor<?xf32>, %z: tensor<0xf32>, %r: tensor<*xf32>, %u: tensor<4x!relax.unknown>, %g: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>) {
  // CHECK: relax.add {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.add {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %0 = relax.add %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.subtract {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.subtract {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %1 = relax.subtract %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.multiply {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.multiply {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %2 = relax.multiply %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.divide {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.divide {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %3 = relax.divide %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.power {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.power {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %4 = relax.power %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.atan2 {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.atan2 {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %5 = relax.atan2 %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.log_add_exp {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.log_add_exp {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %6 = relax.log_add_exp %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.maximum {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.maximum {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %7 = relax.maximum %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.minimum {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.minimum {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %8 = relax.minimum %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.floor_divide {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.floor_divide {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %9 = relax.floor_divide %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.floor_mod {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.floor_mod {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %10 = relax.floor_mod %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.mod {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.mod {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %11 = relax.mod %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.equal {{.*}}: {{.*}} -> tensor<*xi1>
  // INFER: relax.equal {{.*}} -> tensor<?x4xi1, #relax.dims<[n, 4]>>
  %12 = relax.equal %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xi1>
  // CHECK: relax.not_equal {{.*}}: {{.*}} -> tensor<*xi1>
  // INFER: relax.not_equal {{.*}} -> tensor<?x4xi1, #relax.dims<[n, 4]>>
  %13 = relax.not_equal %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xi1>
  // CHECK: relax.greater {{.*}}: {{.*}} -> tensor<*xi1>
  // INFER: relax.greater {{.*}} -> tensor<?x4xi1, #relax.dims<[n, 4]>>
  %14 = relax.greater %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xi1>
  // CHECK: relax.greater_equal {{.*}}: {{.*}} -> tensor<*xi1>
  // INFER: relax.greater_equal {{.*}} -> tensor<?x4xi1, #relax.dims<[n, 4]>>
  %15 = relax.greater_equal %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xi1>
  // CHECK: relax.less {{.*}}: {{.*}} -> tensor<*xi1>
  // INFER: relax.less {{.*}} -> tensor<?x4xi1, #relax.dims<[n, 4]>>
  %16 = relax.less %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xi1>
  // CHECK: relax.less_equal {{.*}}: {{.*}} -> tensor<*xi1>
  // INFER: relax.less_equal {{.*}} -> tensor<?x4xi1, #relax.dims<[n, 4]>>
  %17 = relax.less_equal %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xi1>
  // CHECK: relax.bitwise_and {{.*}}: {{.*}} -> tensor<*xi32>
  // INFER: relax.bitwise_and {{.*}}: tensor<2xi32>
  %18 = relax.bitwise_and %i, %i : (tensor<2xi32>, tensor<2xi32>) -> tensor<*xi32>
  // CHECK: relax.bitwise_or {{.*}}: {{.*}} -> tensor<*xi32>
  // INFER: relax.bitwise_or {{.*}}: tensor<2xi32>
  %19 = relax.bitwise_or %i, %i : (tensor<2xi32>, tensor<2xi32>) -> tensor<*xi32>
  // CHECK: relax.bitwise_xor {{.*}}: {{.*}} -> tensor<*xi32>
  // INFER: relax.bitwise_xor {{.*}}: tensor<2xi32>
  %20 = relax.bitwise_xor %i, %i : (tensor<2xi32>, tensor<2xi32>) -> tensor<*xi32>
  // CHECK: relax.left_shift {{.*}}: {{.*}} -> tensor<*xi32>
  // INFER: relax.left_shift {{.*}}: tensor<2xi32>
  %21 = relax.left_shift %i, %i : (tensor<2xi32>, tensor<2xi32>) -> tensor<*xi32>
  // CHECK: relax.right_shift {{.*}}: {{.*}} -> tensor<*xi32>
  // INFER: relax.right_shift {{.*}}: tensor<2xi32>
  %22 = relax.right_shift %i, %i : (tensor<2xi32>, tensor<2xi32>) -> tensor<*xi32>
  // CHECK: relax.logical_and {{.*}}: {{.*}} -> tensor<*xi1>
  // INFER: relax.logical_and {{.*}}: tensor<2xi1>
  %23 = relax.logical_and %b, %b : (tensor<2xi1>, tensor<2xi1>) -> tensor<*xi1>
  // CHECK: relax.logical_or {{.*}}: {{.*}} -> tensor<*xi1>
  // INFER: relax.logical_or {{.*}}: tensor<2xi1>
  %24 = relax.logical_or %b, %b : (tensor<2xi1>, tensor<2xi1>) -> tensor<*xi1>
  // CHECK: relax.logical_xor {{.*}}: {{.*}} -> tensor<*xi1>
  // INFER: relax.logical_xor {{.*}}: tensor<2xi1>
  %25 = relax.logical_xor %b, %b : (tensor<2xi1>, tensor<2xi1>) -> tensor<*xi1>
  // CHECK: relax.ewise_fma {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.ewise_fma {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %26 = relax.ewise_fma %x, %v, %d : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>, tensor<f32>) -> tensor<*xf32>
  // One gives way, also to a symbol; a size above one is kept; two symbols
  // leave the size open.
  // CHECK: relax.add {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.add {{.*}} -> tensor<?xf32, #relax.dims<[m]>>
  %27 = relax.add %m, %one : (tensor<?xf32, #relax.dims<[m]>>, tensor<1xf32>) -> tensor<*xf32>
  // CHECK: relax.add {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.add {{.*}} -> tensor<4xf32>
  %28 = relax.add %m, %v : (tensor<?xf32, #relax.dims<[m]>>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.add {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.add {{.*}}: tensor<?xf32, #relax.dims<[m]>>
  %29 = relax.add %m, %m : (tensor<?xf32, #relax.dims<[m]>>, tensor<?xf32, #relax.dims<[m]>>) -> tensor<*xf32>
  // CHECK: relax.add {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.add {{.*}} -> tensor<?xf32, #relax.dims<[n + 2]>>
  %30 = relax.add %m, %n2 : (tensor<?xf32, #relax.dims<[m]>>, tensor<?xf32, #relax.dims<[n + 2]>>) -> tensor<*xf32>
  // CHECK: relax.add {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.match_cast {{.*}} to tensor<?xf32, #relax.dims<[m]>>
  // INFER: relax.add {{.*}}: tensor<?xf32, #relax.dims<[m]>>
  %31 = relax.add %m, %x0 : (tensor<?xf32, #relax.dims<[m]>>, tensor<?xf32, #relax.dims<[n]>>) -> tensor<*xf32>
  // CHECK: relax.add {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.add {{.*}} -> tensor<4xf32>
  %32 = relax.add %q, %v : (tensor<?xf32>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.add {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.add {{.*}}: tensor<?xf32>
  %33 = relax.add %q, %q : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  // CHECK: relax.add {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.add {{.*}} -> tensor<0xf32>
  %34 = relax.add %z, %one : (tensor<0xf32>, tensor<1xf32>) -> tensor<*xf32>
  // Unknown rank and element type.
  // CHECK: relax.add {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.add {{.*}} -> tensor<*xf32>
  %35 = relax.add %r, %v : (tensor<*xf32>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.add {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.add {{.*}} -> tensor<4xf32>
  %36 = relax.add %u, %v : (tensor<4x!relax.unknown>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.add {{.*}}: {{.*}} -> tensor<*x!relax.unknown>
  // INFER: relax.add {{.*}}: tensor<4x!relax.unknown>
  %37 = relax.add %u, %u : (tensor<4x!relax.unknown>, tensor<4x!relax.unknown>) -> tensor<*x!relax.unknown>
  // One operand's device is the result's.
  // CHECK: relax.add {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.add {{.*}} -> tensor<4xf32, #dims>
  %38 = relax.add %g, %v : (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<4xf32>) -> tensor<*xf32>
  relax.return
}
