"""Models of images and of films: torchvision, timm, vision models of transformers, parts of diffusion models."""
from . import Architecture, Program, around

_IMAGE = ("resnet18", "resnet50", "wide_resnet50_2", "resnext50_32x4d", "mobilenet_v2", "mobilenet_v3_small",
          "mobilenet_v3_large", "squeezenet1_0", "squeezenet1_1", "shufflenet_v2_x0_5", "shufflenet_v2_x1_0",
          "mnasnet0_5", "googlenet", "efficientnet_b0", "efficientnet_v2_s", "regnet_y_400mf", "regnet_x_400mf",
          "densenet121", "alexnet", "vgg11_bn", "convnext_tiny", "inception_v3")
_TIMM = ("resnet10t", "resnetv2_50", "mobilenetv3_small_050", "mobilenetv4_conv_small_050", "efficientnet_lite0",
         "tf_efficientnet_b0", "convnext_atto", "convnextv2_atto", "regnetx_002", "regnety_002", "regnetz_b16",
         "repvgg_a0", "ghostnet_050", "ghostnetv2_100", "lcnet_050", "tinynet_e", "mobileone_s0", "edgenext_xx_small",
         "hardcorenas_a", "fbnetc_100", "semnasnet_075", "rexnetr_200", "nf_resnet26", "nf_regnet_b0", "dla34",
         "hrnet_w18_small", "skresnet18", "seresnet18", "ecaresnet26t", "resnest14d", "res2net50_14w_8s", "selecsls42",
         "cspresnet50", "vovnet39a", "ese_vovnet19b_dw", "starnet_s1", "repghostnet_050", "fasternet_t0",
         "inception_next_atto",
         "bat_resnext26ts", "halonet26t", "lambda_resnet26t", "botnet26t_256", "gcresnet33ts", "xception41",
         "mobilenetv5_base",
         "repvit_m0_9", "efficientformer_l1", "efficientformerv2_s0", "efficientvit_b0", "efficientvit_m0",
         "fastvit_t8",
         "mambaout_femto", "hgnet_tiny", "hgnetv2_b0", "swiftformer_xs", "shvit_s1", "rdnet_tiny")
# Vision transformers take a depth and a width.
_SMALL_VIT = {"depth": 2, "embed_dim": 48, "num_heads": 3}
_VIT = {"vit_tiny_patch16_224": _SMALL_VIT, "deit_tiny_patch16_224": _SMALL_VIT, "deit3_small_patch16_224": _SMALL_VIT,
        "beit_base_patch16_224": _SMALL_VIT, "beitv2_base_patch16_224": _SMALL_VIT,
        "eva02_tiny_patch14_224": _SMALL_VIT,
        "cait_xxs24_224": {"depth": 2, "embed_dim": 48, "num_heads": 3},
        "mixer_s32_224": {},
        "resmlp_12_224": {}, "gmixer_12_224": {},
        "gmlp_ti16_224": {}, "levit_128s": {}, "xcit_nano_12_p16_224": {"depth": 2},
        "pit_ti_224": {}, "crossvit_tiny_240": {"depth": ((1, 1, 0), (1, 1, 0), (1, 1, 0))},
        "swin_tiny_patch4_window7_224": {"depths": (1, 1, 1, 1), "embed_dim": 24},
        "swinv2_tiny_window8_256": {"depths": (1, 1, 1, 1), "embed_dim": 24},
        "swin_s3_tiny_224": {"depths": (1, 1, 1, 1), "embed_dim": 24},
        "poolformer_s12": {}, "poolformerv2_s12": {}, "caformer_s18": {},
        "convformer_s18": {}, "coat_tiny": {}, "coatnet_nano_rw_224": {},
        "maxvit_pico_rw_256": {},
        "maxxvit_rmlp_nano_rw_256": {}, "mobilevit_xxs": {}, "mobilevitv2_050": {},
        "mvitv2_tiny": {},
        "pvt_v2_b0": {}, "twins_pcpvt_small": {"depths": (1, 1, 1, 1)}, "twins_svt_small": {"depths": (1, 1, 1, 1)},
        "visformer_tiny": {}, "volo_d1_224": {}, "davit_tiny": {"depths": (1, 1, 1, 1)},
        "focalnet_tiny_srf": {}, "gcvit_xxtiny": {},
        "nest_tiny": {},
        "nextvit_small": {}, "tiny_vit_5m_224": {}, "hiera_tiny_224": {"stages": (1, 1, 1, 1)},
        "sequencer2d_s": {"layers": (1, 1, 1, 1)}, "convmixer_768_32": {},
        "tnt_s_patch16_224": {"depth": 2}, "vit_relpos_small_patch16_224": {"depth": 2}, "vitamin_small_224": {},
        "samvit_base_patch16_224": {"depth": 2, "embed_dim": 48, "num_heads": 3},
        "naflexvit_base_patch16_gap": {"depth": 2}}
