// RUN: relax-translate --mlir-to-tvmscript %s | FileCheck %s

// CHECK: I.module_global_infos({"vdevice": [I.vdevice({"kind": "llvm"}, 0, "global"), I.vdevice({"kind": "cuda"}, 0, "global"), ], "mesh": [R.device_mesh((2, ), I.Range(0, 2)), ]})
module attributes {relax.vdevices = [#relax.vdevice<"llvm", 0>]} {
relax.device_mesh @mesh [2]

// CHECK-LABEL: def devices(
// CHECK-SAME: R.Tensor((4,), dtype="float32", vdevice="vdevice:0")
// CHECK: R.to_vdevice(arg0, dst_vdevice="vdevice:1")
// CHECK: R.hint_on_device(lv, R.device(device_type=2, index=1), "global")
relax.func private @devices(%x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>)
    -> tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>> {
  %0 = relax.to_vdevice %x to <"cuda", 0> : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>
      -> tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
  %1 = relax.hint_on_device %0 on <"cuda", 1> : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
  relax.return %1 : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
}

// CHECK-LABEL: def shards(
// CHECK-SAME: arg1: R.DTensor((4, 4), "float32", device_mesh="mesh[0]", placement="S[0]")
// CHECK: R.dist.annotate_sharding(arg0, "mesh[0]", "S[1]")
// CHECK: R.dist.redistribute(arg1, "mesh[0]", "R")
relax.func private @shards(%x: tensor<4x4xf32>, %y: !relax.dtensor<tensor<4x4xf32>, @mesh, [S[0]]>)
    -> !relax.dtensor<tensor<4x4xf32>, @mesh, [R]> {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[1]] : tensor<4x4xf32>
  %1 = relax.dist.redistribute %y : !relax.dtensor<tensor<4x4xf32>, @mesh, [S[0]]> to !relax.dtensor<tensor<4x4xf32>, @mesh, [R]>
  relax.return %1 : !relax.dtensor<tensor<4x4xf32>, @mesh, [R]>
}
}
