"""One written formula, run with each type of elements, with sizes known and
not, and with NaN and infinities."""
import ml_dtypes
import numpy as np

from operator_cases import add

FLOAT8 = (ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2)
FLOATS = (np.float32, np.float64, np.float16, ml_dtypes.bfloat16, *FLOAT8)
SIGNED = (np.int8, np.int16, np.int32, np.int64)
UNSIGNED = (np.uint8, np.uint16, np.uint32, np.uint64)
INTEGERS = SIGNED + UNSIGNED
NUMBERS = FLOATS + INTEGERS
ALL = NUMBERS + (np.bool_,)


def is_float(dtype):
    return np.dtype(dtype).kind not in "iub"


def as_element(array, dtype):
    """Numbers as elements of a type: whole ones of integers, without a sign
    where there is none."""
    if is_float(dtype):
        return array.astype(dtype)
    if np.dtype(dtype) == bool:
        return array > 0
    whole = np.rint(array * 4).astype(np.int64)
    return (np.abs(whole) if np.dtype(dtype).kind == "u" else whole).astype(dtype)


def _wide(array):
    return array.astype(np.float64) if is_float(array.dtype) else array


def _results(oracle, inputs, dtype):
    """What the formula gives for the inputs in 64 bits, rounded."""
    with np.errstate(all="ignore"):
        results = oracle(*(_wide(array) for array in inputs))
        results = [np.asarray(array) for array in (results if isinstance(results, (list, tuple)) else [results])]
        return [array.astype(dtype) if array.dtype == np.float64 else array for array in results]


def _spoiled(arrays, place):
    """The arrays with NaN and infinities in the one at `place`."""
    array = arrays[place].copy()
    for at, number in zip((array.size // 3, array.size // 2, array.size - 1), (np.nan, np.inf, -np.inf)):
        array.flat[at] = number
    return [*arrays[:place], array, *arrays[place + 1:]]


def spread(op, oracle, runs, attributes="", dims=None, elements=FLOATS, special=0, known=2, tolerance=None, **options):
    """List cases of an operator. `runs` are lists of inputs; those of float64
    become elements of each type, others stay as they are. The first `known`
    runs are of known shapes, all are of sizes known at run time as `dims` has
    them, in all types at least the first, the last and one with NaN and
    infinities in the operand `special`, None for none. The attributes may say
    {element}."""
    for dtype in elements:
        def make(arrays, dtype=dtype):
            inputs = [as_element(array, dtype) if array.dtype == np.float64 else array for array in arrays]
            return inputs, _results(oracle, inputs, dtype)

        from operator_cases import element_of
        text = attributes.replace("{element}", element_of(np.zeros(0, dtype)))
        chosen = [make(arrays) for arrays in (runs if dtype == elements[0] else [runs[0], *([runs[-1]] if len(runs) > 1 else [])])]
        if dtype == elements[0]:
            for inputs, expected in chosen[:known]:
                add(op, inputs, expected, text, tolerance=tolerance, **options)
        if special is not None and is_float(dtype):
            chosen.append(make(_spoiled(runs[0], special)))
        if dims is not None:
            add(op, *chosen[0], text, dims, more=chosen[1:], tolerance=tolerance, **options)
        else:
            for inputs, expected in chosen[1 if dtype == elements[0] else 0:]:
                add(op, inputs, expected, text, tolerance=tolerance, **options)
