// ONNX Runtime on the CPU: node onnx_peer.mjs THREADS WORKLOAD. It runs build/onnx/WORKLOAD.onnx, which onnx_models.py writes, on
// inputs and into an output that are made once.
import { createRequire } from "node:module";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = new URL("build/onnx/", import.meta.url);
const warm = 0.3, budget = 2, sample = 1e-3; // seconds
const warmCalls = 3, minRuns = 10;
const steps = { l_tiny_add: 100 };

const runtime = () => {
  try {
    return createRequire(folder)("onnxruntime-node");
  } catch (e) {
    console.error(`onnx_peer.mjs: ${e.message.split("\n")[0]}: install onnxruntime-node (npm) in build/onnx`);
    process.exit(1);
  }
};

const tensor = (ort, meta, value) => {
  const size = meta.shape.reduce((a, b) => a * b, 1);
  return new ort.Tensor("float32", Float32Array.from({ length: size }, value), meta.shape);
};

const tensors = (ort, metas, value) => Object.fromEntries(metas.map((m) => [m.name, tensor(ort, m, value)]));

const now = () => performance.now() / 1e3;

// seconds gives the sorted seconds a call, of samples of about a millisecond or more.
const seconds = async (run) => {
  let calls = 0, start = now();
  for (; calls < warmCalls || now() - start < warm; calls++) await run();
  const inner = Math.max(1, Math.round((sample * calls) / (now() - start)));
  const times = [];
  for (start = now(); times.length < minRuns || now() - start < budget;) {
    const begin = now();
    for (let i = 0; i < inner; i++) await run();
    times.push((now() - begin) / inner);
  }
  return times.sort((a, b) => a - b);
};

const measure = async (threads, workload, name) => {
  const ort = runtime();
  const options = { intraOpNumThreads: threads, interOpNumThreads: 1, graphOptimizationLevel: "all" };
  const session = await ort.InferenceSession.create(fileURLToPath(new URL(`${name}.onnx`, folder)), options);
  const feeds = tensors(ort, session.inputMetadata, () => Math.random() * 2 - 1);
  const fetches = tensors(ort, session.outputMetadata, () => 0);
  const times = (await seconds(() => session.run(feeds, fetches))).map((t) => t / (steps[name] ?? 1));
  const median = (times[(times.length - 1) >> 1] + times[times.length >> 1]) / 2;
  console.log(JSON.stringify({ peer: "onnxruntime", workload, threads, median_s: median, min_s: times[0], runs: times.length }));
};

const [threads, workload] = process.argv.slice(2);
const name = workload?.replace(/_captured$/, "");
if (!existsSync(new URL("a_matmul_256.onnx", folder))) {
  console.error("onnx_peer.mjs: no models in build/onnx: write them with onnx_models.py");
  process.exit(1);
}
if (existsSync(new URL(`${name}.onnx`, folder))) await measure(Number(threads), workload, name);
