"""Machine code of NVIDIA's GPUs, as far as counting instructions needs it.

An instruction is 16 bytes; the low 9 bits say what it is, bits 73 to 75 of one
that accesses memory how wide. Which number is which instruction is asked of the
assembler itself, with one small program for each: no disassembler is needed.
"""
import itertools
import os
import shutil
import struct
import subprocess
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path

_HEAD = """.version 8.7
.target {chip}
.address_size 64
.visible .entry probe(.param .u64 p) {{
  .reg .b64 %a, %g; .reg .b32 %r<9>; .reg .f32 %f<9>;
  .shared .align 16 .b8 s[1024];
  ld.param.u64 %g, [p]; cvta.to.global.u64 %a, %g; mov.u32 %r1, %tid.x; mad.wide.u32 %a, %r1, 128, %a;
"""
_READ = "ld.volatile.global.u32 %r1, [%a]; ld.volatile.global.u32 %r2, [%a+64];\n"
_WRITE = "st.volatile.global.u32 [%a], %r1;\n"
# Products of warpgroups: what surrounds them, one of halves, one of bytes.
_GROUP = "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.{}; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;"
_HALVES = ("mov.b32 %f1, %r1;" + _GROUP.format("m64n8k16.f32.f16.f16 {%f1,%f2,%f3,%f4}, 64, 64, 1, 1, 1, 0, 0")
           + "mov.b32 %r1, %f1;")
_BYTES = _GROUP.format("m64n8k32.s32.s8.s8 {%r1,%r2,%r3,%r4}, 64, 64, 1")
# Copies of a box of a tensor, and of bytes.
_BOX = ("mov.u32 %r3, s; cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r3], [%a, {%r1, %r2}], [%r3];")
_RUN = "mov.u32 %r3, s; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%a], %r1, [%r3];"
# An instruction, what it is called in the table, and the oldest chip to ask; code
# of which the instruction is no part, if others are new in the probe, too.
_PROBES = (
    ("lds", "ld.volatile.shared.u32 %r1, [s+32];", 70),
    ("sts", "st.volatile.shared.u32 [s], %r1;", 70),
    ("bar", "bar.sync 0;", 70),
    ("shfl", "shfl.sync.bfly.b32 %r1, %r1, 4, 31, -1;", 70),
    ("redux", "redux.sync.add.s32 %r1, %r1, -1;", 80),
    ("ldsm", "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [s];", 75),
    ("ldgsts", "cp.async.ca.shared.global [s], [%a], 4;", 80),
    ("utmaldg", _BOX, 90, _RUN),
    ("mma", "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1,%f2,%f3,%f4}, {%r1,%r2}, {%r2}, {%f1,%f2,%f3,%f4};"
            "mov.b32 %r1, %f1;", 75),
    ("mma", "mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%r1,%r2,%r3,%r4}, {%r1,%r2}, {%r2}, {%r1,%r2,%r3,%r4};", 80),
    ("wgmma", _HALVES, "sm_90a", _BYTES),
    ("wgmma", _BYTES, "sm_90a", _HALVES),
    ("ffma", "mov.b32 %f1, %r1; mov.b32 %f2, %r2; fma.rn.f32 %f1, %f1, %f2, %f2; mov.b32 %r1, %f1;", 70),
    ("mufu", "mov.b32 %f1, %r1; ex2.approx.ftz.f32 %f1, %f1; mov.b32 %r1, %f1;", 70),
)
NAMES = tuple(dict.fromkeys(probe[0] for probe in _PROBES))
_EXIT, _NOTHING = 0x14D, 0x118
# How wide an access is, by its three bits.
_BITS = {0: 8, 1: 8, 2: 16, 3: 16, 4: 32, 5: 64, 6: 128}


def kernels(code):
    """The instructions of each kernel of a cubin: pairs of 64-bit numbers."""
    start, = struct.unpack_from("<Q", code, 40)
    size, count, names = struct.unpack_from("<HHH", code, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", code, start + index * size) for index in range(count)]
    found = {}
    for section in sections:
        name = code[sections[names][4] + section[0]:].split(b"\0", 1)[0].decode()
        if name.startswith(".text."):
            found[name[len(".text."):]] = list(struct.iter_unpack("<QQ", code[section[4]:section[4] + section[5]]))
    return found


def _number(instruction):
    return instruction[0] & 0x1FF


def _width(instruction):
    return _BITS.get(instruction[1] >> 9 & 7, 0)


def assembler():
    found = shutil.which("ptxas", path=f"{os.environ.get('PATH', '')}:/usr/local/cuda/bin")
    if not found:
        raise FileNotFoundError("sass.py: found no assembler for GPUs, \"ptxas\"; install the CUDA toolkit")
    return found


def _assemble(body, chip):
    """The numbers of what a small kernel runs."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "a.ptx"), Path(folder, "a.cubin")
        source.write_text(_HEAD.format(chip=chip) + body + "ret; }\n")
        subprocess.run([assembler(), f"-arch={chip}", source, "-o", target], check=True)
        numbers = map(_number, kernels(target.read_bytes())["probe"])
    return [number for number in itertools.takewhile(lambda number: number != _EXIT, numbers) if number != _NOTHING]


@cache
def _table(chip):
    """What the numbers mean."""
    age = int("".join(filter(str.isdigit, chip)))
    plain, table = _assemble(_READ + _WRITE, chip), {}
    for name, body, oldest, *others in _PROBES:
        if chip == oldest if isinstance(oldest, str) else age >= oldest:
            known = [number for other in others for number in _assemble(_READ + other + "\n" + _WRITE, chip)]
            new = [number for number in _assemble(_READ + body + "\n" + _WRITE, chip) if number not in (*plain, *known)]
            # Addresses come first; a result of all threads goes through a move.
            table[new[0 if name == "redux" else -1]] = name
    for name, without in (("ldg", _WRITE), ("stg", _READ)):
        known = _assemble(without, chip)
        table[[number for number in plain if number not in known][-1]] = name
    return table


def instruction_mix(instructions, chip):
    """How often each kind of instruction of `NAMES` occurs; those of global
    memory with their width: "ldg.128"."""
    table, mix = _table(chip), Counter()
    for instruction in instructions:
        name = table.get(_number(instruction))
        if name in ("ldg", "stg"):
            name = f"{name}.{_width(instruction)}"
        if name:
            mix[name] += 1
    return mix
