// What cannot be split, though it is said to be.
// RUN: relax-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(shard-partition))'

shard.grid @grid(shape = 2)
func.func @padding(%x: tensor<8x16xf32>) -> tensor<16xf32> {
  %s = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %xs = shard.shard %x to %s : tensor<8x16xf32>
  // expected-note@below {{is split here}}
  %xu = shard.shard %xs to %s annotate_for_users : tensor<8x16xf32>
  // expected-error@below {{expects a whole axis where it has windows, padding, groups, a variance or symbols, found one that is split over axis 0 of grid @grid; leave 'annotate_for_users' away, so that it is gathered}}
  %y = relax.std %xu {axis = array<i64: 0>} : (tensor<8x16xf32>) -> tensor<16xf32>
  %w = shard.sharding @grid split_axes = [[]] : !shard.sharding
  %ys = shard.shard %y to %w : tensor<16xf32>
  %yu = shard.shard %ys to %w annotate_for_users : tensor<16xf32>
  return %yu : tensor<16xf32>
}
