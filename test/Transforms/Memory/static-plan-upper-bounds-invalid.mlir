// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-static-plan-block-memory=upper-bounds

// expected-error @+1 {{'relax.func' op expects 'tir_var_upper_bound' to be a dictionary of positive integers by symbol, but found 4 : i64}}
relax.func @number(%x: tensor<?xf32, #relax.dims<[n]>>) attributes {tir_var_upper_bound = 4 : i64} {
  relax.return
}

// -----

// expected-error @+1 {{'relax.func' op expects the value of 'n' in 'tir_var_upper_bound' to be a positive integer, but found [4]}}
relax.func @list(%x: tensor<?xf32, #relax.dims<[n]>>) attributes {tir_var_upper_bound = {n = [4]}} {
  relax.return
}

// -----

// expected-error @+1 {{'relax.func' op expects the value of 'n' in 'tir_var_upper_bound' to be a positive integer, but found 0 : i64}}
relax.func @zero(%x: tensor<?xf32, #relax.dims<[n]>>) attributes {tir_var_upper_bound = {n = 0 : i64}} {
  relax.return
}

// -----

// expected-error @+1 {{'relax.func' op expects the value of 'n' in 'tir_var_lower_bound' to be a positive integer, but found [4]}}
relax.func @lower(%x: tensor<?xf32, #relax.dims<[n]>>) attributes {tir_var_lower_bound = {n = [4]}} {
  relax.return
}

// -----

// expected-error @+1 {{'relax.func' op expects the value of 'n' in 'tir_var_upper_bound' to be a positive integer, but found 36893488147419103232 : i128}}
relax.func @wide(%x: tensor<?xf32, #relax.dims<[n]>>) attributes {tir_var_upper_bound = {n = 36893488147419103232 : i128}} {
  relax.return
}
