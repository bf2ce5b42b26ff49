// A program is scheduled by the script that a database has for it.
// RUN: rm -rf %t && mkdir -p %t && relax-opt %s --relax-write-tuning-tasks=folder=%t/tasks -o /dev/null
// RUN: %python %S/Inputs/make-database.py %t/tasks %t/db.json "transform.tir.parallel %i"
// RUN: relax-opt %s --relax-meta-schedule-apply-database=database=%t/db.json -o %t/applied.mlir
// RUN: FileCheck %s < %t/applied.mlir
// RUN: relax-opt %t/applied.mlir --relax-meta-schedule-apply-database=database=%t/db.json | diff %t/applied.mlir -
// RUN: %same-results='relax-meta-schedule-apply-database{database=%t/db.json}'
// The default schedule comes behind it, and takes the rest.
// RUN: relax-opt %t/applied.mlir --tir-default-cpu-schedule=vector-bits=256 | FileCheck %s --check-prefix=REST
// REST-LABEL: tir.func private @exp
// REST-NOT: vectorized
// REST-LABEL: tir.func private @other
// REST: vectorized

// A script that a step of rejects, one that is none, one that does not parse:
// the program stays, and a remark says why.
// RUN: %python %S/Inputs/make-database.py %t/tasks %t/bad.json "%%a, %%b = transform.tir.split %%i [3, 5]"
// RUN: relax-opt %s --relax-meta-schedule-apply-database=database=%t/bad.json 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: remark: is scheduled by default: its script in the database does not fit it:
// BAD: tir.block "exp"
// RUN: %python %S/Inputs/make-database.py %t/tasks %t/none.json --text "module {}"
// RUN: relax-opt %s --relax-meta-schedule-apply-database=database=%t/none.json 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: does not fit it: expected a named sequence @__transform_main
// RUN: %python %S/Inputs/make-database.py %t/tasks %t/broken.json --text "broken"
// RUN: relax-opt %s --relax-meta-schedule-apply-database=database=%t/broken.json 2>&1 | FileCheck %s --check-prefix=BROKEN
// BROKEN: does not fit it: custom op 'broken' is unknown

// Files that are no databases.
// RUN: not relax-opt %s --relax-meta-schedule-apply-database=database=%t/gone.json 2>&1 | FileCheck %s --check-prefix=GONE
// GONE: error: cannot read the database of schedules "{{.*}}gone.json": {{.*}}
// GONE: note: give a file that relax-tune has written
// RUN: echo '{"version": 2, "programs": {}}' > %t/new.json
// RUN: not relax-opt %s --relax-meta-schedule-apply-database=database=%t/new.json 2>&1 | FileCheck %s --check-prefix=NEW
// NEW: expected "version": 1 and "programs", an object
// RUN: echo '{"version": 1, "programs": {"a": 3}}' > %t/entry.json
// RUN: not relax-opt %s --relax-meta-schedule-apply-database=database=%t/entry.json 2>&1 | FileCheck %s --check-prefix=ENTRY
// ENTRY: expected an object for program "a"
// RUN: echo '{' > %t/cut.json
// RUN: not relax-opt %s --relax-meta-schedule-apply-database=database=%t/cut.json 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: cannot read the database of schedules "{{.*}}cut.json"

// CHECK-LABEL: tir.func private @exp
// CHECK: tir.for parallel
// CHECK-NOT: tir.block
// CHECK-LABEL: tir.func private @other
// CHECK: tir.block "double"
relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.call_tir @exp(%x) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
  %1 = relax.call_tir @other(%0) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
  relax.return %1 : tensor<?xf32, #relax.dims<[n]>>
}
tir.func private @exp(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  tir.for %i = %c0 to %n {
    tir.block "exp" iters(%v : spatial = %i in %n) reads(%x : memref<?xf32>) writes(%y : memref<?xf32>) {
      %0 = memref.load %x[%v] : memref<?xf32>
      %1 = math.exp %0 : f32
      memref.store %1, %y[%v] : memref<?xf32>
    }
  }
  tir.return
}
tir.func private @other(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  tir.for %i = %c0 to %n {
    tir.block "double" iters(%v : spatial = %i in %n) reads(%x : memref<?xf32>) writes(%y : memref<?xf32>) {
      %0 = memref.load %x[%v] : memref<?xf32>
      %1 = arith.addf %0, %0 : f32
      memref.store %1, %y[%v] : memref<?xf32>
    }
  }
  tir.return
}
