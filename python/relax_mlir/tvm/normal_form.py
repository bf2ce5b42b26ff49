"""Modules as the export wants them: in TVM's normal form, named as they are exported."""
from .text import ExportError
from .versions import kind

# What may stand where a value is used; all else gets a variable in normal form.
_NESTED = ("If", "Function", "SeqExpr", "TupleGetItem")


def normalized(module):
    """The module after the passes of TVM that it needs."""
    from tvm import relax

    module = _run(module, relax.transform.NormalizeGlobalVar(), not _is_named(module))
    return _run(module, relax.transform.Normalize(), not all(_is_normal(function) for _, function in module.functions_items()))


def _run(module, transform, is_needed):
    if not is_needed:
        return module
    try:
        return transform(module)
    except Exception as error:  # TVM's errors have no common base class.
        lines = str(error).strip().splitlines() or [type(error).__name__]
        raise ExportError(f"TVM cannot normalize the module: {lines[-1].strip()}") from error


def _is_named(module):
    """Whether each function is exported by its name in the module."""
    return all(function.attrs is None or str(function.attrs.get("global_symbol", name.name_hint)) == str(name.name_hint)
               for name, function in module.functions_items() if kind(function) in ("Function", "PrimFunc"))


def _is_normal(function):
    """Whether calls and branches of a function are bound to variables."""
    stack = [function] if kind(function) == "Function" else []
    while stack:
        node = stack.pop()
        if kind(node) == "Function":
            if kind(node.body) != "SeqExpr":
                return False
            stack.append(node.body)
        elif kind(node) == "If":
            if _is_nested(node.cond) or {kind(node.true_branch), kind(node.false_branch)} != {"SeqExpr"}:
                return False
            stack += [node.true_branch, node.false_branch]
        elif kind(node) == "SeqExpr":
            if _is_nested(node.body):
                return False
            stack += [binding.value for block in node.blocks for binding in block.bindings]
        elif any(_is_nested(part) for part in _parts(node)):
            return False
    return True


def _parts(node):
    """The values that a bound value is made of."""
    if kind(node) == "TupleGetItem":
        return [node.tuple_value]
    if kind(node) == "Tuple":
        return list(node.fields)
    if kind(node) != "Call" or not hasattr(node, "args"):
        return []
    return [part for argument in node.args for part in (argument.fields if kind(argument) == "Tuple" else [argument])]


def _is_nested(node):
    """Whether a node is no value, but computes one; a scalar's expression is one."""
    name = getattr(getattr(node, "op", None), "name", "relax.")
    return kind(node) in _NESTED or kind(node) == "Call" and hasattr(node, "args") and name.startswith("relax.")
