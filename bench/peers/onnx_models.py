"""Writes the models that onnx_peer.mjs runs: python3 onnx_models.py FOLDER"""
import os
import sys

import peer

np, onnx = peer.need("numpy", "python3-numpy (Debian) or numpy (pip)"), peer.need("onnx", "python3-onnx (Debian) or onnx (pip)")
from onnx import TensorProto, helper, numpy_helper  # noqa: E402

OPSET, IR_VERSION, MILLION16 = 20, 9, 16 << 20  # Gelu came with opset 20
PRODUCTS = ["256", "512", "1024", "2048", "1000", "127x1023x511", "4096x64x4096", "batch64_128", "tn_1024", "nt_1024"]
generator = np.random.default_rng(0)


def weight(*shape):
    return generator.standard_normal(shape, np.float32) * np.float32(0.02)


def integers(*values):
    return np.array(values, np.int64)


def values(shapes):
    return [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in shapes.items()]


def save(folder, name, nodes, inputs, output, constants={}):
    """A model of nodes (operator, inputs, output, attributes); its output is called out."""
    made = [helper.make_node(op, names.split(), results.split(), **attributes) for op, names, results, attributes in nodes]
    weights = [numpy_helper.from_array(np.asarray(v), k) for k, v in constants.items()]
    graph = helper.make_graph(made, name, values(inputs), values({"out": output}), weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
    onnx.save(model, os.path.join(folder, name + ".onnx"))


def node(op, inputs, output, **attributes):
    return op, inputs, output, attributes


def product(p):
    """The product; a matrix that is stored transposed is turned in the model, which the runtime takes into the product."""
    shapes = {"x": [p.batch, p.k, p.m] if p.turn_x else [p.batch, p.m, p.k], "y": [p.batch, p.n, p.k] if p.turn_y else [p.batch, p.k, p.n]}
    nodes, names = [], []
    for name, turn in ("x", p.turn_x), ("y", p.turn_y):
        names.append(name + "t" if turn else name)
        if turn:
            nodes.append(node("Transpose", name, name + "t", perm=[0, 2, 1] if p.batch > 1 else [1, 0]))
    nodes.append(node("MatMul", " ".join(names), "out"))
    start = 0 if p.batch > 1 else 1
    return nodes, {k: v[start:] for k, v in shapes.items()}, [p.batch, p.m, p.n][start:]


def chain():
    nodes = [node("Mul", "a b", "ab"), node("Add", "ab c", "abc"), node("Relu", "abc", "left"), node("Neg", "d", "minus"),
             node("Exp", "minus", "right"), node("Mul", "left right", "both"), node("Tanh", "a", "last"), node("Add", "both last", "out")]
    return nodes, {k: [MILLION16] for k in "abcd"}, [MILLION16]


def norm(x, name):
    return node("LayerNormalization", "%s %s_w %s_b" % (x, name, name), name, axis=-1)


def layer_norm():
    return [norm("x", "norm"), node("Identity", "norm", "out")], {"x": [4096, 1024]}, [4096, 1024], {"norm_w": weight(1024), "norm_b": weight(1024)}


def linear(x, name):
    return [node("MatMul", "%s %s_w" % (x, name), name + "_xw"), node("Add", "%s_xw %s_b" % (name, name), name)]


def block(c=768, heads=12, t=256):
    """A transformer block as GPT-2 has it: norms first, causal attention, tanh GELU."""
    nodes = [norm("x", "norm1"), *linear("norm1", "qkv"), node("Split", "qkv", "q k v", axis=2, num_outputs=3)]
    for name, order in ("q", [0, 2, 1, 3]), ("k", [0, 2, 3, 1]), ("v", [0, 2, 1, 3]):
        nodes += [node("Reshape", name + " split", name + "s"), node("Transpose", name + "s", name + "h", perm=order)]
    nodes += [node("MatMul", "qh kh", "qk"), node("Mul", "qk scale", "scaled"), node("Add", "scaled mask", "masked"),
              node("Softmax", "masked", "weights", axis=-1), node("MatMul", "weights vh", "heads"),
              node("Transpose", "heads", "turned", perm=[0, 2, 1, 3]), node("Reshape", "turned joined", "attention"),
              *linear("attention", "proj"), node("Add", "x proj", "h"), norm("h", "norm2"), *linear("norm2", "up"),
              node("Gelu", "up", "gelu", approximate="tanh"), *linear("gelu", "down"), node("Add", "h down", "out")]
    constants = {"split": integers(1, t, heads, c // heads), "joined": integers(1, t, c), "scale": np.float32((c // heads) ** -0.5),
                 "mask": np.triu(np.full((t, t), -1e30, np.float32), 1)}
    for name, i, o in ("qkv", c, 3 * c), ("proj", c, c), ("up", c, 4 * c), ("down", 4 * c, c):
        constants |= {name + "_w": weight(i, o), name + "_b": weight(o)}
    for name in "norm1", "norm2":
        constants |= {name + "_w": weight(c), name + "_b": weight(c)}
    return nodes, {"x": [1, t, c]}, [1, t, c], constants


def tiny_adds(n=100):
    names = ["x", *("z%d" % i for i in range(1, n)), "out"]
    return [node("Add", names[i] + " y", names[i + 1]) for i in range(n)], {"x": [10], "y": [10]}, [10]


SQUARE = {"x": [4096, 4096]}
MODELS = {
    **{name: product(peer.product(name)) for name in ["a_matmul_" + p for p in PRODUCTS] + ["a_matvec_4096"]},
    "b_chain": chain(), "c_softmax": ([node("Softmax", "x", "out", axis=-1)], SQUARE, [4096, 4096]), "d_layernorm": layer_norm(),
    "e_sum_all": ([node("ReduceSum", "x", "out", keepdims=0)], {"x": [MILLION16]}, []),
    **{"e_sum_axis%d" % axis: ([node("ReduceSum", "x axis", "out", keepdims=0)], SQUARE, [4096], {"axis": integers(axis)}) for axis in (0, 1)},
    "f_conv2d": ([node("Conv", "x w", "out", kernel_shape=[3, 3], pads=[1, 1, 1, 1])], {"x": [32, 64, 56, 56]}, [32, 64, 56, 56],
                 {"w": weight(64, 64, 3, 3)}),
    "i_block_fwd": block(), "l_tiny_add": tiny_adds(),
}

if len(sys.argv) != 2:
    sys.exit("usage: onnx_models.py FOLDER")
for name, model in MODELS.items():
    save(sys.argv[1], name, *model)
