// Reads the network of RNNoise out of its WebAssembly module, as C++ arrays for our own kernel
// (native/denoise/lanes_tables.cpp). Nothing of it is kept in the repository: it is written at build time.
import { readFile } from 'node:fs/promises';

/** Neurons of the six layers, in the order of the module's table of pointers: how that table is recognised. */
const layers = [
  { name: 'features', kind: 'dense', inputs: 42, neurons: 24 },
  { name: 'speech', kind: 'recurrent', inputs: 24, neurons: 24 },
  { name: 'noise', kind: 'recurrent', inputs: 90, neurons: 48 },
  { name: 'gains', kind: 'recurrent', inputs: 114, neurons: 96 },
  { name: 'gain_output', kind: 'dense', inputs: 96, neurons: 22 },
  { name: 'speech_output', kind: 'dense', inputs: 24, neurons: 1 },
];
const stateBytes = 32 * 1024;
const tanhEntries = 201;
const tanhStep = 0.04;

/**
 * The text of `rnnoise_weights.inc`. Throws an `Error` when the module does not hold what is looked for.
 * @param {string} modulePath
 */
export async function readNoiseModelWeights(modulePath) {
  const { memory, state } = await instantiate(modulePath);
  const view = new DataView(memory.buffer);
  const table = findLayerTable(view, state);
  const parts = layers.map((layer, index) =>
    layerText(view, view.getUint32(table + 8 * index + 4, true), layer),
  );
  return `${[...parts, tanhText(view)].join('\n')}\n`;
}

async function instantiate(modulePath) {
  let memory = null;
  const env = {
    __assert_fail() {
      throw new Error('The noise model stopped');
    },
    emscripten_memcpy_big(to, from, length) {
      new Uint8Array(memory.buffer).copyWithin(to, from, from + length);
      return to;
    },
    emscripten_resize_heap: () => 0,
  };
  const { instance } = await WebAssembly.instantiate(await readFile(modulePath), { env });
  memory = instance.exports.memory;
  instance.exports.__wasm_call_ctors();
  return { memory, state: instance.exports.rnnoise_create(0) };
}

/** Somewhere in the state lies a pointer to `{neurons, layer}` six times; where exactly differs between builds. */
function findLayerTable(view, state) {
  for (let at = state; at < Math.min(state + stateBytes, view.byteLength - 4); at += 4) {
    const table = view.getUint32(at, true);
    if (table === 0 || table % 4 !== 0 || table + 8 * layers.length > view.byteLength) continue;
    if (layers.every(({ neurons }, index) => view.getUint32(table + 8 * index, true) === neurons))
      return table;
  }
  throw new Error('The noise model has another structure than expected. Run: npm ci');
}

function layerText(view, at, { name, kind, inputs, neurons }) {
  const fields = kind === 'dense' ? ['bias', 'input'] : ['bias', 'input', 'recurrent'];
  const word = (index) => view.getUint32(at + 4 * index, true);
  if (word(fields.length) !== inputs || word(fields.length + 1) !== neurons) {
    throw new Error(`The layer "${name}" of the noise model has another size than expected. Run: npm ci`);
  }
  const columns = kind === 'dense' ? neurons : 3 * neurons;
  const rows = { bias: 1, input: inputs, recurrent: neurons };
  const arrays = fields.map((field, index) => {
    const count = rows[field] * columns;
    const values = new Int8Array(view.buffer, word(index), count);
    return `const std::int8_t ${name}_${field}[${count}] = {${values.join(',')}};`;
  });
  return [...arrays, `constexpr int ${name}_activation = ${word(fields.length + 2)};`].join('\n');
}

/** The module rounds its tanh to six digits, so it is read, not computed. */
function tanhText(view) {
  const expected = Array.from({ length: tanhEntries }, (_, index) => Math.tanh(tanhStep * index));
  for (let at = 0; at + 4 * tanhEntries <= view.byteLength; at += 4) {
    if (view.getFloat32(at, true) !== 0 || Math.abs(view.getFloat32(at + 4, true) - expected[1]) > 1e-6)
      continue;
    const values = expected.map((_, index) => view.getFloat32(at + 4 * index, true));
    if (values.every((value, index) => Math.abs(value - expected[index]) < 2e-6)) {
      return `const float tanh_values[${tanhEntries}] = {${values.map((value) => `${value.toExponential(9)}F`).join(',')}};`;
    }
  }
  throw new Error('The noise model holds no table of tanh. Run: npm ci');
}
