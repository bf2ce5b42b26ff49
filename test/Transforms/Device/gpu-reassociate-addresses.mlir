// Indices of shared memory in loops are added up so that what varies least comes first; a second
// run changes nothing.
// RUN: relax-opt %s --pass-pipeline='builtin.module(llvm.func(relax-gpu-reassociate-addresses))' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(llvm.func(relax-gpu-reassociate-addresses,relax-gpu-reassociate-addresses))' | FileCheck %s

llvm.func @use(!llvm.ptr<3>)

// Also where the first sum is another address's: each has one addition a step.
// What is computed of invariants in the loop is one, too; a constant stays last.
// CHECK-LABEL: llvm.func @stages(
// CHECK-SAME: %[[MEMORY:.*]]: !llvm.ptr<3>, %[[ROW:[^:]*]]: i64, %[[COLUMN:[^:]*]]: i64,
// CHECK: ^bb1(%[[STEP:.*]]: i64):
// CHECK: %[[PART:.*]] = llvm.mul %[[STEP]]
// CHECK: %[[OWN:.*]] = llvm.mul %[[ROW]]
// CHECK: %[[FIRST:.*]] = llvm.add %[[OWN]], %[[COLUMN]] : i64
// CHECK: %[[AT:.*]] = llvm.add %[[FIRST]], %[[PART]] : i64
// CHECK: llvm.getelementptr %[[MEMORY]][%[[AT]]]
// CHECK: %[[SECOND:.*]] = llvm.add %[[OWN]], %[[ROW]] : i64
// CHECK: %[[SUM:.*]] = llvm.add %[[SECOND]], %[[PART]] : i64
// CHECK: %[[NEXT:.*]] = llvm.add %[[SUM]], %{{.*}} : i64
// CHECK: llvm.getelementptr %[[MEMORY]][%[[NEXT]]]
llvm.func @stages(%memory: !llvm.ptr<3>, %row: i64, %column: i64, %last: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^step(%zero : i64)
^step(%step: i64):
  %part = llvm.mul %step, %last : i64
  %own = llvm.mul %row, %last : i64
  %line = llvm.add %part, %own : i64
  %0 = llvm.add %line, %column : i64
  %1 = llvm.getelementptr %memory[%0] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
  llvm.call @use(%1) : (!llvm.ptr<3>) -> ()
  %2 = llvm.add %line, %row : i64
  %3 = llvm.add %2, %one : i64
  %4 = llvm.getelementptr %memory[%3] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
  llvm.call @use(%4) : (!llvm.ptr<3>) -> ()
  %next = llvm.add %step, %one : i64
  %more = llvm.icmp "ult" %next, %last : i64
  llvm.cond_br %more, ^step(%next : i64), ^end
^end:
  llvm.return
}

// Of two loops: first what varies in none, then in the outer one, then in both;
// what varies in both stays one sum, which others may have as well.
// CHECK-LABEL: llvm.func @nested(
// CHECK-SAME: %[[MEMORY:.*]]: !llvm.ptr<3>, %[[ROW:[^:]*]]: i64,
// CHECK: ^bb1(%[[I:.*]]: i64):
// CHECK: ^bb2(%[[J:.*]]: i64):
// CHECK: %[[SQUARE:.*]] = llvm.mul %[[J]], %[[J]]
// CHECK: %[[FIRST:.*]] = llvm.add %[[ROW]], %[[I]] : i64
// CHECK: %[[BOTH:.*]] = llvm.add %[[J]], %[[SQUARE]] : i64
// CHECK: %[[AT:.*]] = llvm.add %[[FIRST]], %[[BOTH]] : i64
// CHECK: llvm.getelementptr %[[MEMORY]][%[[AT]]]
llvm.func @nested(%memory: !llvm.ptr<3>, %row: i64, %last: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^outer(%zero : i64)
^outer(%i: i64):
  llvm.br ^inner(%zero : i64)
^inner(%j: i64):
  %square = llvm.mul %j, %j : i64
  %0 = llvm.add %j, %i : i64
  %1 = llvm.add %square, %row : i64
  %2 = llvm.add %0, %1 : i64
  %3 = llvm.getelementptr %memory[%2] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
  llvm.call @use(%3) : (!llvm.ptr<3>) -> ()
  %nextJ = llvm.add %j, %one : i64
  %moreJ = llvm.icmp "ult" %nextJ, %last : i64
  llvm.cond_br %moreJ, ^inner(%nextJ : i64), ^latch
^latch:
  %nextI = llvm.add %i, %one : i64
  %moreI = llvm.icmp "ult" %nextI, %last : i64
  llvm.cond_br %moreI, ^outer(%nextI : i64), ^end
^end:
  llvm.return
}

