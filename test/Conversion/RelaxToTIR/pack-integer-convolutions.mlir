// Convolutions of 8-bit numbers: first without scales, then, where channels are
// last, one program of four products each.
// RUN: relax-opt %s --split-input-file --relax-pack-integer-products --canonicalize | FileCheck %s
// RUN: relax-opt %s --split-input-file --relax-pack-integer-products=permute --canonicalize | FileCheck %s --check-prefix=MOVED
// RUN: relax-opt %s --split-input-file --relax-pack-integer-products=permute > %t
// RUN: relax-opt %t --split-input-file --relax-pack-integer-products=permute | diff %t -
// RUN: %same-results=relax-pack-integer-products --tolerance=1e-6
// RUN: %same-results="relax-pack-integer-products{permute}" --tolerance=1e-6

// The zero point is what stands around the data; scales follow by channel.
// CHECK-LABEL: relax.func @scaled
// CHECK: %[[PAD:.*]] = relax.nn.pad %arg0 {pad_value = 7.000000e+00 : f64, pad_width = array<i64: 0, 0, 0, 0, 1, 0, 0, 1>}
// CHECK: %[[SUM:.*]] = relax.nn.conv2d %[[PAD]], %{{.*}} {{{.*}}out_dtype = i32, strides = array<i64: 2, 1>}
// CHECK-NOT: padding
// CHECK: relax.subtract %[[SUM]]
// CHECK: relax.astype
// CHECK: relax.multiply
// CHECK-NOT: tir.func
// MOVED-LABEL: relax.func @scaled
// MOVED: relax.nn.pad %arg0 {pad_value = 7.
// MOVED: %[[FOUR:.*]] = relax.nn.pad %{{.*}} {pad_width = array<i64: 0, 0, 0, 1, 0, 0, 0, 0>}
// MOVED: %[[LAST:.*]] = relax.permute_dims %[[FOUR]] {axes = array<i64: 0, 2, 3, 1>}
// MOVED: %[[VIEW:.*]] = relax.memory.view %[[LAST]] at[0] : tensor<1x5x5x4xui8> to tensor<1x5x5x1xi32>
// MOVED: %[[SUM:.*]] = relax.call_tir @dot4(%[[VIEW]], %{{.*}}) : (tensor<1x5x5x1xi32>, tensor<2x1x1x2xi32>) -> tensor<1x2x5x2xi32>
// MOVED: relax.permute_dims %[[SUM]] {axes = array<i64: 0, 3, 1, 2>}
// MOVED: tir.dot4_u8s8
relax.func @scaled(%arg0: tensor<1x3x4x4xui8>) -> tensor<1x2x2x5xf32> {
  %w = relax.constant dense<[[[[1], [-128]], [[3], [4]], [[-5], [6]]], [[[127], [8]], [[9], [-1]], [[11], [12]]]]> : tensor<2x3x2x1xi8>
  %s = relax.constant dense<0.5> : tensor<f32>
  %z = relax.constant dense<7> : tensor<ui8>
  %sw = relax.constant dense<[0.5, 0.25]> : tensor<2xf32>
  %zw = relax.constant dense<0> : tensor<2xi8>
  %0 = relax.dequantize %arg0, %s, %z {out_dtype = f32} : (tensor<1x3x4x4xui8>, tensor<f32>, tensor<ui8>) -> tensor<1x3x4x4xf32>
  %1 = relax.dequantize %w, %sw, %zw {axis = 0 : i64, out_dtype = f32} : (tensor<2x3x2x1xi8>, tensor<2xf32>, tensor<2xi8>) -> tensor<2x3x2x1xf32>
  %2 = relax.nn.conv2d %0, %1 {padding = array<i64: 1, 0, 0, 1>, strides = array<i64: 2, 1>} : (tensor<1x3x4x4xf32>, tensor<2x3x2x1xf32>) -> tensor<1x2x2x5xf32>
  relax.return %2 : tensor<1x2x2x5xf32>
}

// -----

