// A product of two matrices on a CPU: tasks, tiles in registers, vectors. For a
// block "product" that computes y[i, j] += x[i, k] * w[k, j]:
//
//   relax-opt program.mlir --transform-preload-library='transform-library-paths=matmul-cpu.mlir' --transform-interpreter --tir-compact-buffers
//
// benchmarks/schedules.py compares it with the default schedule.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %product = transform.tir.get_block "product" in %root : !transform.any_op
    %i, %j, %k = transform.tir.get_loops %product

    // A task is 16 columns; a tile in it 8 rows of these.
    %tile, %row = transform.tir.split %i [?, 8]
    %task, %column = transform.tir.split %j [?, 16]
    transform.tir.reorder %task, %tile, %k, %row, %column

    // The columns of the second matrix that a task needs are copied to where
    // they are contiguous; the elements of a tile are kept in registers.
    %panel = transform.tir.read_at %task, %product[1] "global"
    %result = transform.tir.write_at %tile, %product[0] "local"
    %start = transform.tir.decompose_reduction %product before %k

    // Tasks run in threads, rows are written out, columns are vectors.
    transform.tir.parallel %task
    transform.tir.unroll %row
    transform.tir.vectorize %column
    %0, %1, %start_row, %start_column = transform.tir.get_loops %start
    transform.tir.unroll %start_row
    transform.tir.vectorize %start_column
    %2, %3, %result_row, %result_column = transform.tir.get_loops %result
    transform.tir.unroll %result_row
    transform.tir.vectorize %result_column
    %4, %panel_row, %panel_column = transform.tir.get_loops %panel
    transform.tir.vectorize %panel_column

    // Nothing else is to be scheduled: blocks become what is in them.
    %function = transform.structured.match ops{["tir.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tir.lower_blocks %function : !transform.any_op
    transform.yield
  }
}