_SMALL = {"image_size": 32, "patch_size": 8, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4,
          "intermediate_size": 64}
_STAGES = {"hidden_sizes": [8, 16, 16, 32], "depths": [1, 1, 1, 1]}
_HUGGING = {"ViT": _SMALL, "DeiT": _SMALL, "Dinov2": _SMALL, "Dinov2WithRegisters": _SMALL, "Beit": _SMALL,
            "ViTMSN": _SMALL,
            "Yolos": {**_SMALL, "image_size": [32, 32]}, "IJepa": _SMALL, "DINOv3ViT": _SMALL, "Data2VecVision": _SMALL,
            "Swin": {"image_size": 32, "patch_size": 2, "embed_dim": 16, "depths": [1, 1], "num_heads": [2, 2],
                     "window_size": 4},
            "Swinv2": {"image_size": 32, "patch_size": 2, "embed_dim": 16, "depths": [1, 1], "num_heads": [2, 2],
                       "window_size": 4},
            "ConvNext": _STAGES, "ConvNextV2": _STAGES, "Segformer": _STAGES, "PoolFormer": _STAGES,
            "RegNet": {**_STAGES, "groups_width": 8, "embedding_size": 8}, "ResNet": {**_STAGES, "embedding_size": 8},
            "MobileViT": {"hidden_sizes": [16, 24, 32], "neck_hidden_sizes": [8, 8, 16, 16, 24, 32, 64],
                          "image_size": 32},
            "MobileNetV1": {"depth_multiplier": 0.25}, "MobileNetV2": {"depth_multiplier": 0.35},
            "EfficientNet": {"width_coefficient": 0.25},
            "PvtV2": {"image_size": 32, "hidden_sizes": [8, 16, 20, 32], "depths": [1, 1, 1, 1]},
            "Bit": {**_STAGES, "embedding_size": 8, "num_groups": 2},
            "Cvt": {"embed_dim": [8, 16, 32], "depth": [1, 1, 1], "num_heads": [1, 2, 2]},
            "Levit": {"image_size": 64, "depths": [1, 1, 1]},
            "FocalNet": {"image_size": 32, "embed_dim": 16, "depths": [1, 1, 1, 1]},
            "Hiera": {"image_size": [32, 32], "embed_dim": 16, "depths": [1, 1, 1, 1]},
            "GLPN": {"depths": [1, 1, 1, 1], "hidden_sizes": [8, 16, 20, 32]}, "SwiftFormer": {"depths": [1, 1, 1, 1]},
            "ViTHybrid": _SMALL, "VitDet": {**_SMALL, "image_size": 64}, "Dinat": {}, "PerceptionEncoder": {}}


def _torchvision(name, size=64, **words):
    def build():
        import torch
        import torchvision
        if name in ("googlenet", "inception_v3"):
            words.update(init_weights=False, aux_logits=False)
        model = getattr(torchvision.models, name)(weights=None, **words)
        return Program(_calm(model), (torch.randn(2, 3, size, size),), ({0: "batch"},),
                       (torch.randn(3, 3, size, size),))
    return build


