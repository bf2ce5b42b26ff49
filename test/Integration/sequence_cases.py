"""Sequences whose length only the run time knows, and resizes by computed
scales, for compare-domains.py."""
import numpy as np
import onnx.parser

from onnx_case import Case, Draw

_SPLIT = """agraph (float[n,3] x) => (float[n,3] y) {
  s = SplitToSequence <axis = 0, keepdims = 0> (x)
  y = ConcatFromSequence <axis = 0, new_axis = 1> (s)
}"""
_ITEMS = """agraph (float[2,n,3] x, int64 i) => (float[2,3] y, int64 l, float[2,1,3] z, float[2,n,3] r) {
  s = SplitToSequence <axis = 1, keepdims = 0> (x)
  y = SequenceAt (s, i)
  l = SequenceLength (s)
  t = SplitToSequence <axis = 1> (x)
  z = SequenceAt (t, i)
  r = ConcatFromSequence <axis = 1> (t)
}"""
_KNOWN_ITEMS = """agraph (float[4,3] x, int64 i) => (float[3] y) {
  s = SplitToSequence <axis = 0, keepdims = 0> (x)
  y = SequenceAt (s, i)
}"""
_KNOWN_EDITS = """agraph (float[3] x, float[3] a, int64 i) => (float[n,3] y, float[m,3] z) {
  s = SequenceConstruct (x, a, a)
  longer = SequenceInsert (s, x, i)
  y = ConcatFromSequence <axis = 0, new_axis = 1> (longer)
  shorter = SequenceErase (s, i)
  z = ConcatFromSequence <axis = 0, new_axis = 1> (shorter)
}"""
_JOINS = """agraph (float[2,n,3] x) => (float[2,3,n] y, float[n,2,1,3] z, float[q,1,3] w) {
  s = SplitToSequence <axis = 1, keepdims = 0> (x)
  y = ConcatFromSequence <axis = -1, new_axis = 1> (s)
  t = SplitToSequence <axis = 1> (x)
  z = ConcatFromSequence <axis = 0, new_axis = 1> (t)
  w = ConcatFromSequence <axis = 0> (t)
}"""
_EDITS = """agraph (float[n,3] x, float[3] a) => (float[m,3] y, float[k,3] z, int64 l) {
  s = SplitToSequence <axis = 0, keepdims = 0> (x)
  none = Constant <value_int = 0> ()
  last = Constant <value_int = -1> ()
  longer = SequenceInsert (s, a)
  front = SequenceInsert (longer, a, none)
  y = ConcatFromSequence <axis = 0, new_axis = 1> (front)
  l = SequenceLength (front)
  shorter = SequenceErase (s)
  rest = SequenceErase (front, none)
  less = SequenceErase (rest, last)
  z = ConcatFromSequence <axis = 0, new_axis = 1> (less)
}"""
_PLACES = """agraph (float[n,3] x, float[3] a, int64 i, int64 j) => (float[m,3] y, float[k,3] z) {
  s = SplitToSequence <axis = 0, keepdims = 0> (x)
  longer = SequenceInsert (s, a, i)
  y = ConcatFromSequence <axis = 0, new_axis = 1> (longer)
  shorter = SequenceErase (s, j)
  z = ConcatFromSequence <axis = 0, new_axis = 1> (shorter)
}"""
_MIDDLE = """agraph (float[2,n,3] x, float[2,1,3] a) => (float[2,m,3] y, float[2,k,3] z) {
  one = Constant <value_int = 1> ()
  second = Constant <value_int = -2> ()
  s = SplitToSequence <axis = 1> (x)
  longer = SequenceInsert (s, a, second)
  y = ConcatFromSequence <axis = 1> (longer)
  shorter = SequenceErase (s, one)
  z = ConcatFromSequence <axis = 1> (shorter)
}"""
_SIZES = """agraph (float[n,3] x, int64[2] p) => (float[a,3] y, float[b,3] z) {
  s = SplitToSequence <axis = 0> (x, p)
  i = Constant <value_int = 0> ()
  j = Constant <value_int = 1> ()
  y = SequenceAt (s, i)
  z = SequenceAt (s, j)
}"""
_PAIRS = """agraph (float[n,3] x) => (float[n,3] y, int64 l, float[a,3] z) {
  p = Constant <value_int = 2> ()
  i = Constant <value_int = -1> ()
  s = SplitToSequence <axis = 0> (x, p)
  l = SequenceLength (s)
  y = ConcatFromSequence <axis = 0> (s)
  z = SequenceAt (s, i)
}"""
_COUPLES = """agraph (float[2,n,3] x, int64 i, float[2,2,3] a)
    => (float[2,2,k] y, float[m,2,2,3] z, float[2,2,3] w, float[2,q,3] v, float[4,2,j] u) {
  p = Constant <value_int = 2> ()
  none = Constant <value_int = 0> ()
  s = SplitToSequence <axis = 1> (x, p)
  y = ConcatFromSequence <axis = -1> (s)
  z = ConcatFromSequence <axis = 0, new_axis = 1> (s)
  w = SequenceAt (s, i)
  longer = SequenceInsert (s, a, none)
  less = SequenceErase (longer, i)
  t = SequenceMap <body = b (float[2,2,3] g) => (float[2,2,3] r) { r = Exp (g) }> (less)
  v = ConcatFromSequence <axis = 1> (t)
  c0 = Shape <start = 1, end = 2> (x)
  c = Squeeze (c0)
  yes = Constant <value = bool {1}> ()
  l = Loop <body = d (int64 t0, bool go, seq(float[2,2,3]) q) => (bool on, seq(float[2,2,3]) q2) {
    on = Identity (go)
    h = SequenceAt (q, none)
    q1 = SequenceErase (q, none)
    hh = Neg (h)
    q2 = SequenceInsert (q1, hh)
  }> (c, yes, less)
  k1 = ConcatFromSequence <axis = 2> (l)
  u = Concat <axis = 0> (k1, k1)
}"""
_APPEND = """agraph (float[n,3] x, float[3] h0) => (float[3] h1, float[n,3] u, float[m] z, float[k,3] w) {
  c0 = Shape <end = 1> (x)
  c = Squeeze (c0)
  e = SequenceEmpty ()
  t = Constant <value = bool {1}> ()
  h1, s, u = Loop <body = b (int64 i, bool go, float[3] h, seq(float[3]) q) => (bool on, float[3] h2, seq(float[3]) r, float[3] hh) {
    on = Identity (go)
    a = Gather <axis = 0> (x, i)
    b = Add (a, h)
    h2 = Tanh (b)
    hh = Neg (h2)
    r = SequenceInsert (q, h2)
  }> (c, t, h0, e)
  z = ConcatFromSequence <axis = 0> (s)
  w = ConcatFromSequence <axis = 0, new_axis = 1> (s)
}"""
_APPEND_TWICE = """agraph (float[n,3] x) => (float[m,3] y) {
  c0 = Shape <end = 1> (x)
  c = Squeeze (c0)
  t = Constant <value = bool {1}> ()
  q = SplitToSequence <axis = 0, keepdims = 0> (x)
  s = Loop <body = b (int64 i, bool go, seq(float[3]) w) => (bool on, seq(float[3]) r) {
    on = Identity (go)
    a = SequenceAt (q, i)
    b = Exp (a)
    r = SequenceInsert (w, b)
  }> (c, t, q)
  y = ConcatFromSequence <axis = 0, new_axis = 1> (s)
}"""
_WINDOW = """agraph (float[n,3] x, float[3] h, int64 c) => (float[2,3] y, float[m,3] z, int64 l) {
  t = Constant <value = bool {1}> ()
  zero = Constant <value_int = 0> ()
  two = Constant <value_int = 2> ()
  q = SequenceConstruct (h, h)
  r = SplitToSequence <axis = 0, keepdims = 0> (x)
  s, u = Loop <body = b (int64 i, bool go, seq(float[3]) w, seq(float[3]) v) => (bool on, seq(float[3]) w2, seq(float[3]) v2) {
    on = Identity (go)
    a = SequenceAt (w, zero)
    k = SequenceAt (r, i)
    b0 = Add (a, k)
    w1 = SequenceInsert (w, b0)
    w2 = SequenceErase (w1, zero)
    p = Mod (i, two)
    v2 = SequenceInsert (v, b0, p)
  }> (c, t, q, q)
  y = ConcatFromSequence <axis = 0, new_axis = 1> (s)
  z = ConcatFromSequence <axis = 0, new_axis = 1> (u)
  l = SequenceLength (u)
}"""
_QUEUE = """agraph (float[3] x, float h) => (float[m,3] y, int64 l) {
  t = Constant <value = bool {1}> ()
  most = Constant <value_int = 1000> ()
  e = SequenceEmpty ()
  n, s = Loop <body = b (int64 i, bool go, float[3] g, seq(float[3]) w) => (bool on, float[3] g2, seq(float[3]) w3) {
    two = Constant <value_float = 2.0> ()
    four = Constant <value_int = 4> ()
    g2 = Mul (g, two)
    first = Constant <value_int = 0> ()
    w2 = SequenceInsert (w, g2, first)
    size = SequenceLength (w2)
    long = Greater (size, four)
    w3 = If (long) <then_branch = cut () => (seq(float[3]) k) { k = SequenceErase (w2) },
                    else_branch = keep () => (seq(float[3]) k) { k = Identity (w2) }>
    sum = ReduceSum <keepdims = 0> (g2)
    on = Less (sum, h)
  }> (most, t, x, e)
  y = ConcatFromSequence <axis = 0, new_axis = 1> (s)
  l = SequenceLength (s)
}"""
_MAP = """agraph (float[n,3] x) => (float[n,3] y) {
  q = SplitToSequence <axis = 0, keepdims = 0> (x)
  s = SequenceMap <body = b (float[3] w) => (float[3] r) { r = Exp (w) }> (q)
  y = ConcatFromSequence <axis = 0, new_axis = 1> (s)
}"""
# Items of several sizes: the first i + 1 rows in turn i.
_UNEVEN = """agraph (float[n,3] x, int64 j, float[2,3] a)
    => (float[p,3] y, float[q,3] z, int64 l, float[u,3] v, float[w,3] g, float[k,3] f, float[h,3] b) {
  c0 = Shape <end = 1> (x)
  c = Squeeze (c0)
  e = SequenceEmpty ()
  t = Constant <value = bool {1}> ()
  zero = Constant <value_int = 0> ()
  one = Constant <value_int = 1> ()
  zeros = Constant <value_ints = [0]> ()
  s = Loop <body = b (int64 i, bool go, seq(float[r,3]) s0) => (bool on, seq(float[r,3]) s1) {
    on = Identity (go)
    i1 = Add (i, one)
    end = Unsqueeze (i1, zeros)
    part = Slice (x, zeros, end, zeros)
    s1 = SequenceInsert (s0, part)
  }> (c, t, e)
  y = ConcatFromSequence <axis = 0> (s)
  z = SequenceAt (s, j)
  longer = SequenceInsert (s, a)
  front = SequenceInsert (longer, a, zero)
  l = SequenceLength (front)
  less = SequenceErase (front)
  v = ConcatFromSequence <axis = 0> (less)
  m = SequenceMap <body = b1 (float[r,3] w0) => (float[r,3] w1) { w1 = Exp (w0) }> (front)
  g = ConcatFromSequence <axis = 0> (m)
  rest = SequenceErase (m, zero)
  f = ConcatFromSequence <axis = 0> (rest)
  again = Loop <body = b2 (int64 i, bool go, seq(float[r,3]) s0) => (bool on, seq(float[r,3]) s1) {
    on = Identity (go)
    item = SequenceAt (s, i)
    half = Neg (item)
    s1 = SequenceInsert (s0, half)
  }> (c, t, front)
  b = ConcatFromSequence <axis = 0> (again)
}"""
# The middle axis differs; a condition ends the loop.
_UNEVEN_MIDDLE = """agraph (float[2,n,3] x, int64 j) => (float[2,p,3] y, float[2,q,3] z, int64[m,1] u) {
  most = Constant <value_int = 1000> ()
  e = SequenceEmpty ()
  t = Constant <value = bool {1}> ()
  zero = Constant <value_int = 0> ()
  two = Constant <value_int = 2> ()
  ones = Constant <value_ints = [1]> ()
  s, u = Loop <body = b (int64 i, bool go, seq(float[2,r,3]) s0) => (bool on, seq(float[2,r,3]) s1, int64[1] left) {
    zeros = Constant <value_ints = [0]> ()
    start = Unsqueeze (i, zeros)
    long = Shape <start = 1, end = 2> (x)
    part = Slice (x, start, long, ones)
    s1 = SequenceInsert (s0, part)
    left = Shape <start = 1, end = 2> (part)
    one = Squeeze (left)
    on = Greater (one, two)
  }> (most, t, e)
  y = ConcatFromSequence <axis = -2> (s)
  z = SequenceAt (s, j)
}"""
_UNEVEN_SPLIT = """agraph (float[2,n] x, int64[k] p, int64 j) => (float[2,n] y, float[2,q] z, int64 l) {
  s = SplitToSequence <axis = 1> (x, p)
  y = ConcatFromSequence <axis = 1> (s)
  z = SequenceAt (s, j)
  l = SequenceLength (s)
}"""
# Sizes that the run time finds to be equal.
_UNEVEN_EQUAL = """agraph (float[n,6] x, float v) => (float[n,k] y, float[m] z) {
  c0 = Shape <end = 1> (x)
  c = Squeeze (c0)
  e = SequenceEmpty ()
  t = Constant <value = bool {1}> ()
  s = Loop <body = b (int64 i, bool go, seq(float[r]) s0) => (bool on, seq(float[r]) s1) {
    on = Identity (go)
    row = Gather <axis = 0> (x, i)
    is = Greater (row, v)
    part = Compress <axis = 0> (row, is)
    s1 = SequenceInsert (s0, part)
  }> (c, t, e)
  y = ConcatFromSequence <axis = 0, new_axis = 1> (s)
  z = ConcatFromSequence <axis = 0> (s)
}"""
_RESIZE = """agraph (float[1,2,h,w] x, float[4] s) => (float[1,2,k,j] y) {{
  y = Resize <mode = "{mode}", coordinate_transformation_mode = "{place}", nearest_mode = "{rounding}"> (x, , s)
}}"""
_MASK = """agraph (float[b,2,s,4] q, float[b,2,t,4] k, float[b,2,t,4] v, float[c,1,d,u] m) => (float[b,2,s,4] y) {
  z = Constant <value_float = 0.0> ()
  mm = Greater (m, z)
  y = Attention (q, k, v, mm)
}"""


