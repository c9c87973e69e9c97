"""numpy, with buffers made once: python3 numpy_peer.py THREADS WORKLOAD. Gradients are written by hand."""
import peer

_, threads, workload = peer.arguments()
np = peer.need("numpy", "python3-numpy (Debian) or numpy (pip)")

MILLION16, ADDS, STEPS = 16 << 20, 100, 1000
generator = np.random.default_rng(0)


def randn(*shape):
    return generator.standard_normal(shape, np.float32)


def empty(*shape):
    return np.empty(shape, np.float32)


def product(p):
    x = randn(p.batch, p.k, p.m).swapaxes(1, 2) if p.turn_x else randn(p.batch, p.m, p.k)
    y = randn(p.batch, p.n, p.k).swapaxes(1, 2) if p.turn_y else randn(p.batch, p.k, p.n)
    out = empty(p.batch, p.m, p.n)
    if p.n == 1:
        y, out = y[:, :, 0], out[:, :, 0]
    if p.batch == 1:
        x, y, out = x[0], y[0], out[0]
    return lambda: np.matmul(x, y, out=out)


def chain():
    a, b, c, d = (randn(MILLION16) for _ in range(4))
    y, z = empty(MILLION16), empty(MILLION16)

    def run():
        np.multiply(a, b, out=y)
        np.add(y, c, out=y)
        np.maximum(y, 0, out=y)
        np.negative(d, out=z)
        np.exp(z, out=z)
        np.multiply(y, z, out=y)
        np.tanh(a, out=z)
        np.add(y, z, out=y)
    return run


def softmax():
    x, y = randn(4096, 4096), empty(4096, 4096)

    def run():
        np.subtract(x, x.max(1, keepdims=True), out=y)
        np.exp(y, out=y)
        np.divide(y, y.sum(1, keepdims=True), out=y)
    return run


def layer_norm():
    x, w, b, y = randn(4096, 1024), randn(1024), randn(1024), empty(4096, 1024)

    def run():
        np.subtract(x, x.mean(1, keepdims=True), out=y)
        variance = np.einsum("ij,ij->i", y, y) / np.float32(1024)
        np.divide(y, np.sqrt(variance + np.float32(1e-5))[:, None], out=y)
        np.multiply(y, w, out=y)
        np.add(y, b, out=y)
    return run


def total(axis, *shape):
    x = randn(*shape)
    return lambda: x.sum(axis)


class Adam:
    """Adam's update of one parameter, in place."""

    def __init__(self, p, lr=1e-3, betas=(0.9, 0.999), eps=1e-8):
        self.p, self.lr, self.betas, self.eps, self.steps = p, lr, betas, np.float32(eps), 0
        self.m, self.v, self.t, self.u = (np.zeros_like(p) for _ in range(4))

    def step(self, g):
        self.steps += 1
        beta1, beta2 = self.betas
        root = (1 - beta2 ** self.steps) ** 0.5
        rate, eps = np.float32(self.lr * root / (1 - beta1 ** self.steps)), self.eps * np.float32(root)
        for mean, beta, value in ((self.m, beta1, g), (self.v, beta2, np.multiply(g, g, out=self.t))):
            np.multiply(value, np.float32(1 - beta), out=self.u)
            mean *= np.float32(beta)
            mean += self.u
        np.sqrt(self.v, out=self.t)
        self.t += eps
        np.divide(self.m, self.t, out=self.t)
        self.t *= rate
        self.p -= self.t


class Linear:
    """A layer xw + b with the buffers of its two passes."""

    def __init__(self, batch, inputs, outputs):
        bound = np.float32(inputs ** -0.5)
        self.w, self.b = generator.uniform(-bound, bound, (inputs, outputs)).astype(np.float32), np.zeros(outputs, np.float32)
        self.y, self.dw, self.dx = empty(batch, outputs), empty(inputs, outputs), empty(batch, inputs)
        self.optimizers = Adam(self.w), Adam(self.b)

    def forward(self, x):
        self.x = x
        np.matmul(x, self.w, out=self.y)
        self.y += self.b
        return self.y

    def backward(self, dy):
        np.matmul(self.x.T, dy, out=self.dw)
        for optimizer, g in zip(self.optimizers, (self.dw, dy.sum(0))):
            optimizer.step(g)

    def input_gradient(self, dy):
        """The gradient of x, which went through a ReLU."""
        np.matmul(dy, self.w.T, out=self.dx)
        self.dx *= self.x > 0
        return self.dx


def mlp(batch=128):
    sizes = 784, 512, 512, 10
    layers = [Linear(batch, i, o) for i, o in zip(sizes, sizes[1:])]
    x, labels, rows = randn(batch, 784), generator.integers(0, 10, batch), np.arange(batch)

    def step():
        z = layers[0].forward(x)
        for layer in layers[1:]:
            z = layer.forward(np.maximum(z, 0, out=z))
        p = np.exp(z - z.max(1, keepdims=True))
        p /= p.sum(1, keepdims=True)
        loss = -np.log(p[rows, labels]).mean()
        p[rows, labels] -= 1
        p /= np.float32(batch)
        for layer in reversed(layers):
            dy, p = p, layer.input_gradient(p) if layer is not layers[0] else None
            layer.backward(dy)
        return loss
    first = step()
    if not min(step() for _ in range(10)) < first:
        raise AssertionError("the loss does not fall")
    return step


def tiny_adds():
    x, y = randn(10), randn(10)

    def run():
        z = x.copy()
        for _ in range(ADDS):
            z += y
    return run


def linear_regression():
    x, y, rate = np.array([1, 2, 3, 4], np.float32), np.array([3, 5, 7, 9], np.float32), np.float32(0.01 * 2 / 4)

    def run():
        w, b = np.float32(0), np.float32(0)
        for _ in range(STEPS):
            d = x * w + b - y
            w -= rate * d.dot(x)
            b -= rate * d.sum()
    return run


WORKLOADS = {
    "b_chain": chain, "c_softmax": softmax, "d_layernorm": layer_norm,
    "e_sum_all": lambda: total(None, MILLION16), "e_sum_axis0": lambda: total(0, 4096, 4096), "e_sum_axis1": lambda: total(1, 4096, 4096),
    "g_mlp_train": mlp, "l_tiny_add": tiny_adds, "m_linreg": linear_regression,
}

name, p = peer.work(workload), peer.product(workload)
make = (lambda: product(p)) if p else WORKLOADS.get(name)
if make:
    peer.report("numpy", workload, threads, make(), {"l_tiny_add": ADDS, "m_linreg": STEPS}.get(name, 1))
