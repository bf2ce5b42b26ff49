"""Models of this file: recurrent, graph, control flow, data-dependent shapes, time series, recommendation and more."""
from . import LIMITS, Architecture, Program


def _layers():
    import torch
    from torch import nn
    from torch.nn import functional as F
    return torch, nn, F


def _make(function, **named):
    """A module with these parts whose forward is `function(self, ...)`."""
    _, nn, _ = _layers()
    made = type("Made", (nn.Module,), {"forward": function})()
    for name, part in named.items():
        setattr(made, name, part)
    return made


_BATCH, _LINE = {0: "batch"}, {0: "batch", 1: "length"}


# Recurrent networks.
def _recurrent(kind, **words):
    def build():
        torch, nn, _ = _layers()
        net = getattr(nn, kind)(8, 12, batch_first=True, **words)
        model = _make(lambda self, x: self.net(x)[0], net=net)
        return Program(model, (torch.randn(2, 7, 8),), (_LINE,), (torch.randn(3, 5, 8),))
    return build


def _cell():
    torch, nn, _ = _layers()

    class Cell(nn.Module):
        def __init__(self):
            super().__init__()
            self.cell, self.out = nn.LSTMCell(8, 12), nn.Linear(12, 4)

        def forward(self, x):
            h = torch.zeros(x.shape[0], 12)
            c, steps = h, []
            for t in range(5):
                h, c = self.cell(x[:, t], (h, c))
                steps.append(self.out(h))
            return torch.stack(steps, 1)
    return Program(Cell(), (torch.randn(2, 5, 8),), (_BATCH,), (torch.randn(4, 5, 8),))


def _tagger():
    torch, nn, _ = _layers()
    model = _make(lambda self, x: self.out(self.net(self.words(x))[0]).argmax(-1), words=nn.Embedding(50, 8),
                  net=nn.GRU(8, 10, 2, batch_first=True, bidirectional=True), out=nn.Linear(20, 6))
    return Program(model, (torch.randint(0, 50, (2, 9)),), (_LINE,), (torch.randint(0, 50, (3, 4)),))


def _crnn():
    torch, nn, F = _layers()

    def forward(self, x):
        x = self.convs(x).mean(2).transpose(1, 2)
        return F.log_softmax(self.out(self.net(x)[0]), -1)
    model = _make(forward, convs=nn.Sequential(nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
                                               nn.Conv2d(8, 16, 3, padding=1),
                                               nn.BatchNorm2d(16), nn.ReLU()),
                  net=nn.LSTM(16, 12, bidirectional=True, batch_first=True), out=nn.Linear(24, 11))
    return Program(model, (torch.randn(1, 1, 16, 40),), ({0: "batch", 3: "width"},), (torch.randn(2, 1, 16, 64),))


# Graph networks: x are nodes, e are pairs of nodes.
def _graph(kind):
    def build():
        torch, nn, F = _layers()

        def gcn(self, x, e):
            degree = torch.zeros(x.shape[0]).index_add(0, e[1], torch.ones(e.shape[1])) + 1
            h = self.one(x) / degree.sqrt()[:, None]
            return F.relu(torch.zeros_like(h).index_add(0, e[1], h[e[0]]) + h) / degree.sqrt()[:, None]

        def gat(self, x, e):
            h = self.one(x)
            score = F.leaky_relu((h[e[0]] * self.two.weight[0, :8]).sum(-1)
                                 + (h[e[1]] * self.two.weight[0, 8:]).sum(-1), 0.2)
            top = torch.full((x.shape[0],), -1e9).scatter_reduce(0, e[1], score, "amax")
            score = (score - top[e[1]]).exp()
            total = torch.zeros(x.shape[0]).scatter_add(0, e[1], score)
            return torch.zeros_like(h).index_add(0, e[1], h[e[0]] * (score / (total[e[1]] + 1e-9))[:, None])

        def gin(self, x, e):
            return self.three(x * 1.1 + torch.zeros_like(x).index_add(0, e[1], x[e[0]]))

        def sage(self, x, e):
            index = e[1][:, None].expand(-1, x.shape[1])
            mean = torch.zeros_like(x).scatter_reduce(0, index, x[e[0]], "mean", include_self=False)
            return F.normalize(self.one(x) + self.four(mean), dim=-1)

        def mpnn(self, x, e):
            for _ in range(2):
                m = self.three(x[e[0]] - x[e[1]])
                x = x + torch.zeros_like(x).scatter_add(0, e[1][:, None].expand_as(m), m)
            return torch.cat([x.mean(0), x.amax(0)])

        def edge(self, x, _):
            near = torch.cdist(x, x).topk(3, largest=False).indices
            return self.three(x[near] - x[:, None]).amax(1)

        def transformer(self, x, e):
            dense = torch.zeros(x.shape[0], x.shape[0]).index_put((e[1], e[0]), torch.ones(e.shape[1]))
            mask = torch.where(dense + torch.eye(x.shape[0]) > 0, 0.0, -1e9)
            return F.scaled_dot_product_attention(x[None], x[None], x[None], attn_mask=mask[None])[0]
        forward = {"gcn": gcn, "gat": gat, "gin": gin, "sage": sage, "mpnn": mpnn, "edgeconv": edge,
                   "graph_transformer": transformer}[kind]
        three = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 8))
        model = _make(forward, one=nn.Linear(8, 8), two=nn.Linear(16, 1), three=three, four=nn.Linear(8, 8))
        inputs, other = ((torch.randn(n, 8), torch.randint(0, n, (2, m))) for n, m in ((6, 14), (9, 20)))
        return Program(model, inputs, ({0: "nodes"}, {1: "edges"}), other)
    return build


