"""Memory that each thread has for itself: TVM allocates it around the loops
over threads, here it is allocated inside of them."""
from .versions import identity, kind

_PARTS = ("body", "block", "init", "then_case", "else_case", "seq")


def thread_tag(node):
    """The tag of the threads that a statement runs in; empty for others."""
    if kind(node) == "For" and int(node.kind) == 4:
        return str(node.thread_binding.thread_tag)
    if kind(node) == "AttrStmt" and str(node.attr_key) in ("thread_extent", "virtual_thread"):
        return str(getattr(node.node, "thread_tag", ""))
    return ""


def _parts(node):
    for name in _PARTS:
        child = getattr(node, name, None)
        if child is not None:
            yield from child if kind(child) == "Array" else [child]


def is_innermost(node):
    """Whether a statement runs in threads of a block, and none inside it does."""
    if "threadIdx" not in thread_tag(node):
        return False
    stack = [node.body]
    while stack:
        inner = stack.pop()
        if "threadIdx" in thread_tag(inner):
            return False
        stack += _parts(inner)
    return True


def uses(node, variable, walk):
    """Whether a variable occurs in a part of a program."""
    found = []
    walk(node, lambda part: found.append(part) if kind(part) == "Var" and identity(part) == identity(variable) else None)
    return bool(found)


def belongs_to_threads(statements, variable, walk):
    """Whether all uses of a buffer stand in innermost loops over threads, with
    no other loop around these, which would let the buffer live on."""
    loops, stack = [], [(node, False) for node in statements]
    while stack:
        node, repeated = stack.pop()
        if is_innermost(node):
            if uses(node.body, variable, walk):
                loops.append(repeated)
            continue
        repeated = repeated or kind(node) == "While" or kind(node) == "For" and not thread_tag(node)
        parts = list(_parts(node))
        if not parts and uses(node, variable, walk):
            return False
        if kind(node) in ("IfThenElse", "While") and uses(node.condition, variable, walk):
            return False
        stack += [(part, repeated) for part in parts]
    return bool(loops) and not any(loops)
