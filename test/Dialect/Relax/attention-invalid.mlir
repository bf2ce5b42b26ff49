// Attention: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R6 of relax.nn.attention
relax.func @main(%q: tensor<2x16x8x32xf16>, %k: tensor<2x20x8x32xf16>, %v: tensor<2x20x8x32xf16>) {
  // expected-error @below {{'relax.nn.attention' op expects a 'causal_mask' with 'window_size', but found none}}
  %0 = relax.nn.attention %q, %k, %v {window_size = 4 : i64} : (tensor<2x16x8x32xf16>, tensor<2x20x8x32xf16>, tensor<2x20x8x32xf16>) -> tensor<*xf16>
  relax.return
}

// -----

// R6 of relax.nn.attention_bias
relax.func @main(%q: tensor<2x16x8x32xf16>, %k: tensor<2x20x8x32xf16>, %v: tensor<2x20x8x32xf16>, %e0: tensor<16x20xf16>) {
  // expected-error @below {{'relax.nn.attention_bias' op expects a 'causal_mask' with 'window_size', but found none}}
  %0 = relax.nn.attention_bias %q, %k, %v, %e0 {window_size = 4 : i64} : (tensor<2x16x8x32xf16>, tensor<2x20x8x32xf16>, tensor<2x20x8x32xf16>, tensor<16x20xf16>) -> tensor<*xf16>
  relax.return
}

// -----

// R6 of relax.nn.attention_var_len
relax.func @main(%q: tensor<2x16x8x32xf16>, %k: tensor<2x20x8x32xf16>, %v: tensor<2x20x8x32xf16>, %e0: tensor<3xi32>, %e1: tensor<3xi32>, %e2: tensor<i32>, %e3: tensor<i32>) {
  // expected-error @below {{'relax.nn.attention_var_len' op expects a 'causal_mask' with 'window_size', but found none}}
  %0 = relax.nn.attention_var_len %q, %k, %v, %e0, %e1, %e2, %e3 {window_size = 4 : i64} : (tensor<2x16x8x32xf16>, tensor<2x20x8x32xf16>, tensor<2x20x8x32xf16>, tensor<3xi32>, tensor<3xi32>, tensor<i32>, tensor<i32>) -> tensor<*xf16>
  relax.return
}

// -----

// R7 of relax.nn.attention_bias
relax.func @main(%q: tensor<2x16x8x32xf16>, %k: tensor<2x20x8x32xf16>, %v: tensor<2x20x8x32xf16>, %e0: tensor<1x1x1x1x1xf16>) {
  // expected-error @below {{'relax.nn.attention_bias' op expects a bias of rank 4 or less, but found rank 5}}
  %0 = relax.nn.attention_bias %q, %k, %v, %e0 : (tensor<2x16x8x32xf16>, tensor<2x20x8x32xf16>, tensor<2x20x8x32xf16>, tensor<1x1x1x1x1xf16>) -> tensor<*xf16>
  relax.return
}

// -----

// R7 of relax.nn.attention_bias
relax.func @main(%q: tensor<2x16x8x32xf16>, %k: tensor<2x20x8x32xf16>, %v: tensor<2x20x8x32xf16>, %e0: tensor<20x16xf16>) {
  // expected-error @below {{'relax.nn.attention_bias' op expects dimension 0 of the bias to be 1 or 16, but found 20}}
  %0 = relax.nn.attention_bias %q, %k, %v, %e0 : (tensor<2x16x8x32xf16>, tensor<2x20x8x32xf16>, tensor<2x20x8x32xf16>, tensor<20x16xf16>) -> tensor<*xf16>
  relax.return
}

// -----

