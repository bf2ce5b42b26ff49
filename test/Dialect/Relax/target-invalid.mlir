// '#relax.target': each rule, and what it is written on.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.target
// expected-error @below {{expected a target of kind cuda with a chip such as "sm_90", from sm_75 on, found "sm_70"}}
module attributes {relax.target = #relax.target<cuda, chip = "sm_70">} {}

// -----

// expected-error @below {{expected a target of kind cuda with a chip such as "sm_90", from sm_75 on, found ""}}
module attributes {relax.target = #relax.target<cuda>} {}

// -----

// expected-error @below {{expected a target of kind cuda without 'triple', 'cpu', 'vector_bits' and 'cache_bytes', which are facts of a CPU; give them to its 'host'}}
module attributes {relax.target = #relax.target<cuda, chip = "sm_90", vector_bits = 256>} {}

// -----

// R2 of relax.target
// expected-error @below {{expected a target of kind cpu without 'chip', 'host' and 'emulated', which are facts of a GPU; name the kind cuda}}
module attributes {relax.target = #relax.target<cpu, chip = "sm_90">} {}

// -----

// R3 of relax.target
// expected-error @below {{expected a host of kind cpu, found cuda}}
module attributes {relax.target = #relax.target<cuda, chip = "sm_90", host = <cuda, chip = "sm_90">>} {}

// -----

// R4 of relax.target
// expected-error @below {{expected 'vector_bits' to be a power of 2 from 32 to 2048, found 384}}
module attributes {relax.target = #relax.target<cpu, vector_bits = 384>} {}

// -----

// R4 of relax.target
// expected-error @below {{expected at most 65536 cores, found 4294967295}}
module attributes {relax.target = #relax.target<cpu, cores = -1>} {}

// -----

// R4 of relax.target
// expected-error @below {{expected a cache of at most 1099511627776 bytes, found 2199023255552}}
module attributes {relax.target = #relax.target<cpu, cache_bytes = 2199023255552>} {}

// -----

// R5 of relax.target
// expected-error @below {{expected features such as "+avx2,-fma", found "avx2"}}
module attributes {relax.target = #relax.target<cpu, features = "avx2">} {}

// -----

// expected-error @below {{expected features such as "+avx2,-fma", found "+avx2, -fma"}}
module attributes {relax.target = #relax.target<cpu, features = "+avx2, -fma">} {}

// -----

// R6 of relax.target
// expected-error @below {{'builtin.module' op expected 'relax.target' to be a target such as #relax.target<cuda, chip = "sm_90">, found "sm_90"}}
module attributes {relax.target = "sm_90"} {
  tir.func private @f() attributes {num_inputs = 0 : i64} {
    tir.return
  }
  tir.func private @g() attributes {num_inputs = 0 : i64} {
    tir.return
  }
}

// -----

// R6 of relax.target
// expected-error @below {{'relax.func' op expected 'relax.target' to be a target}}
relax.func private @f() attributes {relax.target} {
  relax.return
}

// -----

// R7 of relax.target
// expected-note @below {{the module has the target #relax.target<cuda, chip = "sm_90">}}
module attributes {relax.target = #relax.target<cuda, chip = "sm_90">} {
  // expected-error @below {{'tir.func' op expected a function for sm_90, as its module is, or for a CPU, found one for sm_80}}
  tir.func private @f() attributes {num_inputs = 0 : i64, relax.target = #relax.target<cuda, chip = "sm_80">} {
    tir.return
  }
}

// -----

// R7 of relax.target
// expected-note @below {{the module has the target}}
module attributes {relax.target = #relax.target<cpu, cpu = "haswell">} {
  // expected-error @below {{expected a function for haswell, as its module is, or for a CPU, found one for sm_80}}
  tir.func private @f() attributes {num_inputs = 0 : i64, relax.target = #relax.target<cuda, chip = "sm_80">} {
    tir.return
  }
}

// -----

// R8 of relax.target
// expected-error @below {{expected 'relax.ptx_only' without a value, found 1 : i64}}
module attributes {relax.ptx_only = 1} {
  tir.func private @f() attributes {num_inputs = 0 : i64} {
    tir.return
  }
}

// -----

// R8 of relax.target
// expected-error @below {{expected 'relax.cuda_graphs' without a value, found "all"}}
module attributes {relax.cuda_graphs = "all"} {
  tir.func private @f() attributes {num_inputs = 0 : i64} {
    tir.return
  }
}

// -----

// R8 of relax.target
// expected-error @below {{expected 'relax.allow_tf32' without a value, found true}}
module attributes {relax.allow_tf32 = true} {
  tir.func private @f() attributes {num_inputs = 0 : i64} {
    tir.return
  }
}

// -----

// expected-error @below {{expected ::mlir::relax::TargetKind to be one of: cpu, cuda}}
// expected-error @below {{failed to parse Relax_TargetAttr parameter 'kind'}}
module attributes {relax.target = #relax.target<hexagon>} {}

// -----

// R8 of relax.target
// expected-error @below {{expected 'relax.cuda_graphs' without a value, found false}}
module attributes {relax.cuda_graphs = false} {
  tir.func private @f() attributes {num_inputs = 0 : i64} {
    tir.return
  }
}