// A zero point of the run time: zeros stand around what differs from it.
// CHECK-LABEL: relax.func @unknown_zero
// CHECK: %[[DIFFERS:.*]] = relax.bitwise_xor %arg0, %arg1
// CHECK: %[[PAD:.*]] = relax.nn.pad %[[DIFFERS]] {pad_width
// CHECK: relax.bitwise_xor %[[PAD]], %arg1
// CHECK: relax.nn.conv2d
relax.func @unknown_zero(%arg0: tensor<1x4x4x4xi8>, %arg1: tensor<i8>) -> tensor<1x1x6x6xi32> {
  %w = relax.constant dense<[[[[1]], [[-128]], [[3]], [[4]]]]> : tensor<1x4x1x1xi8>
  %0 = relax.astype %arg0 {dtype = i32} : (tensor<1x4x4x4xi8>) -> tensor<1x4x4x4xi32>
  %1 = relax.astype %arg1 {dtype = i32} : (tensor<i8>) -> tensor<i32>
  %2 = relax.subtract %0, %1 : (tensor<1x4x4x4xi32>, tensor<i32>) -> tensor<1x4x4x4xi32>
  %3 = relax.astype %w {dtype = i32} : (tensor<1x4x1x1xi8>) -> tensor<1x4x1x1xi32>
  %4 = relax.nn.conv2d %2, %3 {padding = array<i64: 1, 1, 1, 1>} : (tensor<1x4x4x4xi32>, tensor<1x4x1x1xi32>) -> tensor<1x1x6x6xi32>
  relax.return %4 : tensor<1x1x6x6xi32>
}

// -----

// Channels are last: both steps at once. Numbers of i8 have 128 more.
// CHECK-LABEL: relax.func @last
// CHECK: relax.bitwise_xor
// CHECK: relax.memory.view
// CHECK: relax.call_tir @dot4
// CHECK: relax.subtract
// CHECK-NOT: relax.nn.conv2d
relax.func @last(%arg0: tensor<1x4x4x4xi8>) -> tensor<1x4x4x1xi32> {
  %w = relax.constant dense<[[[[1]], [[-128]], [[3]], [[4]]]]> : tensor<1x4x1x1xi8>
  %0 = relax.nn.conv2d %arg0, %w {data_layout = "NHWC", out_dtype = i32} : (tensor<1x4x4x4xi8>, tensor<1x4x1x1xi8>) -> tensor<1x4x4x1xi32>
  relax.return %0 : tensor<1x4x4x1xi32>
}

// -----

// A weight with a zero point, and one of u8: differences of 16 bits, without
// any sum of the data's windows. Zeros stand around them.
// CHECK-LABEL: relax.func @weight_zero
// CHECK-DAG: relax.constant dense<{{\[\[\[\[}}-254]], {{\[\[}}1]], {{\[\[}}-252]], {{\[\[}}-251]]]]> : tensor<1x4x1x1xi16>
// CHECK: %[[WIDE:.*]] = relax.astype %arg0 {dtype = i16}
// CHECK: relax.nn.conv2d %[[WIDE]], %{{.*}} {out_dtype = i32, padding = array<i64: 1, 1, 1, 1>}
// CHECK-NOT: relax.subtract
// MOVED-LABEL: relax.func @weight_zero
// MOVED: relax.call_tir @dot2
// MOVED-NOT: relax.subtract
// MOVED: tir.dot2_s16
relax.func @weight_zero(%arg0: tensor<1x4x4x4xi8>) -> tensor<1x1x6x6xi32> {
  %w = relax.constant dense<[[[[0]], [[255]], [[2]], [[3]]]]> : tensor<1x4x1x1xui8>
  %zw = relax.constant dense<254> : tensor<ui8>
  %0 = relax.astype %arg0 {dtype = i32} : (tensor<1x4x4x4xi8>) -> tensor<1x4x4x4xi32>
  %1 = relax.astype %w {dtype = i32} : (tensor<1x4x1x1xui8>) -> tensor<1x4x1x1xi32>
  %2 = relax.astype %zw {dtype = i32} : (tensor<ui8>) -> tensor<i32>
  %3 = relax.subtract %1, %2 : (tensor<1x4x1x1xi32>, tensor<i32>) -> tensor<1x4x1x1xi32>
  %4 = relax.nn.conv2d %0, %3 {padding = array<i64: 1, 1, 1, 1>} : (tensor<1x4x4x4xi32>, tensor<1x4x1x1xi32>) -> tensor<1x1x6x6xi32>
  relax.return %4 : tensor<1x1x6x6xi32>
}

// -----

