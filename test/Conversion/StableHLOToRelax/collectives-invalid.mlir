// Exchanges that no grid of workers has, and those with a host.
// RUN: relax-opt %s --split-input-file --convert-stablehlo-to-relax --verify-diagnostics

// expected-note@+1 {{comes from here}}
func.func @groups(%x: tensor<4xf32>) -> (tensor<8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // In another order; of several sizes; a device in two.
  // expected-error@+1 {{'stablehlo.all_gather' (1 op) cannot be converted to relax: expected groups of one size, in which each device is once, that differ along axes of a grid of devices, in the order of their numbers, found dense<[[1, 0], [3, 2]]> : tensor<2x2xi64> and 4 replicas of 1 partitions}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0], [3, 2]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
  // expected-error@+1 {{'stablehlo.collective_broadcast' (3 ops) cannot be converted to relax: expected groups of one size}}
  %1 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1, 2], [3, -1, -1]]> : tensor<2x3xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  // expected-note@+1 {{another one is here}}
  %2 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  // expected-note@+1 {{another one is here}}
  %3 = "stablehlo.collective_broadcast"(%x) <{replica_groups = 3 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2, %3 : tensor<8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// expected-note@+1 {{comes from here}}
func.func @axes(%x: tensor<3xf32>, %y: tensor<?xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{expected an axis that divides among the devices of a group, found axis 0 of tensor<3xf32> and 2 devices}}
  %0 = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<3xf32>) -> tensor<2xf32>
  // expected-error@+1 {{expected an axis that divides}}
  %1 = "stablehlo.all_to_all"(%x) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 5 : i64}> : (tensor<3xf32>) -> tensor<3xf32>
  // expected-error@+1 {{expected an axis that divides}}
  %2 = "stablehlo.all_gather"(%x) <{all_gather_dim = -1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<3xf32>) -> tensor<6xf32>
  // expected-error@+1 {{expected a region that is a sum, a product, a maximum or a minimum of its arguments, or for bools 'or' and 'and'}}
  %3 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<3xf32>) -> tensor<3xf32>
  // expected-error@+1 {{expected tensors of known sizes in an exchange, found tensor<?xf32>}}
  %4 = "stablehlo.collective_broadcast"(%y) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?xf32>) -> tensor<?xf32>
  // expected-error@+1 {{expected pairs of devices, of which each gets one tensor at most, found those of 2 devices}}
  %5 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 1]]> : tensor<2x2xi64>}> : (tensor<3xf32>) -> tensor<3xf32>
  return %5 : tensor<3xf32>
}

// -----

func.func @host(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.create_token : !stablehlo.token
  // expected-error@+1 {{'stablehlo.infeed' (1 op) cannot be converted to relax: it exchanges tensors with the host while the program runs; expected these as parameters and results}}
  %1:2 = "stablehlo.infeed"(%0) : (!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)
  // expected-error@+1 {{'stablehlo.outfeed' (1 op) cannot be converted to relax: it exchanges tensors with the host}}
  %2 = "stablehlo.outfeed"(%x, %0) : (tensor<3xf32>, !stablehlo.token) -> !stablehlo.token
  // expected-error@+1 {{'stablehlo.send' (1 op) cannot be converted to relax: it exchanges tensors with the host}}
  %3 = "stablehlo.send"(%x, %0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<3xf32>, !stablehlo.token) -> !stablehlo.token
  // expected-error@+1 {{'stablehlo.recv' (1 op) cannot be converted to relax: it is one end of an exchange of two devices; expected 'stablehlo.collective_permute', which says both}}
  %4:2 = "stablehlo.recv"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, is_host_transfer = false}> : (!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)
  return %1#0 : tensor<3xf32>
}

// -----

// expected-error@+1 {{expected a body of one block, and parameters and results that are tensors of integers, floats and complex numbers}}
func.func @parameter(%t: !stablehlo.token) -> !stablehlo.token {
  %0 = stablehlo.after_all %t : !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

// expected-note@+1 {{comes from here}}
func.func @loop(%x: tensor<3xf32>) -> tensor<3xf32> {
  %t = stablehlo.create_token : !stablehlo.token
  // expected-error@+2 {{expected regions that take the operands and give a condition, and what the next turn gets}}
  // expected-note@-2 {{comes from here}}
  %0:2 = stablehlo.while(%a = %x, %u = %t) : tensor<3xf32>, !stablehlo.token
  cond {
    %c = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %a, %u : tensor<3xf32>, !stablehlo.token
  }
  return %0#0 : tensor<3xf32>
}
