"""Models of ONNX Runtime's tools: quantised in three ways, optimised and fused, in fp16 by a converter."""
import tempfile
from pathlib import Path

from . import LIMITS, Architecture, Graph

# What is changed: the room and the name of an architecture.
_BASES = {"cnn": ("own", "espcn"), "resnet": ("vision", "resnet18"), "mobilenet": ("vision", "mobilenet_v3_small"),
          "bert": ("text", "Bert"),
          "gpt2": ("text", "GPT2"), "llama": ("text", "Llama"), "lstm": ("own", "lstm_2_both"),
          "vit": ("vision", "hf_ViT"), "unet": ("own", "unet_small"),
          "t5": ("text", "T5")}


def _export(base, folder):
    """A base as a file of ONNX, and sets of inputs."""
    import importlib

    import torch

    from . import EXPORTERS, arrays_of
    room, name = _BASES[base]
    found = next(entry for entry in importlib.import_module(f"zoo_models.{room}").architectures() if entry.name == name)
    program = found.build()
    program.model.eval()
    with torch.no_grad():
        # The older exporter lacks an operator of the masks of decoders.
        door = "dyn18" if base in ("gpt2", "llama") else "ts17"
        names = EXPORTERS[door[:-2]](program, door, folder / "base.onnx")
    feeds = [{key: value for key, value in zip((f"x{i}" for i in range(9)), arrays_of(inputs)[0]) if key in names}
             for inputs in (program.inputs, program.other) if inputs]
    return folder / "base.onnx", feeds


def _changed(base, change, limit):
    def build():
        import onnx
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            path, feeds = _export(base, folder)
            change(path, folder / "changed.onnx", feeds)
            return Graph(onnx.load(folder / "changed.onnx"), feeds, limit)
    return build


def _dynamic(source, target, _):
    from onnxruntime.quantization import quantize_dynamic
    quantize_dynamic(str(source), str(target))


def _static(form):
    def change(source, target, feeds):
        from onnxruntime.quantization import CalibrationDataReader, QuantFormat, quantize_static

        class Reader(CalibrationDataReader):
            def __init__(self):
                self.left = list(feeds)

            def get_next(self):
                return self.left.pop() if self.left else None
        quantize_static(str(source), str(target), Reader(), quant_format=getattr(QuantFormat, form),
                        per_channel=form == "QDQ")
    return change


def _optimised(level):
    def change(source, target, _):
        import onnxruntime
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = getattr(onnxruntime.GraphOptimizationLevel, f"ORT_ENABLE_{level}")
        options.optimized_model_filepath = str(target)
        options.log_severity_level = 4
        onnxruntime.InferenceSession(str(source), options, providers=["CPUExecutionProvider"])
    return change


def _fused(kind):
    def change(source, target, _):
        from onnxruntime.transformers import optimizer
        optimizer.optimize_model(str(source), kind, num_heads=4, hidden_size=32,
                                 opt_level=0).save_model_to_file(str(target))
    return change


def _halved(source, target, _):
    import onnx
    from onnxruntime.transformers.float16 import convert_float_to_float16
    onnx.save(convert_float_to_float16(onnx.load(source), keep_io_types=True), target)


def _four_bits(source, target, _):
    import onnx
    from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer
    quantizer = MatMulNBitsQuantizer(onnx.load(source), block_size=16, is_symmetric=False)
    quantizer.process()
    quantizer.model.save_model_to_file(str(target))


def _newer(source, target, _):
    """In a newer opset, by ONNX's own converter."""
    import onnx
    from onnx import version_converter
    onnx.save(version_converter.convert_version(onnx.load(source), 21), target)


def architectures():
    coarse, half, fine = LIMITS["quantised"], LIMITS["float16"], LIMITS["float32"]
    rows = [("dynamic", _dynamic, coarse, "bert gpt2 llama lstm vit t5"),
            ("qdq", _static("QDQ"), coarse, "cnn resnet mobilenet unet bert vit"),
            ("qoperator", _static("QOperator"), coarse, "cnn resnet mobilenet unet"),
            ("extended", _optimised("EXTENDED"), fine, "cnn resnet mobilenet bert gpt2 llama vit t5"),
            ("all", _optimised("ALL"), fine, "bert vit lstm"),
            ("fp16", _halved, half, "cnn resnet bert gpt2 llama vit lstm"),
            ("4bits", _four_bits, coarse, "bert gpt2 llama t5"), ("opset21", _newer, fine, "cnn bert lstm unet")]
    families = {"dynamic": "quantised", "qdq": "quantised", "qoperator": "quantised", "4bits": "quantised",
                "fp16": "fp16, bf16"}
    found = [Architecture(families.get(name, "ONNX Runtime optimised"), f"{base}_{name}", _changed(base, change, limit),
                          ("onnx",))
             for name, change, limit, bases in rows for base in bases.split()]
    return found + [Architecture("ONNX Runtime optimised", f"{base}_fused", _changed(base, _fused(kind), fine),
                                 ("onnx",))
                    for base, kind in (("bert", "bert"), ("gpt2", "gpt2"), ("vit", "vit"), ("t5", "t5"))]
