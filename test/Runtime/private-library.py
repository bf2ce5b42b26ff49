# A program that loads the run-time library privately, as Python does by
# default, loads modules all the same: they find the library's functions.
# Python is not instrumented, and cannot load a library that is.
# UNSUPPORTED: sanitized
# RUN: %python %s %runtime_lib_dir
import ctypes
import sys

folder = sys.argv[1]
library = ctypes.CDLL(f"{folder}/librelax_runtime.so", mode=ctypes.RTLD_LOCAL)
library.relax_context_create.restype = ctypes.c_void_p
library.relax_context_error.restype = ctypes.c_char_p
context = ctypes.c_void_p(library.relax_context_create())
module = ctypes.c_void_p()
status = library.relax_module_load(
    context, f"{folder}/../test/Unit/runtime-module.so".encode(), ctypes.byref(module))
assert status == 0, library.relax_context_error(context)
output = ctypes.c_void_p()
status = library.relax_function_call(context, module, b"threads", None, 0, ctypes.byref(output), 1)
assert status == 0, library.relax_context_error(context)
library.relax_tensor_release(output)
library.relax_module_destroy(module)
library.relax_context_destroy(context)