def make_cases():
    draw = Draw(7)
    f = draw.floats
    texts = {
        "split": (_SPLIT, [(f(4, 3),), (f(1, 3),)]),
        "items": (_ITEMS, [(f(2, 4, 3), np.array(2)), (f(2, 4, 3), np.array(-1))]),
        "known_items": (_KNOWN_ITEMS, [(f(4, 3), np.array(2)), (f(4, 3), np.array(-1))]),
        "known_edits": (_KNOWN_EDITS, [(f(3), f(3), np.array(i)) for i in (0, 2, -1)]),
        "joins": (_JOINS, [(f(2, 4, 3),), (f(2, 1, 3),)]),
        "edits": (_EDITS, [(f(4, 3), f(3)), (f(1, 3), f(3))]),
        "places": (_PLACES, [(f(4, 3), f(3), np.array(i), np.array(j)) for i, j in ((2, 1), (-1, -3), (4, 3), (-4, -4), (0, 0))]),
        "middle": (_MIDDLE, [(f(2, 4, 3), f(2, 1, 3)), (f(2, 2, 3), f(2, 1, 3))]),
        "sizes": (_SIZES, [(f(4, 3), np.array([1, 3])), (f(7, 3), np.array([3, 4]))]),
        "pairs": (_PAIRS, [(f(4, 3),), (f(7, 3),)]),
        "couples": (_COUPLES, [(f(2, n, 3), np.array(i), f(2, 2, 3)) for n, i in ((4, 1), (6, -1), (2, 0))]),
        "append": (_APPEND, [(f(4, 3), f(3)), (f(1, 3), f(3)), (f(40, 3), f(3))]),
        "append_behind": (_APPEND_TWICE, [(f(4, 3),), (f(2, 3),)]),
        "window": (_WINDOW, [(f(5, 3), f(3), np.array(5)), (f(2, 3), f(3), np.array(1)), (f(40, 3), f(3), np.array(40))]),
        "queue": (_QUEUE, [(abs(f(3)), np.array(most, np.float32)) for most in (30, 0, 1e6)]),
        "map": (_MAP, [(f(4, 3),), (f(2, 3),)]),
        "uneven": (_UNEVEN, [(f(n, 3), np.array(j), f(2, 3)) for n, j in ((4, 1), (1, 0), (40, -2))]),
        "uneven_middle": (_UNEVEN_MIDDLE, [(f(2, n, 3), np.array(j)) for n, j in ((5, -1), (3, 0), (1, 0))]),
        "uneven_split": (_UNEVEN_SPLIT, [(f(2, 6), np.array([1, 0, 5]), np.array(2)), (f(2, 3), np.array([3]), np.array(-1)),
                                         (f(2, 7), np.array([4, 1, 1, 1]), np.array(0))]),
        "uneven_equal": (_UNEVEN_EQUAL, [(np.tile(f(6), (n, 1)), np.array(0.1, np.float32)) for n in (3, 1)]),
        "attention_mask": (_MASK, [(f(2, 2, 3, 4), f(2, 2, 5, 4), f(2, 2, 5, 4), f(1, 1, 3, 5)),
                                   (f(2, 2, 3, 4), f(2, 2, 5, 4), f(2, 2, 5, 4), f(2, 1, 3, 5))]),
    }
    for mode, place, rounding in (("linear", "half_pixel", "floor"), ("linear", "pytorch_half_pixel", "floor"), ("nearest", "asymmetric", "floor"),
                                  ("nearest", "half_pixel", "round_prefer_floor"), ("nearest", "half_pixel", "ceil"),
                                  ("nearest", "asymmetric", "round_prefer_ceil")):
        text = _RESIZE.format(mode=mode, place=place, rounding=rounding)
        texts[f"resize_{mode}_{place}_{rounding}"] = (text, [
            (f(1, 2, *size), np.array([1, 1, *scales], np.float32))
            for size, scales in (((4, 5), (2, 1.5)), ((6, 5), (0.5, 2)), ((5, 7), (0.7, 1.3)), ((3, 3), (1, 0.34)))])
    return [Case(name, onnx.parser.parse_model(f'<ir_version: 10, opset_import: ["" : 23]> {text}'), runs)
            for name, (text, runs) in texts.items()]
