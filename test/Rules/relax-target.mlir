// Violations of the rules of targets.

// rule: #relax.target R1
// a: 70 1 20 35 50 52 53 60 61 62 72 74
func.func private @${f}() attributes {d = #relax.target<cuda, chip = "sm_${a}">} // here

// -----

// rule: #relax.target R2
// a: 75 80 86 87 89 90 100 103 110 120 121
func.func private @${f}() attributes {d = #relax.target<cpu, chip = "sm_${a}">} // here

// -----

// rule: #relax.target R3
// a: 75 80 86 87 89 90 100 103 110 120 121
func.func private @${f}() attributes {d = #relax.target<cuda, chip = "sm_${a}", host = <cuda, chip = "sm_${a}">>} // here

// -----

// rule: #relax.target R4
// a: 384 1 2 3 7 8 16 31 33 96 4096 1000
func.func private @${f}() attributes {d = #relax.target<cpu, vector_bits = ${a}>} // here

// -----

// rule: #relax.target R5
// a: avx2 fma sse x avx512f neon v sve
func.func private @${f}() attributes {d = #relax.target<cpu, features = "${a}">} // here

// -----

// rule: #relax.target R6
// a: 0 1 2 3 4 5 6 7 8 9 10 11
tir.func private @${f}() attributes {num_inputs = 0 : i64, relax.target = ${a}} { // here
  tir.return
}

// -----

// rule: #relax.target R8
// a: 0 1 2 3 4 5 6 7 8 9 10 11
tir.func private @${f}() attributes {num_inputs = 0 : i64, relax.allow_tf32 = ${a}} { // here
  tir.return
}

// -----

// rule: #relax.target R7
// a: 75 80 86 87 89 90 100 103 110 120 121
module {
  module attributes {relax.target = #relax.target<cpu>} {
    tir.func private @${f}() attributes {num_inputs = 0 : i64, relax.target = #relax.target<cuda, chip = "sm_${a}">} { // here
      tir.return
    }
  }
}
