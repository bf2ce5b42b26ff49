"""Compiled modules called from Python: numpy arrays in, numpy arrays out.

    from relax_mlir.runtime import Runtime
    module = Runtime("build/lib/librelax_runtime.so").load("magika.so")
    (probabilities,) = module.call("main", tokens)

Tensors on a CUDA device go in as they are, from torch, TVM, CuPy and whatever
else has `__dlpack__`; results that a function leaves on a device are
DeviceTensor, which these take (`torch.from_dlpack(result)`).

It stands on the run-time library's C interface (relax_runtime.h) through
ctypes and needs nothing else of the project.
"""
import ctypes
import functools
import weakref

import numpy as np


class RuntimeFailure(RuntimeError):
    """An error of the run-time library, in its own words."""


class _Device(ctypes.Structure):
    _fields_ = [("device_type", ctypes.c_int), ("device_id", ctypes.c_int32)]


class _DataType(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class _Tensor(ctypes.Structure):
    """DLTensor."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("ndim", ctypes.c_int32),
        ("dtype", _DataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class _ManagedTensor(ctypes.Structure):
    """DLManagedTensor."""


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_ManagedTensor))
_ManagedTensor._fields_ = [("dl_tensor", _Tensor), ("manager_ctx", ctypes.c_void_p), ("deleter", _Deleter)]


class _Function(ctypes.Structure):
    """The beginning of RelaxFunctionDescriptor."""

    _fields_ = [
        ("name", ctypes.c_char_p),
        ("num_params", ctypes.c_int32),
        ("num_results", ctypes.c_int32),
    ]


class MemoryStatistics(ctypes.Structure):
    """RelaxMemoryStatistics: what a pool holds and did."""

    _fields_ = [
        (name, ctypes.c_uint64)
        for name in ("live_bytes", "peak_bytes", "cached_bytes", "num_allocations",
                     "num_system_allocations", "num_copied_inputs")
    ]


_CPU, _CUDA = 1, 2
_CODES = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}
_KINDS = {code: kind for kind, code in _CODES.items()}
# Types that numpy has from the package ml_dtypes.
_NARROW = {
    "bfloat16": (4, 16), "float8_e3m4": (7, 8), "float8_e4m3": (8, 8), "float8_e4m3b11fnuz": (9, 8),
    "float8_e4m3fn": (10, 8), "float8_e4m3fnuz": (11, 8), "float8_e5m2": (12, 8), "float8_e5m2fnuz": (13, 8),
    "float8_e8m0fnu": (14, 8),
}
_NARROW_NAMES = {code: name for name, (code, _) in _NARROW.items()}
_Pointer = ctypes.c_void_p
_Inputs = ctypes.POINTER(ctypes.POINTER(_Tensor))

# Name: result, parameters.
_SIGNATURES = {
    "relax_version": (ctypes.c_char_p, []),
    "relax_context_create": (_Pointer, []),
    "relax_context_destroy": (None, [_Pointer]),
    "relax_context_error": (ctypes.c_char_p, [_Pointer]),
    "relax_context_set_num_threads": (ctypes.c_int32, [_Pointer, ctypes.c_int32]),
    "relax_context_memory": (None, [_Pointer, ctypes.POINTER(MemoryStatistics)]),
    "relax_module_load": (ctypes.c_int32, [_Pointer, ctypes.c_char_p, ctypes.POINTER(_Pointer)]),
    "relax_module_destroy": (None, [_Pointer]),
    "relax_module_num_functions": (ctypes.c_int32, [_Pointer]),
    "relax_module_function": (ctypes.POINTER(_Function), [_Pointer, ctypes.c_int32]),
    "relax_module_find": (ctypes.POINTER(_Function), [_Pointer, ctypes.c_char_p]),
    "relax_function_invoke": (
        ctypes.c_int32,
        [_Pointer, _Pointer, ctypes.POINTER(_Function), _Inputs, ctypes.c_int32,
         ctypes.POINTER(_Pointer), ctypes.c_int32],
    ),
    "relax_context_device_stream": (ctypes.c_int32, [_Pointer, ctypes.c_int32, ctypes.POINTER(_Pointer)]),
    "relax_tensor_from_dlpack": (
        ctypes.c_int32, [_Pointer, ctypes.POINTER(_ManagedTensor), ctypes.POINTER(_Pointer)]),
    "relax_tensor_to_device": (
        ctypes.c_int32,
        [_Pointer, ctypes.POINTER(_Tensor), ctypes.c_int, ctypes.c_int32, ctypes.POINTER(_Pointer)],
    ),
    "relax_tensor_to_dlpack": (ctypes.POINTER(_ManagedTensor), [_Pointer]),
    "relax_tensor_dl": (ctypes.POINTER(_Tensor), [_Pointer]),
    "relax_tensor_data": (_Pointer, [_Pointer]),
    "relax_tensor_release": (None, [_Pointer]),
}


_capsule_name, _used_name = b"dltensor", b"used_dltensor"
_python = ctypes.pythonapi
_python.PyCapsule_GetPointer.restype = _Pointer
_python.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
_python.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]
_python.PyCapsule_IsValid.argtypes = [_Pointer, ctypes.c_char_p]
_Destructor = ctypes.CFUNCTYPE(None, _Pointer)
_python.PyCapsule_New.restype = ctypes.py_object
_python.PyCapsule_New.argtypes = [_Pointer, ctypes.c_char_p, _Destructor]
# The same, for a capsule that is ending and has no owner to count.
_get_ending = ctypes.PYFUNCTYPE(_Pointer, _Pointer, ctypes.c_char_p)(("PyCapsule_GetPointer", _python))


@_Destructor
def _end_capsule(capsule):
    """Ends a tensor that nobody has taken out of its capsule."""
    if _python.PyCapsule_IsValid(capsule, _capsule_name):
        managed = ctypes.cast(_get_ending(capsule, _capsule_name), ctypes.POINTER(_ManagedTensor))
        managed.contents.deleter(managed)


@functools.lru_cache(maxsize=None)
def _data_type(dtype):
    if dtype.name in _NARROW:
        return _DataType(*_NARROW[dtype.name], 1)
    code = _CODES.get(dtype.kind)
    if code is None:
        raise TypeError(f"no tensor has elements of type {dtype}")
    return _DataType(code, dtype.itemsize * 8, 1)


def _numpy_dtype(dtype):
    if dtype.code in _NARROW_NAMES:
        import ml_dtypes

        return np.dtype(getattr(ml_dtypes, _NARROW_NAMES[dtype.code]))
    return np.dtype(f"{_KINDS[dtype.code]}{dtype.bits // 8}")


def _view(array):
    """A DLTensor over a compact array; it lives as long as the array does."""
    shape = (ctypes.c_int64 * max(array.ndim, 1))(*array.shape)
    address = array.__array_interface__["data"][0]
    return _Tensor(address, _Device(_CPU, 0), array.ndim, _data_type(array.dtype), shape, None, 0)


class Runtime:
    """The run-time library and one context: memory, threads, errors."""

    def __init__(self, library="librelax_runtime.so", threads=0):
        self.library = ctypes.CDLL(str(library), mode=ctypes.RTLD_GLOBAL)
        for name, (result, parameters) in _SIGNATURES.items():
            function = getattr(self.library, name)
            function.restype, function.argtypes = result, parameters
        self.context = self.library.relax_context_create()
        weakref.finalize(self, self.library.relax_context_destroy, self.context)
        self.set_threads(threads)

    def check(self, status):
        """Raises the context's error unless the status is 0."""
        if status != 0:
            raise RuntimeFailure(self.library.relax_context_error(self.context).decode())

    def set_threads(self, number):
        """Number of threads that calls use; 0 means one per core."""
        self.check(self.library.relax_context_set_num_threads(self.context, number))

    def memory(self):
        """The pool's statistics."""
        statistics = MemoryStatistics()
        self.library.relax_context_memory(self.context, statistics)
        return statistics

    def to_device(self, array, device=0):
        """A DeviceTensor that is a copy of an array, or of a DeviceTensor of another device."""
        source = array._described if isinstance(array, DeviceTensor) else _view(_compact(array))
        return self._copy(source, _CUDA, device)

    def take(self, tensor):
        """A DeviceTensor over the memory of anything on a CUDA device that has `__dlpack__`."""
        if isinstance(tensor, DeviceTensor):
            return tensor
        device = int(tensor.__dlpack_device__()[1])
        stream = _Pointer()
        self.check(self.library.relax_context_device_stream(self.context, device, stream))
        # What makes the tensor is then done before what our stream does with it.
        capsule = tensor.__dlpack__(stream=stream.value)
        managed = ctypes.cast(_python.PyCapsule_GetPointer(capsule, _capsule_name), ctypes.POINTER(_ManagedTensor))
        taken = _Pointer()
        self.check(self.library.relax_tensor_from_dlpack(self.context, managed, taken))
        _python.PyCapsule_SetName(capsule, _used_name)
        return DeviceTensor(self, taken.value)

    def _copy(self, described, device_type, device):
        copy = _Pointer()
        self.check(self.library.relax_tensor_to_device(self.context, described, device_type, device, copy))
        return DeviceTensor(self, copy.value)

    def load(self, path):
        """Loads a shared library that relax-compile made."""
        return Module(self, path)


class Module:
    """A loaded module."""

    def __init__(self, runtime, path):
        self._runtime = runtime
        self._library = runtime.library
        handle = _Pointer()
        runtime.check(self._library.relax_module_load(runtime.context, str(path).encode(), handle))
        self._handle = handle.value
        self._found = {}
        weakref.finalize(self, self._library.relax_module_destroy, self._handle)

    def functions(self):
        """Names of the functions."""
        count = self._library.relax_module_num_functions(self._handle)
        return [self._library.relax_module_function(self._handle, i).contents.name.decode()
                for i in range(count)]

    def _function(self, name):
        function = self._found.get(name)
        if function is None:
            function = self._library.relax_module_find(self._handle, name.encode())
            if not function:
                raise RuntimeFailure(f"no function '{name}'; there are {', '.join(self.functions())}")
            self._found[name] = function
        return function

    def call(self, name, *arrays):
        """Calls a function; returns the list of its results."""
        function = self._function(name)
        arrays = [self._runtime.take(array) if _is_on_device(array) else _compact(array) for array in arrays]
        tensors = [array._described if isinstance(array, DeviceTensor) else _view(array) for array in arrays]
        inputs = (ctypes.POINTER(_Tensor) * max(len(tensors), 1))(*map(ctypes.pointer, tensors))
        count = function.contents.num_results
        outputs = (_Pointer * max(count, 1))()
        self._runtime.check(self._library.relax_function_invoke(
            self._runtime.context, self._handle, function, inputs, len(tensors), outputs, count))
        return [self._array(output) for output in outputs[:count]]

    def _array(self, tensor):
        """A result for the caller."""
        described = self._library.relax_tensor_dl(tensor).contents
        if described.device.device_type != _CPU:
            return DeviceTensor(self._runtime, tensor)
        return _array(self._library, tensor, described)


class DeviceTensor:
    """A tensor on a CUDA device."""

    def __init__(self, runtime, tensor):
        self._runtime, self._tensor = runtime, tensor
        self._described = runtime.library.relax_tensor_dl(tensor).contents
        self.shape = tuple(self._described.shape[:self._described.ndim])
        self.dtype = _numpy_dtype(self._described.dtype)
        weakref.finalize(self, runtime.library.relax_tensor_release, tensor)

    @property
    def device(self):
        """The number of the device."""
        return self._described.device.device_id

    def numpy(self):
        """The elements as an array."""
        library = self._runtime.library
        copy = _Pointer()
        self._runtime.check(library.relax_tensor_to_device(self._runtime.context, self._described, _CPU, 0, copy))
        return _array(library, copy.value, library.relax_tensor_dl(copy.value).contents)

    def __dlpack_device__(self):
        return (_CUDA, self.device)

    def __dlpack__(self, stream=None, **_):
        # Results are complete when a call ends, so no stream has to wait.
        managed = self._runtime.library.relax_tensor_to_dlpack(self._tensor)
        if not managed:
            raise MemoryError
        return _python.PyCapsule_New(managed, _capsule_name, _end_capsule)


def _is_on_device(value):
    """Whether a value is a tensor on a CUDA device."""
    return hasattr(value, "__dlpack_device__") and int(value.__dlpack_device__()[0]) == _CUDA


def _compact(array):
    return np.ascontiguousarray(array) if np.ndim(array) else np.asarray(array)


def _array(library, tensor, described):
    """An array over the memory of a tensor, which it releases at its end."""
    shape = tuple(described.shape[:described.ndim])
    dtype = _numpy_dtype(described.dtype)
    if 0 in shape:
        library.relax_tensor_release(tensor)
        return np.empty(shape, dtype)
    bytes_type = dtype.str if dtype.isbuiltin == 1 else f"|V{dtype.itemsize}"
    address = library.relax_tensor_data(tensor)
    return np.asarray(_Owner(library, tensor, shape, bytes_type, address)).view(dtype)


class _Owner:
    """Keeps a tensor for as long as an array looks at its memory."""

    def __init__(self, library, tensor, shape, bytes_type, address):
        self._release = library.relax_tensor_release
        self._tensor = tensor
        self.__array_interface__ = {"version": 3, "shape": shape, "typestr": bytes_type, "data": (address, False)}

    def __del__(self):
        self._release(self._tensor)