// R7 of relax.nn.attention_var_len
relax.func @main(%q: tensor<2x16x8x32xf16>, %k: tensor<2x20x8x32xf16>, %v: tensor<2x20x8x32xf16>, %e0: tensor<i32>, %e1: tensor<3xi32>, %e2: tensor<i32>, %e3: tensor<i32>) {
  // expected-error @below {{'relax.nn.attention_var_len' op expects starts of sequences of rank 1, but found rank 0}}
  %0 = relax.nn.attention_var_len %q, %k, %v, %e0, %e1, %e2, %e3 : (tensor<2x16x8x32xf16>, tensor<2x20x8x32xf16>, tensor<2x20x8x32xf16>, tensor<i32>, tensor<3xi32>, tensor<i32>, tensor<i32>) -> tensor<*xf16>
  relax.return
}

// -----

// R7 of relax.nn.attention_var_len
relax.func @main(%q: tensor<2x16x8x32xf16>, %k: tensor<2x20x8x32xf16>, %v: tensor<2x20x8x32xf16>, %e0: tensor<3xi32>, %e1: tensor<4xi32>, %e2: tensor<i32>, %e3: tensor<i32>) {
  // expected-error @below {{'relax.nn.attention_var_len' op expects the number of starts of sequences to be 3, but found 4}}
  %0 = relax.nn.attention_var_len %q, %k, %v, %e0, %e1, %e2, %e3 : (tensor<2x16x8x32xf16>, tensor<2x20x8x32xf16>, tensor<2x20x8x32xf16>, tensor<3xi32>, tensor<4xi32>, tensor<i32>, tensor<i32>) -> tensor<*xf16>
  relax.return
}

// -----

