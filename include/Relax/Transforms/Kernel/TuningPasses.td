// Passes that give tensor programs the schedules that relax-tune found.
#ifndef RELAX_TRANSFORMS_KERNEL_TUNINGPASSES_TD
#define RELAX_TRANSFORMS_KERNEL_TUNINGPASSES_TD

include "mlir/Pass/PassBase.td"

def WriteTuningTasksPass
    : Pass<"relax-write-tuning-tasks", "::mlir::ModuleOp"> {
  let summary = "Write each tensor program that has no schedule to a file";
  let description = [{
    Requires: nothing.
    Ensures: the module stays as it is. `folder` has a module for each
    different tensor program that only `relax.call_tir` uses: the program, named
    `@program`, and a function `@main` that calls it with its parameters. The
    file's name is the key that a database of schedules has for the program; in
    `tasks.json` each has its name, the number of calls, and the bytes of its
    arguments but the first. Programs that call
    others, or whose sizes no parameter gives, are left out.

    ```mlir
    // before: folder=.
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      relax.return %x : tensor<4xf32>
    }
    // unchanged
    ```
  }];
  let options = [Option<"folder", "folder", "std::string", /*default=*/"",
      "where the files go; it is made if it is missing">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def MetaScheduleApplyDatabasePass
    : Pass<"relax-meta-schedule-apply-database", "::mlir::ModuleOp"> {
  let summary = "Schedule tensor programs as a database of relax-tune says";
  let description = [{
    Requires: nothing.
    Ensures: a tensor program that has no schedule, and whose key is in the
    database, is scheduled by the script that stands there. Others, and those
    whose script does not fit any more, which a remark names, stay as they are:
    `tir-default-cpu-schedule` comes after this. A file that is no database is
    an error.

    TVM's MetaScheduleApplyDatabase.

    ```mlir
    // before: database=none.json
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      relax.return %x : tensor<4xf32>
    }
    // error: cannot read the database of schedules "none.json"
    ```
  }];
  let options = [Option<"database", "database", "std::string", /*default=*/"",
      "the file that relax-tune has written">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
      "::mlir::memref::MemRefDialect", "::mlir::tir::TIRDialect",
      "::mlir::transform::TransformDialect", "::mlir::vector::VectorDialect"];
}

#endif // RELAX_TRANSFORMS_KERNEL_TUNINGPASSES_TD
