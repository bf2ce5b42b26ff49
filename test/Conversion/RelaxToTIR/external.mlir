// Functions outside the module: declared once, whoever calls them.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @dynamic
// CHECK: %[[Y:.*]] = relax.call_dps_packed @my.softplus(%arg0) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
// CHECK: relax.call_dps_packed @my.softplus(%[[Y]])
// CHECK: relax.extern_func pure @my.softplus
// CHECK-NOT: relax.extern_func
relax.func @dynamic(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.call_py_func "my.softplus"(%x) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
  %1 = relax.call_py_func "my.softplus"(%0) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
  relax.return %1 : tensor<?xf32, #relax.dims<[n]>>
}

// -----

// CHECK: relax.extern_func @known
// CHECK-NOT: relax.extern_func
relax.extern_func @known
relax.func @declared(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2xi64>) {
  // CHECK: %[[P:.*]]:2 = relax.call_dps_packed @known(%arg0) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<2xi64>)
  // CHECK: relax.return %[[P]]#0, %[[P]]#1
  %0:2 = relax.call_py_func "known"(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<2xi64>)
  relax.return %0#0, %0#1 : tensor<4xf32>, tensor<2xi64>
}
