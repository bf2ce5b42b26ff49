// A function that others of the module call, with the size that is bound.
// RUN: relax-opt %s '--relax-bind-symbolic-vars=sizes=n=3 function=inner' | FileCheck %s
// RUN: %same-results='relax-bind-symbolic-vars{sizes=n=3 function=inner}'

// CHECK: relax.func private @inner(%{{.*}}: tensor<3x?xf32, #relax.dims<[3, m]>>)
// CHECK: relax.shape [m * 3]
relax.func private @inner(%x: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?xf32, #relax.dims<[n * m]>> {
  %0 = relax.shape [n * m] : !relax.shape<[n * m]>
  %1 = relax.reshape %x, %0 : (tensor<?x?xf32, #relax.dims<[n, m]>>, !relax.shape<[n * m]>) -> tensor<?xf32, #relax.dims<[n * m]>>
  relax.return %1 : tensor<?xf32, #relax.dims<[n * m]>>
}
relax.func @main(%x: tensor<3x?xf32, #relax.dims<[3, k]>>) -> tensor<?xf32, #relax.dims<[k * 3]>> {
  %0 = relax.call @inner(%x) : (tensor<3x?xf32, #relax.dims<[3, k]>>) -> tensor<?xf32, #relax.dims<[k * 3]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[k * 3]>>
}
