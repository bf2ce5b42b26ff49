"""Fourier transforms of lengths with and without factors, drawn, for compare-domains.py.

numpy says what they give: ONNX Runtime is off by up to 1e-3 of the largest value of 4288, and by 5e-2 of real signals
that are made of half a spectrum.
"""
import numpy as np
from onnx import TensorProto

from onnx_case import Draw, make_case

# Of one table, of two and of three; with a factor that no table has; primes.
_LENGTHS = (1, 2, 12, 64, 65, 96, 128, 400, 1009, 1024, 2 * 131, 4096, 64 * 67)
_TOLERANCE = 1e-6


def transform(x, length, axis, is_inverse, is_one_sided):
    """What DFT gives: real and imaginary parts, or real ones alone."""
    x = x[..., 0] + 1j * x[..., 1] if x.shape[-1] == 2 else x[..., 0]
    if is_inverse and is_one_sided:
        return np.fft.irfft(x, length, axis)[..., None].astype(np.float32)
    found = (np.fft.ifft if is_inverse else np.fft.rfft if is_one_sided else np.fft.fft)(x, length, axis)
    return np.stack([found.real, found.imag], -1).astype(np.float32)


def make_transform(draw, name, length):
    random = draw.random
    is_inverse, is_one_sided = bool(random.integers(2)), bool(random.integers(2))
    # The half of a spectrum stands for a real signal, on the side where it is complex.
    is_real = not is_inverse if is_one_sided else bool(random.integers(2))
    places = length // 2 + 1 if is_inverse and is_one_sided else length
    shape = [int(random.integers(1, 4)), int(random.integers(1, 4)), 1 if is_real else 2]
    axis = int(random.integers(2))
    # A signal that is cut, or gets zeros, to the length that a constant says.
    shape[axis] = max(1, places + int(random.integers(-3, 4)))
    x, size = draw.floats(*shape), ("length", np.array(length))
    inputs = [("x", x), size, ("axis", np.array(axis))] if random.integers(2) else [("x", x), size]
    attributes = {"inverse": int(is_inverse), "onesided": int(is_one_sided)}
    if len(inputs) == 2:
        attributes["axis"] = axis
    case = make_case(name, "DFT", inputs, [TensorProto.FLOAT], attributes, "", ("length", "axis"),
                     opset=20 if len(inputs) == 3 else 17, tolerance=_TOLERANCE)
    case.expected = [[transform(x.astype(np.float64), length, axis, is_inverse, is_one_sided)]]
    return case


def make_frames(draw, name, length):
    random = draw.random
    signal = draw.floats(2, 2 * length + int(random.integers(0, 30)), 1)
    step, is_one_sided = int(random.integers(1, length + 1)), bool(random.integers(2))
    window = draw.floats(length) if random.integers(2) else None
    inputs = [("signal", signal), ("step", np.array(step)), ("window", window), ("length", np.array(length))]
    case = make_case(name, "STFT", inputs, [TensorProto.FLOAT], {"onesided": int(is_one_sided)}, "",
                     ("step", "window", "length"), tolerance=_TOLERANCE)
    frames = np.lib.stride_tricks.sliding_window_view(signal[..., 0].astype(np.float64), length, 1)[:, ::step]
    frames = frames * (1 if window is None else window.astype(np.float64))
    case.expected = [[transform(frames[..., None], length, 2, False, is_one_sided)]]
    return case


def make_cases():
    draw = Draw(2100)
    for length in _LENGTHS:
        for turn in range(3):
            yield make_transform(draw, f"fourier_{length}_{turn}", length)
    for length in (16, 96, 400):
        yield make_frames(draw, f"frames_{length}", length)
