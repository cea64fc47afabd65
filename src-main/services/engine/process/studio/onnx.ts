/** A tensor of an ONNX file, in row-major order. */
export interface Tensor {
  dims: number[];
  values: Float32Array;
}

/** The fields of Protocol Buffers' messages (onnx.proto) that weights are found by. */
const MODEL_GRAPH = 7;
const GRAPH = { node: 1, initializer: 5 };
const NODE = { output: 2, operator: 4, attribute: 5 };
const ATTRIBUTE_TENSOR = 5;
const TENSOR = { dims: 1, type: 2, floats: 4, name: 8, raw: 9 };
const TYPE_FLOAT = 1;

interface Field {
  number: number;
  /** Of a number its value, of anything else its bytes. */
  value: number | Uint8Array;
}

/** The fields of a message, one after the other. Throws where it is cut off or is no message. */
function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  let at = 0;
  const readNumber = () => {
    let value = 0;
    for (let shift = 1; shift < 2 ** 70; shift *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) break;
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
    throw new Error('it is cut off');
  };
  const readBytes = (length: number) => {
    if (at + length > bytes.length) throw new Error('it is cut off');
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const key = readNumber();
    const number = Math.floor(key / 8);
    const kind = key % 8;
    if (kind === 0) yield { number, value: readNumber() };
    else if (kind === 1) yield { number, value: readBytes(8) };
    else if (kind === 2) yield { number, value: readBytes(readNumber()) };
    else if (kind === 5) yield { number, value: readBytes(4) };
    else throw new Error(`it has a field of the unknown kind ${kind}`);
  }
}

const messages = (bytes: Uint8Array, number: number): Uint8Array[] =>
  [...fieldsOf(bytes)].flatMap((field) =>
    field.number === number && typeof field.value !== 'number' ? [field.value] : [],
  );
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** All tensors of floats of an ONNX model by name: its weights, and constants by the name of their node's output. */
export function readOnnxTensors(bytes: Uint8Array): Map<string, Tensor> {
  const tensors = new Map<string, Tensor>();
  for (const graph of messages(bytes, MODEL_GRAPH)) {
    for (const initializer of messages(graph, GRAPH.initializer)) {
      const { name, tensor } = readTensor(initializer);
      if (tensor) tensors.set(name, tensor);
    }
    for (const node of messages(graph, GRAPH.node)) {
      const [operator] = messages(node, NODE.operator);
      if (!operator || text(operator) !== 'Constant') continue;
      const [output] = messages(node, NODE.output);
      const [value] = messages(node, NODE.attribute).flatMap((one) => messages(one, ATTRIBUTE_TENSOR));
      const tensor = value && readTensor(value).tensor;
      if (output && tensor) tensors.set(text(output), tensor);
    }
  }
  return tensors;
}

function readTensor(bytes: Uint8Array): { name: string; tensor: Tensor | null } {
  const dims: number[] = [];
  let name = '';
  let type = 0;
  let raw = new Uint8Array();
  for (const { number, value } of fieldsOf(bytes)) {
    if (number === TENSOR.dims) dims.push(...(typeof value === 'number' ? [value] : numbersOf(value)));
    else if (number === TENSOR.type && typeof value === 'number') type = value;
    else if (typeof value === 'number') continue;
    else if (number === TENSOR.name) name = text(value);
    else if (number === TENSOR.raw || number === TENSOR.floats) raw = new Uint8Array(value);
  }
  const count = dims.reduce((product, size) => product * size, 1);
  if (type !== TYPE_FLOAT || raw.byteLength !== count * 4) return { name, tensor: null };
  return { name, tensor: { dims, values: new Float32Array(raw.buffer) } };
}

/** Packed numbers: each ends with a byte below 128. */
function numbersOf(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 1;
  for (const byte of bytes) {
    value += (byte & 127) * shift;
    shift *= 128;
    if (byte >= 128) continue;
    numbers.push(value);
    value = 0;
    shift = 1;
  }
  return numbers;
}
