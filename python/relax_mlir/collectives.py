"""Workers that exchange arrays: processes that mpirun started, or threads of this one.

    world = relax_mlir.collectives.join_mpi()
    total = world.all_reduce(array, "sum")
    with world:                      # programs with relax.ccl operators run among the workers
        (y,) = module(x)

Every worker of a group makes the same calls in the same order. Errors are RuntimeFailure, whose text begins with the
worker's number; after one the group is of no use (relax_collectives.h).
"""
import concurrent.futures
import ctypes
import operator
import sys
import weakref

import numpy as np

from . import runtime as _runtime
from .tools import find_runtime_library

_REDUCTIONS = ("sum", "prod", "min", "max", "avg")
_Pointer, _Int = ctypes.c_void_p, ctypes.c_int32
_Dense = ctypes.POINTER(_runtime._Tensor)

# Name: result, parameters.
_SIGNATURES = {
    "relax_communicator_join_mpi": (_Int, [_Pointer, ctypes.c_char_p, ctypes.POINTER(_Pointer)]),
    "relax_communicator_join_mpi_group": (_Int, [_Pointer, ctypes.c_char_p, _Pointer, ctypes.POINTER(_Pointer)]),
    "relax_communicator_join_nccl": (_Int, [_Pointer, _Pointer, _Int, ctypes.c_char_p, ctypes.POINTER(_Pointer)]),
    "relax_communicator_make_threads": (_Int, [_Pointer, _Int, ctypes.POINTER(_Pointer)]),
    "relax_communicator_split": (_Int, [_Pointer, _Pointer, _Int, _Int, ctypes.POINTER(_Pointer)]),
    "relax_communicator_destroy": (None, [_Pointer]),
    "relax_communicator_abort": (None, [_Pointer, ctypes.c_char_p]),
    "relax_communicator_rank": (_Int, [_Pointer]),
    "relax_communicator_size": (_Int, [_Pointer]),
    "relax_communicator_sent_bytes": (ctypes.c_int64, [_Pointer]),
    "relax_communicator_set_timeout": (None, [_Pointer, ctypes.c_double]),
    "relax_all_reduce": (_Int, [_Pointer, _Pointer, _Int, _Dense, _Dense]),
    "relax_reduce_scatter": (_Int, [_Pointer, _Pointer, _Int, _Dense, _Dense]),
    "relax_all_gather": (_Int, [_Pointer, _Pointer, _Dense, _Dense]),
    "relax_all_to_all": (_Int, [_Pointer, _Pointer, _Dense, _Dense]),
    "relax_broadcast": (_Int, [_Pointer, _Pointer, _Int, _Dense, _Dense]),
    "relax_scatter": (_Int, [_Pointer, _Pointer, _Int, _Dense, _Dense]),
    "relax_gather": (_Int, [_Pointer, _Pointer, _Int, _Dense, _Dense]),
    "relax_send": (_Int, [_Pointer, _Pointer, _Int, _Dense]),
    "relax_receive": (_Int, [_Pointer, _Pointer, _Int, _Dense]),
    "relax_barrier": (_Int, [_Pointer, _Pointer]),
}


def _open(runtime):
    """The run time, its library with the functions of this module."""
    runtime = runtime or _runtime.Runtime(find_runtime_library())
    for name, (result, parameters) in _SIGNATURES.items():
        function = getattr(runtime.library, name)
        function.restype, function.argtypes = result, parameters
    return runtime


def join_mpi(library=None, runtime=None, group=None):
    """The group of all processes that MPI's launcher started, or of those of `group`, a communicator of mpi4py; MPI is
    started if the program has not (as mpi4py does). `library` is MPI's file, by default the one that is loaded, else
    the launcher's."""
    runtime = _open(runtime)
    handle, name, before = _Pointer(), library.encode() if library else None, ()
    join = runtime.library.relax_communicator_join_mpi
    if group is not None:
        join, before = runtime.library.relax_communicator_join_mpi_group, (_address_of(group),)
    with runtime._borrow() as context:
        context.check(join(context.handle, name, *before, handle))
    world = Communicator(runtime, handle.value, is_process=True)
    # The first group of a process is that of all others: MPI's launchers do not see an exception that ends one.
    if sys.excepthook is not _end_all:
        _end_all.workers, _end_all.before = weakref.ref(world), sys.excepthook
        sys.excepthook = _end_all
    return world


