// RUN: relax-opt %s --relax-expand-tuple-arguments | FileCheck %s
// RUN: relax-opt %s --relax-expand-tuple-arguments --relax-expand-tuple-arguments | FileCheck %s
// RUN: %same-results=relax-expand-tuple-arguments

// Tuples in tuples, too; what is made at the call is not taken apart again; a
// tuple that is used as a whole is made inside. Sizes stay defined.
// CHECK: relax.func private @inner(%[[X:.*]]: tensor<?xf32, #relax.dims<[n]>>, %[[A:.*]]: tensor<?xf32, #relax.dims<[n]>>, %[[B:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>) -> tuple<tensor<?xf32, #relax.dims<[n]>>, tuple<tensor<4xf32>>> attributes {num_input = 3 : i64}
// CHECK-NEXT: %[[IN:.*]] = relax.tuple %[[B]] : (tensor<4xf32>) -> tuple<tensor<4xf32>>
// CHECK-NEXT: %[[OUT:.*]] = relax.tuple %[[A]], %[[IN]]
// CHECK-NEXT: relax.add %[[X]], %[[A]]
// CHECK-NEXT: relax.return %[[OUT]]
relax.func private @inner(%x: tensor<?xf32, #relax.dims<[n]>>, %t: tuple<tensor<?xf32, #relax.dims<[n]>>, tuple<tensor<4xf32>>>, %y: tensor<4xf32>) -> tuple<tensor<?xf32, #relax.dims<[n]>>, tuple<tensor<4xf32>>> attributes {num_input = 2 : i64} {
  %0 = relax.tuple_get_item %t[0] : tuple<tensor<?xf32, #relax.dims<[n]>>, tuple<tensor<4xf32>>> -> tensor<?xf32, #relax.dims<[n]>>
  %1 = relax.add %x, %0 : tensor<?xf32, #relax.dims<[n]>>
  relax.return %t : tuple<tensor<?xf32, #relax.dims<[n]>>, tuple<tensor<4xf32>>>
}
// CHECK: relax.func @main(%[[X:.*]]: tensor<?xf32, #relax.dims<[m]>>, %[[Y:.*]]: tensor<4xf32>)
// CHECK: relax.call @inner(%[[X]], %[[X]], %[[Y]], %[[Y]])
relax.func @main(%x: tensor<?xf32, #relax.dims<[m]>>, %y: tensor<4xf32>) -> tuple<tensor<?xf32, #relax.dims<[m]>>, tuple<tensor<4xf32>>> {
  %0 = relax.tuple %y : (tensor<4xf32>) -> tuple<tensor<4xf32>>
  %1 = relax.tuple %x, %0 : (tensor<?xf32, #relax.dims<[m]>>, tuple<tensor<4xf32>>) -> tuple<tensor<?xf32, #relax.dims<[m]>>, tuple<tensor<4xf32>>>
  %2 = relax.call @inner(%x, %1, %y) : (tensor<?xf32, #relax.dims<[m]>>, tuple<tensor<?xf32, #relax.dims<[m]>>, tuple<tensor<4xf32>>>, tensor<4xf32>) -> tuple<tensor<?xf32, #relax.dims<[m]>>, tuple<tensor<4xf32>>>
  relax.return %2 : tuple<tensor<?xf32, #relax.dims<[m]>>, tuple<tensor<4xf32>>>
}

// Public functions keep their signature, and so does what is used as a value,
// or by nobody.
// CHECK: relax.func @public(%{{.*}}: tuple<tensor<4xf32>>)
relax.func @public(%t: tuple<tensor<4xf32>>) -> tensor<4xf32> {
  %0 = relax.tuple_get_item %t[0] : tuple<tensor<4xf32>> -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
// CHECK: relax.func private @closed(%{{.*}}: tuple<tensor<4xf32>>)
relax.func private @closed(%t: tuple<tensor<4xf32>>) -> tensor<4xf32> {
  %0 = relax.tuple_get_item %t[0] : tuple<tensor<4xf32>> -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
relax.func @closes() -> !relax.callable<(tuple<tensor<4xf32>>) -> tensor<4xf32>, pure> {
  %0 = relax.make_closure @closed() : () -> !relax.callable<(tuple<tensor<4xf32>>) -> tensor<4xf32>, pure>
  relax.return %0 : !relax.callable<(tuple<tensor<4xf32>>) -> tensor<4xf32>, pure>
}
// CHECK: relax.func private @dead(%{{.*}}: tuple<tensor<4xf32>>)
relax.func private @dead(%t: tuple<tensor<4xf32>>) {
  relax.return
}
// An empty tuple has no fields.
// CHECK: relax.func private @nothing()
relax.func private @nothing(%t: tuple<>) {
  relax.return
}
// CHECK: relax.call @nothing() : () -> ()
relax.func @empty(%t: tuple<>) {
  relax.call @nothing(%t) : (tuple<>) -> ()
  relax.return
}
