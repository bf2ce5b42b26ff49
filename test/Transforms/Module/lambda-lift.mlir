// RUN: relax-opt %s -relax-lambda-lift | FileCheck %s
// RUN: relax-opt %s -relax-lambda-lift -relax-lambda-lift | FileCheck %s
// RUN: %same-results=relax-lambda-lift

// Symbols that no parameter defines come in through a shape.
// CHECK: relax.func private @symbolic_lambda(%[[S:.*]]: !relax.shape<[n]>) -> !relax.shape<[n * 2]>
// CHECK: relax.shape [n * 2]
// CHECK-LABEL: relax.func @symbolic
// CHECK: %[[N:.*]] = relax.shape [n]
// CHECK: relax.make_closure @symbolic_lambda(%[[N]])
relax.func @symbolic(%x: tensor<?xf32, #relax.dims<[n]>>) -> !relax.callable<() -> !relax.shape<[n * 2]>, pure> {
  %f = relax.lambda : !relax.callable<() -> !relax.shape<[n * 2]>, pure> {
    %0 = relax.shape [n * 2] : !relax.shape<[n * 2]>
    relax.yield %0 : !relax.shape<[n * 2]>
  }
  relax.return %f : !relax.callable<() -> !relax.shape<[n * 2]>, pure>
}

// A local function in a local function; an effect makes it impure.
// CHECK: relax.func private @nested_lambda(
// CHECK: relax.func impure private @nested_lambda_0(
// CHECK: relax.make_closure @nested_lambda(
// CHECK-LABEL: relax.func @nested(
// CHECK: relax.make_closure @nested_lambda_0(
// CHECK-NOT: relax.lambda
relax.func @nested(%x: tensor<4xf32>) -> !relax.callable<(tensor<4xf32>) -> !relax.callable<() -> tensor<4xf32>, pure>, impure> {
  %f = relax.lambda : !relax.callable<(tensor<4xf32>) -> !relax.callable<() -> tensor<4xf32>, pure>, impure> {
  ^bb0(%y: tensor<4xf32>):
    %g = relax.lambda : !relax.callable<() -> tensor<4xf32>, pure> {
      %0 = relax.add %x, %y : tensor<4xf32>
      relax.yield %0 : tensor<4xf32>
    }
    relax.yield %g : !relax.callable<() -> tensor<4xf32>, pure>
  }
  relax.return %f : !relax.callable<(tensor<4xf32>) -> !relax.callable<() -> tensor<4xf32>, pure>, impure>
}

// A local function that calls itself, and gives itself away: a closure of the
// same values.
// CHECK-LABEL: relax.func private @recursive_lambda(
// CHECK-SAME: %[[Z:.*]]: tensor<i64>, %[[Y:.*]]: tensor<i64>) -> tensor<i64>
// CHECK: relax.call @recursive_lambda(%{{.*}}, %[[Y]]) : (tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK-LABEL: relax.func @recursive(
// CHECK: relax.call @recursive_lambda(%arg0, %arg1) : (tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK-LABEL: relax.func private @given_lambda(
// CHECK-NEXT: %[[S:.*]] = relax.make_closure @given_lambda() : () -> !relax.callable<() -> !relax.object, pure>
// CHECK: relax.tuple %[[S]]
relax.func @recursive(%x: tensor<i64>, %y: tensor<i64>) -> tensor<i64> {
  %f = relax.lambda recursive : !relax.callable<(tensor<i64>) -> tensor<i64>, pure> {
  ^bb0(%self: !relax.callable<(tensor<i64>) -> tensor<i64>, pure>, %z: tensor<i64>):
    %0 = relax.less %z, %y : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %1 = relax.if %0 : tensor<i1> -> tensor<i64> {
      %2 = relax.add %z, %z : tensor<i64>
      %3 = relax.invoke_pure_closure %self(%2) : !relax.callable<(tensor<i64>) -> tensor<i64>, pure>, (tensor<i64>) -> tensor<i64>
      relax.yield %3 : tensor<i64>
    } else {
      relax.yield %z : tensor<i64>
    }
    relax.yield %1 : tensor<i64>
  }
  %4 = relax.invoke_pure_closure %f(%x) : !relax.callable<(tensor<i64>) -> tensor<i64>, pure>, (tensor<i64>) -> tensor<i64>
  relax.return %4 : tensor<i64>
}
relax.func @given() -> !relax.callable<() -> !relax.object, pure> {
  %f = relax.lambda recursive : !relax.callable<() -> !relax.object, pure> {
  ^bb0(%self: !relax.callable<() -> !relax.object, pure>):
    %0 = relax.tuple %self : (!relax.callable<() -> !relax.object, pure>) -> tuple<!relax.callable<() -> !relax.object, pure>>
    %1 = relax.match_cast %0 : tuple<!relax.callable<() -> !relax.object, pure>> to !relax.object
    relax.yield %1 : !relax.object
  }
  relax.return %f : !relax.callable<() -> !relax.object, pure>
}

