// Violations of the rules of ConstantOps.

// rule: relax.constant R1
// t: f32 f16 bf16 f64
// a: 2 1 7 8 11 32
relax.func @${f}() {
  %0 = relax.constant dense<1.0> : tensor<${a}x${t}> as tensor<3x${t}> // here
  relax.return
}

// -----

// rule: relax.dtype R1
// t: index none tensor<4xf32> vector<2x2xf32> vector<index> !relax.shape<?> complex<f32>
relax.func @${f}() {
  %0 = relax.dtype ${t} // here
  relax.return
}

// -----

// rule: relax.shape R2
// a: -1 -4 -3 -2
relax.func @${f}() {
  %0 = relax.shape [${a}] : !relax.shape<rank 1> // here
  relax.return
}
