"""When storages end. TVM's `kill_storage` drops a name: the bytes live on until
the tensors in them have ended. `relax.memory.kill_storage` ends the bytes, so
it stands after the last use of what lies in them."""
from .versions import identity, kind

_VARIABLES = ("Var", "DataflowVar")
_KILL = "relax.memory.kill_storage"
# Their results are memory of their own.
_FRESH = {"relax.memory.alloc_storage", "relax.builtin.alloc_tensor", "relax.call_tir", "relax.call_dps_packed",
          "relax.memory.kill_tensor", _KILL}


def _op_name(node):
    return node.op.name if kind(node) == "Call" and kind(node.op) == "Op" else ""


def _used(node, found):
    """Adds the variables that a value mentions, those of its bodies, too."""
    stack = [node]
    while stack:
        node = stack.pop()
        what = kind(node)
        if what in _VARIABLES:
            found.add(identity(node))
        elif what == "Call":
            stack.extend(node.args)
        elif what == "Tuple":
            stack.extend(node.fields)
        elif what == "TupleGetItem":
            stack.append(node.tuple_value)
        elif what == "If":
            stack += [node.cond, node.true_branch, node.false_branch]
        elif what == "Function":
            stack.append(node.body)
        elif what == "SeqExpr":
            stack += [binding.value for block in node.blocks for binding in block.bindings]
            stack.append(node.body)
    return found


def ends_of_storages(body):
    """Which ends of storages stand elsewhere: by the variable of each that does,
    the place among the bindings of `body` after which it is to stand, or None
    if the body gives a tensor in the storage away, which then has no end."""
    bindings = [binding for block in body.blocks for binding in block.bindings]
    kills = [(place, binding) for place, binding in enumerate(bindings) if _op_name(binding.value) == _KILL]
    if not kills:
        return {}
    # The storages that a variable may be memory of, and each one's last use.
    storages, last = {}, {}
    for place, binding in enumerate(bindings):
        roots = set()
        for variable in _used(binding.value, set()):
            roots |= storages.get(variable, set())
        name = _op_name(binding.value)
        if name == "relax.memory.alloc_storage":
            storages[identity(binding.var)] = {identity(binding.var)}
        elif name not in _FRESH:
            storages[identity(binding.var)] = roots
        if name != _KILL:
            last.update((root, place) for root in roots)
    given = set()
    for variable in _used(body.body, set()):
        given |= storages.get(variable, set())
    ends = {}
    for place, binding in kills:
        roots = set()
        for variable in _used(binding.value, set()):
            roots |= storages.get(variable, set())
        if roots & given:
            ends[identity(binding.var)] = None
            continue
        latest = max((last.get(root, place) for root in roots), default=place)
        if latest > place:
            ends[identity(binding.var)] = latest
    return ends
