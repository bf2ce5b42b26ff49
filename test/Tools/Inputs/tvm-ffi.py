"""Calls the functions of a library through apache-tvm-ffi: argv[1] is the library."""
import sys
import threading

import numpy as np
import tvm_ffi

module = tvm_ffi.load_module(sys.argv[1])
main = module["main"]


def check_error(function, arguments, text):
    try:
        function(*arguments)
    except Exception as error:
        assert text in str(error), error
    else:
        raise AssertionError(f"expected an error: {text}")


x = np.arange(12, dtype=np.float32).reshape(3, 4)
y = main(x)
assert isinstance(y, tvm_ffi.Tensor)
assert (np.from_dlpack(y) == x + x).all()
assert (np.from_dlpack(main(y)) == 4 * x).all()
# Strides are copied by the run time.
assert (np.from_dlpack(main(np.ascontiguousarray(x.T).T)) == x + x).all()
z = np.arange(4)
assert (np.from_dlpack(module["same"](z)) == z).all()
first, second = module["two"](np.zeros(4, np.float32))
assert (np.from_dlpack(first) == 1).all() and (np.from_dlpack(second) == 0).all()
v = np.ones(4, np.float32)
assert (np.from_dlpack(module["scale"](v, 2.0, True, 3, tvm_ffi.Shape((2, 2)))) == v).all()
assert (np.from_dlpack(module["scale"](v, 2, False, 3, tvm_ffi.Shape((2, 2)))) == v).all()

check_error(main, (), "function 'main': expected 1 arguments, found 0")
check_error(main, ("text",), "expected argument 0 to be a tensor, a number that its type has, or a shape, found a value of TVM's type index")
check_error(module["scale"], (v, 2.0, 2, 3, tvm_ffi.Shape((2, 2))), "expected argument 2 to be a tensor, a number that its type has")
check_error(main, (x[0],), "expected rank 2, found 1")
check_error(main, (x.astype(np.float64),), "f64")
check_error(module["scale"], (v, 2.0, True, 3.5, tvm_ffi.Shape((2, 2))), "f64")

failed = []


def call():
    for _ in range(200):
        if not (np.from_dlpack(main(x)) == x + x).all():
            failed.append(1)


threads = [threading.Thread(target=call) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert not failed
# Results outlive the module.
y = main(x)
del main, module
assert (np.from_dlpack(y) == x + x).all()
