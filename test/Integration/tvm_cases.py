"""Cases of each number that docs/semantics.md says about, with what TVM 0.27
gives on a processor: `python tvm_cases.py` with the package apache-tvm asks it
again and says where it gives something else by now."""
import numpy as np

_NAN, _INF = np.nan, np.inf


def _floats(*numbers):
    return np.array(numbers, np.float32)


_PLACES, _LINE = np.array([-1, 5, 0, -7]), _floats(0, 1, 2, 3, 4)
_ROWS = np.array([[1, _NAN, 3], [_NAN, 2, _NAN]], np.float32)
_SEVENS, _TWOS = np.array([-7, 7, -7, 7], np.int32), np.array([2, 2, -2, -2], np.int32)
_NONE = np.zeros((2, 0), np.float32)
# What TVM gives where it reads memory as it was, stops, or dies.
_OPEN, _ERROR, _DIES = "memory as it was", "an error", "the process dies"

# Operator, attributes, inputs, what it gives here and in TVM, arguments of TVM's function.
PROBES = [
    ("maximum", "", [_floats(_NAN, 1), _floats(1, _NAN)], _floats(_NAN, _NAN), _floats(1, _NAN), ()),
    ("minimum", "", [_floats(_NAN, 1), _floats(1, _NAN)], _floats(_NAN, _NAN), _floats(1, _NAN), ()),
    ("max", "axis = array<i64: 1>", [_ROWS], _floats(_NAN, _NAN), _floats(3, _NAN), (1,)),
    ("min", "axis = array<i64: 1>", [_ROWS], _floats(_NAN, _NAN), _floats(3, _NAN), (1,)),
    ("nn.relu", "", [_floats(_NAN, 1, -_INF)], _floats(_NAN, 1, 0), _floats(0, 1, 0), ()),
    ("clip", "min = 0.0 : f64, max = 1.0 : f64", [_floats(_NAN, _INF, -_INF)], _floats(_NAN, 1, 0), _floats(1, 1, 0), (0, 1)),
    ("nn.max_pool1d", "pool_size = array<i64: 2>", [_floats(_NAN, 1, 2).reshape(1, 1, 3)], _floats(_NAN, 2).reshape(1, 1, 2), _floats(1, 2).reshape(1, 1, 2), (2,)),
    ("sign", "", [_floats(_NAN, 2, -_INF)], _floats(_NAN, 1, -1), _floats(0, 1, -1), ()),
    ("not_equal", "", [_floats(_NAN, 1), _floats(_NAN, 1)], np.array([True, False]), np.array([False, False]), ()),
    ("argmax", "axis = 1 : i64", [_ROWS], np.array([1, 0]), np.array([2, 2]), (1,)),
    ("sort", "axis = 1 : i64", [_ROWS], np.array([[1, 3, _NAN], [2, _NAN, _NAN]], np.float32), _ROWS, (1,)),
    ("astype", "dtype = i32", [_floats(_NAN, _INF, -_INF, 3e9, -1.9)], np.array([0, 2**31 - 1, -2**31, 2**31 - 1, -1], np.int32),
     np.array([-2**31, -2**31, -2**31, -2**31, -1], np.int32), ("int32",)),
    ("astype", "dtype = ui8", [_floats(_NAN, -5, 300, 1.9)], np.array([0, 0, 255, 1], np.uint8), np.array([0, 0, 255, 1], np.uint8), ("uint8",)),
    # One number is converted by itself, a vector of ui8 with saturation.
    ("astype", "dtype = ui8", [_floats(-1.5)], np.array([0], np.uint8), np.array([255], np.uint8), ("uint8",)),
    ("astype", "dtype = ui16", [_floats(-5, 70000, 1.9)], np.array([0, 65535, 1], np.uint16), np.array([65531, 4464, 1], np.uint16), ("uint16",)),
    ("astype", "dtype = ui32", [_floats(-5, 3e9, 1.9)], np.array([0, 3 * 10**9, 1], np.uint32), np.array([2**32 - 5, 3 * 10**9, 1], np.uint32), ("uint32",)),
    ("astype", "dtype = i1", [_floats(_NAN, 0, -0.0, 0.5)], np.array([True, False, False, True]), np.array([True, False, False, True]), ("bool",)),
    ("round", "", [_floats(0.5, 1.5, 2.5, -0.5)], _floats(0, 2, 2, -0.0), _floats(0, 2, 2, -0.0), ()),
    ("divide", "", [_SEVENS, _TWOS], np.array([-3, 3, 3, -3], np.int32), np.array([-3, 3, 3, -3], np.int32), ()),
    ("floor_divide", "", [_SEVENS, _TWOS], np.array([-4, 3, 3, -4], np.int32), np.array([-4, 3, 3, -4], np.int32), ()),
    ("mod", "", [_SEVENS, _TWOS], np.array([-1, 1, -1, 1], np.int32), np.array([-1, 1, -1, 1], np.int32), ()),
    ("floor_mod", "", [_SEVENS, _TWOS], np.array([1, 1, -1, -1], np.int32), np.array([1, 1, -1, -1], np.int32), ()),
    ("divide", "", [np.array([1], np.int32), np.array([0], np.int32)], np.array([0], np.int32), _DIES, ()),
    ("multiply", "", [np.array([100], np.int8)] * 2, np.array([16], np.int8), np.array([16], np.int8), ()),
    ("left_shift", "", [np.array([1, 1, 1], np.int32), np.array([31, 32, -1], np.int32)], np.array([-2**31, 0, 0], np.int32), np.array([-2**31, 1, -2**31], np.int32), ()),
    ("power", "", [np.array([2, -2], np.int32), np.array([3, 3], np.int32)], np.array([8, -8], np.int32), _ERROR, ()),
    ("mean", "axis = array<i64: 0>", [np.array([-1, -2, -4], np.int32)], np.array(-2, np.int32), np.array(-2, np.int32), (0,)),
    ("sum", "axis = array<i64: 0>", [np.array([True, True, False])], np.array(True), np.array(True), (0,)),
    ("prod", "axis = array<i64: 0>", [np.array([True, True, False])], np.array(False), np.array(False), (0,)),
    ("variance", "axis = array<i64: 0>", [_floats(1, 2, 4)], np.array(14 / 9, np.float32), np.array(14 / 9, np.float32), (0,)),
    ("nn.softmax", "axis = 0 : i64", [_floats(-_INF, -_INF)], _floats(_NAN, _NAN), _floats(_NAN, _NAN), (0,)),
    ("sum", "axis = array<i64: 1>", [_NONE], _floats(0, 0), _floats(0, 0), (1,)),
    ("prod", "axis = array<i64: 1>", [_NONE], _floats(1, 1), _floats(1, 1), (1,)),
    ("max", "axis = array<i64: 1>", [_NONE], _floats(-_INF, -_INF), _OPEN, (1,)),
    ("mean", "axis = array<i64: 1>", [_NONE], _floats(_NAN, _NAN), _ERROR, (1,)),
    ("matmul", "", [_NONE, _NONE.T.copy()], np.zeros((2, 2), np.float32), np.zeros((2, 2), np.float32), ()),
    ("take", 'axis = 0 : i64, mode = "fast"', [_LINE, _PLACES], _floats(0, 4, 0, 0), _OPEN, (0,)),
    ("take", 'axis = 0 : i64, mode = "clip"', [_LINE, _PLACES], _floats(0, 4, 0, 0), _floats(0, 4, 0, 0), (0, "clip")),
    ("take", 'axis = 0 : i64, mode = "wrap"', [_LINE, _PLACES], _floats(4, 0, 0, 3), _floats(4, 0, 0, 3), (0, "wrap")),
    ("take", 'axis = 0 : i64, mode = "nan"', [_LINE, _PLACES], _floats(_NAN, _NAN, 0, _NAN), _floats(_NAN, _NAN, 0, _NAN), (0, "nan")),
    ("gather_elements", "axis = 0 : i64", [_LINE, np.array([-1, 9, 1])], _floats(4, 4, 1), _OPEN, (0,)),
    ("gather_nd", "", [_LINE, np.array([[-1], [9], [1]])], _floats(4, 4, 1), _OPEN, ()),
    ("scatter_elements", "axis = 0 : i64", [_LINE, np.array([-1, 2]), _floats(8, 9)], _floats(0, 1, 9, 3, 8), _floats(0, 1, 9, 3, 8), (0,)),
    ("scatter_elements", "axis = 0 : i64", [_LINE, np.array([9, 2]), _floats(8, 9)], _floats(0, 1, 9, 3, 4), _OPEN, (0,)),
    ("ewise_fma", "", [_floats(2, 3)] * 3, _floats(6, 12), _ERROR, ()),
    # (1 + 2^-12)^2 - (1 + 2^-11): rounded once, 2^-24 is left.
    ("ewise_fma", "", [_floats(1 + 2**-12), _floats(1 + 2**-12), _floats(-1 - 2**-11)], _floats(2**-24), _ERROR, ()),
]


