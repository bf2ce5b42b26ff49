#!/usr/bin/env python3
"""Time kernels in torch (cuBLAS, cuDNN) and Triton, all in one process.

    gpu-peers.py MEASURED SECONDS

reads lines of a title, a call, bytes, operations, types of parameters, code of
torch and a name in triton_kernels.py, separated by tabs, and writes lines
"torch", title, milliseconds and "triton", title, milliseconds; "left" and why
for what was not timed. Times are of events around many launches.
"""
import sys
import time

_LAUNCHES, _WARM_UP = 50, 5


def say(*fields):
    print("\t".join(map(str, fields)), flush=True)


def draw(torch, types):
    """Random tensors of types such as 4096x4096xf16."""
    kinds = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32}
    for text in types.split(","):
        *sizes, element = text.split("x")
        sizes = [int(size) for size in sizes]
        if element == "i8":
            yield torch.randint(-8, 8, sizes, device="cuda", dtype=torch.int8)
        else:
            yield (torch.rand(sizes, device="cuda") - 0.5).to(kinds[element])


def milliseconds(torch, launch):
    for _ in range(_WARM_UP):
        launch()
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    torch.cuda.synchronize()
    start.record()
    for _ in range(_LAUNCHES):
        launch()
    end.record()
    torch.cuda.synchronize()
    return f"{start.elapsed_time(end) / _LAUNCHES:.4f}"


def torch_launch(torch, tensors, code):
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = "#tf32" in code
    compiled = compile(code.split("#")[0], "kernel", "eval")
    names = {"torch": torch, "F": torch.nn.functional, **dict(zip("abcd", tensors))}
    return lambda: eval(compiled, names)  # code of gpu-pack.py


def triton_launch(torch, kernels, name, tensors):
    """A launch of a program of triton_kernels.py with its tile for this chip."""
    import triton
    (function, types, constants, _), warps, stages = kernels.PROGRAMS[name][90 if torch.cuda.get_device_capability()[0] >= 9 else 80]
    triton.set_allocator(lambda size, alignment, stream: torch.empty(size, device="cuda", dtype=torch.int8))
    first, ceil = tensors[0], triton.cdiv
    if "KEYS" in constants:
        # Heads are next to each other there, and next to elements here.
        query = [tensor.transpose(1, 2).contiguous() for tensor in tensors]
        _, heads, keys, depth = query[0].shape
        arguments = [*query, torch.empty_like(query[0]), keys, depth**-0.5]
        grid = (keys // constants["ROWS"], query[0].shape[0] * heads)
    elif "CHANNELS" in constants:
        total = first.numel() // first.shape[-1]
        arguments = [first, tensors[1], torch.empty_like(first), total]
        grid = (ceil(total, constants["TILE_M"]), constants["OUT"] // constants["TILE_N"])
    elif "TILE_K" in constants:
        rows, terms = first.shape
        columns = tensors[1].shape[1]
        arguments = [first, tensors[1], torch.empty((rows, columns), device="cuda", dtype=first.dtype), rows, columns, terms]
        grid = (ceil(rows, constants["TILE_M"]) * ceil(columns, constants["TILE_N"]),)
    else:
        rows, columns = first.shape
        result = torch.empty(rows if name == "row-sum" else (rows, columns), device="cuda")
        sizes = [rows * columns, columns] if "total" in types else [columns]
        arguments = [*tensors, result, *sizes]
        grid = (ceil(rows * columns, constants["BLOCK"]) if "total" in types else rows,)
    return lambda: function[grid](*arguments, **constants, num_warps=warps, num_stages=stages)


def main():
    began, limit = time.monotonic(), float(sys.argv[2])
    try:
        import torch
        if not torch.cuda.is_available():
            raise ImportError("torch finds no GPU")
    except ImportError as error:
        say("left", "torch and Triton", error)
        return
    try:
        import triton_kernels
    except ImportError as error:
        triton_kernels = None
        say("left", "Triton", error)
    with open(sys.argv[1]) as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines if line.strip()]
    for number, (title, _, _, _, types, code, name) in enumerate(rows):
        if time.monotonic() - began > limit:
            say("left", f"{len(rows) - number} measurements in torch and Triton", "the time is up")
            return
        for peer in ("torch", "triton"):
            if (code if peer == "torch" else name) == "-" or (peer == "triton" and not triton_kernels):
                continue
            try:
                tensors = list(draw(torch, types))
                launch = torch_launch(torch, tensors, code) if peer == "torch" else triton_launch(torch, triton_kernels, name, tensors)
                say(peer, title, milliseconds(torch, launch))
            except Exception as error:  # one of them ends no other
                say("left", f"{title} in {peer}", str(error).split("\n", 1)[0] or type(error).__name__)


if __name__ == "__main__":
    main()
