// RUN: relax-opt %s --relax-lazy-set-output=functions=main,tuple,given,empty | FileCheck %s
// RUN: relax-opt %s --relax-lazy-set-output=functions=main,tuple,given,empty --relax-lazy-set-output=functions=main,tuple,given,empty | FileCheck %s
// RUN: relax-opt %s --relax-lazy-set-output='functions=main setter=my.set' | FileCheck %s --check-prefix=NAME
// RUN: relax-opt %s --relax-to-non-dataflow --relax-lazy-set-output=functions=main | FileCheck %s --check-prefix=EARLY
// NAME: relax.call_packed @my.set
// NAME: relax.extern_func @my.set

// Behind the region, since setting is an effect; earlier without the region.
// CHECK-LABEL: relax.func impure @main(
// CHECK-SAME: tensor<?xf32, #relax.dims<[n]>>) {
// CHECK: %[[R:.*]]:2 = relax.dataflow
// CHECK: relax.output
// CHECK-NEXT: }
// CHECK-DAG: %[[ZERO:.*]] = relax.shape [0]
// CHECK-DAG: %[[ONE:.*]] = relax.shape [1]
// CHECK-DAG: relax.call_packed @set_output(%[[ZERO]], %[[R]]#0) : (!relax.shape<[0]>, tensor<?xf32, #relax.dims<[n]>>) -> ()
// CHECK-DAG: relax.call_packed @set_output(%[[ONE]], %[[R]]#1)
// CHECK: relax.return{{$}}
// EARLY: %[[E:.*]] = relax.exp
// EARLY: relax.call_packed @set_output(%{{.*}}, %[[E]])
// EARLY: %[[F:.*]] = relax.exp %[[E]]
// EARLY: relax.call_packed @set_output(%{{.*}}, %[[F]])
relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>>) -> (tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>>) {
  %0:2 = relax.dataflow -> tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>> {
    %1 = relax.exp %x : tensor<?xf32, #relax.dims<[n]>>
    %2 = relax.exp %1 : tensor<?xf32, #relax.dims<[n]>>
    relax.output %1, %2 : tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>>
  }
  relax.return %0#0, %0#1 : tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>>
}

// A tuple's fields, each where it is computed; the tuple goes.
// CHECK-LABEL: relax.func impure @tuple(
// CHECK: %[[A:.*]] = relax.exp
// CHECK: relax.call_packed @set_output(%{{.*}}, %[[A]])
// CHECK: %[[B:.*]] = relax.exp %[[A]]
// CHECK: relax.call_packed @set_output(%{{.*}}, %[[B]])
// CHECK-NOT: relax.tuple
// CHECK: relax.return{{$}}
relax.func @tuple(%x: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
  %0 = relax.exp %x : tensor<2xf32>
  %1 = relax.exp %0 : tensor<2xf32>
  %2 = relax.tuple %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  relax.return %2 : tuple<tensor<2xf32>, tensor<2xf32>>
}

// A parameter, one that is a tuple, is given at the start.
// CHECK-LABEL: relax.func impure @given(
// CHECK: %[[F:.*]] = relax.tuple_get_item %{{.*}}[0]
// CHECK: relax.call_packed @set_output(%{{.*}}, %[[F]])
relax.func @given(%p: tuple<tensor<2xf32>>) -> tuple<tensor<2xf32>> {
  relax.return %p : tuple<tensor<2xf32>>
}

// Nothing to set, and a function that is not named.
// CHECK-LABEL: relax.func @empty() {
relax.func @empty() {
  relax.return
}
// CHECK-LABEL: relax.func private @dead(%{{.*}}: tensor<2xf32>) -> tensor<2xf32>
relax.func private @dead(%x: tensor<2xf32>) -> tensor<2xf32> {
  relax.return %x : tensor<2xf32>
}
