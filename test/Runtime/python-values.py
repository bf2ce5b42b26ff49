# Values that come from Python: booleans that are not 0 or 1, other byte orders,
# arrays with strides, unaligned, read-only, masked, tensors of other libraries.
# Python is not instrumented, and cannot load a library that is.
# UNSUPPORTED: sanitized
# REQUIRES: wheels
# RUN: rm -rf %t && split-file %s %t
# RUN: relax-compile %t/program.mlir -o %t/program.so
# RUN: %python %t/run.py %runtime_lib_dir %relax_src_root/python %t/program.so

#--- program.mlir
relax.func @double(%x: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>> {
  %0 = relax.add %x, %x : tensor<?x?xf32, #relax.dims<[n, m]>>
  relax.return %0 : tensor<?x?xf32, #relax.dims<[n, m]>>
}
relax.func @scalar(%x: tensor<i64>) -> tensor<i64> {
  %0 = relax.add %x, %x : tensor<i64>
  relax.return %0 : tensor<i64>
}
relax.func @number(%b: tensor<?xi1, #relax.dims<[n]>>) -> tensor<?xi64, #relax.dims<[n]>> {
  %0 = relax.astype %b {dtype = i64} : (tensor<?xi1, #relax.dims<[n]>>) -> tensor<?xi64, #relax.dims<[n]>>
  relax.return %0 : tensor<?xi64, #relax.dims<[n]>>
}
// Places of a table of two rows: beyond it lies foreign memory.
relax.func @pick(%x: tensor<2x3xf32>, %b: tensor<?xi1, #relax.dims<[n]>>) -> tensor<?x3xf32, #relax.dims<[n, 3]>> {
  %i = relax.astype %b {dtype = i64} : (tensor<?xi1, #relax.dims<[n]>>) -> tensor<?xi64, #relax.dims<[n]>>
  %0 = relax.take %x, %i {axis = 0 : i64, mode = "fast"} : (tensor<2x3xf32>, tensor<?xi64, #relax.dims<[n]>>) -> tensor<?x3xf32, #relax.dims<[n, 3]>>
  relax.return %0 : tensor<?x3xf32, #relax.dims<[n, 3]>>
}
#--- run.py
import os
import sys

import numpy as np
import tvm_ffi

sys.path.insert(0, sys.argv[2])
import relax_mlir
from relax_mlir.runtime import Runtime, RuntimeFailure, hash_strings

runtime = Runtime(f"{sys.argv[1]}/librelax_runtime.so", threads=2)
module = runtime.load(sys.argv[3])
x = np.arange(12, dtype=np.float32).reshape(3, 4)


def double(value):
    (result,) = module.call("double", value)
    return result


def fails(error, text, call):
    try:
        call()
    except error as found:
        assert text in str(found), found
    else:
        raise AssertionError(f"expected {text}")


# Bytes other than 0 and 1 are true, as for numpy; beyond them nothing is read.
raw = np.array([0, 1, 2, 200, 255] * 7, np.uint8)
table = np.arange(6, dtype=np.float32).reshape(2, 3)
(numbers,) = module.call("number", raw.view(bool))
assert (numbers == (raw != 0)).all(), numbers
(rows,) = module.call("pick", table, raw.view(bool))
assert (rows == table[(raw != 0).astype(int)]).all(), rows
(rows,) = module.call("pick", table, raw.view(bool)[::-3])
assert (rows == table[(raw[::-3] != 0).astype(int)]).all(), rows
assert (raw[:5] == [0, 1, 2, 200, 255]).all()
(rows,) = module.call("pick", table, tvm_ffi.from_dlpack(raw.view(bool)))
assert (rows == table[(raw != 0).astype(int)]).all(), rows

# How an array lies does not matter.
assert (double(x.astype(">f4")) == 2 * x).all()
assert (double(x[::-1, ::2]) == 2 * x[::-1, ::2]).all()
assert (double(x.T) == 2 * x.T).all()
assert (double(np.asfortranarray(x)) == 2 * x).all()
assert (double(np.broadcast_to(x[0], (5, 4))) == 2 * x[0]).all()
shifted = np.frombuffer(b"\0" + x.tobytes(), np.uint8)[1:].view(np.float32).reshape(3, 4)
assert not shifted.flags.aligned and not shifted.flags.writeable
assert (double(shifted) == 2 * x).all()
frozen = x.copy()
frozen.flags.writeable = False
assert (double(frozen) == 2 * x).all()
assert double(x[:0]).shape == (0, 4)
assert double(np.float32([[1]])) == 2
assert module.call("scalar", np.array(4, ">i8"))[0] == 8
assert module.call("scalar", np.int64(4))[0] == 8
assert module.call("scalar", 4)[0] == 8

# Tensors of other libraries, compact and with strides.
assert (double(tvm_ffi.from_dlpack(x)) == 2 * x).all()


class Foreign:
    """A tensor that nothing but DLPack knows."""

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, stream=None):
        return self.array.__dlpack__(stream=stream)


live = runtime.memory().live_bytes
assert (double(Foreign(x[:, ::2])) == 2 * x[:, ::2]).all()
fails(RuntimeFailure, "expected dtype f32, found f64", lambda: double(Foreign(x.astype(np.float64))))
assert runtime.memory().live_bytes == live

# One clear error for what is no tensor.
fails(TypeError, "no tensor has a mask", lambda: double(np.ma.masked_array(x, x > 3)))
fails(TypeError, "no tensor has elements of type complex256", lambda: double(x.astype(np.clongdouble)))
fails(TypeError, "no tensor has elements of type <U1; relax_mlir.runtime.hash_strings gives what a model of strings takes",
      lambda: double(np.array([["a"]])))
assert hash_strings(["cat", b"dog"]).tolist() == [-728730910532000985, -3841786978757216023]
fails(TypeError, "expected strings, found elements of type int64; give an array of str or bytes", lambda: hash_strings([1]))
fails(TypeError, "no tensor has elements of type object", lambda: double(object()))
fails(RuntimeFailure, "expected dtype f32, found i64", lambda: double([[1, 2]]))

# What the compiled function turns down is said in words of Python.
os.environ["RELAX_MLIR_BUILD"] = os.path.dirname(sys.argv[1])
loaded = relax_mlir.load(sys.argv[3])
fails(TypeError, "double: parameter 'arg0' has elements of float32, found object", lambda: loaded["double"](x.astype(object)))
fails(TypeError, "double: parameter 'arg0' has elements of float32, found int64", lambda: loaded["double"]([[1, 2]]))
fails(ValueError, "double: parameter 'arg0: float32[n, m]' got a tensor of shape [12]", lambda: loaded["double"](x.ravel()))
fails(TypeError, "pick: no value for parameter 'arg1'", lambda: loaded["pick"](table))
fails(ValueError, "pick: parameter 'arg0: float32[2, 3]' got a tensor of shape [1, 3]",
      lambda: loaded["pick"](table[:1], raw.view(bool)))

# What a notebook shows.
table = loaded._repr_html_()
assert "<caption>double</caption>" in table and "<td>arg0</td><td>float32</td><td>n, m</td><td>cpu</td>" in table, table
