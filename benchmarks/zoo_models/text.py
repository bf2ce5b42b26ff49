"""Models of text of transformers, with few and narrow layers."""
import inspect

from . import Architecture, Program, around
from .vision import _first

# What configurations call their sizes; each model gets those that its own has.
_SMALL = {"vocab_size": 99, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4,
          "intermediate_size": 64,
          "max_position_embeddings": 64, "num_key_value_heads": 2, "head_dim": 8, "pad_token_id": 0, "bos_token_id": 1,
          "eos_token_id": 2, "embedding_size": 32, "n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 64,
          "ffn_dim": 64,
          "word_embed_proj_dim": 32, "rotary_dim": 4, "dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 64,
          "d_model": 32,
          "encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": 4, "decoder_attention_heads": 4,
          "encoder_ffn_dim": 64, "decoder_ffn_dim": 64, "num_layers": 2, "num_heads": 4, "d_kv": 8, "d_ff": 64,
          "d_inner": 64,
          "moe_intermediate_size": 32, "num_local_experts": 4, "num_experts": 4, "n_routed_experts": 4,
          "num_experts_per_tok": 2,
          "q_lora_rank": 16, "kv_lora_rank": 16, "qk_rope_head_dim": 8, "qk_nope_head_dim": 8, "v_head_dim": 8,
          "n_group": 1,
          "topk_group": 1, "sliding_window": 8, "state_size": 8, "n_inner": 64, "emb_dim": 32,
          "shared_expert_intermediate_size": 32,
          "num_decoder_layers": 2, "hidden_size_per_layer_input": 8, "vocab_size_per_layer_input": 99,
          "num_kv_shared_layers": 0,
          "attention_hidden_size": 32, "time_step_rank": 4, "embed_dim": 32, "bottleneck_size": 16}
_ENCODERS = ("Bert", "Roberta", "Albert", "Electra", "MPNet", "DistilBert", "RoFormer", "Nystromformer", "XLMRoberta",
             "Camembert", "SqueezeBert", "MobileBert", "Deberta", "DebertaV2", "FNet", "ConvBert", "MegatronBert",
             "Ernie",
             "ModernBert", "Funnel", "LayoutLM", "IBert", "Canine", "BigBird", "Longformer", "Yoso", "RemBert",
             "XLMRobertaXL",
             "XLM", "Flaubert", "Esm", "Splinter", "Lxmert", "NomicBert", "EuroBert", "RoCBert", "Data2VecText", "Mra")
_DECODERS = ("GPT2", "GPTJ", "CodeGen", "GPTBigCode", "GPTNeo", "GPTNeoX", "OPT", "Llama", "Mistral", "Mixtral",
             "Qwen2", "Qwen2Moe",
             "Qwen3", "Qwen3Moe", "Gemma", "Gemma2", "Gemma3Text", "Phi", "Phi3", "Phimoe", "StableLm", "Olmo", "Olmo2",
             "Olmoe", "Granite",
             "GraniteMoe", "Cohere", "Cohere2", "Starcoder2", "Nemotron", "Glm", "Glm4", "Falcon", "Bloom", "Helium",
             "Persimmon", "SmolLM3",
             "Ministral", "Mpt", "Rwkv", "Mamba", "Mamba2", "Bamba", "Lfm2", "DeepseekV2", "DeepseekV3", "Jamba",
             "DiffLlama", "Exaone4",
             "Ernie4_5", "Arcee", "Dbrx", "XGLM", "BioGpt", "OpenAIGPT", "XLNet", "CTRL", "RecurrentGemma",
             "FalconMamba", "GptOss",
             "Apertus", "Seed_Oss", "HunYuanDenseV1", "Moshi", "BitNet", "Zamba", "FalconH1", "MiniMax", "Qwen3Next",
             "GPTNeoXJapanese",
             "Bart:decoder", "TrOCR:decoder")
_PAIRS = ("T5", "MT5", "Bart", "MBart", "Pegasus", "PegasusX", "Marian", "Blenderbot", "BlenderbotSmall", "M2M100",
          "LED", "UMT5",
          "BigBirdPegasus", "ProphetNet", "LongT5", "NllbMoe", "SwitchTransformers", "PLBart", "FSMT", "T5Gemma")


def _configuration(name, words):
    import transformers
    kind = getattr(transformers, f"{name}Config")
    keys = vars(kind()) | getattr(kind, "attribute_map", {})
    config = kind(**{key: value for key, value in {**_SMALL, **words}.items() if key in keys})
    config.use_cache = False
    return config


def _model(name, words, suffix="Model"):
    import transformers
    config = _configuration(name, words)
    kind = getattr(transformers, f"{name}{suffix}")
    try:
        config._attn_implementation = "sdpa"
        return kind(config)
    except (ValueError, ImportError):
        config._attn_implementation = "eager"
        return kind(config)