// Left as they are: one addition in the loop is the least; a sum that only
// differs by a constant from another; what is read anew in each step varies;
// nothing varies outside of loops.
// CHECK-LABEL: llvm.func @least(
// CHECK: ^bb1(%[[STEP:.*]]: i64):
// CHECK: %[[SUM:.*]] = llvm.add %[[STEP]], %{{.*}} : i64
// CHECK-NEXT: llvm.getelementptr %{{.*}}[%[[SUM]]]
// CHECK: %[[NEXT:.*]] = llvm.add %[[SUM]], %{{.*}} : i64
// CHECK-NEXT: llvm.getelementptr %{{.*}}[%[[NEXT]]]
// CHECK: %[[LOADED:.*]] = llvm.load
// CHECK: %[[BOTH:.*]] = llvm.add %[[STEP]], %[[LOADED]] : i64
// CHECK-NEXT: llvm.getelementptr %{{.*}}[%[[BOTH]]]
// CHECK: ^bb2:
// CHECK: %[[PAIR:.*]] = llvm.add %[[LAST:.*]], %[[ROW:.*]] : i64
// CHECK: llvm.add %[[PAIR]], %{{.*}} : i64
llvm.func @least(%memory: !llvm.ptr<3>, %row: i64, %last: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^step(%zero : i64)
^step(%step: i64):
  %0 = llvm.add %step, %row : i64
  %1 = llvm.getelementptr %memory[%0] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
  llvm.call @use(%1) : (!llvm.ptr<3>) -> ()
  %2 = llvm.add %0, %one : i64
  %3 = llvm.getelementptr %memory[%2] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
  llvm.call @use(%3) : (!llvm.ptr<3>) -> ()
  %4 = llvm.load %3 : !llvm.ptr<3> -> i64
  %5 = llvm.add %step, %4 : i64
  %6 = llvm.getelementptr %memory[%5] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
  llvm.call @use(%6) : (!llvm.ptr<3>) -> ()
  %next = llvm.add %step, %one : i64
  %more = llvm.icmp "ult" %next, %last : i64
  llvm.cond_br %more, ^step(%next : i64), ^end
^end:
  %7 = llvm.add %last, %row : i64
  %8 = llvm.add %7, %last : i64
  %9 = llvm.getelementptr %memory[%8] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
  llvm.call @use(%9) : (!llvm.ptr<3>) -> ()
  llvm.return
}

// Two addresses with the same sum, which has the same part twice.
// CHECK-LABEL: llvm.func @twice(
// CHECK: ^bb1(%[[STEP:.*]]: i64):
// CHECK-COUNT-2: llvm.getelementptr
// CHECK-NOT: llvm.add %{{.*}}, %[[STEP]] : i64
// CHECK: llvm.add %[[STEP]], %{{.*}} : i64
llvm.func @twice(%memory: !llvm.ptr<3>, %row: i64, %last: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^step(%zero : i64)
^step(%step: i64):
  %0 = llvm.add %step, %row : i64
  %1 = llvm.add %0, %0 : i64
  %2 = llvm.add %1, %last : i64
  %3 = llvm.getelementptr %memory[%2] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
  llvm.call @use(%3) : (!llvm.ptr<3>) -> ()
  %4 = llvm.getelementptr %memory[%2] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  llvm.call @use(%4) : (!llvm.ptr<3>) -> ()
  %next = llvm.add %step, %one : i64
  %more = llvm.icmp "ult" %next, %last : i64
  llvm.cond_br %more, ^step(%next : i64), ^end
^end:
  llvm.return
}

// Addresses of global memory are LLVM's own matter.
// CHECK-LABEL: llvm.func @global(
// CHECK: ^bb1(%[[STEP:.*]]: i64):
// CHECK-NEXT: %[[FIRST:.*]] = llvm.add %[[STEP]], %{{.*}} : i64
// CHECK-NEXT: %[[AT:.*]] = llvm.add %[[FIRST]], %{{.*}} : i64
// CHECK-NEXT: llvm.getelementptr %{{.*}}[%[[AT]]]
llvm.func @global(%memory: !llvm.ptr, %row: i64, %column: i64, %last: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^step(%zero : i64)
^step(%step: i64):
  %0 = llvm.add %step, %row : i64
  %1 = llvm.add %0, %column : i64
  %2 = llvm.getelementptr %memory[%1] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %3 = llvm.load volatile %2 : !llvm.ptr -> f32
  %next = llvm.add %step, %one : i64
  %more = llvm.icmp "ult" %next, %last : i64
  llvm.cond_br %more, ^step(%next : i64), ^end
^end:
  llvm.return
}

// Nothing to do.
// CHECK-LABEL: llvm.func @empty
llvm.func @empty() {
  llvm.return
}