def _list():
    from operator_cases import add
    for op, attributes, inputs, here, _, _ in PROBES:
        add(op, inputs, here, attributes)


families = (_list,)


def _ask(op, inputs, arguments):
    """What TVM gives."""
    import tvm
    from tvm import relax
    function = relax.op
    for part in op.split("."):
        function = getattr(function, part)
    builder = relax.BlockBuilder()
    parameters = [relax.Var(f"x{i}", relax.TensorType(array.shape, str(array.dtype))) for i, array in enumerate(inputs)]
    with builder.function("main", parameters):
        with builder.dataflow():
            result = builder.emit_output(function(*parameters, *arguments))
        builder.emit_func_output(result)
    machine = relax.VirtualMachine(tvm.compile(builder.get(), target="llvm"), tvm.cpu())
    return machine["main"](*[tvm.runtime.tensor(array) for array in inputs]).numpy()


def main():
    for op, attributes, inputs, _, recorded, arguments in PROBES:
        if not isinstance(recorded, np.ndarray):
            continue  # What is open has no value, and one ends the process.
        try:
            found = _ask(op, inputs, arguments)
        except Exception as error:  # noqa: BLE001
            found = f"{type(error).__name__}: {error}"
        same = isinstance(found, np.ndarray) and np.allclose(found.astype(np.float64), recorded.astype(np.float64), equal_nan=True)
        print("as recorded" if same else f"now {found}, recorded {recorded}", f"relax.{op}", attributes, sep=": ")


if __name__ == "__main__":
    main()
