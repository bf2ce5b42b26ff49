#!/usr/bin/env python3
"""Architectures of torchvision, timm and transformers with drawn weights: exported, imported, compiled, compared.

    torch-models.py --build build [--filter REGEX] [--results FILE]

Runs in a Python with torch and these packages; see docs/Torch.md. A crash ends the process of
the models, and the rest gets another one.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import time
import warnings
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "python"))

# Sizes that all models of text get, as far as their configurations have them.
SMALL = {"vocab_size": 99, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64,
         "max_position_embeddings": 64, "num_key_value_heads": 2, "head_dim": 8, "pad_token_id": 0, "bos_token_id": 1,
         "eos_token_id": 2}
GPT = {"n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 64, "vocab_size": 99, "bos_token_id": 1, "eos_token_id": 2}
IMAGE = {"image_size": 32, "patch_size": 8, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4,
         "intermediate_size": 64}
TEXT = {
    "Bert": SMALL, "Roberta": SMALL, "Albert": {**SMALL, "embedding_size": 16}, "Electra": {**SMALL, "embedding_size": 16},
    "MPNet": SMALL, "DistilBert": {"vocab_size": 99, "dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 64},
    "RoFormer": {**SMALL, "embedding_size": 32}, "Nystromformer": SMALL, "XLMRoberta": SMALL, "Camembert": SMALL,
    "SqueezeBert": {**SMALL, "embedding_size": 32}, "MobileBert": {**SMALL, "embedding_size": 32},
    "Deberta": SMALL, "DebertaV2": SMALL, "FNet": SMALL, "ConvBert": SMALL, "MegatronBert": SMALL, "Ernie": SMALL,
    "GPT2": GPT, "GPTJ": {**GPT, "rotary_dim": 4}, "CodeGen": {**GPT, "rotary_dim": 4}, "GPTBigCode": GPT,
    "GPTNeoX": SMALL, "OPT": {**SMALL, "ffn_dim": 64, "word_embed_proj_dim": 32}, "Llama": SMALL, "Mistral": SMALL,
    "Qwen2": SMALL, "Qwen3": SMALL, "Gemma": SMALL, "Gemma2": SMALL, "Phi": SMALL, "Phi3": SMALL, "StableLm": SMALL,
    "Olmo": SMALL, "Olmo2": SMALL, "Granite": SMALL, "Cohere": SMALL, "Starcoder2": SMALL, "Nemotron": SMALL, "Glm": SMALL,
    "Falcon": {key: value for key, value in SMALL.items() if key != "head_dim"}, "Bloom": {"vocab_size": 99, "hidden_size": 32, "n_layer": 2, "n_head": 4}, "Helium": SMALL,
    "Persimmon": SMALL, "SmolLM3": SMALL, "Ministral": SMALL,
}
VISION = {"ViT": IMAGE, "DeiT": IMAGE, "Dinov2": IMAGE, "Beit": IMAGE, "ViTMSN": IMAGE, "YolosModel": IMAGE,
          "Swin": {"image_size": 32, "patch_size": 2, "embed_dim": 16, "depths": [1, 1], "num_heads": [2, 2], "window_size": 4},
          "ConvNext": {"hidden_sizes": [8, 16, 32, 32], "depths": [1, 1, 1, 1]},
          "ConvNextV2": {"hidden_sizes": [8, 16, 32, 32], "depths": [1, 1, 1, 1]},
          "Segformer": {"depths": [1, 1, 1, 1], "hidden_sizes": [8, 16, 16, 32]},
          "PoolFormer": {"hidden_sizes": [8, 16, 16, 32], "depths": [1, 1, 1, 1]},
          "MobileViT": {"hidden_sizes": [16, 24, 32], "neck_hidden_sizes": [8, 8, 16, 16, 24, 32, 64], "image_size": 32},
          "RegNet": {"hidden_sizes": [8, 16, 16, 32], "depths": [1, 1, 1, 1], "groups_width": 8, "embedding_size": 8},
          "ResNet": {"hidden_sizes": [8, 16, 16, 32], "depths": [1, 1, 1, 1], "embedding_size": 8}}
VISION["Yolos"] = {**VISION.pop("YolosModel"), "image_size": [32, 32]}
TORCHVISION = ["resnet18", "mobilenet_v2", "mobilenet_v3_small", "squeezenet1_1", "shufflenet_v2_x0_5", "mnasnet0_5", "googlenet",
               "efficientnet_b0", "regnet_y_400mf", "densenet121", "alexnet", "vgg11_bn"]
TIMM = ["resnet10t", "mobilenetv3_small_050", "efficientnet_lite0", "convnext_atto", "regnetx_002", "repvgg_a0", "ghostnet_050",
        "vit_tiny_patch16_224", "deit_tiny_patch16_224", "mixer_s32_224", "resmlp_12_224", "gmixer_12_224", "levit_128s",
        "lcnet_050", "tinynet_e", "mobileone_s0", "edgenext_xx_small", "poolformer_s12", "hardcorenas_a", "fbnetc_100",
        "semnasnet_075", "rexnetr_200", "xcit_nano_12_p16_224", "pit_ti_224", "crossvit_tiny_240", "efficientformer_l1"]
NAMES = ([f"transformers/{name}" for name in (*TEXT, *VISION)] + [f"torchvision/{name}" for name in TORCHVISION]
         + [f"timm/{name}" for name in TIMM])


def build(name):
    """A model with drawn weights, and its inputs."""
    import torch

    package, name = name.split("/")
    torch.manual_seed(0)
    if package == "torchvision":
        import torchvision

        words = {"init_weights": True} if name == "googlenet" else {}
        return getattr(torchvision.models, name)(weights=None, **words).eval(), (torch.randn(1, 3, 64, 64),)
    if package == "timm":
        import timm

        model = timm.create_model(name, pretrained=False).eval()
        size = model.default_cfg["input_size"] if model.default_cfg.get("fixed_input_size") else (3, 64, 64)
        return model, (torch.randn(1, *size),)
    import transformers

    config = getattr(transformers, f"{name}Config")(**{**TEXT, **VISION}[name])
    config.use_cache = False
    config._attn_implementation = "sdpa"
    try:
        model = getattr(transformers, f"{name}Model")(config)
    except ValueError:
        config._attn_implementation = "eager"
        model = getattr(transformers, f"{name}Model")(config)

    class First(torch.nn.Module):
        """A model without the dictionary around its results."""

        def __init__(self):
            super().__init__()
            self.inner = model

        def forward(self, x):
            return self.inner(x, return_dict=False)[0]

    # Some start at zero, and would show nothing.
    for parameter in model.parameters():
        if parameter.ndim == 1 and not parameter.any():
            torch.nn.init.normal_(parameter, std=0.1)
    inputs = torch.randint(3, 99, (2, 12)) if name in TEXT else torch.randn(1, 3, 32, 32)
    return First().eval(), (inputs,)


def try_model(name):
    """What became of a model: a kind, words, and seconds for export, import and compilation."""
    import torch
    from torch.utils._pytree import tree_leaves

    import relax_mlir
    import relax_mlir.torch

    with torch.no_grad():
        model, inputs = build(name)
        expected = [leaf for leaf in tree_leaves(model(*inputs)) if isinstance(leaf, torch.Tensor)]
        times = [time.process_time()]
        try:
            program = torch.export.export(model, inputs, strict=False)
        except Exception as error:
            return "none", f"torch.export: {str(error).splitlines()[0][:150]}", []
        times.append(time.process_time())
        try:
            text = relax_mlir.torch.from_exported_program(program)
        except relax_mlir.torch.ImportFailure as error:
            return "rejected", "; ".join(f"{name}: {reason}" for name, reason, _ in error.obstacles)[:300], []
        times.append(time.process_time())
        try:
            module = relax_mlir.compile(text, O=0)
            found = module(*inputs)
        except Exception as error:
            return "rejected", str(error).splitlines()[0][:300], []
    worst = 0.0
    for one, other in zip(found, expected):
        one = torch.from_numpy(one)
        if one.shape != other.shape or one.dtype != other.dtype:
            return "wrong", f"{one.dtype} {list(one.shape)}, expected {other.dtype} {list(other.shape)}", []
        worst = max(worst, float((one - other).abs().max() / other.abs().max().clamp_min(1e-20)))
    seconds = [after - before for before, after in zip(times, times[1:])]
    return ("agree" if worst < 1e-4 else "wrong"), f"{worst:.1e}", seconds


def work(names):
    """Tries models, one line of JSON each."""
    for name in names:
        print("@@ " + json.dumps([name, ["crash", "the process ended", []]]), flush=True)
        try:
            outcome = try_model(name)
        except Exception as error:
            outcome = "fault", f"{type(error).__name__}: {str(error).splitlines()[0][:200] if str(error) else ''}", []
        print("@@ " + json.dumps([name, outcome]), flush=True)


def run(names, build):
    """The outcomes of models in a process, until it crashes."""
    results = {}
    command = [sys.executable, __file__, "--build", str(build), "--work", *names]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        for line in process.stdout:
            if line.startswith("@@ "):
                name, outcome = json.loads(line[3:])
                if outcome[0] != "crash":
                    print(name, *outcome, flush=True)
                results[name] = outcome
    return results or {names[0]: ["fault", "nothing runs", []]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--filter", type=re.compile, default=re.compile(""), metavar="REGEX")
    parser.add_argument("--results", type=Path, help="where to write the outcomes, as JSON")
    parser.add_argument("--work", nargs="*", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    os.environ["RELAX_MLIR_BUILD"] = str(arguments.build.resolve())
    warnings.simplefilter("ignore")
    if arguments.work is not None:
        work(arguments.work)
        return
    results, left = {}, [name for name in NAMES if arguments.filter.search(name)]
    while left:
        results.update(run(left, arguments.build))
        left = [name for name in left if name not in results]
    counts = {kind: sum(outcome[0] == kind for outcome in results.values()) for kind in ("agree", "rejected", "none", "wrong", "crash", "fault")}
    print(counts)
    if arguments.results:
        arguments.results.write_text(json.dumps(results, indent=0))
    sys.exit(any(counts[kind] for kind in ("wrong", "crash", "fault")))


if __name__ == "__main__":
    main()