// R7 of relax.nn.attention_var_len
relax.func @main(%q: tensor<2x16x8x32xf16>, %k: tensor<2x20x8x32xf16>, %v: tensor<2x20x8x32xf16>, %e0: tensor<3xi32>, %e1: tensor<3xi32>, %e2: tensor<1xi32>, %e3: tensor<i32>) {
  // expected-error @below {{'relax.nn.attention_var_len' op expects greatest lengths of rank 0, but found rank 1}}
  %0 = relax.nn.attention_var_len %q, %k, %v, %e0, %e1, %e2, %e3 : (tensor<2x16x8x32xf16>, tensor<2x20x8x32xf16>, tensor<2x20x8x32xf16>, tensor<3xi32>, tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<*xf16>
  relax.return
}

// -----

// R1 of relax.nn.attention
relax.func @main(%q: tensor<2x16x8x32xf16>, %k: tensor<2x20x8x32xf32>, %v: tensor<2x20x8x32xf32>) {
  // expected-error @below {{'relax.nn.attention' op expects operands of one element type, but found 'f16' and 'f32'}}
  %0 = relax.nn.attention %q, %k, %v : (tensor<2x16x8x32xf16>, tensor<2x20x8x32xf32>, tensor<2x20x8x32xf32>) -> tensor<*xf16>
  relax.return
}

// -----

// R2 of relax.nn.attention
relax.func @main(%q: tensor<2x16x8xf16>, %k: tensor<2x20x8x32xf16>, %v: tensor<2x20x8x32xf16>) {
  // expected-error @below {{'relax.nn.attention' op expects query, key and value of rank 4, but found rank 3}}
  %0 = relax.nn.attention %q, %k, %v : (tensor<2x16x8xf16>, tensor<2x20x8x32xf16>, tensor<2x20x8x32xf16>) -> tensor<*xf16>
  relax.return
}

// -----

// R3 of relax.nn.attention
relax.func @main(%q: tensor<2x16x8x32xf16>, %k: tensor<3x20x8x32xf16>, %v: tensor<3x20x8x32xf16>) {
  // expected-error @below {{'relax.nn.attention' op expects the batch of keys to be 2, but found 3}}
  %0 = relax.nn.attention %q, %k, %v : (tensor<2x16x8x32xf16>, tensor<3x20x8x32xf16>, tensor<3x20x8x32xf16>) -> tensor<*xf16>
  relax.return
}

// -----

// R3 of relax.nn.attention
relax.func @main(%q: tensor<2x16x8x32xf16>, %k: tensor<2x20x8x32xf16>, %v: tensor<3x20x8x32xf16>) {
  // expected-error @below {{'relax.nn.attention' op expects the batch of values to be 2, but found 3}}
  %0 = relax.nn.attention %q, %k, %v : (tensor<2x16x8x32xf16>, tensor<2x20x8x32xf16>, tensor<3x20x8x32xf16>) -> tensor<*xf16>
  relax.return
}

// -----

// R3 of relax.nn.attention
relax.func @main(%q: tensor<2x16x8x32xf16>, %k: tensor<2x20x8x32xf16>, %v: tensor<2x21x8x32xf16>) {
  // expected-error @below {{'relax.nn.attention' op expects the places of values to be 20, but found 21}}
  %0 = relax.nn.attention %q, %k, %v : (tensor<2x16x8x32xf16>, tensor<2x20x8x32xf16>, tensor<2x21x8x32xf16>) -> tensor<*xf16>
  relax.return
}

// -----

// R3 of relax.nn.attention
relax.func @main(%q: tensor<2x16x8x32xf16>, %k: tensor<2x20x8x31xf16>, %v: tensor<2x20x8x31xf16>) {
  // expected-error @below {{'relax.nn.attention' op expects the depth of keys to be 32, but found 31}}
  %0 = relax.nn.attention %q, %k, %v : (tensor<2x16x8x32xf16>, tensor<2x20x8x31xf16>, tensor<2x20x8x31xf16>) -> tensor<*xf16>
  relax.return
}

// -----

// R4 of relax.nn.attention
relax.func @main(%q: tensor<2x16x8x32xf16>, %k: tensor<2x20x8x32xf16>, %v: tensor<2x20x4x32xf16>) {
  // expected-error @below {{'relax.nn.attention' op expects the heads of values to be 8, but found 4}}
  %0 = relax.nn.attention %q, %k, %v : (tensor<2x16x8x32xf16>, tensor<2x20x8x32xf16>, tensor<2x20x4x32xf16>) -> tensor<*xf16>
  relax.return
}

// -----

// R4 of relax.nn.attention
relax.func @main(%q: tensor<2x16x8x32xf16>, %k: tensor<2x20x3x32xf16>, %v: tensor<2x20x3x32xf16>) {
  // expected-error @below {{'relax.nn.attention' op expects the heads of keys to divide those of queries, but found 3 and 8}}
  %0 = relax.nn.attention %q, %k, %v : (tensor<2x16x8x32xf16>, tensor<2x20x3x32xf16>, tensor<2x20x3x32xf16>) -> tensor<*xf16>
  relax.return
}

// -----

// R5 of relax.nn.attention
relax.func @main(%q: tensor<2x16x8x32xf16, #relax.dims<[2, 16, 8, 32], vdevice = #relax.vdevice<"cuda", 0>>>, %k: tensor<2x20x8x32xf16, #relax.dims<[2, 20, 8, 32], vdevice = #relax.vdevice<"llvm", 0>>>, %v: tensor<2x20x8x32xf16, #relax.dims<[2, 20, 8, 32], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.nn.attention' op expects operands on one device}}
  %0 = relax.nn.attention %q, %k, %v : (tensor<2x16x8x32xf16, #relax.dims<[2, 16, 8, 32], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<2x20x8x32xf16, #relax.dims<[2, 20, 8, 32], vdevice = #relax.vdevice<"llvm", 0>>>, tensor<2x20x8x32xf16, #relax.dims<[2, 20, 8, 32], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf16>
  relax.return
}

// -----

// Once, not for each of query, key and value.
relax.func @main(%q: tensor<f16>, %e0: tensor<3xi32>, %e2: tensor<i32>) {
  // expected-error @below {{'relax.nn.attention_var_len' op expects query, key and value of rank 4, but found rank 0}}
  %0 = relax.nn.attention_var_len %q, %q, %q, %e0, %e0, %e2, %e2 : (tensor<f16>, tensor<f16>, tensor<f16>, tensor<3xi32>, tensor<3xi32>, tensor<i32>, tensor<i32>) -> tensor<*xf16>
  relax.return
}
