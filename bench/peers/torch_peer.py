"""PyTorch: python3 torch_peer.py eager|jit THREADS WORKLOAD"""
import math

import peer

mode, threads, workload = peer.arguments()
torch = peer.need("torch", "python3-torch (Debian) or torch (pip)")
from torch import nn, randint, randn  # noqa: E402
import torch.nn.functional as F  # noqa: E402

torch.set_num_threads(threads)
torch.manual_seed(0)
torch.empty(7 << 20)  # the C library keeps freed blocks up to the largest so far; a program that has read its data has freed large ones
MILLION16, ADDS, STEPS = 16 << 20, 100, 1000


def compiled(f):
    """TorchScript of a function or a module, in mode jit."""
    return torch.jit.script(f) if mode == ["jit"] else f


def forward(f, *inputs):
    f = compiled(f)

    def run():
        with torch.no_grad():
            f(*inputs)
    return run


def matmul(x, y):
    return torch.matmul(x, y)


def product(p):
    x = randn(p.batch, p.k, p.m).mT if p.turn_x else randn(p.batch, p.m, p.k)
    y = randn(p.batch, p.n, p.k).mT if p.turn_y else randn(p.batch, p.k, p.n)
    if p.batch == 1:
        x, y = x[0], y[0]
    return forward(matmul, x, y[:, 0] if p.n == 1 else y)


def chain(a, b, c, d):
    return torch.relu(a * b + c) * torch.exp(-d) + torch.tanh(a)


def softmax(x):
    return torch.softmax(x, -1)


def layer_norm(x, w, b):
    return F.layer_norm(x, [1024], w, b)


def sum_all(x):
    return x.sum()


def sum_axis(x, axis: int):
    return x.sum(axis)


def conv2d(x, w):
    return F.conv2d(x, w, padding=1)


def attention(q, k, v, future):
    """Causal attention of heads."""
    return (q * 0.125 @ k.transpose(-2, -1)).masked_fill(future, -math.inf).softmax(-1) @ v


def heads(t, n):
    return [randn(8, t, 64) for _ in range(n)], torch.ones(t, t, dtype=torch.bool).triu(1)


def attention_forward():
    qkv, future = heads(2048, 3)
    return forward(attention, *qkv, future)


def attention_backward():
    (q, k, v, g), future = heads(1024, 4)
    f, qkv = compiled(attention), [x.requires_grad_() for x in (q, k, v)]
    return lambda: torch.autograd.grad(f(*qkv, future), qkv, g)


def add_many(x, y):
    for _ in range(100):
        x = x + y
    return x


def train(model, optimizer, x, y):
    """Steps of gradient descent on a classifier over the model's last axis; optimizer is made of the parameters."""
    opt, model = optimizer(model.parameters()), compiled(model)

    def step():
        opt.zero_grad()
        loss = F.cross_entropy(model(x).flatten(0, -2), y.flatten())
        loss.backward()
        opt.step()
    return step


def mlp():
    m = nn.Sequential(nn.Linear(784, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 10))
    return train(m, lambda p: torch.optim.Adam(p, 1e-3), randn(128, 784), randint(10, (128,)))


