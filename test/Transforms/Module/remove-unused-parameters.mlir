// RUN: relax-opt %s --relax-remove-unused-parameters | FileCheck %s
// RUN: relax-opt %s --relax-remove-unused-parameters --relax-remove-unused-parameters | FileCheck %s
// RUN: %same-results=relax-remove-unused-parameters

// What the callee no longer takes, the caller no longer needs.
// CHECK: relax.func private @second(%{{.*}}: tensor<4xf32>) -> tensor<4xf32> attributes {num_input = 1 : i64}
relax.func private @second(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> attributes {num_input = 2 : i64} {
  relax.return %y : tensor<4xf32>
}
// CHECK: relax.func private @first(%[[Y:.*]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK: relax.call @second(%[[Y]])
relax.func private @first(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.call @second(%x, %y, %x) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
// CHECK: relax.func @main(%{{.*}}: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>)
// CHECK: relax.call @first(%[[Y]]) : (tensor<4xf32>) -> tensor<4xf32>
relax.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.call @first(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// Sizes that only what goes defines come in as shapes.
// CHECK: relax.func private @sized(%[[Y:.*]]: tensor<?xf32, #relax.dims<[n * 2]>>, %{{.*}}: !relax.shape<[n]>) -> tensor<?xf32, #relax.dims<[n * 2]>>
relax.func private @sized(%x: tensor<?x?xf32, #relax.dims<[n, k]>>, %y: tensor<?xf32, #relax.dims<[n * 2]>>) -> tensor<?xf32, #relax.dims<[n * 2]>> {
  relax.return %y : tensor<?xf32, #relax.dims<[n * 2]>>
}
// CHECK: relax.func @sizes
// CHECK: %[[S:.*]] = relax.shape [m + 1] : !relax.shape<[m + 1]>
// CHECK: relax.call @sized(%{{.*}}, %[[S]])
relax.func @sizes(%s: !relax.shape<[m]>, %x: tensor<?x2xf32, #relax.dims<[m + 1, 2]>>, %y: tensor<?xf32, #relax.dims<[m * 2 + 2]>>) -> tensor<?xf32, #relax.dims<[m * 2 + 2]>> {
  %0 = relax.call @sized(%x, %y) : (tensor<?x2xf32, #relax.dims<[m + 1, 2]>>, tensor<?xf32, #relax.dims<[m * 2 + 2]>>) -> tensor<?xf32, #relax.dims<[m * 2 + 2]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[m * 2 + 2]>>
}

// Where a call does not say the size, the parameter that does stays.
// CHECK: relax.func private @unknown(%{{.*}}: tensor<?xf32, #relax.dims<[n]>>) -> i64
relax.func private @unknown(%x: tensor<?xf32, #relax.dims<[n]>>, %y: tensor<4xf32>) -> i64 {
  %0 = relax.prim_value n : i64
  relax.return %0 : i64
}
relax.func @unknowns(%x: tensor<?xf32>, %y: tensor<4xf32>) -> i64 {
  %0 = relax.call @unknown(%x, %y) : (tensor<?xf32>, tensor<4xf32>) -> i64
  relax.return %0 : i64
}

// Public functions, those used as values and those that nobody calls stay.
// CHECK: relax.func private @closed(%{{.*}}: tensor<4xf32>)
relax.func private @closed(%x: tensor<4xf32>) {
  relax.return
}
relax.func @closes() -> !relax.callable<(tensor<4xf32>) -> (), pure> {
  %0 = relax.make_closure @closed() : () -> !relax.callable<(tensor<4xf32>) -> (), pure>
  relax.return %0 : !relax.callable<(tensor<4xf32>) -> (), pure>
}
// CHECK: relax.func private @dead(%{{.*}}: tensor<4xf32>)
relax.func private @dead(%x: tensor<4xf32>) {
  relax.return
}
