"""A plugin of pytest: notes what TVM's own tests do while they run.

Passes that are called, with the module before and after; types that
`BlockBuilder.normalize` infers; calls of compiled modules. One line of JSON each
goes to the file that TVM_HARVEST names. `utils/tvm-own-tests.py` runs pytest
with it."""
import json
import os

import numpy as np
import tvm
import tvm.testing
from tvm import relax

_NOTES = os.environ["TVM_HARVEST"]
# The tests ask for these where TVM had them before.
for _home, _name, _now in ((tvm.ir, "VDevice", relax.VDevice), (tvm.ir, "DummyGlobalInfo", relax.global_info.DummyGlobalInfo),
                           (relax.expr, "Constant", tvm.ir.Constant)):
    if not hasattr(_home, _name):
        setattr(_home, _name, _now)
# NumPy takes no other attribute of an object for its dtype, since 2.4.
tvm.ir.PrimType.__numpy_dtype__ = property(lambda self: np.dtype(str(self)))
# Parameters of passes, and modules of executables; kept, as others would get their ids.
_MADE, _MODULES, _CLASSES = {}, {}, set()
_seen = set()


def _note(kind, **what):
    line = json.dumps({"kind": kind, **what})
    if line not in _seen:
        _seen.add(line)
        with open(_NOTES, "a", encoding="utf-8") as file:
            file.write(line + "\n")


def _saved(node):
    """TVM's own text of a node; none for what it has none for, such as functions of Python."""
    try:
        return tvm.ir.save_json(node)
    except Exception:  # TVM's errors have no common base class.
        return None


def _plain(value):
    """A parameter as JSON; what is none of it is named by its type."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (list, tuple)) or type(value).__name__ == "Array":
        return [_plain(item) for item in value]
    if hasattr(value, "items"):
        return {"dict": [[_plain(key), _plain(item)] for key, item in value.items()]}
    if hasattr(value, "numpy") or isinstance(value, np.ndarray):
        array = value if isinstance(value, np.ndarray) else value.numpy()
        return {"array": array.tolist(), "dtype": str(array.dtype)} if array.size < 5000 else {"python": "a large array"}
    if isinstance(value, tvm.ir.GlobalVar):
        return {"global": value.name_hint}
    if isinstance(value, relax.Var):
        return {"var": getattr(value, "name", None) or value.name_hint}
    if type(value).__name__ in ("Var", "SizeVar"):
        return {"symbol": value.name}
    if isinstance(value, relax.Function):
        return {"function": _saved(tvm.IRModule({"loss": value}))}
    return {"python": type(value).__name__}


def _follow(namespace):
    """Notes what each pass of a namespace is made with."""
    for name in dir(namespace):
        factory = getattr(namespace, name)
        if not name[0].isupper() or not callable(factory) or getattr(factory, "harvested", False):
            continue
        if isinstance(factory, type):
            # A class of passes in Python, whose parameters are its own.
            _CLASSES.add(name)
            continue

        def make(*args, _factory=factory, _name=name, **more):
            result = _factory(*args, **more)
            if isinstance(result, tvm.ir.transform.Pass):
                _MADE[id(result)] = result, _name, _plain(args), {key: _plain(value) for key, value in more.items()}
            return result
        make.harvested = True
        setattr(namespace, name, make)


def _call_pass(self, module, _original=tvm.ir.transform.Pass.__call__):
    name = self.info.name
    made = _MADE.get(id(self)) or ((self, name, [], {}) if name in _CLASSES else None)
    before = _saved(module) if made else None
    try:
        after = _original(self, module)
    except Exception as error:
        if before:
            _note("pass", name=made[1], args=made[2], more=made[3], before=before, error=str(error).strip().splitlines()[-1:])
        raise
    saved = _saved(after) if before else None
    if saved:
        _note("pass", name=made[1], args=made[2], more=made[3], before=before, after=saved)
    return after


def _normalize(self, expr, _original=relax.BlockBuilder.normalize):
    result = _original(self, expr)
    if isinstance(result, relax.Call) and isinstance(result.op, tvm.ir.Op) and not getattr(_normalize, "busy", False):
        _normalize.busy = True
        try:
            value = relax.Var("y", result.ty)
            body = relax.SeqExpr([relax.BindingBlock([relax.VarBinding(value, result)])], value)
            function = relax.Function(relax.analysis.free_vars(result), body, result.ty, is_pure=True)
            saved = _saved(tvm.IRModule({"main": function.with_attr("global_symbol", "main")}))
            if saved:
                _note("inference", name=result.op.name, before=saved)
        except Exception:  # What is no function of variables is no case.
            pass
        finally:
            _normalize.busy = False
    return result


def _build(mod, *args, _original=relax.build, **more):
    saved, result = _saved(mod), _original(mod, *args, **more)
    if saved:
        _MODULES[id(result)] = result, saved
    return result


def _start(self, rt_mod, *args, _original=relax.VirtualMachine.__init__, **more):
    _original(self, rt_mod, *args, **more)
    self.harvested = _MODULES.get(id(rt_mod), (None, None))[1]


def _array(value):
    if isinstance(value, (list, tuple)) or type(value).__name__ == "Array":
        return [_array(item) for item in value]
    array = value if isinstance(value, np.ndarray) else value.numpy()
    if array.size > 20000:
        raise ValueError("a large array")
    return {"array": array.tolist() if array.dtype.kind in "biuf" else array.view(f"u{array.itemsize}").tolist(), "dtype": str(array.dtype),
            "shape": list(array.shape)}


def _save(self, func_name, saved_name, *args, include_return=True, _original=relax.VirtualMachine.save_function, **more):
    """A name for a function with its arguments."""
    _original(self, func_name, saved_name, *args, include_return=include_return, **more)
    # Without a return its result is nothing.
    if include_return and not more:
        self.__dict__.setdefault("saved", {})[saved_name] = func_name, args


def _get(self, key, _original=relax.VirtualMachine.__getitem__):
    function = _original(self, key)
    if not getattr(self, "harvested", None):
        return function
    name, given = getattr(self, "saved", {}).get(key, (key, ()))

    def call(*args):
        result = function(*args)
        try:
            inputs = [_array(value) for value in (*given, *args)]
            _note("call", name=name, before=self.harvested, inputs=inputs, expected=_array(result))
        except Exception:  # Objects, shapes and large arrays are no case.
            pass
        return result
    return call


for space in (relax.transform, relax.transform.transform, tvm.tirx.transform, tvm.s_tir.transform, relax.backend, relax.training):
    _follow(space)
tvm.ir.transform.Pass.__call__ = _call_pass
relax.BlockBuilder.normalize = _normalize
relax.build = _build
relax.VirtualMachine.__init__ = _start
relax.VirtualMachine.__getitem__ = _get
relax.VirtualMachine.save_function = _save
