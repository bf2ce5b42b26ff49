// RUN: relax-opt %s -relax-realize-vdevice | FileCheck %s
// RUN: relax-opt %s -relax-realize-vdevice -relax-realize-vdevice | FileCheck %s
// RUN: relax-opt %s -canonicalize -relax-realize-vdevice -canonicalize | FileCheck %s
// RUN: %same-results=relax-realize-vdevice

// CHECK-DAG: #[[CUDA:.*]] = #relax.vdevice<"cuda", 0>
// CHECK-DAG: #[[LLVM:.*]] = #relax.vdevice<"llvm", 0>
// CHECK-DAG: #[[N:.*]] = #relax.dims<[n], vdevice = #[[CUDA]]>
// CHECK-DAG: #[[ON_CUDA:.*]] = #relax.dims<[4], vdevice = #[[CUDA]]>
// CHECK-DAG: #[[ON_LLVM:.*]] = #relax.dims<[4], vdevice = #[[LLVM]]>

// A hint in the middle places what comes before and after; through regions.
// CHECK: @both_ways(%{{.*}}: tensor<?xf32, #[[N]]>) -> tensor<?xf32, #[[N]]>
// CHECK: relax.dataflow -> tensor<?xf32, #[[N]]>
// CHECK-NOT: relax.hint_on_device
// CHECK-NOT: relax.to_vdevice
relax.func @both_ways(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.dataflow -> tensor<?xf32, #relax.dims<[n]>> {
    %1 = relax.exp %x : tensor<?xf32, #relax.dims<[n]>>
    %2 = relax.hint_on_device %1 on <"cuda", 0> : tensor<?xf32, #relax.dims<[n]>>
    %3 = relax.add %2, %2 : tensor<?xf32, #relax.dims<[n]>>
    relax.output %3 : tensor<?xf32, #relax.dims<[n]>>
  }
  relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
}

// From one device to another: a copy.
// CHECK: @two
// CHECK: relax.exp {{.*}}: tensor<4xf32, #[[ON_CUDA]]>
// CHECK: relax.to_vdevice %{{.*}} to #[[LLVM]]
// CHECK: relax.exp {{.*}}: tensor<4xf32, #[[ON_LLVM]]>
relax.func @two(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.hint_on_device %x on <"cuda", 0> : tensor<4xf32>
  %1 = relax.exp %0 : tensor<4xf32>
  %2 = relax.hint_on_device %1 on <"llvm", 0> : tensor<4xf32>
  %3 = relax.exp %2 : tensor<4xf32>
  relax.return %3 : tensor<4xf32>
}

// Without a hint nothing happens, dead or not.
// CHECK: @none(%{{.*}}: tensor<4xf32>) -> tensor<4xf32>
relax.func private @none(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}

