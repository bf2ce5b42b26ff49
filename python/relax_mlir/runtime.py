"""Compiled modules called from Python: numpy arrays in, numpy arrays out.

    from relax_mlir.runtime import Runtime
    module = Runtime("build/lib/librelax_runtime.so").load("magika.so")
    (probabilities,) = module.call("main", tokens)

Tensors of torch, TVM, CuPy and whatever else has `__dlpack__`, on the CPU or on
a CUDA device, go in as they are; results that a function leaves on a device are
DeviceTensor, which these take (`torch.from_dlpack(result)`).

`runtime.set_graphs()`, `runtime.stream(...)` and `runtime.pin(array)` are for
GPUs: kernels as graphs, calls that return before the device is done, and memory
that it copies from by itself.

Any number of threads may call; each call in progress has a context of its own.
A child of fork goes on as its parent would.

It stands on the run-time library's C interface (relax_runtime.h) through
ctypes and needs nothing else of the project.
"""
import collections
import ctypes
import functools
import itertools
import os
import struct
import threading
import weakref
from typing import NamedTuple, Optional

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


class _Type(ctypes.Structure):
    """RelaxTypeDescriptor."""

    _fields_ = [
        ("name", ctypes.c_char_p),
        ("kind", ctypes.c_int32),
        ("dtype", _DataType),
        ("rank", ctypes.c_int32),
        ("device", ctypes.c_int32),
        ("dims", ctypes.POINTER(ctypes.c_int64)),
        ("dim_names", ctypes.POINTER(ctypes.c_char_p)),
    ]


class _Function(ctypes.Structure):
    """The beginning of RelaxFunctionDescriptor."""

    _fields_ = [
        ("name", ctypes.c_char_p),
        ("num_params", ctypes.c_int32),
        ("num_results", ctypes.c_int32),
        ("params", ctypes.POINTER(_Type)),
        ("results", ctypes.POINTER(_Type)),
    ]


class _TensorPart(ctypes.Structure):
    """RelaxTensorPart: a worker's part of a tensor."""

    _fields_ = [("sharding", ctypes.c_char_p), ("worker", ctypes.c_int32)]


class _ProfileEvent(ctypes.Structure):
    """RelaxProfileEvent: one run of a kernel."""

    _fields_ = [
        ("kernel", ctypes.c_char_p),
        ("node", ctypes.c_char_p),
        ("begin", ctypes.c_int64),
        ("end", ctypes.c_int64),
        ("bytes", ctypes.c_int64),
        ("flops", ctypes.c_int64),
        ("uses_device", ctypes.c_int32),
    ]


class KernelRun(NamedTuple):
    """One run of a kernel: the source's operators that it stands for, nanoseconds, bytes of what it takes and gives,
    operations on floats (None if nobody knows), and whether the call used a device other than the CPU."""

    kernel: str
    node: str
    begin: int
    end: int
    bytes: int
    flops: Optional[int]
    uses_device: bool


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

