"""Calls a function of a library from a program that TVM compiled and its virtual machine runs: argv[1] is the library."""
import sys

import numpy as np
import tvm
import tvm_ffi
from tvm import relax
from tvm.script import ir as I, relax as R

tvm_ffi.register_global_func("ours.main", tvm_ffi.load_module(sys.argv[1])["main"])


@I.ir_module
class Program:
    @R.function
    def main(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        y = R.call_pure_packed("ours.main", x, ty_args=(R.Tensor((3, 4), "float32"),))
        z = R.add(y, x)
        w = R.call_pure_packed("ours.main", z, ty_args=(R.Tensor((3, 4), "float32"),))
        return w


machine = relax.VirtualMachine(tvm.compile(Program, target="llvm"), tvm.cpu())
x = np.arange(12, dtype=np.float32).reshape(3, 4)
assert (machine["main"](tvm.runtime.tensor(x)).numpy() == 6 * x).all()