def _end_all(kind, error, trace):
    """What Python does with an exception that nobody has caught, and then the end of all other workers."""
    _end_all.before(kind, error, trace)
    world = _end_all.workers()
    if world is not None:
        world.abort(f"{kind.__name__}: {error}")


def _address_of(group):
    """Where mpi4py has the MPI_Comm of a communicator."""
    if type(group).__module__ != "mpi4py.MPI" or not hasattr(group, "Get_rank"):
        raise TypeError(f"expected a communicator of mpi4py, found a {type(group).__name__}")
    return sys.modules["mpi4py.MPI"]._addressof(group)


def make_threads(size, runtime=None):
    """The members of a group of threads, one for each of them."""
    runtime = _open(runtime)
    handles = (_Pointer * max(size, 1))()
    with runtime._borrow() as context:
        context.check(runtime.library.relax_communicator_make_threads(context.handle, size, handles))
    return [Communicator(runtime, handle) for handle in handles]


def run_threads(size, function, runtime=None):
    """What `function(communicator)` gives on each of `size` threads. An error on one ends the others' waits and is
    raised."""
    def work(member):
        try:
            return function(member)
        except BaseException as error:
            # First of all: the others' errors, which follow from `abort`, must not come before their cause.
            errors.append(error)
            member.abort(f"{type(error).__name__}: {error}")
            raise

    errors = []
    members = make_threads(size, runtime)
    with concurrent.futures.ThreadPoolExecutor(size) as pool:
        futures = [pool.submit(work, member) for member in members]
    if errors:
        raise errors[0]
    return [future.result() for future in futures]


