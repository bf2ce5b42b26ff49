"""Models of speech and sound: transformers and torchaudio; vision-language models and some of several kinds."""
from . import Architecture, Program, around
from .text import _configuration
from .vision import _first


def _wave(name, **words):
    def build():
        import torch
        import transformers
        small = {"conv_dim": (16, 16, 16), "conv_kernel": (10, 3, 2), "conv_stride": (5, 2, 2),
                 "num_conv_pos_embeddings": 16,
                 "num_conv_pos_embedding_groups": 2, "feat_extract_norm": "group", "num_feat_extract_layers": 3,
                 **words}
        config = _configuration(name, small)
        model = _first(getattr(transformers, f"{name}Model")(config))
        return Program(model, (torch.randn(1, 800),), (({1: "samples"}),), (torch.randn(1, 1200),))
    return build


def _features(name, shape, **words):
    def build():
        import torch
        import transformers
        config = _configuration(name, words)
        model = _first(getattr(transformers, f"{name}Model")(config))
        return Program(model, (torch.randn(2, *shape),), ({0: "batch"},), (torch.randn(3, *shape),))
    return build


def _codec(name, **words):
    def build():
        import torch
        import transformers
        kind = getattr(transformers, f"{name}Model")
        model = around(kind(getattr(transformers, f"{name}Config")(**words)),
                       lambda inner, x: inner.decoder(inner.encoder(x)))
        return Program(model, (torch.randn(1, 1, 640),), ({2: "samples"},), (torch.randn(1, 1, 960),))
    return build


def _whisper():
    import torch
    import transformers
    config = _configuration("Whisper", {"max_source_positions": 32, "max_target_positions": 16, "num_mel_bins": 8})
    model = around(transformers.WhisperModel(config),
                   lambda inner, x, y: inner(x, decoder_input_ids=y, return_dict=False)[0])
    return Program(model, (torch.randn(1, 8, 64), torch.randint(3, 99, (1, 5))),
                   ({0: "batch"}, {0: "batch", 1: "words"}),
                   (torch.randn(2, 8, 64), torch.randint(3, 99, (2, 7))))


_VISION = {"image_size": 32, "patch_size": 8, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4,
           "intermediate_size": 64}
_TEXT = {**_VISION, "vocab_size": 99, "max_position_embeddings": 32, "eos_token_id": 2, "bos_token_id": 1,
         "pad_token_id": 0, "projection_dim": 16}


def _dual(name):
    """Image and text side by side."""
    def build():
        import torch
        import transformers
        text = {key: value for key, value in _TEXT.items() if key not in ("image_size", "patch_size")}
        config = getattr(transformers, f"{name}Config")(text_config=text, vision_config=_VISION, projection_dim=16)
        inner = getattr(transformers, f"{name}Model")(config)

        class Both(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.inner = inner

            def forward(self, words, image):
                return self.inner(input_ids=words, pixel_values=image, return_dict=False)[:2]
        return Program(Both(), (torch.randint(3, 99, (2, 8)), torch.randn(2, 3, 32, 32)))
    return build


def _torchaudio(name):
    def build():
        import torch
        import torchaudio.models as models
        made, function, inputs = {
            "Conformer": (lambda: models.Conformer(16, 2, 32, 2, 7),
                          lambda m, x: m(x, torch.full((x.shape[0],), x.shape[1]))[0], (torch.randn(2, 12, 16),)),
            "ConvTasNet": (lambda: models.ConvTasNet(2, 8, 16, 3, 8, 16, 2, 1), lambda m, x: m(x),
                           (torch.randn(1, 1, 160),)),
            "DeepSpeech": (lambda: models.DeepSpeech(8, 16, 5), lambda m, x: m(x), (torch.randn(1, 1, 12, 8),)),
            "Wav2Letter": (lambda: models.Wav2Letter(5, "mfcc", 8), lambda m, x: m(x), (torch.randn(1, 8, 120),)),
            "WaveRNN": (lambda: models.WaveRNN([2, 2], 8, 4, 1, 16, 16, 5, 8, 16, 8), lambda m, x, s: m(x, s),
                        (torch.randn(1, 1, 16), torch.randn(1, 1, 8))),
            "Emformer": (lambda: models.Emformer(16, 2, 32, 2, 4, right_context_length=1),
                         lambda m, x: m(x, torch.full((x.shape[0],), 8))[0], (torch.randn(1, 9, 16),)),
            "Tacotron_encoder": (lambda: models.Tacotron2(encoder_embedding_dim=16, symbol_embedding_dim=16).encoder,
                                 lambda m, x: m(x, torch.full((1,), 9)), (torch.randn(1, 16, 9),)),
        }[name]
        return Program(around(made(), function), inputs)
    return build


def architectures():
    found = [Architecture("speech, audio", name, _wave(name))
             for name in ("Wav2Vec2", "Hubert", "WavLM", "UniSpeech", "SEW", "Data2VecAudio")]
    found += [Architecture("speech, audio", "ASTModel",
                           _features("AST", (64, 16), num_mel_bins=16, max_length=64, patch_size=8, frequency_stride=4,
                                     time_stride=4)),
              Architecture("speech, audio", "Whisper", _whisper),
              Architecture("speech, audio", "Wav2Vec2Bert",
                           _features("Wav2Vec2Bert", (24, 16), feature_projection_input_dim=16)),
              Architecture("speech, audio", "Encodec",
                           _codec("Encodec", num_filters=4, upsampling_ratios=[4, 2], num_lstm_layers=1,
                                  hidden_size=8)),
              Architecture("speech, audio", "Dac", _codec("Dac", encoder_hidden_size=8, decoder_hidden_size=16,
                                                          downsampling_ratios=[4, 2], upsampling_ratios=[2, 4],
                                                          hidden_size=16))]
    found += [Architecture("torchaudio", f"ta_{name}", _torchaudio(name))
              for name in ("Conformer", "ConvTasNet", "DeepSpeech", "Wav2Letter", "WaveRNN", "Emformer",
                           "Tacotron_encoder")]
    found += [Architecture("vision-language", name, _dual(name))
              for name in ("CLIP", "Siglip", "AltCLIP", "CLIPSeg", "MetaClip2")]
    return found
