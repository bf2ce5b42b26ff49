// What --break has to find: templates that are no violations of their rules.

// rule: relax.add R1
relax.func @${f}(%x: tensor<4xf32>) {
  %0 = relax.add %x, %x : tensor<4xf32> // here
  relax.return
}

// -----

// rule: relax.add R2
relax.func @${f}(%x: tensor<4xf32>, %y: tensor<4xf16>) {
  %0 = relax.add %x, %y : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32> // here
  relax.return
}

// -----

// rule: relax.flip R1
relax.func @${f}(%x: tensor<4xf32>, %y: tensor<4xf16>) {
  %0 = relax.flip %x {axis = 3 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.abs %x : tensor<4xf32> // here
  relax.return
}

// -----

// rule: relax.multiply R2
relax.func @${f}(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  %0 = relax.multiply %x, %y : (tensor<4xf32>, tensor<5xf32>) -> tensor<*xf32> // here
  relax.return
}
relax.func @${g}(%x: tensor<4xf32>) -> tensor<5xf32> {
  relax.return %x : tensor<4xf32>
}

// -----

// rule: relax.memory.kill_tensor R1
relax.func impure @${f}(%x: tensor<4xf32>) {
  relax.dataflow {
    relax.memory.kill_tensor %x : tensor<4xf32> // here
    relax.output
  }
  relax.return
}
