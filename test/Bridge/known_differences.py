"""Where results differ from TVM's, and why; docs/semantics.md says who is right."""

import tvm

_OUTSIDE = "TVM's program reads outside of a buffer, which the interpreter sees"
# A part of a module's name, what of it runs, the reason.
_DIFFERENT = [
    ("center=False, scale=False", "module", "TVM multiplies and adds all the same"),
    ("median(x, axis=[0, 1])", "module", "TVM's lowering gives a second result, which the operator's type lacks"),
    ("adaptive_avg_pool2d", "module", "TVM 0.26 accumulates a part of each region only"),
    ("median(x, axis=[0, 1])", "TVM's programs", _OUTSIDE),
    ("slice_scatter", "TVM's programs", _OUTSIDE),
    ("return_inverse=True", "module", "TVM gives numpy's inverse, whose shape is not the one in the operator's type"),
    ("eye_like(x, 1, dtype", "module", "TVM's lowering gives elements of the operand's dtype, not of its type's"),
    (", for a GPU", "back", "a buffer of threads comes back inside the loop that uses it, not at the top of the kernel"),
    ("all_class_non_max_suppression", "module", "TVM gives only the rows that are boxes, as many as its type does not say"),
]
# Parts of what is said where a program cannot run here.
_NOT_HERE = {
    "an external function gives its results through arguments": "it calls functions of TVM's Python",
    "expected sizes that have a value here": "it calls functions of TVM's Python",
    "'relax.extern_func'": "it calls functions of TVM's Python",
    "it is not of scalars": "it calls functions of TVM's Python",
    "tvm.contrib.sort": "it calls functions of TVM's run time",
    "host code calls a closure only where it is made": "closures run in the interpreter",
    "expected no 'axis'": "unique along an axis",
    "op binds iterator": "TVM's program binds an iterator outside of its extent, and the interpreter sees it",
    "'|V2'": "the interpreter's files have no such elements",
    "expected a dtype of .npy files, found f8E4M3FN": "the interpreter's files have no such elements",
    "expected one that the interpreter has": "the interpreter has no vectors",
    "'llvm.intr.assume' op does not hold": "the inputs are not what the program assumes, and the interpreter sees it",
}


def reads_outside(name, way):
    """Whether a module is not to run natively, where nothing is in the way of such a read."""
    return any(part in name and where == way and why == _OUTSIDE for part, where, why in _DIFFERENT)


def reason(name, way, _how, wrong):
    """Why a module's results may differ; nothing if they may not."""
    for part, where, why in _DIFFERENT:
        if part in name and where == way and ("0.26" not in why or tvm.__version__.startswith("0.26")):
            return why
    return next((why for words, why in _NOT_HERE.items() if words in wrong), "")