// CHECK-LABEL: relax.func private @dead()
relax.func private @dead() {
  relax.return
}

// In functions of other dialects, and in modules inside of this one.
// CHECK: relax.func private @host_lambda()
// CHECK-LABEL: func.func @host
// CHECK: relax.make_closure @host_lambda()
func.func @host() {
  %f = relax.lambda : !relax.callable<() -> (), pure> {
    relax.yield
  }
  return
}
// CHECK-LABEL: module @apart
// CHECK-NEXT: relax.func private @inner_lambda()
// CHECK: relax.func @inner
// CHECK: relax.make_closure @inner_lambda()
module @apart {
  relax.func @inner() {
    %f = relax.lambda : !relax.callable<() -> (), pure> {
      relax.yield
    }
    relax.return
  }
}

// A closure that is called where it is made is a call, with what it holds last;
// one that leaves the function stays one.
// CHECK: relax.func private @called_lambda(
// CHECK-LABEL: relax.func @called(
// CHECK-NEXT: %[[R:.*]] = relax.call @called_lambda(%arg1, %arg0) : (tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
// CHECK-NEXT: relax.return %[[R]]
relax.func @called(%x: tensor<?xf32, #relax.dims<[n]>>, %y: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %f = relax.lambda : !relax.callable<(tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>, pure> {
  ^bb0(%a: tensor<?xf32, #relax.dims<[n]>>):
    %0 = relax.add %x, %a : tensor<?xf32, #relax.dims<[n]>>
    relax.yield %0 : tensor<?xf32, #relax.dims<[n]>>
  }
  %1 = relax.invoke_pure_closure %f(%y) : !relax.callable<(tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>, pure>, (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
  relax.return %1 : tensor<?xf32, #relax.dims<[n]>>
}
// CHECK-LABEL: relax.func impure @effect(
// CHECK: relax.call impure @print() : () -> ()
// CHECK-NOT: relax.make_closure
// CHECK-LABEL: relax.func @passed(
// CHECK: relax.make_closure @half(
// CHECK: relax.call @apply(
relax.func impure private @print() {
  relax.print "here"
  relax.return
}
relax.func impure @effect() {
  %f = relax.make_closure @print() : () -> !relax.object
  relax.invoke_closure %f() : !relax.object, () -> ()
  relax.return
}
relax.func private @half(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}
relax.func private @apply(%f: !relax.callable<() -> tensor<4xf32>, pure>) -> tensor<4xf32> {
  %0 = relax.invoke_pure_closure %f() : !relax.callable<() -> tensor<4xf32>, pure>, () -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
relax.func @passed(%x: tensor<4xf32>) -> tensor<4xf32> {
  %f = relax.make_closure @half(%x) : (tensor<4xf32>) -> !relax.callable<() -> tensor<4xf32>, pure>
  %0 = relax.call @apply(%f) : (!relax.callable<() -> tensor<4xf32>, pure>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// A promise that a call of an impure function has no effect is no promise of
// the pure function, or region, around it: the call stays.
// CHECK-LABEL: relax.func @promised() {
// CHECK: relax.invoke_pure_closure
// CHECK-LABEL: relax.func @kept(
// CHECK: relax.dataflow
// CHECK: relax.invoke_pure_closure
relax.func @promised() {
  %f = relax.make_closure @print() : () -> !relax.object
  relax.invoke_pure_closure %f() : !relax.object, () -> ()
  relax.return
}
relax.func @kept() {
  relax.dataflow {
    %f = relax.make_closure @print() : () -> !relax.object
    relax.invoke_pure_closure %f() : !relax.object, () -> ()
    relax.output
  }
  relax.return
}