class Communicator:
    """One worker of a group; used by one thread at a time."""

    def __init__(self, runtime, handle, workers=None, is_process=False):
        # `workers` lives as long as what was joined by it.
        self._runtime, self._handle, self._before, self._workers = runtime, handle, [], workers
        self._is_process = is_process
        self._end = weakref.finalize(self, runtime.library.relax_communicator_destroy, handle)

    @property
    def rank(self):
        """Number of this worker, from 0."""
        return self._runtime.library.relax_communicator_rank(self._handle)

    @property
    def size(self):
        """Number of workers."""
        return self._runtime.library.relax_communicator_size(self._handle)

    @property
    def sent_bytes(self):
        """Bytes of the arrays that this worker has given to exchanges so far, those of programs too."""
        return self._runtime.library.relax_communicator_sent_bytes(self._handle)

    def set_timeout(self, seconds):
        """How long a call may wait for the others, 300 seconds by default."""
        if not seconds > 0:
            raise ValueError(f"expected seconds above 0, found {seconds}")
        self._runtime.library.relax_communicator_set_timeout(self._handle, seconds)

    def abort(self, reason):
        """Ends all workers: processes with exit code 1 and the reason on standard error, threads by an error in what they
        wait for."""
        if self._is_process:
            own = "" if reason.startswith("worker ") else f"worker {self.rank} of {self.size}: "
            print(own + reason, file=sys.stderr, flush=True)
        self._runtime.library.relax_communicator_abort(self._handle, reason.encode())

    def split(self, color, key=0):
        """The group of those workers that give the same `color`, ordered by `key`."""
        part = _Pointer()
        # Other types are errors of their own, before anybody waits.
        self._call("relax_communicator_split", operator.index(color), operator.index(key), part)
        return Communicator(self._runtime, part.value, is_process=self._is_process)

    def join_nccl(self, device=0, library=None):
        """The same group, in which programs exchange tensors on CUDA devices by NCCL: each worker has a device of its
        own, number `device`. `library` is NCCL's file. All else is done by this group, which is used no further."""
        joined = _Pointer()
        with self._runtime._borrow() as context:
            context.check(self._runtime.library.relax_communicator_join_nccl(
                context.handle, self._handle, device, library.encode() if library else None, joined))
        return Communicator(self._runtime, joined.value, workers=self)

    def __enter__(self):
        """Calls of modules on this thread exchange tensors with this group."""
        self._before.append(getattr(_runtime.workers, "world", None))
        _runtime.workers.world = self._handle
        return self

    def __exit__(self, *_):
        _runtime.workers.world = self._before.pop()

    def all_reduce(self, array, kind="sum"):
        """All workers' arrays joined element by element; `kind` is sum, prod, min, max or avg."""
        sent = _compact(array)
        return self._exchange("relax_all_reduce", sent, sent.shape, _reduction(kind))

    def reduce_scatter(self, array, kind="sum"):
        """Part number `rank`, along the first axis, of what all_reduce gives."""
        sent = _compact(array)
        return self._exchange("relax_reduce_scatter", sent, self._part(sent.shape), _reduction(kind))

    def all_gather(self, array):
        """All workers' arrays joined, along the first axis."""
        sent = _compact(array)
        return self._exchange("relax_all_gather", sent, self._whole(sent.shape))

    def all_to_all(self, array):
        """Part number `rank` of each worker's array, joined."""
        sent = _compact(array)
        self._part(sent.shape)
        return self._exchange("relax_all_to_all", sent, sent.shape)

    def broadcast(self, array, root=0):
        """Worker `root`'s array; that of the others says what it looks like."""
        sent = _compact(array)
        return self._exchange("relax_broadcast", sent, sent.shape, root)

    def scatter(self, array, root=0):
        """Part number `rank` of worker `root`'s array; that of the others says what it looks like."""
        sent = _compact(array)
        return self._exchange("relax_scatter", sent, self._part(sent.shape), root)

    def gather(self, array, root=0):
        """All workers' arrays joined, on worker `root`; None elsewhere."""
        sent = _compact(array)
        whole = self._exchange("relax_gather", sent, self._whole(sent.shape), root)
        return whole if self.rank == root else None

    def send(self, array, peer):
        """Sends an array to worker `peer`."""
        sent = _runtime._Array(_compact(array))
        self._call("relax_send", peer, sent.described)

    def receive(self, like, peer):
        """What worker `peer` sends: an array of the shape and dtype of `like`."""
        result = np.empty_like(_compact(like))
        received = _runtime._Array(result)
        self._call("relax_receive", peer, received.described)
        return result

    def barrier(self):
        """Waits until all workers are here."""
        self._call("relax_barrier")

    def _whole(self, shape):
        if not shape:
            raise ValueError("expected an array of an axis or more, found a scalar")
        return (shape[0] * self.size, *shape[1:])

    def _part(self, shape):
        if not shape or shape[0] % self.size:
            raise ValueError(f"expected a first axis that {self.size} workers divide, found the shape {shape}")
        return (shape[0] // self.size, *shape[1:])

    def _exchange(self, name, sent, shape, *numbers):
        result = np.empty(shape, sent.dtype)
        source, received = _runtime._Array(sent), _runtime._Array(result)
        self._call(name, *numbers, source.described, received.described)
        return result

    def _call(self, name, *arguments):
        with self._runtime._borrow() as context:
            context.check(getattr(self._runtime.library, name)(context.handle, self._handle, *arguments))


def _compact(array):
    """In this machine's byte order, as elements are joined."""
    array = np.asarray(array, order="C")
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def _reduction(kind):
    if kind not in _REDUCTIONS:
        raise ValueError(f"expected one of {', '.join(_REDUCTIONS)}, found {kind!r}")
    return _REDUCTIONS.index(kind)
