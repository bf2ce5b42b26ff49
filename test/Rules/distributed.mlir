// Violations of the rules of DistributedOps.

// rule: relax.device_mesh R1
// a: 0 -1 -2 -3
// b: 1 2 3 4 5 6 7 8
relax.device_mesh @${mesh} [${b}, ${a}] // here

// -----

// rule: relax.device_mesh R2
// a: 2 3 4 5 6 7 8
// b: 0 1 2 3 4 5 6 7
relax.device_mesh @${mesh} [${a}] devices [${b}] // here

// -----

// rule: relax.dist.annotate_sharding R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.dist.annotate_sharding %x on @${mesh} [R] : tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.dist.annotate_sharding R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.device_mesh @${mesh} [2, 2]
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.dist.annotate_sharding %x on @${mesh} [R] : tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.dist.annotate_sharding R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 1 2 3 4 5 6 7 8
relax.device_mesh @${mesh} [2]
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.dist.annotate_sharding %x on @${mesh} [S[${b}]] : tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.dist.redistribute R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.device_mesh @${mesh} [2, 2]
relax.func @${f}(%x: !relax.dtensor<tensor<${a}x${t}>, @${mesh}, [R, R]>) {
  %0 = relax.dist.redistribute %x : !relax.dtensor<tensor<${a}x${t}>, @${mesh}, [R, R]> to !relax.dtensor<tensor<${a}x${t}>, @${mesh}, [S[0]]> // here
  relax.return
}

// -----

// rule: relax.dist.redistribute R3
// t: f32 f16 bf16 f64 i8 i16 i32 i64
// a: 2 4 6 8 12 16
relax.device_mesh @${mesh} [2]
relax.func @${f}(%x: !relax.dtensor<tensor<${a}x${t}>, @${mesh}, [R]>) {
  %0 = relax.dist.redistribute %x : !relax.dtensor<tensor<${a}x${t}>, @${mesh}, [R]> to !relax.dtensor<tensor<${a}x${t}>, @${mesh}, [P]> // here
  relax.return
}

// -----

// rule: relax.dist.redistribute R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 6 7 8
// b: 5 9 11 12
relax.device_mesh @${mesh} [2]
relax.func @${f}(%x: !relax.dtensor<tensor<${a}x${t}>, @${mesh}, [R]>) {
  %0 = relax.dist.redistribute %x : !relax.dtensor<tensor<${a}x${t}>, @${mesh}, [R]> to !relax.dtensor<tensor<${b}x${t}>, @${mesh}, [S[0]]> // here
  relax.return
}

// -----

// rule: relax.dist.call_tir_local_view R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.device_mesh @${mesh} [2]
relax.func @${f}(%x: !relax.dtensor<tensor<${a}x${t}>, @${mesh}, [R]>) {
  %0 = relax.dist.call_tir_local_view @${k}(%x) : (!relax.dtensor<tensor<${a}x${t}>, @${mesh}, [R]>) -> !relax.dtensor<tensor<${a}x${t}>, @${mesh}, [R]> // here
  relax.return
}

// -----

// rule: relax.dist.call_tir_local_view R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.device_mesh @${mesh} [2]
tir.func private @${k}(%x: memref<${a}x${t}>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @${f}(%x: !relax.dtensor<tensor<${a}x${t}>, @${mesh}, [R]>) {
  %0 = relax.dist.call_tir_local_view @${k}(%x) : (!relax.dtensor<tensor<${a}x${t}>, @${mesh}, [R]>) -> !relax.dtensor<tensor<${a}x${t}>, @${mesh}, [R]> // here
  relax.return
}

// -----

// rule: relax.dist.call_tir_local_view R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 2 4 6 8 12 16
relax.device_mesh @${mesh} [2]
tir.func private @${k}(%x: memref<${a}x${t}>, %y: memref<${a}x${t}>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @${f}(%x: !relax.dtensor<tensor<${a}x${t}>, @${mesh}, [S[0]]>) {
  %0 = relax.dist.call_tir_local_view @${k}(%x) : (!relax.dtensor<tensor<${a}x${t}>, @${mesh}, [S[0]]>) -> !relax.dtensor<tensor<${a}x${t}>, @${mesh}, [R]> // here
  relax.return
}

// -----

// rule: relax.dist.call_tir_local_view R4
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 1 3 5 7 9 11
relax.device_mesh @${mesh} [2]
tir.func private @${k}(%x: memref<${a}x${t}>, %y: memref<${a}x${t}>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @${f}(%x: !relax.dtensor<tensor<${a}x${t}>, @${mesh}, [S[0]]>) {
  %0 = relax.dist.call_tir_local_view @${k}(%x) : (!relax.dtensor<tensor<${a}x${t}>, @${mesh}, [S[0]]>) -> !relax.dtensor<tensor<${a}x${t}>, @${mesh}, [R]> // here
  relax.return
}

// -----

// rule: relax.dist.redistribute_replica_to_shard R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
relax.func @${f}(%x: tensor<${a}x4x${t}>) {
  %0 = relax.dist.redistribute_replica_to_shard %x {num_workers = ${a} : i64, axis = ${a} : i64} : (tensor<${a}x4x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.dist.redistribute_replica_to_shard R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 4 6 7 8 12 16 32 64 100
// b: 3 1
relax.func @${f}(%x: tensor<${b}x${t}>) {
  %0 = relax.dist.redistribute_replica_to_shard %x {num_workers = ${a} : i64} : (tensor<${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.dist.call_tir_local_view R5
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
relax.device_mesh @${mesh} [2]
tir.func private @${k}(%x: memref<${a}x${t}>, %y: memref<${a}x${t}>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<${a}x${t}>
  memref.store %v, %x[%c0] : memref<${a}x${t}>
  tir.return
}
relax.func @${f}(%x: !relax.dtensor<tensor<${a}x${t}>, @${mesh}, [R]>) {
  %0 = relax.dist.call_tir_local_view @${k}(%x) : (!relax.dtensor<tensor<${a}x${t}>, @${mesh}, [R]>) -> !relax.dtensor<tensor<${a}x${t}>, @${mesh}, [R]> // here
  relax.return
}

// -----

// rule: relax.dist.redistribute_replica_to_shard R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 1 2 -1 -2 3
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.dist.redistribute_replica_to_shard %x {num_workers = ${a} : i64, mesh = array<i64: ${a}>, mesh_axes = array<i64: ${b}>} : (tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}
