// RUN: relax-opt %s --relax-remove-unused-outputs | FileCheck %s
// RUN: relax-opt %s --relax-remove-unused-outputs --relax-remove-unused-outputs | FileCheck %s
// RUN: %same-results=relax-remove-unused-outputs

// Results that no call uses; one that some call uses stays.
// CHECK: relax.func private @several(%[[X:.*]]: tensor<?xf32, #relax.dims<[n]>>) -> (tensor<?xf32, #relax.dims<[n]>>, i64)
// CHECK: %[[N:.*]] = relax.prim_value n
// CHECK: relax.return %[[X]], %[[N]] :
relax.func private @several(%x: tensor<?xf32, #relax.dims<[n]>>) -> (tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>>, i64) {
  %0 = relax.exp %x : tensor<?xf32, #relax.dims<[n]>>
  %1 = relax.prim_value n : i64
  relax.return %x, %0, %1 : tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>>, i64
}
// CHECK: relax.func @first
// CHECK: %[[R:.*]]:2 = relax.call @several
// CHECK: relax.return %[[R]]#0
relax.func @first(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0:3 = relax.call @several(%x) : (tensor<?xf32, #relax.dims<[n]>>) -> (tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>>, i64)
  relax.return %0#0 : tensor<?xf32, #relax.dims<[n]>>
}
// CHECK: relax.func @last
// CHECK: %[[R:.*]]:2 = relax.call @several
// CHECK: relax.return %[[R]]#1
relax.func @last(%x: tensor<?xf32, #relax.dims<[n]>>) -> i64 {
  %0:3 = relax.call @several(%x) : (tensor<?xf32, #relax.dims<[n]>>) -> (tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>>, i64)
  relax.return %0#2 : i64
}

// Fields of a tuple, seen through the region that makes it.
// CHECK: relax.func private @fields
// CHECK-SAME: -> tuple<tensor<4xf32>, tensor<4xf32>>
// CHECK: %[[D:.*]]:2 = relax.dataflow
// CHECK: %[[T:.*]] = relax.tuple %[[D]]#0, %[[D]]#1
// CHECK: relax.return %[[T]]
relax.func private @fields(%x: tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>, tensor<4xf32>> {
  %0 = relax.dataflow -> tuple<tensor<4xf32>, tensor<4xf32>, tensor<4xf32>> {
    %1 = relax.exp %x : tensor<4xf32>
    %2 = relax.negative %1 : tensor<4xf32>
    %3 = relax.tuple %x, %1, %2 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>, tensor<4xf32>>
    relax.output %3 : tuple<tensor<4xf32>, tensor<4xf32>, tensor<4xf32>>
  }
  relax.return %0 : tuple<tensor<4xf32>, tensor<4xf32>, tensor<4xf32>>
}
// CHECK: relax.func @takes
// CHECK: %[[T:.*]] = relax.call @fields
// CHECK-DAG: relax.tuple_get_item %[[T]][0]
// CHECK-DAG: relax.tuple_get_item %[[T]][1]
relax.func @takes(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.call @fields(%x) : (tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>, tensor<4xf32>>
  %1 = relax.tuple_get_item %0[0] : tuple<tensor<4xf32>, tensor<4xf32>, tensor<4xf32>> -> tensor<4xf32>
  %2 = relax.tuple_get_item %0[2] : tuple<tensor<4xf32>, tensor<4xf32>, tensor<4xf32>> -> tensor<4xf32>
  %3 = relax.add %1, %2 : tensor<4xf32>
  relax.return %3 : tensor<4xf32>
}

// A parameter that is returned; one field alone needs no tuple.
// CHECK: relax.func private @passes(%[[T:.*]]: tuple<tensor<4xf32>, i64>) -> i64
// CHECK: %[[I:.*]] = relax.tuple_get_item %[[T]][1]
// CHECK: relax.return %[[I]] : i64
relax.func private @passes(%t: tuple<tensor<4xf32>, i64>) -> tuple<tensor<4xf32>, i64> {
  relax.return %t : tuple<tensor<4xf32>, i64>
}
relax.func @passed(%t: tuple<tensor<4xf32>, i64>) -> i64 {
  %0 = relax.call @passes(%t) : (tuple<tensor<4xf32>, i64>) -> tuple<tensor<4xf32>, i64>
  %1 = relax.tuple_get_item %0[1] : tuple<tensor<4xf32>, i64> -> i64
  relax.return %1 : i64
}

// A tuple that is used as a whole, a public function, and a dead one stay.
// CHECK: relax.func private @whole(%{{.*}}: tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
relax.func private @whole(%x: tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>> {
  %0 = relax.tuple %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
  relax.return %0 : tuple<tensor<4xf32>, tensor<4xf32>>
}
relax.func @public(%x: tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>> {
  %0 = relax.call @whole(%x) : (tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
  relax.return %0 : tuple<tensor<4xf32>, tensor<4xf32>>
}
// CHECK: relax.func private @dead(%{{.*}}: tensor<4xf32>) -> tensor<4xf32>
relax.func private @dead(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}

// What a function no longer returns was the only use of what another gives,
// wherever that stands.
// CHECK: relax.func private @inner(%[[X:.*]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK: relax.return %[[X]]
relax.func private @inner(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.exp %x : tensor<4xf32>
  relax.return %0, %x : tensor<4xf32>, tensor<4xf32>
}
// CHECK: relax.func private @outer(%{{.*}}: tensor<4xf32>) -> tensor<4xf32>
// CHECK: relax.call @inner({{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
relax.func private @outer(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = relax.call @inner(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  relax.return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
relax.func @chain(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = relax.call @outer(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  relax.return %0#1 : tensor<4xf32>
}
