"""Patterns of a library, for TVM and for us: chains of operators, each of which takes the result before it first."""
import atexit
import shutil
import tempfile
from pathlib import Path

from tvm import relax
from tvm.relax.dpl import is_op, wildcard

# By name: the operators of a chain and how many operands each has; a longer chain comes first.
_CHAINS = {
    "dnnl.conv2d_add_relu": (("relax.nn.conv2d", 2), ("relax.add", 2), ("relax.nn.relu", 1)),
    "dnnl.conv2d_relu": (("relax.nn.conv2d", 2), ("relax.nn.relu", 1)),
    "dnnl.conv2d": (("relax.nn.conv2d", 2),),
    "dnnl.matmul_add": (("relax.matmul", 2), ("relax.add", 2)),
    "dnnl.matmul": (("relax.matmul", 2),),
    "my.add_exp": (("relax.add", 2), ("relax.exp", 1)),
    "my.relu": (("relax.nn.relu", 1),),
    "my.sum": (("relax.add", 2),),
}


def _pdl(name, chain):
    """The chain as a `pdl.pattern`."""
    lines = [f"pdl.pattern @{name} : benefit(1) {{"]
    for place, (op, operands) in enumerate(chain):
        first = "%first" if place == 0 else f"%r{place - 1}"
        lines += ["  %first = pdl.operand"] if place == 0 else [f"  %r{place - 1} = pdl.result 0 of %op{place - 1}"]
        others = [f"%x{place}_{number}" for number in range(1, operands)]
        lines += [f"  {other} = pdl.operand" for other in others] + [f"  %t{place} = pdl.type"]
        lines.append(f'  %op{place} = pdl.operation "{op}"({", ".join([first, *others])} : {", ".join(["!pdl.value"] * operands)}) -> (%t{place} : !pdl.type)')
    return "\n".join([*lines, f'  pdl.rewrite %op{len(chain) - 1} with "relax.composite"', "}\n"])


def _dpl(chain):
    """The chain as a pattern of TVM."""
    value = wildcard()
    for op, operands in chain:
        value = is_op(op)(value, *(wildcard() for _ in range(operands - 1)))
    return value


def fuse(**options):
    """TVM's pass by these patterns."""
    return relax.transform.FuseOpsByPattern([relax.transform.FusionPattern(name, _dpl(chain)) for name, chain in _CHAINS.items()], **options)


def _write():
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    file = folder / "patterns.mlir"
    file.write_text("".join(_pdl(name, chain) for name, chain in _CHAINS.items()))
    return file


# The patterns as our pass reads them.
FILE = _write()