def _calm(model):
    """Draws statistics of batch normalization, since those of a new model change nothing."""
    import torch
    for part in model.modules():
        if isinstance(part, torch.nn.modules.batchnorm._BatchNorm) and part.running_mean is not None:
            torch.nn.init.normal_(part.running_mean, std=0.1)
            torch.nn.init.uniform_(part.running_var, 0.8, 1.2)
    return model


def _timm(name, words):
    def build():
        import timm
        import torch
        model = timm.create_model(name, pretrained=False, **words)
        fixed = model.default_cfg.get("fixed_input_size") or name in _VIT
        size = model.default_cfg["input_size"] if fixed else (3, 64, 64)
        return Program(_calm(model), (torch.randn(2, *size),), ({0: "batch"},), (torch.randn(3, *size),))
    return build


def _first(model, key=0, **words):
    """A model of transformers without the dictionary around its results."""
    import torch

    for parameter in model.parameters():
        if parameter.ndim == 1 and not parameter.any():
            torch.nn.init.normal_(parameter, std=0.1)
    return around(model, lambda inner, *inputs: inner(*inputs, return_dict=False, **words)[key])


def _hugging(name, words):
    def build():
        import torch
        import transformers
        config = getattr(transformers, f"{name}Config")(**words)
        model = _first(getattr(transformers, f"{name}Model")(config))
        size = words.get("image_size", 64)
        size = size[0] if isinstance(size, list) else size
        return Program(_calm(model), (torch.randn(2, 3, size, size),), ({0: "batch"},),
                       (torch.randn(3, 3, size, size),))
    return build


def _dense(name, **words):
    """Segmentation, whose height and width are dynamic."""
    def build():
        import torch
        import torchvision
        inner = getattr(torchvision.models.segmentation, name)(weights=None, weights_backbone=None, **words)
        model = around(inner, lambda inner, x: inner(x)["out"])
        return Program(_calm(model), (torch.randn(1, 3, 64, 96),), ({2: "height", 3: "width"},),
                       (torch.randn(1, 3, 96, 64),))
    return build


def _detection(name, **words):
    def build():
        import torch
        import torchvision
        kind = getattr(torchvision.models.detection, name)
        inner = kind(weights=None, weights_backbone=None, num_classes=4, **words)

        def forward(inner, x):
            found = inner([x])[0]
            return found["boxes"], found["scores"], found["labels"]
        return Program(_calm(around(inner, forward)), (torch.rand(3, 96, 96),))
    return build


def _film(name, frames=8, size=32, **words):
    def build():
        import torch
        import torchvision
        model = getattr(torchvision.models.video, name)(weights=None, **words)
        return Program(_calm(model), (torch.randn(1, 3, frames, size, size),), ({0: "batch"},),
                       (torch.randn(2, 3, frames, size, size),))
    return build


def _flow():
    import torch
    import torchvision
    model = around(torchvision.models.optical_flow.raft_small(weights=None),
                   lambda inner, one, other: inner(one, other, num_flow_updates=2)[-1])
    return Program(model, (torch.randn(1, 3, 128, 128), torch.randn(1, 3, 128, 128)))


def _diffuser(name, words, shapes):
    def build():
        import diffusers
        import torch
        model = around(getattr(diffusers, name)(**words), lambda inner, *inputs: inner(*inputs, return_dict=False)[0])
        numbers = {"time": 3, "class": 1}
        return Program(model, tuple(torch.tensor([numbers[shape]]) if shape in numbers else torch.randn(shape)
                                    for shape in shapes))
    return build