// A closure's type says where its parameters and results are, so a hint in it
// copies, and so does its end.
// CHECK-LABEL: relax.func @lambda(
// CHECK: relax.lambda : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>
// CHECK: ^bb0(%[[A:.*]]: tensor<4xf32>):
// CHECK: %[[B:.*]] = relax.to_vdevice %[[A]] to #[[CUDA]]
// CHECK: %[[C:.*]] = relax.add %[[B]], %{{.*}}: tensor<4xf32, #[[ON_CUDA]]>
// CHECK: %[[D:.*]] = relax.to_vdevice %[[C]] to #[[LLVM]]
// CHECK: relax.yield %[[D]]
relax.func @lambda(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %h = relax.hint_on_device %y on <"cuda", 0> : tensor<4xf32>
  %f = relax.lambda : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {
  ^bb0(%a: tensor<4xf32>):
    %g = relax.hint_on_device %a on <"cuda", 0> : tensor<4xf32>
    %1 = relax.add %g, %h : tensor<4xf32>
    relax.yield %1 : tensor<4xf32>
  }
  %0 = relax.invoke_pure_closure %f(%x) : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>, (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// A private function takes what its callers give where that is, and they take
// what it gives where that is; a copy where they want it elsewhere.
// CHECK-LABEL: relax.func private @callee(
// CHECK-SAME: tensor<4xf32, #[[ON_LLVM]]>) -> tensor<4xf32, #[[ON_CUDA]]>
// CHECK: relax.to_vdevice %{{.*}} to #[[CUDA]]
// CHECK-LABEL: relax.func @caller(
// CHECK: %[[L:.*]] = relax.exp %{{.*}}: tensor<4xf32, #[[ON_LLVM]]>
// CHECK: %[[R:.*]] = relax.call @callee(%[[L]]) : (tensor<4xf32, #[[ON_LLVM]]>) -> tensor<4xf32, #[[ON_CUDA]]>
// CHECK: %[[S:.*]] = relax.to_vdevice %[[R]] to #[[LLVM]]
// CHECK: relax.abs %[[S]]
relax.func private @callee(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.hint_on_device %x on <"cuda", 0> : tensor<4xf32>
  %1 = relax.exp %0 : tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}
relax.func @caller(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.hint_on_device %x on <"llvm", 0> : tensor<4xf32>
  %1 = relax.exp %0 : tensor<4xf32>
  %2 = relax.call @callee(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = relax.hint_on_device %2 on <"llvm", 0> : tensor<4xf32>
  %4 = relax.abs %3 : tensor<4xf32>
  relax.return %4 : tensor<4xf32>
}

// Branches on two devices: the result is where the first is.
// CHECK-LABEL: relax.func @branches(
// CHECK: relax.if %{{.*}} -> tensor<4xf32, #[[ON_CUDA]]>
// CHECK: } else {
// CHECK: %[[E:.*]] = relax.exp %{{.*}}: tensor<4xf32, #[[ON_LLVM]]>
// CHECK: %[[F:.*]] = relax.to_vdevice %[[E]] to #[[CUDA]]
// CHECK: relax.yield %[[F]]
relax.func @branches(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.if %c : tensor<i1> -> tensor<4xf32> {
    %1 = relax.hint_on_device %x on <"cuda", 0> : tensor<4xf32>
    %2 = relax.exp %1 : tensor<4xf32>
    relax.yield %2 : tensor<4xf32>
  } else {
    %1 = relax.hint_on_device %y on <"llvm", 0> : tensor<4xf32>
    %2 = relax.exp %1 : tensor<4xf32>
    relax.yield %2 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}

// A recursive function is its own caller; a function of a closure keeps its
// signature; a tuple's type says where its fields are.
// CHECK-LABEL: relax.func private @recursive(
// CHECK: relax.call @recursive(%{{.*}}) : (tensor<4xf32, #[[ON_CUDA]]>) -> tensor<4xf32>
relax.func private @recursive(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.hint_on_device %x on <"cuda", 0> : tensor<4xf32>
  %1 = relax.call @recursive(%0) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}
// CHECK-LABEL: relax.func private @closed(
// CHECK-SAME: tensor<4xf32>) -> tensor<4xf32>
// CHECK: relax.to_vdevice
// CHECK: relax.to_vdevice
// CHECK-LABEL: relax.func @closes(
// CHECK: %[[G:.*]] = relax.exp %{{.*}}: tensor<4xf32, #[[ON_CUDA]]>
// CHECK: %[[H:.*]] = relax.to_vdevice %[[G]] to #[[LLVM]]
// CHECK: relax.tuple %[[H]]
relax.func private @closed(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.hint_on_device %x on <"cuda", 0> : tensor<4xf32>
  %1 = relax.exp %0 : tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}
relax.func @closes(%x: tensor<4xf32>) -> (!relax.object, tuple<tensor<4xf32>>) {
  %0 = relax.make_closure @closed() : () -> !relax.object
  %1 = relax.hint_on_device %x on <"cuda", 0> : tensor<4xf32>
  %2 = relax.exp %1 : tensor<4xf32>
  %3 = relax.tuple %2 : (tensor<4xf32>) -> tuple<tensor<4xf32>>
  relax.return %0, %3 : !relax.object, tuple<tensor<4xf32>>
}

// On the host is where a tensor of unknown rank is anyway.
// CHECK-LABEL: relax.func @unranked(
// CHECK-NEXT: relax.return
relax.func @unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  %0 = relax.hint_on_device %x on <"llvm", 0> : tensor<*xf32>
  relax.return %0 : tensor<*xf32>
}

// What a function is said to give is computed there, where nothing else says
// where.
// CHECK-LABEL: relax.func @result(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32, #[[D:.*]]>, %[[Y:.*]]: tensor<4xf32, #[[D]]>) -> tensor<4xf32, #[[D]]> {
// CHECK-NEXT: relax.add %[[X]], %[[Y]]
// CHECK-NEXT: relax.return
relax.func @result(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>> {
  %0 = relax.add %x, %y : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