# Name: result, parameters.
_SIGNATURES = {
    "relax_version": (ctypes.c_char_p, []),
    "relax_context_create": (_Pointer, []),
    "relax_context_destroy": (None, [_Pointer]),
    "relax_context_error": (ctypes.c_char_p, [_Pointer]),
    "relax_context_set_num_threads": (ctypes.c_int32, [_Pointer, ctypes.c_int32]),
    "relax_context_memory": (None, [_Pointer, ctypes.POINTER(MemoryStatistics)]),
    "relax_context_set_profile": (ctypes.c_int32, [_Pointer, ctypes.c_int32]),
    "relax_context_profile": (ctypes.POINTER(_ProfileEvent), [_Pointer, ctypes.POINTER(ctypes.c_int64)]),
    "relax_context_measure_peaks": (
        ctypes.c_int32, [_Pointer, ctypes.POINTER(ctypes.c_double), ctypes.POINTER(ctypes.c_double)]),
    "relax_context_set_communicators": (ctypes.c_int32, [_Pointer, _Pointer, _Pointer]),
    "relax_register_function": (ctypes.c_int32, [ctypes.c_char_p, _Pointer, _Pointer]),
    "relax_rt_fail": (ctypes.c_int32, [_Pointer, ctypes.c_char_p]),
    "relax_module_load": (ctypes.c_int32, [_Pointer, ctypes.c_char_p, ctypes.POINTER(_Pointer)]),
    "relax_module_destroy": (None, [_Pointer]),
    "relax_module_num_functions": (ctypes.c_int32, [_Pointer]),
    "relax_module_cpu_features": (ctypes.c_char_p, [_Pointer]),
    "relax_module_function": (ctypes.POINTER(_Function), [_Pointer, ctypes.c_int32]),
    "relax_module_find": (ctypes.POINTER(_Function), [_Pointer, ctypes.c_char_p]),
    "relax_function_invoke": (
        ctypes.c_int32,
        # Arrays of addresses: bytes, which struct packs in a quarter of the time.
        [_Pointer, _Pointer, _Pointer, _Pointer, ctypes.c_int32, _Pointer, ctypes.c_int32],
    ),
    "relax_module_sharding": (ctypes.c_char_p, [_Pointer, ctypes.POINTER(_Function), ctypes.c_int32]),
    "relax_safetensors_open": (ctypes.c_int32, [_Pointer, ctypes.c_char_p, ctypes.POINTER(_Pointer)]),
    "relax_safetensors_close": (None, [_Pointer]),
    "relax_safetensors_read": (
        ctypes.c_int32,
        [_Pointer, _Pointer, ctypes.c_char_p, ctypes.POINTER(_TensorPart), ctypes.POINTER(_Pointer)]),
    "relax_context_device_stream": (ctypes.c_int32, [_Pointer, ctypes.c_int32, ctypes.POINTER(_Pointer)]),
    "relax_context_set_device_stream": (ctypes.c_int32, [_Pointer, ctypes.c_int32, _Pointer]),
    "relax_context_set_asynchronous": (ctypes.c_int32, [_Pointer, ctypes.c_int32]),
    "relax_context_set_graphs": (ctypes.c_int32, [_Pointer, ctypes.c_int32]),
    "relax_context_wait": (ctypes.c_int32, [_Pointer]),
    "relax_tensor_create_pinned": (
        ctypes.c_int32,
        [_Pointer, _DataType, ctypes.c_int32, ctypes.POINTER(ctypes.c_int64), ctypes.POINTER(_Pointer)]),
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
# The same, without the lists of types above, which cost as much as the rest of the call.
_get_pointer = ctypes.PYFUNCTYPE(_Pointer, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_GetPointer", _python))
_capsule_names = itertools.repeat(_capsule_name)
# The same, for a capsule that is ending and has no owner to count.
_get_ending = ctypes.PYFUNCTYPE(_Pointer, _Pointer, ctypes.c_char_p)(("PyCapsule_GetPointer", _python))


@_Destructor
def _end_capsule(capsule):
    """Ends a tensor that nobody has taken out of its capsule."""
    if _python.PyCapsule_IsValid(capsule, _capsule_name):
        managed = ctypes.cast(_get_ending(capsule, _capsule_name), ctypes.POINTER(_ManagedTensor))
        managed.contents.deleter(managed)


def hash_strings(strings):
    """What stands for strings in a compiled model: FNV-1a of their bytes in UTF-8, as integers of 64 bits."""
    def hash_string(text):
        value = 0xcbf29ce484222325
        for byte in text.encode() if isinstance(text, str) else bytes(text):
            value = (value ^ byte) * 0x100000001b3 & 0xffffffffffffffff
        return value

    array = np.asarray(strings)
    if array.dtype.kind not in "OSTU" or not all(isinstance(text, (str, bytes)) for text in array.flat):
        raise TypeError(f"expected strings, found elements of type {array.dtype}; give an array of str or bytes")
    return np.array([hash_string(text) for text in array.flat], np.uint64).astype(np.int64).reshape(array.shape)


@functools.lru_cache(maxsize=None)
def _data_type(dtype):
    if dtype.name in _NARROW:
        return _DataType(*_NARROW[dtype.name], 1)
    code = _CODES.get(dtype.kind)
    if code is None or dtype.itemsize > 16:
        hint = "; relax_mlir.runtime.hash_strings gives what a model of strings takes" if dtype.kind in "STU" else ""
        raise TypeError(f"no tensor has elements of type {dtype}{hint}")
    return _DataType(code, dtype.itemsize * 8, 1)


@functools.lru_cache(maxsize=None)
def _find_dtype(code, bits):
    """The dtype, and the name of its bytes in an array interface, which does not know those of ml_dtypes."""
    if code in _NARROW_NAMES:
        import ml_dtypes

        dtype = np.dtype(getattr(ml_dtypes, _NARROW_NAMES[code]))
    else:
        dtype = np.dtype(f"{_KINDS[code]}{bits // 8}")
    return dtype, dtype.str if dtype.isbuiltin == 1 else f"|V{dtype.itemsize}"


def _numpy_dtype(dtype):
    return _find_dtype(dtype.code, dtype.bits)[0]


class _Workers(threading.local):
    """What calls of a thread exchange tensors by: `world`, the handle of a communicator (relax_mlir.collectives)."""

    world = None


workers = _Workers()


class _Settings(NamedTuple):
    """How many threads calls use (0: one a core), and whether a GPU gets their kernels as graphs."""

    threads: int
    graphs: bool


class _Context:
    """A context, and what it was told to use; nobody else uses it until the end of its `with`, which gives it to
    `idle`."""

    def __init__(self, library, idle):
        self.library, self.idle, self.settings, self.world = library, idle, _Settings(0, False), None
        self.handle = library.relax_context_create()
        if not self.handle:
            raise MemoryError
        weakref.finalize(self, library.relax_context_destroy, self.handle)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.idle.append(self)

    def check(self, status):
        """Raises the context's error unless the status is 0."""
        if status != 0:
            raise RuntimeFailure(self.library.relax_context_error(self.handle).decode(errors="replace"))

    def set(self, settings):
        """Gives the context what calls use, which costs the library's calls only where it changes."""
        if settings == self.settings:
            return
        self.check(self.library.relax_context_set_num_threads(self.handle, settings.threads))
        self.check(self.library.relax_context_set_graphs(self.handle, settings.graphs))
        self.settings = settings

    def set_communicators(self, world):
        if world != self.world:
            self.check(self.library.relax_context_set_communicators(self.handle, world, None))
            self.world = world


class Runtime:
    """The run-time library, and a context for each call in progress: memory,
    threads, errors."""

    def __init__(self, library="librelax_runtime.so", threads=0):
        self.library = ctypes.CDLL(str(library), mode=ctypes.RTLD_GLOBAL)
        for name, (result, parameters) in _SIGNATURES.items():
            function = getattr(self.library, name)
            function.restype, function.argtypes = result, parameters
        # Both only change by what is one step of the interpreter: no lock that a
        # child of fork could find taken.
        self._contexts = []
        self._idle = collections.deque()
        self._settings = _Settings(0, False)
        self.set_threads(threads)

    def _borrow(self):
        """A context for the length of a `with`."""
        try:
            context = self._idle.pop()
        except IndexError:
            context = _Context(self.library, self._idle)
            self._contexts.append(context)
        context.set_communicators(workers.world)
        return context

    def set_threads(self, number):
        """Number of threads that each call uses; 0 means one per core."""
        settings = self._settings._replace(threads=number)
        with self._borrow() as context:
            context.set(settings)
        self._settings = settings

    def set_graphs(self, is_on=True):
        """Whether kernels of calls that come again are launched on a GPU as one graph (docs/Devices.md)."""
        self._settings = self._settings._replace(graphs=bool(is_on))

    def stream(self, stream=None, device=0):
        """A Stream of a CUDA device: the caller's, an address such as torch's `cuda_stream`, or a new one."""
        return Stream(self, stream, device)

    def pin(self, array):
        """A PinnedTensor that is a copy of an array."""
        array = np.asarray(array)
        pinned = self.create_pinned(array.shape, array.dtype)
        pinned.numpy()[...] = array
        return pinned

    def create_pinned(self, shape, dtype=np.float32):
        """A PinnedTensor, whose elements nobody has written."""
        shape, tensor = tuple(shape), _Pointer()
        with self._borrow() as context:
            context.check(self.library.relax_tensor_create_pinned(
                context.handle, _data_type(np.dtype(dtype)), len(shape), (ctypes.c_int64 * max(len(shape), 1))(*shape), tensor))
        return PinnedTensor(self.library, tensor.value)

    def memory(self):
        """The pools' statistics, of all contexts together."""
        total, one = MemoryStatistics(), MemoryStatistics()
        for context in list(self._contexts):
            self.library.relax_context_memory(context.handle, one)
            for name, _ in one._fields_:
                setattr(total, name, getattr(total, name) + getattr(one, name))
        return total

    def to_device(self, array, device=0):
        """A DeviceTensor that is a copy of an array, or of a DeviceTensor of another device."""
        with self._borrow() as context:
            if isinstance(array, DeviceTensor):
                array._finish(context)
            argument = array if isinstance(array, DeviceTensor) else _Array(array)
            return self._copy(context, argument.described, _CUDA, device)

    def take(self, tensor):
        """A DeviceTensor over the memory of anything on a CUDA device that has `__dlpack__`."""
        if isinstance(tensor, DeviceTensor):
            return tensor
        with self._borrow() as context:
            taken = self._take(context, tensor)
            # The stream of this context waits for what makes the tensor, but a
            # call may have another one: a copy of an element has waited.
            if 0 not in taken.shape:
                one = _Tensor.from_buffer_copy(taken.described)
                one.ndim = 0
                self._copy(context, one, _CPU, 0)
            return taken

    def _take(self, context, tensor):
        """A tensor of another library, without a copy."""
        kind, device = map(int, tensor.__dlpack_device__())
        stream = _Pointer()
        if kind == _CUDA:
            context.check(self.library.relax_context_device_stream(context.handle, device, stream))
            # What makes the tensor is then done before what our stream does with it.
            capsule = tensor.__dlpack__(stream=stream.value)
        else:
            capsule = tensor.__dlpack__()
        managed = ctypes.cast(_python.PyCapsule_GetPointer(capsule, _capsule_name), ctypes.POINTER(_ManagedTensor))
        taken = _Pointer()
        context.check(self.library.relax_tensor_from_dlpack(context.handle, managed, taken))
        _python.PyCapsule_SetName(capsule, _used_name)
        return DeviceTensor(self, taken.value) if kind == _CUDA else _HostTensor(self.library, taken.value)

    def _arguments(self, context, values):
        """The addresses of the tensors of a call, and what has to live until it is over."""
        try:
            # Arrays and nothing else are the usual case; those that are not compact the library copies.
            kept = [value.__dlpack__() for value in values if type(value) is _Numpy]
        except _NOT_DESCRIBED:
            kept = ()
        if len(kept) == len(values):
            return struct.pack(f"{len(kept)}P", *map(_get_pointer, kept, _capsule_names)), kept
        kept = [_describe(value) or self._argument(context, value) for value in values]
        # What is managed begins with the tensor.
        addresses = [_get_pointer(each, _capsule_name) if type(each) is _Capsule else ctypes.addressof(each.described)
                     for each in kept]
        return struct.pack(f"{len(addresses)}P", *addresses), kept

    def _argument(self, context, value):
        """What a call gets of a value; it lives until the call is over."""
        if isinstance(value, DeviceTensor):
            value._finish(context)
            return value
        if isinstance(value, PinnedTensor):
            return value
        if isinstance(value, (np.ndarray, np.generic)) or not hasattr(value, "__dlpack_device__"):
            return _Array(value)
        return self._take(context, value)

    def _copy(self, context, described, device_type, device):
        copy = _Pointer()
        context.check(self.library.relax_tensor_to_device(context.handle, described, device_type, device, copy))
        if device_type == _CPU:
            return _array(self.library, copy.value, self.library.relax_tensor_dl(copy.value).contents)
        return DeviceTensor(self, copy.value)

    def load(self, path):
        """Loads a shared library that relax-compile made."""
        return Module(self, path)

    def register(self, name, function):
        """Makes `function(inputs, outputs)` an external function of all modules: it gets arrays over the tensors of a
        call and writes into the outputs. What it raises is an error of the call. None removes it."""
        def call(context, _, inputs, num_inputs, outputs, num_outputs):
            try:
                function([_view(inputs[i].contents) for i in range(num_inputs)],
                         [_view(outputs[i].contents) for i in range(num_outputs)])
                return 0
            except Exception as error:
                text = f"external function '{name}': {type(error).__name__}: {error}"
                return self.library.relax_rt_fail(context, text.encode())

        # Calls under way may still have the former one.
        callback = _External(call) if function else None
        _registered.append(callback)
        if self.library.relax_register_function(name.encode(), ctypes.cast(callback, _Pointer) if callback else None, None):
            raise RuntimeFailure(self.library.relax_context_error(None).decode())


_External = ctypes.CFUNCTYPE(
    ctypes.c_int32, _Pointer, _Pointer, ctypes.POINTER(ctypes.POINTER(_Tensor)), ctypes.c_int32,
    ctypes.POINTER(ctypes.POINTER(_Tensor)), ctypes.c_int32)
_registered = []


class _View:
    """Memory that an array looks at while a call lasts."""

    def __init__(self, described, dtype, bytes_type):
        shape = tuple(described.shape[:described.ndim])
        strides = tuple(step * dtype.itemsize for step in described.strides[:described.ndim]) if described.strides else None
        self.__array_interface__ = {
            "version": 3, "shape": shape, "typestr": bytes_type, "data": ((described.data or 0) + described.byte_offset, False),
            "strides": strides}


def _view(described):
    if described.device.device_type != _CPU:
        raise TypeError("expected tensors on the CPU")
    dtype, bytes_type = _find_dtype(described.dtype.code, described.dtype.bits)
    if 0 in described.shape[:described.ndim]:
        return np.empty(tuple(described.shape[:described.ndim]), dtype)
    return np.asarray(_View(described, dtype, bytes_type)).view(dtype)


class Module:
    """A loaded module."""

    def __init__(self, runtime, path):
        self._runtime = runtime
        self._library = runtime.library
        handle = _Pointer()
        with runtime._borrow() as context:
            context.check(self._library.relax_module_load(context.handle, os.fsencode(path), handle))
        self._handle = handle.value
        self._found = {}
        weakref.finalize(self, self._library.relax_module_destroy, self._handle)

    def functions(self):
        """Names of the functions."""
        count = self._library.relax_module_num_functions(self._handle)
        return [self._library.relax_module_function(self._handle, i).contents.name.decode()
                for i in range(count)]

    @property
    def cpu_features(self):
        """Features of the CPU that the code uses, such as "+avx2,+fma"; of a library with versions for several CPUs those
        of the version that was chosen."""
        return (self._library.relax_module_cpu_features(self._handle) or b"").decode()

    def _function(self, name):
        function = self._found.get(name)
        if function is None:
            function = self._library.relax_module_find(self._handle, name.encode())
            if not function:
                raise RuntimeFailure(f"no function '{name}'; there are {', '.join(self.functions())}")
            self._found[name] = function
        return function

    def parameter_rank(self, name, number):
        """The rank of a parameter of a function; that of a shape is 1."""
        return self._function(name).contents.params[number].rank

    def call(self, name, *values):
        """Calls a function; returns the list of its results. Any thread may call."""
        with self._runtime._borrow() as context:
            return self._call(context, name, values)

    def read_weights(self, path, name="main", first=1, worker=0):
        """The values of a function's parameters from number `first` on, by their names in a .safetensors file; of those
        that the program spreads over workers the part of number `worker`: no more of the file is read."""
        function, arrays = self._function(name), []
        with self._runtime._borrow() as context:
            file = _Pointer()
            context.check(self._library.relax_safetensors_open(context.handle, os.fsencode(path), file))
            try:
                for number in range(first, function.contents.num_params):
                    tensor, weight = _Pointer(), function.contents.params[number].name
                    part = _TensorPart(self._library.relax_module_sharding(self._handle, function, number), worker)
                    context.check(self._library.relax_safetensors_read(context.handle, file, weight, part, tensor))
                    arrays.append(self._array(tensor.value))
            finally:
                self._library.relax_safetensors_close(file)
        return arrays

    def profile(self, name, *values, repeat=10):
        """The runs of kernels (KernelRun) of `repeat` calls, after one that is not counted."""
        number = ctypes.c_int64()
        with self._runtime._borrow() as context:
            self._call(context, name, values)
            context.check(self._library.relax_context_set_profile(context.handle, 1))
            try:
                for _ in range(repeat):
                    self._call(context, name, values)
            finally:
                self._library.relax_context_set_profile(context.handle, 0)
            events = self._library.relax_context_profile(context.handle, number)
            return [KernelRun(event.kernel.decode(), event.node.decode(errors="replace"), event.begin, event.end,
                              event.bytes, event.flops if event.flops >= 0 else None, bool(event.uses_device))
                    for event in events[:number.value]]

    def measure_peaks(self):
        """What the CPU reaches at most with the threads of calls: operations on f32, and bytes of memory, a second."""
        flops, moved = ctypes.c_double(), ctypes.c_double()
        with self._runtime._borrow() as context:
            context.set(self._runtime._settings)
            context.check(self._library.relax_context_measure_peaks(context.handle, flops, moved))
        return flops.value, moved.value

    def _call(self, context, name, values, kept=None):
        """The results of a call; `kept`, a list, gets what has to live until the device is done with it."""
        function = self._function(name)
        count = function.contents.num_results
        outputs = (_Pointer * max(count, 1))()
        context.set(self._runtime._settings)
        inputs, arguments = self._runtime._arguments(context, values)
        if kept is not None:
            kept.append(arguments)
        status = self._library.relax_function_invoke(
            context.handle, self._handle, function, inputs, len(values), outputs, count)
        if status:
            context.check(status)
        return [self._array(output) for output in outputs[:count]]

    def _array(self, tensor):
        """A result for the caller."""
        described = self._library.relax_tensor_dl(tensor).contents
        if described.device.device_type != _CPU:
            return DeviceTensor(self._runtime, tensor)
        return _array(self._library, tensor, described)


class Stream:
    """Calls that return before a CUDA device is done, one after the other; one thread at a time. What has been put into a
    caller's stream before them, or is later, needs no wait.

        stream = runtime.stream(torch.cuda.current_stream().cuda_stream)
        (y,) = stream.call(module, "main", x)
    """

    def __init__(self, runtime, stream, device):
        self._runtime, self._device, self._kept = runtime, device, []
        # Nobody borrows it: its calls are in order.
        self._context = _Context(runtime.library, collections.deque())
        library, handle = runtime.library, self._context.handle
        if stream is not None:
            self._context.check(library.relax_context_set_device_stream(handle, device, stream))
        self._context.check(library.relax_context_set_asynchronous(handle, 1))
        runtime._contexts.append(self._context)
        weakref.finalize(self, runtime._contexts.remove, self._context).atexit = False

    @property
    def handle(self):
        """The address of the stream."""
        stream = _Pointer()
        self._context.check(self._runtime.library.relax_context_device_stream(self._context.handle, self._device, stream))
        return stream.value

    def call(self, module, name, *values):
        """Calls a function of a module. Values stay as they are until `wait`, or a result is read."""
        results = module._call(self._context, name, values, self._kept)
        for result in results:
            if isinstance(result, DeviceTensor):
                result._stream = self
        return results

    def wait(self):
        """Waits for all calls; a fault of a kernel is an error here."""
        self._context.check(self._runtime.library.relax_context_wait(self._context.handle))
        self._kept.clear()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.wait()


class DeviceTensor:
    """A tensor on a CUDA device."""

    def __init__(self, runtime, tensor):
        self._runtime, self._tensor, self._stream = runtime, tensor, None
        self.described = runtime.library.relax_tensor_dl(tensor).contents
        self.shape = tuple(self.described.shape[:self.described.ndim])
        self.dtype = _numpy_dtype(self.described.dtype)
        weakref.finalize(self, runtime.library.relax_tensor_release, tensor)

    @property
    def device(self):
        """The number of the device."""
        return self.described.device.device_id

    def numpy(self):
        """The elements as an array."""
        self._finish()
        with self._runtime._borrow() as context:
            return self._runtime._copy(context, self.described, _CPU, 0)

    def _finish(self, context=None):
        """Waits for the Stream whose result it is, unless a call of that takes it."""
        if self._stream and self._stream._context is not context:
            self._stream.wait()

    def __dlpack_device__(self):
        return (_CUDA, self.device)

    def __dlpack__(self, stream=None, **_):
        # Results are complete when a call ends, so no stream has to wait; those of a Stream in that stream. -1 is a
        # consumer who asks for no order.
        if self._stream and stream not in (-1, self._stream.handle):
            self._finish()
        managed = self._runtime.library.relax_tensor_to_dlpack(self._tensor)
        if not managed:
            raise MemoryError
        return _python.PyCapsule_New(managed, _capsule_name, _end_capsule)


class PinnedTensor:
    """Memory of the host that CUDA devices copy from by themselves; a call of a Stream copies it while kernels of calls
    before run."""

    def __init__(self, library, tensor):
        self.described = library.relax_tensor_dl(tensor).contents
        self.shape = tuple(self.described.shape[:self.described.ndim])
        self.dtype, bytes_type = _find_dtype(self.described.dtype.code, self.described.dtype.bits)
        self.__array_interface__ = {"version": 3, "shape": self.shape, "typestr": bytes_type,
                                    "data": (self.described.data or 0, False)}
        weakref.finalize(self, library.relax_tensor_release, tensor)

    def numpy(self):
        """An array over the memory, which it keeps."""
        return np.asarray(self).view(self.dtype) if 0 not in self.shape else np.empty(self.shape, self.dtype)


class _HostTensor:
    """A tensor of another library on the CPU, for the length of a call."""

    def __init__(self, library, tensor):
        self.described = library.relax_tensor_dl(tensor).contents
        weakref.finalize(self, library.relax_tensor_release, tensor)


_Numpy = np.ndarray
# What numpy raises where it does not describe an array.
_NOT_DESCRIBED = (AttributeError, BufferError, TypeError)
# A capsule's type, which no module names.
_Capsule = type(np.empty(1, np.float32).__dlpack__())


def _describe(value):
    """The capsule in which numpy itself describes an array, in a twentieth of the time that _Array takes; None for what
    it does not: another byte order, what may not be written, bfloat16, booleans before numpy 1.25."""
    if type(value) is _Numpy:
        try:
            return value.__dlpack__()
        except _NOT_DESCRIBED:
            pass
    return None


class _Array:
    """An array as a tensor, or a copy of it that is one: compact, in this
    machine's byte order. What may not be written is copied, too: a function
    that is impure may write into its inputs."""

    def __init__(self, value):
        if isinstance(value, np.ma.MaskedArray):
            raise TypeError("no tensor has a mask; give array.filled(value) or array.data")
        array = np.asarray(value)
        if not array.dtype.isnative:
            array = array.astype(array.dtype.newbyteorder("="))
        if not array.flags.carray:  # compact, aligned, writable
            array = np.require(array, requirements="CAW")
        self._array = array
        self._shape = (ctypes.c_int64 * max(array.ndim, 1))(*array.shape)
        self.described = _Tensor(
            array.__array_interface__["data"][0], _Device(_CPU, 0), array.ndim, _data_type(array.dtype), self._shape,
            None, 0)


def _array(library, tensor, described):
    """An array over the memory of a tensor, which it releases at its end."""
    shape = tuple(described.shape[:described.ndim])
    element = described.dtype
    dtype, bytes_type = _find_dtype(element.code, element.bits)
    if 0 in shape:
        library.relax_tensor_release(tensor)
        return np.empty(shape, dtype)
    address = described.data + described.byte_offset
    array = np.asarray(_Owner(library, tensor, shape, bytes_type, address))
    return array if array.dtype is dtype else array.view(dtype)


class _Owner:
    """Keeps a tensor for as long as an array looks at its memory."""

    __slots__ = ("_release", "_tensor", "__array_interface__")

    def __init__(self, library, tensor, shape, bytes_type, address):
        self._release = library.relax_tensor_release
        self._tensor = tensor
        self.__array_interface__ = {"version": 3, "shape": shape, "typestr": bytes_type, "data": (address, False)}

    def __del__(self):
        self._release(self._tensor)
