"""When memory ends. TVM's `kill_storage`, `kill_tensor` and `vm.kill_object` drop
a name: the bytes live on until the tensors in them and the views of these have
ended. What they become ends the bytes, so it stands after the last use of what
lies in them."""
from .versions import identity, kind

_VARIABLES = ("Var", "DataflowVar")
_KILLS = {"relax.memory.kill_storage", "relax.memory.kill_tensor", "relax.vm.kill_object"}
# Their results are memory of their own.
_FRESH = {"relax.memory.alloc_storage", "relax.vm.alloc_storage", "relax.builtin.alloc_tensor", "relax.call_tir",
          "relax.call_dps_packed"}
# Their results are memory of their operands.
_VIEWS = {"relax.memory.view", "relax.memory.ensure_zero_offset", "relax.reshape"}


def _is_view(node):
    """Whether a value may be the same memory as another one, as what a function
    outside gives may be."""
    return kind(node) in (*_VARIABLES, "TupleGetItem") or _op_name(node) in _VIEWS or (kind(node) == "Call" and kind(node.op) == "ExternFunc")


def _sees_memory(node):
    """Whether a value does nothing but show the memory of another one."""
    if kind(node) == "Call" and kind(node.op) == "ExternFunc":
        return str(node.op.global_symbol) == "vm.builtin.reshape"
    return kind(node) in (*_VARIABLES, "TupleGetItem") or _op_name(node) in _VIEWS


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


def ends_of_memory(body):
    """Which ends stand elsewhere: by the variable of each that does, the place
    among the bindings of `body` after which it is to stand, or None if it has no
    end: the body gives away memory that lies in it, or it is a view. None also
    for a view that nothing reads: TVM plans memory as if it were not there, and
    the bytes may be another tensor's by then."""
    bindings = [binding for block in body.blocks for binding in block.bindings]
    kills = [(place, binding) for place, binding in enumerate(bindings) if _op_name(binding.value) in _KILLS]
    if not kills:
        return {}

    def memory_of(node):
        return set().union(*(memory.get(variable, {variable}) for variable in _used(node, set())))

    # What may have to live for each variable, and the last use of each. The end of a view is none: it would end the
    # memory of the tensor that is seen through it.
    memory, last, views = {}, {}, set()
    for place, binding in enumerate(bindings):
        used, itself = memory_of(binding.value), identity(binding.var)
        if _op_name(binding.value) in _KILLS:
            # That the tensors in a storage end is a use of it, and its own end is none.
            used -= _used(binding.value, set())
        else:
            views |= {itself} if used and _is_view(binding.value) else set()
            memory[itself] = {itself} if _op_name(binding.value) in _FRESH else used | {itself}
        last.update((root, place) for root in used)
    given = memory_of(body.body)
    ends = {}
    # An end that moves is a use of what it lies in at its new place: the latest come first, so that a storage's is put
    # behind those of its tensors.
    for place, binding in sorted(kills, key=lambda kill: (len(memory_of(kill[1].value)), kill[0]), reverse=True):
        ended = _used(binding.value, set())
        if ended & (given | views):
            ends[identity(binding.var)] = None
            continue
        latest = max((last.get(root, place) for root in ended), default=place)
        if latest > place:
            ends[identity(binding.var)] = latest
            for root in memory_of(binding.value) - ended:
                last[root] = max(last.get(root, latest), latest)
    read = _used(body.body, set())
    for binding in reversed(bindings):
        if _op_name(binding.value) in _KILLS:
            continue
        if identity(binding.var) not in read and _sees_memory(binding.value):
            ends[identity(binding.var)] = None
        else:
            _used(binding.value, read)
    return ends
