"""What the numbered rules of operators say of one use of an operator.

Each predicate follows from a rule's words in docs/Rules.md and shares no code
with the verifiers. It is true if a use breaks the rule for certain: what is
unknown, or depends on symbols, breaks nothing.
"""
import math
import re
from dataclasses import dataclass, field, replace
from typing import Optional

FLOATS = ("f16", "f32", "f64", "bf16")
FLOATS8 = ("f8E5M2", "f8E4M3FN", "f8E4M3", "f8E5M2FNUZ", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E3M4", "f8E8M0FNU")
INTEGERS = ("i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64")
EXOTIC = ("index", "i2", "i3", "i4", "i7", "i24", "i128", "ui4", "ui1", "si1", "si8", "si32", "si64", "f80", "f128", "tf32", "f4E2M1FN", "f6E2M3FN",
          "f6E3M2FN", "complex<f32>", "none")
NUMBERS = FLOATS + FLOATS8 + INTEGERS
_FAMILY = {}


@dataclass(frozen=True)
class Tensor:
    """A tensor type; dims are numbers, expressions, or ? each, None for an unknown rank."""
    dims: Optional[tuple]
    element: str
    device: Optional[str] = None

    @property
    def rank(self):
        return None if self.dims is None else len(self.dims)

    @property
    def kind(self):
        """The element type, None if unknown."""
        return None if self.element == "!relax.unknown" else self.element

    def __str__(self):
        if self.dims is None:
            return f"tensor<*x{self.element}>"
        shape = "".join(f"{dim}x" if isinstance(dim, int) else "?x" for dim in self.dims)
        if self.device is None and not any(isinstance(dim, str) and dim != "?" for dim in self.dims):
            return f"tensor<{shape}{self.element}>"
        device = f", vdevice = {self.device}" if self.device else ""
        return f"tensor<{shape}{self.element}, #relax.dims<[{', '.join(map(str, self.dims))}]{device}>>"


def split_list(text):
    """Parts of a list with brackets in them."""
    parts, depth, quoted, start = [], 0, False, 0
    for place, letter in enumerate(text):
        if letter == '"' and text[place - 1] != "\\":
            quoted = not quoted
        if quoted:
            continue
        if letter in "<([{":
            depth += 1
        elif letter in ")]}" or letter == ">" and text[place - 1] != "-":
            depth -= 1
        elif letter == "," and depth == 0:
            parts.append(text[start:place].strip())
            start = place + 1
    last = text[start:].strip()
    return parts + [last] if last else parts


def parse_type(text):
    """A tensor type, or the text of another one."""
    match = re.fullmatch(r"tensor<(\*x|(?:(?:\d+|\?)x)*)(.*)>", text, re.S)
    if not match:
        return text
    element, *encoding = split_list(match.group(2))
    dims, device = None, None
    if match.group(1) != "*x":
        dims = tuple(dim if dim == "?" else int(dim) for dim in match.group(1).split("x")[:-1])
        if encoding:
            inner = re.fullmatch(r"#relax\.dims<\[(.*?)\](?:, vdevice = (.*))?>", encoding[0], re.S)
            if not inner:
                return text
            entries = split_list(inner.group(1))
            dims = tuple(dim if isinstance(dim, int) else entry for dim, entry in zip(dims, entries))
            device = inner.group(2)
    return Tensor(dims, element, device)


@dataclass
class Use:
    """One use of an operator."""
    name: str
    # Operands by their names; those that come several times are lists.
    operands: dict
    # Attributes: numbers, strings, lists of numbers, or (text,) of others.
    attributes: dict
    results: list
    defaults: dict = field(default_factory=dict)

    def tensors(self, names=None):
        """All operands that are tensors, or those of some names."""
        found = []
        for name in names or self.operands:
            value = self.operands.get(name)
            found += [v for v in (value if isinstance(value, list) else [value]) if isinstance(v, Tensor)]
        return found

    def get(self, name):
        """An attribute, or what it is by default."""
        return self.attributes.get(name, self.defaults.get(name))

    @property
    def first(self):
        found = self.tensors()
        return found[0] if found else None


_RULES = []


def rule(words, *names):
    """What breaks the rules whose words match; of these operators only, if any are named."""
    def add(breaks):
        _RULES.append((re.compile(words), names, breaks))
        return breaks
    return add


def find_oracle(owner, text):
    """What breaks this rule of an operator, None if nothing is known."""
    text = re.sub(r"\s*\*MLIR\*$", "", text)
    for words, names, breaks in _RULES:
        match = words.search(text)
        if match and (not names or any(re.fullmatch(name, owner) for name in names)):
            return lambda use: bool(breaks(use, match))
    return None


# Words of the rules, and the operands that they mean.
_WORDS = {"gradient": "output_grad", "tensor": "x", "counts": "valid_count"}


def _named(use, words):
    """Operands that a list of words names."""
    found = []
    for word in re.findall(r"[a-z_0-9]+", words.replace(" and ", " , ")):
        word = word if word in use.operands else _WORDS.get(word)
        if word:
            found.append(word)
    return found


def differ(a, b):
    """Whether sizes differ for certain."""
    return isinstance(a, int) and isinstance(b, int) and a != b


def is_off(axis, rank):
    return isinstance(axis, int) and rank is not None and not -rank <= axis < rank


def _kinds_differ(tensors):
    return len({t.kind for t in tensors if t.kind is not None}) > 1


def unbroadcastable(shapes):
    """Whether shapes do not broadcast for certain."""
    shapes = [dims for dims in shapes if dims is not None]
    for place in range(1, max(map(len, shapes), default=0) + 1):
        sizes = {dims[-place] for dims in shapes if len(dims) >= place and isinstance(dims[-place], int)} - {1}
        if len(sizes) > 1:
            return True
    return False


def shapes_differ(a, b):
    """Whether two shapes differ for certain."""
    if a is None or b is None:
        return False
    return len(a) != len(b) or any(differ(x, y) for x, y in zip(a, b))


def fits(tensor, *sizes):
    """False if a tensor has not these sizes for certain; None stands for any."""
    if tensor is None or tensor.dims is None:
        return True
    return len(tensor.dims) == len(sizes) and not any(size is not None and differ(dim, size) for dim, size in zip(tensor.dims, sizes))


@rule(r"^(both|all) operands have one element type")
def _(use, _):
    return use.get("out_dtype") is None and _kinds_differ(use.tensors())


@rule(r"^([\w`, ]+?) have one element type")
def _(use, match):
    return _kinds_differ(use.tensors(_named(use, match.group(1).replace("`", ""))))


@rule(r"placed operands are on one device")
def _(use, _):
    return len({t.device for t in use.tensors() if t.device}) > 1


@rule(r"the axis lies in \[-rank, rank\), and is given unless the rank is 1")
def _(use, _):
    x = use.operands.get("x")
    rank = x.rank if isinstance(x, Tensor) else None
    return is_off(use.get("axis"), rank) or use.get("axis") is None and rank not in (None, 1)


@rule(r"the axis lies in \[-rank, rank\) of the result")
def _(use, _):
    rank = use.first.rank if use.first else None
    return is_off(use.get("axis"), None if rank is None else rank + 1)


@rule(r"the axis lies in \[-rank, rank\), unless the rank is 0")
def _(use, _):
    rank = use.first.rank if use.first else None
    return rank != 0 and is_off(use.get("axis"), rank)


@rule(r"^(the axis|each axis, also the channel's,|each axis) lies in \[-rank, rank\)( of the result)?")
def _(use, match):
    x = use.first
    rank = x.rank if x else None
    axes = use.get("axes") if "axes" in use.attributes else use.get("axis")
    axes = [axes] if isinstance(axes, int) else axes
    if not isinstance(axes, list):
        axes = []
    channel = use.get("channel_axis")
    if isinstance(channel, int):
        axes = axes + [channel]
    if match.group(2) and rank is not None:
        rank += len(axes)
    if any(is_off(axis, rank) for axis in axes):
        return True
    if match.group(1) == "the axis":
        return False
    return len({axis % rank if rank else axis for axis in axes}) < len(axes)


@rule(r"both axes lie in .* and are different")
def _(use, _):
    rank = use.first.rank if use.first else None
    one, two = use.get("seq_axis"), use.get("batch_axis")
    if is_off(one, rank) or is_off(two, rank):
        return True
    return one == two or rank and one % rank == two % rank


@rule(r"^the operand has rank (\d)( or more)?")
@rule(r"^the data has rank (\d)( or more)?")
def _(use, match):
    rank = use.first.rank if use.first else None
    wanted = int(match.group(1))
    return rank is not None and (rank < wanted or rank != wanted and not match.group(2))


@rule(r"no operand has rank 0")
def _(use, _):
    return any(t.rank == 0 for t in use.tensors())


@rule(r"^([\w`, ]+?) ha(?:s|ve) rank (\d)( or more)?(?:, as far|$)")
def _(use, match):
    words, wanted = match.group(1).replace("`", ""), int(match.group(2))
    tensors = use.tensors() if words in ("both operands", "all operands") else use.tensors(_named(use, words))
    return any(t.rank is not None and (t.rank < wanted or t.rank != wanted and not match.group(3)) for t in tensors)


@rule(r"data, counts and indices have rank 3, 1 and 2")
def _(use, _):
    return any(use.operands[n].rank not in (None, r) for n, r in (("data", 3), ("valid_count", 1), ("indices", 2)))


@rule(r"operands have rank 0 or 1")
def _(use, _):
    return any(t.rank not in (None, 0, 1) for t in use.tensors())


@rule(r"the operand has at least one dimension")
def _(use, _):
    return use.first.rank == 0


@rule(r"no two aligned dimensions are provably unequal, unless one is 1")
def _(use, _):
    return unbroadcastable([t.dims for t in use.tensors()])


@rule(r"the index tensors broadcast")
def _(use, _):
    return unbroadcastable([t.dims for t in use.tensors(["indices"])])


@rule(r"both operands are of `i1`")
def _(use, _):
    return any(t.kind not in (None, "i1") for t in use.tensors())


def _dtype(use, name, allowed):
    kind = use.get(name)
    return isinstance(kind, tuple) and kind[0] not in allowed


@rule(r"`(dtype|out_dtype)` is a number type or i1")
def _(use, match):
    return _dtype(use, match.group(1), NUMBERS + ("i1",))


@rule(r"`(dtype|out_dtype)` is a number type$")
def _(use, match):
    return _dtype(use, match.group(1), NUMBERS)


@rule(r"`dtype` is an integer type")
def _(use, _):
    return _dtype(use, "dtype", INTEGERS)


@rule(r"`dtype` is a float type")
def _(use, _):
    return _dtype(use, "dtype", FLOATS + FLOATS8)


@rule(r"`alpha` has rank 1 and length 1 or that of the axis")
def _(use, _):
    alpha, data = use.operands["alpha"], use.operands["data"]
    if alpha.rank is None:
        return False
    if alpha.rank != 1:
        return True
    axis = use.get("axis")
    return data.rank is not None and not is_off(axis, data.rank) and alpha.dims[0] != 1 and differ(alpha.dims[0], data.dims[axis])


@rule(r"batch, depth and the places of keys agree")
def _(use, _):
    q, k, v = (use.operands[n].dims for n in ("query", "key", "value"))
    if any(d is not None and len(d) != 4 for d in (q, k, v)):
        return False
    pairs = [(q, k, 0), (q, v, 0), (k, v, 0), (q, k, 3), (k, v, 1)]
    return any(a is not None and b is not None and differ(a[i], b[i]) for a, b, i in pairs)


@rule(r"the heads of keys are those of values and divide those of queries")
def _(use, _):
    q, k, v = (use.operands[n].dims for n in ("query", "key", "value"))
    if any(d is not None and len(d) != 4 for d in (q, k, v)):
        return False
    if k and v and differ(k[2], v[2]):
        return True
    return bool(q and k and isinstance(q[2], int) and isinstance(k[2], int) and k[2] > 0 and q[2] % k[2])


@rule(r"`window_size` comes with a `causal_mask`")
def _(use, _):
    return use.get("window_size") is not None and use.get("causal_mask") is None


@rule(r"the bias broadcasts to batch, head, query and key")
def _(use, _):
    q, k, bias = (use.operands[n].dims for n in ("query", "key", "bias"))
    if bias is None:
        return False
    if len(bias) > 4:
        return True
    whole = [q[0] if q and len(q) == 4 else "?", q[2] if q and len(q) == 4 else "?", q[1] if q and len(q) == 4 else "?", k[1] if k and len(k) == 4 else "?"]
    return any(b != 1 and differ(b, w) for b, w in zip(reversed(bias), reversed(whole)))


@rule(r"the starts of the sequences have rank 1 and one length, and the greatest lengths rank 0")
def _(use, _):
    starts, lengths = use.tensors(["seqstart_q", "seqstart_k"]), use.tensors(["max_seqlen_q", "max_seqlen_k"])
    if any(t.rank not in (None, 1) for t in starts) or any(t.rank not in (None, 0) for t in lengths):
        return True
    return all(t.rank == 1 for t in starts) and differ(starts[0].dims[0], starts[1].dims[0])


# Windows: convolutions and pools.
def _space(use):
    return int(re.search(r"(\d)d", use.name).group(1))


@rule(r"`strides`, `dilation` and `padding` have one entry an axis")
@rule(r"`pool_size`, `strides`, `dilation` and `padding` have one entry an axis")
def _(use, _):
    rank = _space(use)
    for name in ("pool_size", "strides", "dilation", "padding"):
        value = use.get(name)
        if not isinstance(value, list):
            continue
        least, count = (0, 2 * rank) if name == "padding" else (1, rank)
        if len(value) != count or any(v < least for v in value):
            return True
    return False


def is_layout(text, letters):
    """Whether a layout names these axes, perhaps with factors of them: NCHW4c."""
    parts = re.findall(r"[A-Z]|\d+[a-z]", text)
    if "".join(parts) != text:
        return False
    whole = [p for p in parts if p.isupper()]
    inner = [p[-1] for p in parts if not p.isupper()]
    return (sorted(whole) == sorted(letters) and len(set(inner)) == len(inner) and {p.upper() for p in inner} <= set(letters)
            and all(int(p[:-1]) > 0 for p in parts if not p.isupper()))


def _layouts(use):
    space = "DHW"[3 - _space(use):]
    for name, letters in (("data_layout", "NC" + space), ("kernel_layout", "OI" + space), ("out_layout", "NC" + space), ("layout", "NC" + space)):
        value = use.get(name)
        if isinstance(value, str) and (value or name != "out_layout"):
            # Of a transposed convolution, kernels name the same axes in another order.
            yield name, value, letters


@rule(r"the layouts? (are|is) well formed and names? the right axes")
def _(use, _):
    if use.name.startswith(("vision.roi", "image.grid")):
        volume = use.name == "image.grid_sample" and isinstance(use.get("layout"), str) and "D" in use.get("layout")
        return not is_layout(use.get("layout"), "NCDHW" if volume else "NCHW")
    return any(not is_layout(value, letters) for _, value, letters in _layouts(use))


def _layout_rank(text):
    return len(re.findall(r"[A-Za-z]", text))


@rule(r"the operands? (has|have) the ranks? of (the|its|their) layouts?")
@rule(r"the data has the rank of its layout")
def _(use, _):
    pairs = [("layout", "data"), ("data_layout", "data"), ("kernel_layout", "weight")]
    for layout, name in pairs:
        tensor = use.operands.get(name)
        if isinstance(use.get(layout), str) and isinstance(tensor, Tensor) and tensor.rank not in (None, _layout_rank(use.get(layout))):
            return True
    return False


def _sizes(tensor, layout):
    """Sizes by axis of a layout without factors, None otherwise."""
    if not isinstance(tensor, Tensor) or tensor.dims is None or not layout.isupper() or len(layout) != len(tensor.dims):
        return None
    return dict(zip(layout, tensor.dims))


@rule(r"the window fits the padded (operand|data)")
def _(use, _):
    space = "DHW"[3 - _space(use):]
    data = _sizes(use.operands["data"], use.get("data_layout") or use.get("layout"))
    if "conv" in use.name:
        weight = _sizes(use.operands["weight"], use.get("kernel_layout"))
        window = [weight.get(a) for a in space] if weight else None
    else:
        window = use.get("pool_size")
    if data is None or window is None:
        return False
    rank = len(space)
    pads, dilation = use.get("padding") or [0] * 2 * rank, use.get("dilation") or [1] * rank
    strides = use.get("strides") or [1] * rank
    if len(pads) != 2 * rank or len(dilation) != rank or len(window) != rank or len(strides) != rank:
        return False
    for axis, letter in enumerate(space):
        size = data.get(letter)
        if not isinstance(size, int) or not isinstance(window[axis], int):
            continue
        reach = (window[axis] - 1) * dilation[axis] + 1
        if "transpose" in use.name:
            extra = use.get("output_padding") or [0] * rank
            if len(extra) == rank and (size - 1) * strides[axis] + reach - pads[axis] - pads[axis + rank] + extra[axis] < 0 and size > 0:
                return True
        elif reach > size + pads[axis] + pads[axis + rank] + (strides[axis] - 1 if use.get("ceil_mode") else 0):
            return True
    return False


@rule(r"groups and channels agree")
def _(use, _):
    groups = use.get("groups")
    if not isinstance(groups, int):
        return False
    if groups < 1:
        return True
    data, weight = _sizes(use.operands["data"], use.get("data_layout")), _sizes(use.operands["weight"], use.get("kernel_layout"))
    if data and isinstance(data.get("C"), int) and data["C"] % groups:
        return True
    if not weight:
        return False
    if "transpose" in use.name:
        return bool(data) and differ(data.get("C"), weight.get("I"))
    if isinstance(weight.get("O"), int) and weight["O"] % groups:
        return True
    return bool(data) and isinstance(weight.get("I"), int) and differ(data.get("C"), weight["I"] * groups)


@rule(r"`output_padding` has one entry an axis, at least 0 and less than the stride or the dilation")
def _(use, _):
    rank = _space(use)
    extra, strides, dilation = use.get("output_padding"), use.get("strides") or [1] * rank, use.get("dilation") or [1] * rank
    if not isinstance(extra, list) or len(strides) != rank or len(dilation) != rank:
        return False
    return len(extra) != rank or any(e < 0 or e >= max(s, d) for e, s, d in zip(extra, strides, dilation))


@rule(r"`output_size` has one entry an axis, at least 1")
def _(use, _):
    value = use.get("output_size")
    return isinstance(value, list) and (len(value) != _space(use) or any(v < 1 for v in value))


def _pooled(use):
    """The spatial sizes that a pool gives, None where unknown."""
    data = _sizes(use.operands["data"], use.get("layout"))
    if data is None:
        return None
    window, strides, dilation, pads = (use.get(n) for n in ("pool_size", "strides", "dilation", "padding"))
    strides, dilation, pads = strides or [1, 1], dilation or [1, 1], pads or [0] * 4
    if not window or any(len(v) != c for v, c in ((window, 2), (strides, 2), (dilation, 2), (pads, 4))) or min(strides) < 1:
        return None
    sizes = []
    for axis, letter in enumerate("HW"):
        size = data[letter]
        if not isinstance(size, int):
            sizes.append(None)
            continue
        room = size + pads[axis] + pads[axis + 2] - ((window[axis] - 1) * dilation[axis] + 1)
        if use.get("ceil_mode"):
            return None
        sizes.append(room // strides[axis] + 1)
    return [data["N"], data["C"], *sizes]


@rule(r"the gradient has the shape that the pooling gives")
def _(use, _):
    gradient, sizes = use.operands["output_grad"].dims, _pooled(use)
    if gradient is None or use.get("layout") != "NCHW" or use.get("out_layout") not in (None, "", "NCHW"):
        return False
    if len(gradient) != 4:
        return True
    return sizes is not None and any(differ(a, b) for a, b in zip(gradient, sizes))


# Losses.
def _without_classes(dims):
    return dims[:0] if len(dims) == 1 else (dims[0], *dims[2:])


@rule(r"targets have the predictions' shape without the classes")
def _(use, _):
    p, t = use.operands["predictions"].dims, use.operands["targets"].dims
    return bool(p) and t is not None and shapes_differ(_without_classes(p), t)


@rule(r"weights have rank 1 and an entry a class")
def _(use, _):
    w, p = use.tensors(["weights"]), use.operands["predictions"].dims
    if not w or w[0].dims is None:
        return False
    if len(w[0].dims) != 1:
        return True
    return bool(p) and differ(w[0].dims[0], p[0] if len(p) == 1 else p[1])


@rule(r"the gradient has the shape of the loss")
def _(use, _):
    gradient, p = use.operands["output_grad"].dims, use.operands["predictions"].dims
    if gradient is None:
        return False
    if use.get("reduction") in ("mean", "sum"):
        return len(gradient) != 0
    return bool(p) and shapes_differ(gradient, _without_classes(p))


@rule(r"both operands have one shape")
def _(use, _):
    a, b = use.tensors()[:2]
    return shapes_differ(a.dims, b.dims)


@rule(r"the gradient has the shape that `relax.take` gives")
def _(use, _):
    g, x, i = (use.operands[n].dims for n in ("output_grad", "x", "indices"))
    axis = use.get("axis")
    if g is None or x is None or i is None:
        return False
    if axis is None:
        axis = 0
    if is_off(axis, len(x)):
        return False
    axis %= len(x) or 1
    return shapes_differ(g, (*x[:axis], *i, *x[axis + 1:]))


# Images.
def _shape_dims(value):
    """Sizes of a shape operand, None if they are unknown."""
    match = re.fullmatch(r"!relax\.shape<\[(.*)\]>", value or "") if isinstance(value, str) else None
    return None if not match else [int(d) if re.fullmatch(r"-?\d+", d) else d for d in split_list(match.group(1))]


def _shape_rank(value):
    dims = _shape_dims(value)
    if dims is not None:
        return len(dims)
    match = re.fullmatch(r"!relax\.shape<(?:ndim|rank) = (\d+)>", value) if isinstance(value, str) else None
    return int(match.group(1)) if match else None


@rule(r"`size` has an entry an axis")
def _(use, _):
    rank = _shape_rank(use.operands["size"])
    return rank not in (None, _space(use))


@rule(r"`size` has two entries")
def _(use, _):
    return _shape_rank(use.operands["size"]) not in (None, 2)


@rule(r"`roi` is given if and only if the mode is `tf_crop_and_resize`, and has two entries an axis")
def _(use, _):
    roi, crops = use.get("roi"), use.get("coordinate_transformation_mode") == "tf_crop_and_resize"
    if isinstance(roi, tuple):
        match = re.fullmatch(r"array<f\d+(?:: (.*))?>", roi[0])
        roi = split_list(match.group(1) or "") if match else None
        if match is None:
            return False
    count = 2 * _space(use)
    if crops:
        return roi is None or len(roi) not in (count, count + 4)
    return roi is not None and len(roi) > 0


@rule(r"the matrices have the shape N 2 3")
def _(use, _):
    return not fits(use.operands["data"], None, 2, 3)


@rule(r"the grid has the shape N 2 H W")
def _(use, _):
    layout, grid = use.get("layout"), use.operands["grid"]
    if layout == "NCHW":
        return not fits(grid, None, 2, None, None)
    return False


# Indices.
@rule(r"`nan` needs float elements")
def _(use, _):
    kind = use.first.kind
    return use.get("mode") == "nan" and kind is not None and kind not in FLOATS + FLOATS8


@rule(r"`axes`, `begin`, `end` and `strides` have one length")
def _(use, _):
    values = [use.attributes.get(n) for n in ("axes", "begin", "end", "strides")]
    return len({len(v) for v in values if isinstance(v, list)}) > 1


@rule(r"no stride is 0")
def _(use, _):
    return isinstance(use.get("strides"), list) and 0 in use.get("strides")


@rule(r"the bounds have rank 1 and the length of the operand's rank")
def _(use, _):
    x = use.operands["x"]
    for t in use.tensors(["begin", "end", "strides"]):
        if t.rank not in (None, 1) or t.rank == 1 and x.rank is not None and differ(t.dims[0], x.rank):
            return True
    return False


@rule(r"data and indices have one rank")
def _(use, _):
    a, b = use.operands["data"].rank, use.operands["indices"].rank
    return a is not None and b is not None and a != b


@rule(r"both operands have more axes than `batch_dims`")
def _(use, _):
    batch = use.get("batch_dims")
    return isinstance(batch, int) and (batch < 0 or any(t.rank is not None and t.rank <= batch for t in use.tensors()))


@rule(r"there are no more coordinates than axes")
def _(use, _):
    data, indices, batch = use.operands["data"], use.operands["indices"], use.get("batch_dims")
    if data.rank is None or not indices.dims or not isinstance(batch, int) or batch < 0:
        return False
    return isinstance(indices.dims[-1], int) and indices.dims[-1] > data.rank - batch


@rule(r"there is at least one index tensor, and no more than the data has axes")
def _(use, _):
    data, indices = use.operands["data"], use.operands["indices"]
    return not indices or data.rank is not None and len(indices) > data.rank


@rule(r"the axis, where it is a constant, is below the rank")
def _(use, _):
    return False  # The constant is another op: see the attacks on structure.


# Linear algebra.
@rule(r"the sizes that are summed over are not provably different")
def _(use, _):
    a, b = (t.dims for t in use.tensors()[:2])
    return bool(a) and bool(b) and differ(a[-1], b[-2] if len(b) > 1 else b[0])


@rule(r"the other axes broadcast")
def _(use, _):
    a, b = (t.dims for t in use.tensors()[:2])
    return bool(a) and bool(b) and unbroadcastable([a[:-2], b[:-2]])


def _terms(use):
    text = use.get("subscripts")
    if not isinstance(text, str):
        return None
    left, arrow, right = text.replace(" ", "").partition("->")
    return left.split(","), right if arrow else None


@rule(r"`subscripts` has a term for each operand")
def _(use, _):
    terms = _terms(use)
    return terms is not None and len(terms[0]) != len(use.tensors())


@rule(r"a term has a letter for each axis")
def _(use, _):
    terms = _terms(use)
    if terms is None or len(terms[0]) != len(use.tensors()):
        return False
    for term, tensor in zip(terms[0], use.tensors()):
        letters = len(re.findall(r"[A-Za-z]", term))
        if tensor.rank is not None and (tensor.rank < letters if "..." in term else tensor.rank != letters):
            return True
    return False


@rule(r"sizes of one letter are equal or 1")
def _(use, _):
    terms, known = _terms(use), {}
    if terms is None or len(terms[0]) != len(use.tensors()):
        return False
    for term, tensor in zip(terms[0], use.tensors()):
        if tensor.dims is None or "." in term or len(term) != len(tensor.dims):
            continue
        for letter, dim in zip(term, tensor.dims):
            if isinstance(dim, int) and dim != 1:
                if known.setdefault(letter, dim) != dim:
                    return True
    return False


@rule(r"a letter of the result occurs in it once, and in an operand")
def _(use, _):
    terms = _terms(use)
    if terms is None or terms[1] is None:
        return False
    letters = re.findall(r"[A-Za-z]", terms[1])
    return len(set(letters)) < len(letters) or not set(letters) <= set("".join(terms[0]))


# Moving elements.
def _count(dims):
    return math.prod(dims) if dims is not None and all(isinstance(d, int) for d in dims) else None


@rule(r"the numbers of elements are not provably different")
def _(use, _):
    have, wanted = _count(use.first.dims), _count(_shape_dims(use.operands["shape"]))
    return have is not None and wanted is not None and wanted >= 0 and have != wanted


@rule(r"`axes` names each axis of the operand exactly once")
def _(use, _):
    axes, rank = use.get("axes"), use.first.rank
    if not isinstance(axes, list):
        return False
    if rank is None:
        # Of n axes each is in [-n, n), and no two are one.
        rank = len(axes)
    return len(axes) != rank or any(is_off(a, rank) for a in axes) or sorted(a % rank for a in axes) != list(range(rank)) if rank else bool(axes)


@rule(r"no named axis provably has a size other than 1")
def _(use, _):
    axes, dims = use.get("axis"), use.first.dims
    if not isinstance(axes, list) or dims is None:
        return False
    return any(not is_off(a, len(dims)) and differ(dims[a], 1) for a in axes)


@rule(r"the shape has at least the operand's rank")
def _(use, _):
    rank = _shape_rank(use.operands["shape"])
    return rank is not None and use.first.rank is not None and rank < use.first.rank


@rule(r"no aligned size provably differs from the operand's, unless that is 1")
def _(use, _):
    shape, dims = _shape_dims(use.operands["shape"]), use.first.dims
    return shape is not None and dims is not None and any(d != 1 and differ(s, d) for s, d in zip(reversed(shape), reversed(dims)))


@rule(r"the (shape|other tensor's shape) broadcasts to the operand's")
def _(use, match):
    dims = use.first.dims
    if match.group(1) == "shape":
        small = _shape_dims(use.operands["shape"])
    else:
        small = use.tensors()[1].dims
    if small is None or dims is None:
        return False
    return len(small) > len(dims) or any(s != 1 and differ(s, d) for s, d in zip(reversed(small), reversed(dims)))


@rule(r"no count is negative")
def _(use, _):
    return isinstance(use.get("repeats"), list) and any(r < 0 for r in use.get("repeats"))


@rule(r"`pad_width` has two entries an axis")
def _(use, _):
    width = use.get("pad_width")
    return isinstance(width, list) and (len(width) % 2 == 1 or use.first.rank is not None and len(width) != 2 * use.first.rank)


def _ranks(use):
    return {t.rank for t in use.tensors() if t.rank is not None}


@rule(r"all operands have one rank, as far as is known, which is 1 if there is no `axis`")
def _(use, _):
    return len(_ranks(use)) > 1 or use.get("axis") is None and bool(_ranks(use) - {1})


@rule(r"away from the axis no sizes provably differ")
def _(use, _):
    shapes, axis = [t.dims for t in use.tensors() if t.dims is not None], use.get("axis")
    if len(shapes) < 2 or len({len(s) for s in shapes}) > 1 or is_off(axis, len(shapes[0])) or axis is None:
        return False
    rest = [tuple(d for i, d in enumerate(s) if i != axis % len(s)) for s in shapes]
    return any(shapes_differ(rest[0], other) for other in rest) or any(shapes_differ(a, b) for a in rest for b in rest)


@rule(r"there is at least one operand")
def _(use, _):
    return not use.tensors()


@rule(r"all operands have one rank and no sizes that provably differ")
def _(use, _):
    shapes = [t.dims for t in use.tensors()]
    return any(shapes_differ(a, b) for a in shapes for b in shapes)


@rule(r"exactly one of `sections` and `indices` is given")
def _(use, _):
    return (use.get("sections") is None) == (use.get("indices") is None)


@rule(r"there is at least one section")
def _(use, _):
    return isinstance(use.get("sections"), int) and use.get("sections") < 1


@rule(r"indices are not negative and do not decrease")
def _(use, _):
    value = use.get("indices")
    return isinstance(value, list) and (any(v < 0 for v in value) or value != sorted(value))


@rule(r"there is a result for each part")
def _(use, _):
    if isinstance(use.get("sections"), int):
        return len(use.results) != use.get("sections")
    return isinstance(use.get("indices"), list) and len(use.results) != len(use.get("indices")) + 1


@rule(r"there is a result for each operand, and at least one")
def _(use, _):
    return len(use.results) != len(use.tensors()) or not use.results


@rule(r"the channels divide by the square of the factor")
def _(use, _):
    dims, factor = use.first.dims, use.get("upscale_factor")
    if not isinstance(factor, int) or factor < 1:
        return isinstance(factor, int)
    return dims is not None and len(dims) >= 3 and isinstance(dims[-3], int) and dims[-3] % (factor * factor) != 0


@rule(r"`seq_lengths` has rank 1 and the length of the batch axis")
def _(use, _):
    data, lengths, axis = *use.tensors()[:2], use.get("batch_axis")
    if lengths.rank not in (None, 1):
        return True
    return lengths.rank == 1 and data.rank is not None and not is_off(axis, data.rank) and differ(lengths.dims[0], data.dims[axis])


# Norms.
@rule(r"the other operands have rank 1 and the length of the axis")
@rule(r"`gamma` and `beta` have rank 1 and the length of the channel axis")
def _(use, _):
    data, axis = use.first, use.get("axis") if "batch_norm" in use.name else use.get("channel_axis")
    for t in use.tensors()[1:]:
        if t.rank not in (None, 1) or t.rank == 1 and data.rank is not None and not is_off(axis, data.rank) and differ(t.dims[0], data.dims[axis]):
            return True
    return False


@rule(r"`(gamma)` and `beta` have the sizes of `axes`")
@rule(r"`(weight)` has the sizes of `axes`")
def _(use, _):
    data, axes = use.first, use.get("axes")
    if not isinstance(axes, list):
        return False
    for t in use.tensors()[1:]:
        if t.rank is not None and (t.rank != len(axes) or data.rank is not None and not any(is_off(a, data.rank) for a in axes)
                                   and any(differ(s, data.dims[a]) for s, a in zip(t.dims, axes))):
            return True
    return False


@rule(r"the channels divide into the groups")
def _(use, _):
    groups, axis, dims = use.get("num_groups"), use.get("channel_axis"), use.first.dims
    if not isinstance(groups, int):
        return False
    if groups < 1:
        return True
    return dims is not None and not is_off(axis, len(dims)) and isinstance(dims[axis], int) and dims[axis] % groups != 0


# Quantization, reductions, searches.
@rule(r"scale and zero point have rank 0, or rank 1 and the length of the axis")
def _(use, _):
    data, axis = use.operands["data"], use.get("axis")
    for t in use.tensors(["scale", "zero_point"]):
        if t.rank not in (None, 0, 1):
            return True
        if t.rank == 1 and data.rank is not None and not is_off(axis, data.rank) and differ(t.dims[0], data.dims[axis]):
            # A tensor of one element counts as rank 0.
            return t.dims[0] != 1
    return False


@rule(r"no reduced axis is provably empty")
@rule(r"the axis is not provably empty")
def _(use, _):
    axes, dims = use.get("axis"), use.first.dims
    if dims is None:
        return False
    axes = [axes] if isinstance(axes, int) else axes if isinstance(axes, list) else list(range(len(dims)))
    if any(is_off(a, len(dims)) for a in axes):
        return False
    return any(dims[a] == 0 for a in axes)


@rule(r"there is one number and one row a draw")
def _(use, _):
    p, u, s = (use.operands[n].dims for n in ("prob", "uniform_sample", "sample_indices"))
    if any(d is not None and len(d) != 2 for d in (p, u, s)):
        return False
    return bool(u and (differ(u[1], 1)) or s and differ(s[1], 1) or u and s and differ(u[0], s[0]))


@rule(r"there are `k` elements")
def _(use, _):
    k, axis, dims = use.get("k"), use.get("axis"), use.first.dims
    if not isinstance(k, int):
        return False
    # Below 1 it takes all.
    return dims is not None and not is_off(axis, len(dims)) and isinstance(dims[axis], int) and k > dims[axis]


@rule(r"both values have one type")
def _(use, _):
    a, b = use.attributes.get("on_value"), use.attributes.get("off_value")
    return a is not None and b is not None and _literal_type(a) != _literal_type(b)


def _literal_type(value):
    return value[0].rpartition(" : ")[2] if isinstance(value, tuple) else type(value).__name__


# Scatters.
@rule(r"all operands have one rank, and indices and updates one shape")
def _(use, _):
    if len(_ranks(use)) > 1:
        return True
    return shapes_differ(use.operands["indices"].dims, use.operands["updates"].dims)


@rule(r"`indices` has rank 1 or more, and no more coordinates than the data has axes")
def _(use, _):
    i, data = use.operands["indices"].dims, use.operands["data"]
    return i is not None and (len(i) == 0 or isinstance(i[-1], int) and data.rank is not None and i[-1] > data.rank)


@rule(r"the updates have the axes of `indices` but the last, and the data's that no coordinate takes")
def _(use, _):
    d, i, u = (use.operands[n].dims for n in ("data", "indices", "updates"))
    if not i or d is None or u is None or not isinstance(i[-1], int) or i[-1] > len(d):
        return False
    return shapes_differ(u, (*i[:-1], *d[i[-1]:]))


@rule(r"the step is positive")
def _(use, _):
    step = use.get("step")
    return isinstance(step, int) and step < 1


@rule(r"`src` has the slice's shape")
def _(use, _):
    x, src = use.operands["input"].dims, use.operands["src"].dims
    axis = use.get("axis")
    if x is None or src is None or is_off(axis, len(x)):
        return False
    if len(x) != len(src):
        return True
    axis %= len(x)
    if any(differ(a, b) for i, (a, b) in enumerate(zip(x, src)) if i != axis):
        return True
    values = [_expression(use.attributes.get(n)) for n in ("start", "end", "step")]
    if None in values or not isinstance(x[axis], int) or values[2] < 1:
        return False
    return differ(src[axis], len(range(*slice(*values).indices(x[axis]))))


def _expression(value):
    """A number that an attribute says, None for an expression."""
    if isinstance(value, int):
        return value
    match = re.fullmatch(r"#relax\.expr<(-?\d+)>", value[0]) if isinstance(value, tuple) else None
    return int(match.group(1)) if match else None


# Shapes, unary operators, vision.
@rule(r"the tensor has rank 1 and integer elements")
def _(use, _):
    t = use.first
    return t.rank not in (None, 1) or t.kind is not None and t.kind not in INTEGERS


@rule(r"neither bound is NaN, and integer elements have integer bounds")
def _(use, _):
    texts = [v[0] for v in (use.attributes.get("min"), use.attributes.get("max")) if isinstance(v, tuple)]
    if any(re.match(r"0x7FF[89A-F]|0xFFF[89A-F]|0x7FC|0xFFC", t) for t in texts):
        return True
    kind = use.first.kind
    return kind in INTEGERS and any(re.search(r": f\d+$", t) and not float(t.split()[0]).is_integer() for t in texts if re.match(r"-?[\d.]+(e[+-]\d+)? ", t))


@rule(r"`rois` has the shape R 5")
def _(use, _):
    return not fits(use.operands["rois"], None, 5)


@rule(r"`pooled_size` has two entries, each at least 1")
def _(use, _):
    value = use.get("pooled_size")
    return isinstance(value, list) and (len(value) != 2 or min(value) < 1)


@rule(r"the batch and the number of boxes agree")
def _(use, _):
    d, v, i = (use.operands[n].dims for n in ("data", "valid_count", "indices"))
    if d is not None and len(d) != 3 or v is not None and len(v) != 1 or i is not None and len(i) != 2:
        return False
    return bool(d and v and differ(d[0], v[0]) or d and i and (differ(d[0], i[0]) or differ(d[1], i[1])) or v and i and differ(v[0], i[0]))


@rule(r"there are two results with `return_indices`, else one")
def _(use, _):
    return len(use.results) != (2 if use.get("return_indices") else 1)


@rule(r"boxes have the shape B N 4 and scores B C N")
def _(use, _):
    b, s = use.operands["boxes"].dims, use.operands["scores"].dims
    if b is not None and (len(b) != 3 or differ(b[2], 4)) or s is not None and len(s) != 3:
        return True
    return bool(b and s) and (differ(b[0], s[0]) or differ(b[1], s[2]))


@rule(r"there are two results as `onnx` and three as `tensorflow`")
def _(use, _):
    return len(use.results) != (3 if use.get("output_format") == "tensorflow" else 2)


@rule(r"the operands have these shapes")
def _(use, _):
    c, l, a = (use.operands[n].dims for n in ("cls_pred", "loc_pred", "anchor"))
    if c is not None and len(c) != 3 or l is not None and len(l) != 2 or a is not None and (len(a) != 3 or differ(a[0], 1) or differ(a[2], 4)):
        return True
    return bool(c and l and (differ(c[0], l[0]) or isinstance(c[2], int) and differ(l[1], 4 * c[2])) or c and a and differ(c[2], a[1])
                or l and a and isinstance(a[1], int) and differ(l[1], 4 * a[1]))


@rule(r"there are four variances")
def _(use, _):
    value = use.get("variances")
    if isinstance(value, tuple):
        match = re.fullmatch(r"array<f\d+(?:: (.*))?>", value[0])
        return bool(match) and len(split_list(match.group(1) or "")) != 4
    return False


def is_element(kind):
    """Whether operators take tensors of these elements."""
    return kind in NUMBERS + ("i1", "!relax.unknown")


def has_exotic(use):
    """Whether an operand has elements that no operator takes."""
    return any(not is_element(t.element) for t in use.tensors())


@rule(r"the axis divides into as many parts")
def _(use, _):
    workers, axis, dims = use.get("num_workers"), use.get("axis"), use.first.dims
    if not isinstance(workers, int):
        return False
    if workers < 1:
        return True
    return dims is not None and not is_off(axis, len(dims)) and isinstance(dims[axis], int) and dims[axis] % workers != 0


@rule(r"the step is neither zero nor NaN, and constant")
def _(use, _):
    step = use.attributes.get("step")
    if step == 0:
        return True
    text = step[0] if isinstance(step, tuple) else ""
    return bool(re.match(r"(#relax\.expr<0>|0\.0+e\+00 : f64|-0\.0+e\+00 : f64|0x7FF[89]\w+ : f64|0xFFF8\w+ : f64|#relax\.expr<[a-z]>)$", text))


@rule(r"the map takes an index for each axis and has no symbols")
def _(use, _):
    value = use.attributes.get("index_map")
    match = re.search(r"affine_map<\(([^)]*)\)(\[[^\]]*\])?", value[0]) if isinstance(value, tuple) else None
    if not match:
        return False
    return bool(match.group(2)) or use.first.rank is not None and len(split_list(match.group(1))) != use.first.rank