_WORDS = {"Falcon": {"num_kv_heads": 4}, "Longformer": {"attention_window": [8, 8]},
          "BigBird": {"attention_type": "original_full"},
          "FNet": {}, "Mamba2": {"num_heads": 8, "head_dim": 8, "n_groups": 1, "hidden_size": 32},
          "Bloom": {"hidden_size": 32},
          "Albert": {"embedding_size": 16}, "Electra": {"embedding_size": 16}, "Funnel": {"block_sizes": [1, 1]},
          "GPTNeo": {"attention_types": [[["global", "local"], 1]], "window_size": 8},
          "MobileBert": {"intra_bottleneck_size": 16},
          "Jamba": {"attn_layer_period": 2, "attn_layer_offset": 1, "expert_layer_period": 2, "expert_layer_offset": 1,
                    "use_mamba_kernels": False},
          "Lfm2": {"full_attn_idxs": [1]}, "Cohere2": {}, "Gemma3Text": {"layer_types": None},
          "Bamba": {"attn_layer_indices": [1], "mamba_n_heads": 4, "mamba_d_head": 16, "mamba_d_state": 8},
          "LED": {"attention_window": [8, 8]},
          "BigBirdPegasus": {"attention_type": "original_full"}}


def _encoder(name):
    def build():
        import torch
        model = _first(_model(name, _WORDS.get(name, {})))
        return Program(model, (torch.randint(3, 99, (2, 16)),), ({0: "batch", 1: "length"},),
                       (torch.randint(3, 99, (3, 24)),))
    return build


def _masked(name):
    """With a mask of what is padding."""
    def build():
        import torch
        model = _first(_model(name, _WORDS.get(name, {})))
        mask = torch.ones(2, 16, dtype=torch.int64)
        mask[1, 10:] = 0
        other = torch.ones(3, 24, dtype=torch.int64)
        other[2, 7:] = 0
        sizes = {0: "batch", 1: "length"}
        return Program(model, (torch.randint(3, 99, (2, 16)), mask), (sizes, sizes),
                       (torch.randint(3, 99, (3, 24)), other))
    return build


def _decoder(name):
    name, _, part = name.partition(":")

    def build():
        import torch
        if part:
            inner = _model(name, {"is_decoder": True, "is_encoder_decoder": False}, "ForCausalLM")
        else:
            inner = _model(name, _WORDS.get(name, {}))
        model = _first(inner)
        # Without a mask transformers compares neighbours of positions, which the older exporter has no operator for.
        masked = around(inner, lambda inner, x, mask: inner(x, attention_mask=mask, return_dict=False)[0])
        takes_mask = "attention_mask" in inspect.signature(inner.forward).parameters

        def inputs(batch, length):
            mask = torch.ones(batch, length, dtype=torch.int64)
            mask[-1, length * 2 // 3:] = 0
            return (torch.randint(3, 99, (batch, length)), mask)[:1 + takes_mask]
        return Program(masked if takes_mask else model, inputs(2, 12), ({0: "batch", 1: "length"},) * (1 + takes_mask),
                       inputs(3, 20))
    return build


def _step(name):
    """One token with a cache of keys and values that comes and goes."""
    def build():
        import torch
        import transformers
        config = _configuration(name, _WORDS.get(name, {}))
        config._attn_implementation = "sdpa"
        model = getattr(transformers, f"{name}Model")(config)
        layers, heads = config.num_hidden_layers, getattr(config, "num_key_value_heads", config.num_attention_heads)
        depth = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads

        def forward(inner, x, *cached):
            cache = transformers.DynamicCache()
            for i in range(layers):
                cache.update(cached[2 * i], cached[2 * i + 1], i)
            result = inner(x, past_key_values=cache, use_cache=True)
            kept = [part for layer in result.past_key_values.layers for part in (layer.keys, layer.values)]
            return (result.last_hidden_state, *kept)

        def inputs(batch, past):
            return (torch.randint(3, 99, (batch, 1)),
                    *(torch.randn(batch, heads, past, depth) for _ in range(2 * layers)))
        sizes = ({0: "batch"}, *({0: "batch", 2: "past"} for _ in range(2 * layers)))
        return Program(around(model, forward), inputs(2, 7), sizes, inputs(3, 11))
    return build


def _pair(name):
    def build():
        import torch
        inner = _model(name, _WORDS.get(name, {}))
        model = around(inner, lambda inner, x, y: inner(input_ids=x, decoder_input_ids=y, return_dict=False)[0])
        inputs, other = ((torch.randint(3, 99, (batch, one)), torch.randint(3, 99, (batch, two)))
                         for batch, one, two in ((2, 16, 7), (3, 24, 9)))
        return Program(model, inputs, ({0: "batch", 1: "source"}, {0: "batch", 1: "target"}), other)
    return build


def first_program():
    """A small model with what most of them share, whose export fills the exporter's tables."""
    return _encoder("Bert")()


def architectures():
    found = [Architecture("text encoder", name, _encoder(name)) for name in _ENCODERS]
    found += [Architecture("text encoder, masked", f"{name}-mask", _masked(name))
              for name in ("Bert", "Roberta", "DistilBert", "ModernBert", "DebertaV2")]
    found += [Architecture("text decoder", name.replace(":", "-"), _decoder(name)) for name in _DECODERS]
    found += [Architecture("decoder with cache", f"{name}-step", _step(name))
              for name in ("GPT2", "Llama", "Mistral", "Qwen2", "Phi3", "Gemma2", "GPTNeoX", "Olmo2")]
    found += [Architecture("encoder-decoder", name, _pair(name)) for name in _PAIRS]
    return found
