// Tiles of 8 x 32 elements: rows of tiles in parallel, the columns of a tile in vectors.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %block = transform.tir.get_block "distance" in %root : !transform.any_op
    %i, %j, %k = transform.tir.get_loops %block
    %io, %ii = transform.tir.split %i [?, 8]
    %jo, %ji = transform.tir.split %j [?, 32]
    transform.tir.reorder %io, %jo, %k, %ii, %ji
    transform.tir.parallel %io
    transform.tir.vectorize %ji
    %function = transform.tir.get_function @distances in %root : !transform.any_op
    transform.tir.lower_blocks %function : !transform.op<"tir.func">
    transform.yield
  }
}