// Depthwise: sums of floats, which are exact. Zeros stand around differences.
// CHECK-LABEL: relax.func @depthwise(
// CHECK: relax.constant dense<{{.*}}> : tensor<2x1x1x3xi16>
// CHECK: %[[DATA:.*]] = relax.subtract %{{.*}}, %{{.*}} : (tensor<1x2x4x4xi16>, tensor<i16>)
// CHECK: %[[WEIGHT:.*]] = relax.astype %{{.*}} {dtype = f32} : (tensor<2x1x1x3xi16>)
// CHECK: %[[SUM:.*]] = relax.nn.conv2d %[[DATA]], %[[WEIGHT]] {groups = 2 : i64, out_dtype = f32, padding
// CHECK: relax.multiply %[[SUM]]
relax.func @depthwise(%arg0: tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xf32> {
  %w = relax.constant dense<[[[[1, 2, -128]]], [[[3, 127, 4]]]]> : tensor<2x1x1x3xi8>
  %s = relax.constant dense<0.5> : tensor<f32>
  %z = relax.constant dense<7> : tensor<i8>
  %zw = relax.constant dense<0> : tensor<i8>
  %0 = relax.dequantize %arg0, %s, %z {out_dtype = f32} : (tensor<1x2x4x4xi8>, tensor<f32>, tensor<i8>) -> tensor<1x2x4x4xf32>
  %1 = relax.dequantize %w, %s, %zw {out_dtype = f32} : (tensor<2x1x1x3xi8>, tensor<f32>, tensor<i8>) -> tensor<2x1x1x3xf32>
  %2 = relax.nn.conv2d %0, %1 {groups = 2 : i64, padding = array<i64: 0, 1, 0, 1>} : (tensor<1x2x4x4xf32>, tensor<2x1x1x3xf32>) -> tensor<1x2x4x4xf32>
  relax.return %2 : tensor<1x2x4x4xf32>
}

// -----

// Without a zero point bytes are what is read; integers are the result.
// CHECK-LABEL: relax.func @depthwise_integers
// CHECK: %[[SUM:.*]] = relax.nn.conv2d %arg0, %{{.*}} {groups = 2 : i64, out_dtype = f32} : (tensor<1x2x4x4xui8>, tensor<2x1x1x1xf32>)
// CHECK: relax.astype %[[SUM]] {dtype = i32}
relax.func @depthwise_integers(%arg0: tensor<1x2x4x4xui8>) -> tensor<1x2x4x4xi32> {
  %w = relax.constant dense<[[[[1]]], [[[-128]]]]> : tensor<2x1x1x1xi8>
  %0 = relax.astype %arg0 {dtype = i32} : (tensor<1x2x4x4xui8>) -> tensor<1x2x4x4xi32>
  %1 = relax.astype %w {dtype = i32} : (tensor<2x1x1x1xi8>) -> tensor<2x1x1x1xi32>
  %2 = relax.nn.conv2d %0, %1 {groups = 2 : i64} : (tensor<1x2x4x4xi32>, tensor<2x1x1x1xi32>) -> tensor<1x2x4x4xi32>
  relax.return %2 : tensor<1x2x4x4xi32>
}

// -----

// Groups of words, with blocks of outputs that are of one group each.
// CHECK-LABEL: relax.func @groups(
// CHECK: relax.call_tir @dot4({{.*}}) : (tensor<1x2x2x2xi32>, tensor<2x1x1x1x8xi32>) -> tensor<1x2x2x16xi32>
// CHECK: arith.divui
// CHECK: arith.remui
relax.func @groups(%arg0: tensor<1x2x2x8xi8>) -> tensor<1x2x2x16xi32> {
  %w = relax.constant dense<"0x965C850A94CCFBECE787819F822B0625C11D43E2F57F4E7BE12F7326573034E360A214385806E0CFECFC3863926F08DB2C12C1D2381801D642E4D463C3BA361F"> : tensor<16x4x1x1xi8>
  %0 = relax.nn.conv2d %arg0, %w {data_layout = "NHWC", groups = 2 : i64, out_dtype = i32} : (tensor<1x2x2x8xi8>, tensor<16x4x1x1xi8>) -> tensor<1x2x2x16xi32>
  relax.return %0 : tensor<1x2x2x16xi32>
}

// -----

// CHECK-LABEL: relax.func @groups_of_halves
// CHECK: relax.call_tir @dot2({{.*}}) : (tensor<1x2x2x2xi32>, tensor<2x1x1x1x8xi32>) -> tensor<1x2x2x16xi32>
relax.func @groups_of_halves(%arg0: tensor<1x2x2x4xi16>) -> tensor<1x2x2x16xi32> {
  %w = relax.constant dense<"0xB300460006008AFF9EFF15FF27FF09FF5AFFA0004C00D30002003600F1007500440016001F00DE008EFFA100570002FFCAFFB7001C0012FF87007500B1005AFF"> : tensor<16x2x1x1xi16>
  %0 = relax.nn.conv2d %arg0, %w {data_layout = "NHWC", groups = 2 : i64, out_dtype = i32} : (tensor<1x2x2x4xi16>, tensor<16x2x1x1xi16>) -> tensor<1x2x2x16xi32>
  relax.return %0 : tensor<1x2x2x16xi32>
}

// -----

// Channels of groups that are not last stay where they are; so do sums of more
// products than floats are exact for, and a zero point of the weight that is
// not known.
// CHECK-LABEL: relax.func @others
// CHECK: relax.nn.conv2d %arg0, %{{.*}} : (tensor<1x8x2x2xi8>, tensor<16x4x1x1xi8>)
// CHECK: relax.nn.conv2d {{.*}} -> tensor<1x2x1x1xi32>
// CHECK: relax.nn.conv2d {{.*}} -> tensor<1x4x4x4xf32>
// CHECK-NOT: tir.func
// MOVED-LABEL: relax.func @others
// MOVED: relax.nn.conv2d %arg0
relax.func @others(%arg0: tensor<1x8x2x2xi8>, %arg1: tensor<1x2x1x260xui8>, %arg2: tensor<1x4x4x4xui8>, %one: tensor<i8>) -> (tensor<1x16x2x2xi32>, tensor<1x2x1x1xi32>, tensor<1x4x4x4xf32>) {
  %w = relax.constant dense<"0x8C95E055E649D1BD4A60948E2BD612A65CF3654B34BB448D11E77FB272971F1466CC662C63B342718CDD229B0221436DE8F0F974B2FF8CEC721ED97E1A7284F5"> : tensor<16x4x1x1xi8>
  %u = relax.constant dense<"0x5541E8FFEB07BA4993EAC83C3F366C6EAF9DA13A786D2B775F839E5D957B5375DCA60478DE63E252BAFAD3BB644DA36C78C4ED0928F1A66E318A503BAE1D00876D38CF849742A603666DC490FE571F9126D8B9EE5F77A40F42C2C5BDB563B7B9A09F47C94D165B0D434F8F0FF4C9F3E9FD515320357523DE950DBB18865971A551E88A68708B17524AEA5C549D829ADD9C94C22706C67333227149A0895DE88FFAE1EEEED0FDFD79314682CF7BC5025C2361AA0222D8127E3CD090AEC561C54FC62A0675106C763F205C7FBF10A49A2B8C3652AA2EE56469130F35143EB148064005CE96067B8912F2810B453D7A071777D14CB0DC2C14B128136B1A6276969200FF0E3ED0AD2EE36E903539C596D1E57A5FBBF81969A2446C6AC6A01892A192B55E2C227CFF8AA9C22CDBD19C3586F53E012F4AB9978E14C3B23C4E74FD057D00AEC1768B4D25FB5550F01A4327FC6961900C5595E102D3327EDD479DFC81EC836078965135CD4A764C31D21B4B36B9E9DC31EAEB0A149C6CE8AC80EF3ECB5AB3A3E434CC52857B8C5880ECCF7A2779EA0000400269B1F9BF5DA33369CBC74417126298C5E46A92F3F983ED26ECCE167B9FC96FCB2FD95215652315FD8A9E3623119D534B08C150057FC7D94DABD2E4394049F01D1645A0D139B3C77AB07F5CA710D2FC1C666E96AD32B4D315AC7E2CBADC25D41F71DDB3C9030E8624A92162B14A880E2AB8480E"> : tensor<2x1x1x260xi8>
  %v = relax.constant dense<[[[[1]], [[2]], [[3]], [[4]]], [[[5]], [[6]], [[7]], [[8]]], [[[1]], [[2]], [[3]], [[4]]], [[[1]], [[2]], [[3]], [[4]]]]> : tensor<4x4x1x1xi8>
  %s = relax.constant dense<0.5> : tensor<f32>
  %z = relax.constant dense<0> : tensor<ui8>
  %0 = relax.nn.conv2d %arg0, %w {groups = 2 : i64, out_dtype = i32} : (tensor<1x8x2x2xi8>, tensor<16x4x1x1xi8>) -> tensor<1x16x2x2xi32>
  %1 = relax.astype %arg1 {dtype = i32} : (tensor<1x2x1x260xui8>) -> tensor<1x2x1x260xi32>
  %2 = relax.astype %u {dtype = i32} : (tensor<2x1x1x260xi8>) -> tensor<2x1x1x260xi32>
  %3 = relax.nn.conv2d %1, %2 {groups = 2 : i64} : (tensor<1x2x1x260xi32>, tensor<2x1x1x260xi32>) -> tensor<1x2x1x1xi32>
  %4 = relax.dequantize %arg2, %s, %z {out_dtype = f32} : (tensor<1x4x4x4xui8>, tensor<f32>, tensor<ui8>) -> tensor<1x4x4x4xf32>
  %5 = relax.dequantize %v, %s, %one {out_dtype = f32} : (tensor<4x4x1x1xi8>, tensor<f32>, tensor<i8>) -> tensor<4x4x1x1xf32>
  %6 = relax.nn.conv2d %4, %5 : (tensor<1x4x4x4xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x4x4xf32>
  relax.return %0, %3, %6 : tensor<1x16x2x2xi32>, tensor<1x2x1x1xi32>, tensor<1x4x4x4xf32>
}
