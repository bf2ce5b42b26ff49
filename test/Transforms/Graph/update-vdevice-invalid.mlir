// RUN: not relax-opt %s "-relax-update-vdevice=from=cuda to=metal:1" 2>&1 | FileCheck %s
// RUN: not relax-opt %s "-relax-update-vdevice=from=cuda:0 to=metal:-1" 2>&1 | FileCheck %s --check-prefix=TO

// CHECK: expects option 'from' like cuda:0 or cuda:0:global, found "cuda"
// TO: expects option 'to' like cuda:0 or cuda:0:global, found "metal:-1"
relax.func @main() {
  relax.return
}