def cnn():
    m = nn.Sequential(nn.Conv2d(1, 32, 5), nn.ReLU(), nn.Conv2d(32, 64, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(6400, 10))
    return train(m, lambda p: torch.optim.SGD(p, 1e-2), randn(64, 1, 28, 28), randint(10, (64,)))


class Block(nn.Module):
    """A transformer block as GPT-2 has it: norms first, causal attention, tanh GELU."""

    def __init__(self, c: int, heads: int, t: int):
        super().__init__()
        self.heads, self.scale = heads, 1 / math.sqrt(c // heads)
        self.norm1, self.norm2 = nn.LayerNorm(c), nn.LayerNorm(c)
        self.qkv, self.proj, self.up, self.down = nn.Linear(c, 3 * c), nn.Linear(c, c), nn.Linear(c, 4 * c), nn.Linear(4 * c, c)
        self.register_buffer("future", torch.ones(t, t, dtype=torch.bool).triu(1))

    def forward(self, x):
        q, k, v = self.qkv(self.norm1(x)).unflatten(2, (3, self.heads, -1)).permute(2, 0, 3, 1, 4).unbind(0)
        weights = (q @ k.transpose(-2, -1) * self.scale).masked_fill(self.future, -math.inf).softmax(-1)
        x = x + self.proj((weights @ v).transpose(1, 2).flatten(2))
        return x + self.down(F.gelu(self.up(self.norm2(x)), approximate="tanh"))


def block_forward():
    return forward(Block(768, 12, 256), randn(1, 256, 768))


def block_backward():
    m, x, g = Block(768, 12, 256), randn(1, 256, 768, requires_grad=True), randn(1, 256, 768)
    f = compiled(m)

    def run():
        m.zero_grad()
        x.grad = None
        f(x).backward(g)
    return run


class CharGPT(nn.Module):
    """A small character model whose head is its embedding."""

    def __init__(self, vocabulary: int, layers: int, c: int, heads: int, t: int):
        super().__init__()
        self.tokens, self.positions = nn.Embedding(vocabulary, c), nn.Embedding(t, c)
        self.blocks, self.norm = nn.Sequential(*(Block(c, heads, t) for _ in range(layers))), nn.LayerNorm(c)
        self.register_buffer("places", torch.arange(t))

    def forward(self, ids):
        x = self.blocks(self.tokens(ids) + self.positions(self.places))
        return F.linear(self.norm(x), self.tokens.weight)


def gpt():
    adamw = lambda p: torch.optim.AdamW(p, 1e-3, betas=(0.9, 0.99), weight_decay=0.1)  # noqa: E731
    return train(CharGPT(65, 4, 128, 4, 64), adamw, randint(65, (12, 64)), randint(65, (12, 64)))


def squares(x, y, w, b):
    d = x * w + b - y
    return (d * d).mean()


def linear_regression():
    x, y, loss = torch.tensor([1., 2, 3, 4]), torch.tensor([3., 5, 7, 9]), compiled(squares)

    def run():
        w, b = torch.zeros(1, requires_grad=True), torch.zeros(1, requires_grad=True)
        opt = torch.optim.SGD([w, b], 0.01)
        for _ in range(STEPS):
            opt.zero_grad()
            loss(x, y, w, b).backward()
            opt.step()
    return run


WORKLOADS = {
    "b_chain": lambda: forward(chain, *(randn(MILLION16) for _ in range(4))),
    "c_softmax": lambda: forward(softmax, randn(4096, 4096)),
    "d_layernorm": lambda: forward(layer_norm, randn(4096, 1024), randn(1024), randn(1024)),
    "e_sum_all": lambda: forward(sum_all, randn(MILLION16)),
    "e_sum_axis0": lambda: forward(sum_axis, randn(4096, 4096), 0),
    "e_sum_axis1": lambda: forward(sum_axis, randn(4096, 4096), 1),
    "f_conv2d": lambda: forward(conv2d, randn(32, 64, 56, 56), randn(64, 64, 3, 3)),
    "g_mlp_train": mlp, "h_cnn_train": cnn, "i_block_fwd": block_forward, "j_block_fwd_bwd": block_backward, "k_chargpt_train": gpt,
    "l_tiny_add": lambda: forward(add_many, randn(10), randn(10)), "m_linreg": linear_regression,
    "n_attention_2048": attention_forward, "n_attention_1024_bwd": attention_backward,
}

name, p = peer.work(workload), peer.product(workload)
make = (lambda: product(p)) if p else WORKLOADS.get(name)
if make:
    peer.report("pytorch", workload, threads, make(), {"l_tiny_add": ADDS, "m_linreg": STEPS}.get(name, 1))