_BLOCKS = {"block_out_channels": (16, 32), "layers_per_block": 1, "norm_num_groups": 4}
_DIFFUSERS = {
    "UNet2DModel": ({**_BLOCKS, "sample_size": 16, "down_block_types": ("DownBlock2D", "AttnDownBlock2D"),
                     "up_block_types": ("AttnUpBlock2D", "UpBlock2D"), "attention_head_dim": 8},
                    [(1, 3, 16, 16), "time"]),
    "UNet2DConditionModel": ({**_BLOCKS, "sample_size": 16, "cross_attention_dim": 16, "attention_head_dim": 8,
                              "down_block_types": ("CrossAttnDownBlock2D", "DownBlock2D"),
                              "up_block_types": ("UpBlock2D", "CrossAttnUpBlock2D")},
                             [(1, 4, 16, 16), "time", (1, 7, 16)]),
    "AutoencoderKL": ({**_BLOCKS, "down_block_types": ("DownEncoderBlock2D",) * 2,
                       "up_block_types": ("UpDecoderBlock2D",) * 2},
                      [(1, 3, 32, 32)]),
    "VQModel": ({**_BLOCKS, "down_block_types": ("DownEncoderBlock2D",) * 2,
                 "up_block_types": ("UpDecoderBlock2D",) * 2},
                [(1, 3, 32, 32)]),
    "AutoencoderTiny": ({"encoder_block_out_channels": (16, 16), "decoder_block_out_channels": (16, 16),
                         "num_encoder_blocks": (1, 1),
                         "num_decoder_blocks": (1, 1)}, [(1, 3, 32, 32)]),
    "DiTTransformer2DModel": ({"num_attention_heads": 2, "attention_head_dim": 8, "num_layers": 2, "sample_size": 8,
                               "num_embeds_ada_norm": 10, "norm_num_groups": 1}, [(1, 4, 8, 8), "time", "class"]),
    "UNet1DModel": ({"sample_size": 64, "in_channels": 2, "out_channels": 2, "block_out_channels": (16, 16, 16),
                     "extra_in_channels": 16},
                    [(1, 2, 64), "time"]),
    "PriorTransformer": ({"num_attention_heads": 2, "attention_head_dim": 8, "num_layers": 1, "embedding_dim": 16,
                          "num_embeddings": 5,
                          "additional_embeddings": 4}, [(1, 16), "time", (1, 16), (1, 5, 16)]),
}


def architectures():
    found = [Architecture("CNN (torchvision)", name, _torchvision(name, 96 if name == "inception_v3" else 64))
             for name in _IMAGE]
    found += [Architecture("ViT, Swin (torchvision)", name, _torchvision(name, size, **words))
              for name, size, words in (
        ("vit_b_16", 32, {"image_size": 32}), ("swin_t", 64, {}), ("swin_v2_t", 64, {}),
        ("maxvit_t", 64, {"input_size": (64, 64)}))
              if name != "maxvit_t"]
    found += [Architecture("CNN (timm)", name, _timm(name, {})) for name in _TIMM]
    found += [Architecture("ViT, MLP (timm)", name, _timm(name, words)) for name, words in _VIT.items()]
    found += [Architecture("vision (transformers)", f"hf_{name}", _hugging(name, words))
              for name, words in _HUGGING.items()]
    found += [Architecture("segmentation", name, _dense(name))
              for name in ("lraspp_mobilenet_v3_large", "fcn_resnet50", "deeplabv3_mobilenet_v3_large")]
    found += [Architecture("detection", name, _detection(name, **words), ("ts", "dyn")) for name, words in (
        ("ssdlite320_mobilenet_v3_large", {}), ("fasterrcnn_mobilenet_v3_large_320_fpn", {}),
        ("retinanet_resnet50_fpn", {"min_size": 96, "max_size": 96}),
        ("fcos_resnet50_fpn", {"min_size": 96, "max_size": 96}))]
    found += [Architecture("video", name, _film(name)) for name in ("r3d_18", "mc3_18", "r2plus1d_18")]
    found += [Architecture("video", "s3d", _film("s3d", 16, 64)), Architecture("optical flow", "raft_small", _flow)]
    found += [Architecture("diffusion", name, _diffuser(name, *rest)) for name, rest in _DIFFUSERS.items()]
    return found