# Control flow, by script.
def _script(kind):
    def build():
        import torch

        from . import scripts
        made = getattr(scripts, kind)()
        one, other = scripts.INPUTS.get(kind, (torch.randn(4, 6), torch.randn(7, 6)))
        return Program(torch.jit.script(made), (one,), ({0: "rows"},), (other,))
    return build


# Data-dependent shapes and single operators that models use.
def _operations():
    import torch
    from torch.nn import functional as F
    wide, square = (torch.randn(5, 8), torch.randn(7, 8)), (torch.randn(6, 6), torch.randn(6, 6))
    whole = (torch.randint(0, 6, (9,)), torch.randint(0, 6, (13,)))
    image = (torch.randn(1, 3, 12, 16), torch.randn(1, 3, 10, 14))
    return {
        "nonzero": (lambda x: (x > 0).nonzero(), wide), "mask_select": (lambda x: x[x > 0.3] * 2, wide),
        "unique": (lambda x: torch.unique(x, return_inverse=True, return_counts=True), whole),
        "topk_rows": (lambda x: x.topk(3, dim=1), wide), "sort_rows": (lambda x: x.sort(dim=0, descending=True), wide),
        "last_row": (lambda x: x / x[-1:], wide), "first_row": (lambda x: x - x[:1], wide),
        "roll_flip": (lambda x: torch.roll(x, 2, 0) + x.flip(1), wide),
        "cumsum_tail": (lambda x: x.cumsum(0)[-3:], wide),
        "tail_of_table": (lambda x: torch.arange(128.0)[128 - x.shape[0]:, None] + x, wide),
        "head_of_table": (lambda x: torch.arange(128.0)[:x.shape[0], None] * x, wide),
        "outer_arange": (lambda x: x + torch.arange(x.shape[0])[:, None] * torch.arange(8), wide),
        "tril_mask": (lambda x: (x @ x.T).masked_fill(torch.ones(x.shape[0], x.shape[0]).triu(1).bool(),
                                                      -1e4).softmax(-1) @ x, wide),
        "repeat_interleave": (lambda x: x.repeat_interleave(torch.tensor([2, 1, 3, 1, 2, 0, 1, 2])[:8], 1), wide),
        "chunk_cat": (lambda x: torch.cat([part * i for i, part in enumerate(x.chunk(3, 1))], 1), wide),
        "pad_to_multiple": (lambda x: F.pad(x, (0, 0, 0, (4 - x.shape[0] % 4) % 4)), wide),
        "unfold_windows": (lambda x: x.unfold(1, 4, 2).mean(-1), wide),
        "einsum": (lambda x: torch.einsum("ij,kj->ik", x, x), wide),
        "gather_where": (lambda x: torch.where(x > 0, x.gather(1, x.argsort(1)), x.new_zeros(())), wide),
        "bucketize": (lambda x: torch.bucketize(x, torch.tensor([-1.0, 0.0, 0.7])), wide),
        "one_hot": (lambda x: F.one_hot(x, 6).sum(0), whole),
        "embedding_bag": (lambda x: F.embedding(x, torch.arange(24.0).reshape(6, 4)).mean(0), whole),
        "scatter_hist": (lambda x: torch.zeros(6).scatter_add(0, x, torch.ones(x.shape[0])), whole),
        "det": (lambda x: torch.linalg.det(x[:3, :3]), square), "logsumexp": (lambda x: torch.logsumexp(x, 1), wide),
        "std_var": (lambda x: (x.std(1), x.var(0, unbiased=False)), wide),
        "median": (lambda x: x.median(1).values, wide),
        "kthvalue": (lambda x: -(-x).topk(2, 1).values[:, -1], wide),
        "clamp_round": (lambda x: (x * 3).round().clamp(-2, 2).int(), wide),
        "resize_half": (lambda x: F.interpolate(x, scale_factor=0.5, mode="bilinear"), image),
        "resize_to_other": (lambda x: F.interpolate(F.avg_pool2d(x, 2), size=x.shape[2:], mode="bilinear",
                                                    align_corners=True), image),
        "resize_computed": (lambda x: F.interpolate(x, size=(x.shape[2] // 3, x.shape[3] * 2), mode="nearest"), image),
        "resize_bicubic": (lambda x: F.interpolate(x, size=(24, 24), mode="bicubic"), image),
        "pad_reflect": (lambda x: F.pad(x, (2, 1, 1, 3), mode="reflect"), image),
        "pad_replicate": (lambda x: F.pad(x, (2, 1, 1, 3), mode="replicate"), image),
        "pad_negative": (lambda x: F.pad(x, (0, 0, 1, -1)), image),
        "pixel_shuffle": (lambda x: F.pixel_unshuffle(F.pad(x, (0, 0, 0, 0)), 2), image),
        "unfold_image": (lambda x: F.unfold(x, 3, padding=1), image),
        "adaptive_pool": (lambda x: F.adaptive_avg_pool2d(x, 1), image),
        "grid_sample": (lambda x: F.grid_sample(x, F.affine_grid(torch.tensor([[[0.8, 0.1, 0.0], [-0.1, 0.9, 0.1]]]),
                                                                 [1, 3, 8, 8], False), align_corners=False), image),
        "max_places": (lambda x: F.max_pool2d(x, 2, return_indices=True), image),
        "local_norm": (lambda x: F.local_response_norm(x, 3), image),
        "weight_standard": (lambda x: F.conv2d(x, _standard(torch.arange(54.0).sin().reshape(2, 3, 3, 3))), image),
        "meshgrid": (lambda x: torch.stack(torch.meshgrid(torch.arange(x.shape[2]), torch.arange(x.shape[3]),
                                                          indexing="ij")), image),
        "split_sizes": (lambda x: torch.split(x, [1, 2], 1), image),
        "expand_sum": (lambda x: x.sum((2, 3), keepdim=True).expand(-1, -1, x.shape[2], 4), image),
        "heat_maximum": (lambda x: (x.flatten(2).argmax(-1) % x.shape[3], x.flatten(2).argmax(-1) // x.shape[3]),
                         image),
        "matrix_bands": (lambda x: torch.diag_embed(x) + torch.diagonal(x @ x.T).sum(), square),
        "isin": (lambda x: torch.isin(x, torch.tensor([1, 4])), whole),
        "searchsorted": (lambda x: torch.searchsorted(torch.tensor([0.0, 0.5, 1.0]), x), wide),
        "erf_gamma": (lambda x: torch.erf(x) + torch.log1p(x.abs()), wide),
        "floor_modulo": (lambda x: (x % 4, x // 4, x.remainder(-3)), whole),
        "bits": (lambda x: (x << 2) ^ (x & 3), whole),
        "broadcast_pair": (lambda x: x[:, None] * x[None, :], whole),
        "all_pairs": (lambda x: torch.combinations(torch.arange(4)) + x[0], whole),
    }


def _standard(weight):
    """A weight with mean 0 and deviation 1 in each output channel."""
    return (weight - weight.mean((1, 2, 3), True)) / weight.std((1, 2, 3), keepdim=True)


def _operation(name):
    def build():
        function, (one, other) = _operations()[name]
        model = _make(lambda self, x: function(x))
        if one.dim() == 4:
            return Program(model, (one,), ({2: "height", 3: "width"},), (other,))
        return Program(model, (one,), () if one.shape == other.shape else ({0: "rows"},), (other,))
    return build


_OPERATIONS = (
    "nonzero mask_select unique topk_rows sort_rows last_row first_row roll_flip cumsum_tail tail_of_table "
    "head_of_table outer_arange tril_mask repeat_interleave chunk_cat pad_to_multiple unfold_windows einsum "
    "gather_where bucketize one_hot embedding_bag scatter_hist det logsumexp std_var median kthvalue clamp_round "
    "resize_half resize_to_other resize_computed resize_bicubic pad_reflect pad_replicate pad_negative pixel_shuffle "
    "unfold_image adaptive_pool grid_sample max_places local_norm weight_standard meshgrid split_sizes expand_sum "
    "heat_maximum matrix_bands isin searchsorted erf_gamma floor_modulo bits broadcast_pair all_pairs").split()


# Networks of other kinds: family, and a function that gives parts, forward, inputs, sizes and other inputs.
def _networks():
    torch, nn, F = _layers()

    def line(n, *rest):
        return (torch.randn(2, n, *rest),), (_LINE,), (torch.randn(3, n + 8, *rest),)

    def rows(*shape):
        return (torch.randn(4, *shape),), (_BATCH,), (torch.randn(7, *shape),)

    def mlp(*widths):
        return nn.Sequential(*(part for a, b in zip(widths, widths[1:]) for part in (nn.Linear(a, b), nn.SiLU())))

    def conv1(a, b, k, d=1):
        return nn.Conv1d(a, b, k, padding=(k - 1) * d, dilation=d)

    def tcn(self, x):
        x = x.transpose(1, 2)
        for conv in self.convs:
            x = x + F.relu(conv(x)[..., :x.shape[2]])
        return x.transpose(1, 2)

    def nbeats(self, x):
        total = torch.zeros(x.shape[0], 4)
        for block in self.blocks:
            h = block(x)
            x, total = x - h[:, :16], total + h[:, 16:]
        return total

    def dlinear(self, x):
        trend = F.avg_pool1d(F.pad(x[:, None], (2, 2), mode="replicate"), 5, 1)[:, 0]
        return self.one(trend) + self.two(x - trend)

    def patch(self, x):
        mean, scale = x.mean(1, keepdim=True), x.std(1, keepdim=True) + 1e-5
        h = self.embed(((x - mean) / scale).unfold(1, 8, 4))
        return self.out(self.encoder(h).flatten(1)) * scale + mean

    def dlrm(self, x, c):
        parts = torch.stack([self.bottom(x)] + [table(c[:, i]) for i, table in enumerate(self.tables)], 1)
        pairs = torch.bmm(parts, parts.transpose(1, 2))
        row, column = torch.tril_indices(4, 4, -1)
        return torch.sigmoid(self.top(torch.cat([parts[:, 0], pairs[:, row, column]], 1)))

    def din(self, x, c):
        h = self.tables[0](c)
        weights = self.att(torch.cat([h, x[:, None, :8].expand_as(h)], -1)).softmax(1)
        return self.out((weights * h).sum(1))

    def experts(self, x):
        gate, chosen = self.gate(x).softmax(-1).topk(2, -1)
        total = torch.zeros_like(x)
        for i, expert in enumerate(self.experts):
            share = torch.where(chosen == i, gate, 0.0).sum(-1, keepdim=True)
            total = total + share * expert(x)
        return total

    def flow(self, x):
        log = torch.zeros(x.shape[0])
        for net in self.nets:
            a, b = x.chunk(2, 1)
            s, t = net(a).chunk(2, 1)
            x, log = torch.cat([b * torch.tanh(s).exp() + t, a], 1), log + torch.tanh(s).sum(1)
        return x, log

    def point(self, x):
        h = self.convs(x.transpose(1, 2))
        return self.out(torch.cat([h.amax(2), h.mean(2)], 1))

    def nerf(self, x):
        bands = 2.0 ** torch.arange(4)
        h = (x[..., None] * bands).flatten(1)
        return self.net(torch.cat([h.sin(), h.cos()], 1))

    def kan(self, x):
        grid = torch.linspace(-2, 2, 7)
        return torch.einsum("bik,iok->bo", torch.exp(-(x[..., None] - grid) ** 2),
                            self.weight) + F.silu(x) @ self.weight[..., 0]

    def capsule(self, x):
        votes = torch.einsum("bid,iojd->bioj", x, self.weight)
        b = torch.zeros(votes.shape[:3])
        for _ in range(3):
            s = (b.softmax(2)[..., None] * votes).sum(1)
            n = (s * s).sum(-1, keepdim=True)
            v = n / (1 + n) * s / (n + 1e-8).sqrt()
            b = b + (votes * v[:, None]).sum(-1)
        return v

    def ssm(self, x):
        a = -torch.exp(self.weight)
        h, out = torch.zeros(x.shape[0], 8), []
        for t in range(6):
            h = h * torch.exp(a * F.softplus(x[:, t])) + x[:, t] * self.gate(x[:, t])
            out.append(h)
        return torch.stack(out, 1)

    def retention(self, x):
        q, k, v = self.qkv(x).chunk(3, -1)
        places = torch.arange(x.shape[1])
        decay = torch.where(places[:, None] >= places, 0.9 ** (places[:, None] - places).to(x.dtype), 0.0).to(x.dtype)
        return (q @ k.transpose(1, 2) * decay) @ v

    def performer(self, x):
        q, k, v = self.qkv(x).chunk(3, -1)
        q, k = F.elu(q) + 1, F.elu(k) + 1
        return (q @ (k.transpose(1, 2) @ v)) / (q @ k.sum(1)[..., None] + 1e-6)

    def local(self, x):
        return self.net(F.normalize(self.conv(x.transpose(1, 2)).transpose(1, 2), dim=-1))

    def fourier(self, x):
        return torch.fft.fft(torch.fft.fft(x, dim=-1), dim=1).real

    def spectrum(self, x):
        window = torch.hann_window(16)
        return torch.stft(x, 16, 8, window=window, return_complex=True).abs().clamp_min(1e-5).log()

    def vae(self, x):
        mean, log = self.encoder(x).chunk(2, 1)
        return self.decoder(mean + 0.1 * torch.exp(0.5 * log)), mean

    def transformer(self, x):
        mask = nn.Transformer.generate_square_subsequent_mask(x.shape[1])
        return self.net(x, x, tgt_mask=mask)

    def joint(self, x, c):
        return F.log_softmax(self.out(torch.tanh(self.net(x)[0][:, :, None] + self.tables[0](c)[:, None])), -1)

    def hyper(self, x):
        w = self.net(x).view(-1, 4, 8)
        return torch.bmm(w, x[..., None])[..., 0]

    def deep(self, x, c):
        f = torch.stack([table(c[:, i]) for i, table in enumerate(self.tables)], 1)
        second = 0.5 * (f.sum(1) ** 2 - (f ** 2).sum(1)).sum(1, keepdim=True)
        return torch.sigmoid(second + self.top(torch.cat([x, f.flatten(1)], 1)))

    def tables():
        return nn.ModuleList(nn.Embedding(20, 8) for _ in range(3))

    def click():
        return ((torch.randn(4, 8), torch.randint(0, 20, (4, 3))), (_BATCH, _BATCH),
                (torch.randn(7, 8), torch.randint(0, 20, (7, 3))))
    encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 2, 32, batch_first=True), 2,
                                    enable_nested_tensor=False)
    conv2 = nn.Conv2d
    image = ((torch.randn(1, 3, 16, 24),), ({2: "height", 3: "width"},), (torch.randn(1, 3, 24, 16),))

    def seq(*parts):
        return {"forward": lambda self, x: self.net(x), "net": nn.Sequential(*parts)}
    return {
        "tcn": ("time series", {"forward": tcn, "convs": nn.ModuleList(conv1(8, 8, 3, d) for d in (1, 2, 4))},
                line(12, 8)),
        "nbeats": ("time series", {"forward": nbeats, "blocks": nn.ModuleList(mlp(16, 24, 20) for _ in range(3))},
                   rows(16)),
        "dlinear": ("time series", {"forward": dlinear, "one": nn.Linear(16, 4), "two": nn.Linear(16, 4)}, rows(16)),
        "patchtst": ("time series", {"forward": patch, "embed": nn.Linear(8, 16), "encoder": encoder,
                                     "out": nn.Linear(48, 4)}, rows(16)),
        "wavenet": ("time series", {"forward": tcn, "convs": nn.ModuleList(conv1(8, 8, 2, 2 ** d) for d in range(5))},
                    line(40, 8)),
        "dlrm": ("recommendation", {"forward": dlrm, "bottom": mlp(8, 8), "tables": tables(), "top": nn.Linear(14, 1)},
                 click()),
        "din": ("recommendation", {"forward": din, "att": nn.Linear(16, 1), "tables": tables(), "out": nn.Linear(8, 1)},
                click()),
        "deepfm": ("recommendation", {"forward": deep, "top": nn.Linear(32, 1), "tables": tables()}, click()),
        "experts": ("experts", {"forward": experts, "gate": nn.Linear(8, 4),
                                "experts": nn.ModuleList(mlp(8, 16, 8) for _ in range(4))}, line(6, 8)),
        "realnvp": ("flows, autoencoders", {"forward": flow, "nets": nn.ModuleList(mlp(4, 16, 8) for _ in range(3))},
                    rows(8)),
        "vae": ("flows, autoencoders", {"forward": vae, "encoder": mlp(8, 16, 8), "decoder": mlp(4, 16, 8)}, rows(8)),
        "dcgan": ("flows, autoencoders", seq(nn.Unflatten(1, (8, 2, 2)), nn.ConvTranspose2d(8, 8, 4, 2, 1),
                                             nn.BatchNorm2d(8), nn.ReLU(),
                                             nn.ConvTranspose2d(8, 3, 3, 2, 1, output_padding=1), nn.Tanh()), rows(32)),
        "pointnet": ("points, fields", {"forward": point,
                                        "convs": nn.Sequential(nn.Conv1d(3, 16, 1), nn.BatchNorm1d(16), nn.ReLU(),
                                                               nn.Conv1d(16, 24, 1)),
                                        "out": nn.Linear(48, 5)}, line(12, 3)),
        "nerf": ("points, fields", {"forward": nerf, "net": mlp(24, 32, 4)}, rows(3)),
        "kan": ("points, fields", {"forward": kan, "weight": nn.Parameter(torch.randn(8, 5, 7))}, rows(8)),
        "capsule": ("points, fields", {"forward": capsule, "weight": nn.Parameter(torch.randn(6, 3, 4, 8) * 0.2)},
                    rows(6, 8)),
        "ssm_unrolled": ("state space, linear attention",
                         {"forward": ssm, "weight": nn.Parameter(torch.randn(8)), "gate": nn.Linear(8, 8)}, rows(6, 8)),
        "retention": ("state space, linear attention", {"forward": retention, "qkv": nn.Linear(8, 24)}, line(6, 8)),
        "performer": ("state space, linear attention", {"forward": performer, "qkv": nn.Linear(8, 24)}, line(6, 8)),
        "local_features": ("state space, linear attention",
                           {"forward": local, "conv": nn.Conv1d(8, 8, 3, padding=1, groups=8), "net": nn.Linear(8, 4)},
                           line(6, 8)),
        "fnet_mixing": ("speech, audio", {"forward": fourier}, rows(8, 16)),
        "log_spectrogram": ("speech, audio", {"forward": spectrum}, rows(64)),
        "nn_transformer": ("encoder-decoder", {"forward": transformer,
                                               "net": nn.Transformer(16, 2, 1, 1, 32, batch_first=True)}, line(6, 16)),
        "rnnt_joint": ("transducer", {"forward": joint, "net": nn.LSTM(8, 8, batch_first=True), "tables": tables(),
                                      "out": nn.Linear(8, 6)},
                       ((torch.randn(2, 7, 8), torch.randint(0, 20, (2, 3))), (_LINE, {0: "batch", 1: "words"}),
                        (torch.randn(3, 5, 8), torch.randint(0, 20, (3, 4))))),
        "hypernetwork": ("points, fields", {"forward": hyper, "net": mlp(8, 32)}, rows(8)),
        "espcn": ("super resolution", seq(conv2(3, 16, 5, padding=2), nn.Tanh(), conv2(16, 12, 3, padding=1),
                                          nn.PixelShuffle(2)), image),
        "upsampler": ("super resolution", seq(conv2(3, 8, 3, padding=1), nn.PReLU(8),
                                              nn.Upsample(scale_factor=2, mode="bicubic"), conv2(8, 3, 3, padding=1)),
                      image),
        "style": ("super resolution", seq(nn.ReflectionPad2d(2), conv2(3, 8, 5), nn.InstanceNorm2d(8, affine=True),
                                          nn.ReLU(), nn.Upsample(scale_factor=2), conv2(8, 3, 3, padding=1)), image),
        "unet_small": ("segmentation", {
            "forward": lambda self, x: self.last(torch.cat([x, F.interpolate(self.down(x), size=x.shape[2:])], 1)),
            "down": conv2(3, 8, 3, 2, 1), "last": conv2(11, 4, 1)}, image),
        "conv3d": ("video", seq(nn.Conv3d(2, 4, 3, padding=1), nn.GroupNorm(2, 4), nn.MaxPool3d(2),
                                nn.AdaptiveAvgPool3d(1), nn.Flatten(), nn.Linear(4, 3)), rows(2, 4, 8, 8)),
        "attention_pool": ("text encoder", {"forward": lambda self, x: (self.gate(x).softmax(1) * self.net(x)).sum(1),
                                            "gate": nn.Linear(8, 1),
                                            "net": nn.Linear(8, 8)}, line(6, 8)),
        "multihead": ("text encoder", {"forward": lambda self, x: self.net(x, x, x)[0],
                                       "net": nn.MultiheadAttention(16, 4, batch_first=True)}, line(6, 16)),
        "mixer_1d": ("time series", {"forward": lambda self, x: x + self.net(x.transpose(1, 2)).transpose(1, 2),
                                     "net": mlp(12, 24, 12)}, rows(12, 8)),
    }


_NETWORKS = {
    "time series": "tcn nbeats dlinear patchtst wavenet mixer_1d", "recommendation": "dlrm din deepfm",
    "experts": "experts",
    "flows, autoencoders": "realnvp vae dcgan", "points, fields": "pointnet nerf kan capsule hypernetwork",
    "state space, linear attention": "ssm_unrolled retention performer local_features",
    "speech, audio": "fnet_mixing log_spectrogram",
    "encoder-decoder": "nn_transformer", "transducer": "rnnt_joint", "super resolution": "espcn upsampler style",
    "segmentation": "unet_small",
    "video": "conv3d", "text encoder": "attention_pool multihead"}


def _network(name):
    def build():
        _, parts, (inputs, sizes, other) = _networks()[name]
        return Program(_make(parts.pop("forward"), **parts), inputs, sizes, other)
    return build


def _narrow(name, kind):
    """A network of this file with all floats of fewer bits."""
    def build():
        import torch
        program, dtype = _network(name)(), getattr(torch, kind)
        inputs, other = (tuple(x.to(dtype) if x.is_floating_point() else x for x in values)
                         for values in (program.inputs, program.other))
        return Program(program.model.to(dtype), inputs, program.sizes, other, LIMITS["float16"])
    return build


def architectures():
    recurrent = {"lstm": ("LSTM", {}), "lstm_2_both": ("LSTM", {"num_layers": 2, "bidirectional": True}),
                 "gru": ("GRU", {}),
                 "gru_2_both": ("GRU", {"num_layers": 2, "bidirectional": True}), "rnn_tanh": ("RNN", {}),
                 "rnn_relu_both": ("RNN", {"nonlinearity": "relu", "bidirectional": True}),
                 "lstm_projected": ("LSTM", {"proj_size": 5}), "lstm_no_bias": ("LSTM", {"bias": False})}
    found = [Architecture("recurrent", name, _recurrent(kind, **words)) for name, (kind, words) in recurrent.items()]
    found += [Architecture("recurrent", name, build)
              for name, build in (("lstm_cell", _cell), ("tagger", _tagger), ("crnn", _crnn))]
    found += [Architecture("graph network", name, _graph(name))
              for name in ("gcn", "gat", "gin", "sage", "mpnn", "edgeconv", "graph_transformer")]
    found += [Architecture("If, Loop, Scan", name, _script(name), ("ts",)) for name in (
        "If", "IfRanks", "While", "ForRows", "ListStack", "ListCat", "ListUneven", "ListMasked", "Newton", "Beam", "Early",
        "Nested", "Collatz", "Pieces")]
    found += [Architecture("data-dependent shapes", f"op_{name}", _operation(name)) for name in _OPERATIONS]
    found += [Architecture(family, name, _network(name)) for family, names in _NETWORKS.items()
              for name in names.split()]
    for kind in ("float16", "bfloat16"):
        found += [Architecture("fp16, bf16", f"{name}_{kind}", _narrow(name, kind))
                  for name in ("tcn", "multihead", "espcn", "retention", "experts", "unet_small")]
    return found
