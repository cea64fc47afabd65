/**
 * Whisper's weights from the form of CTranslate2 (https://github.com/OpenNMT/CTranslate2) to that of whisper.cpp
 * (https://github.com/ggml-org/whisper.cpp, `convert-pt-to-ggml.py`).
 */
import path from 'node:path';
import { ROOT } from './steps.mjs';

const DIR = path.join(ROOT, '.cache/whisper');
/** What `scripts/fetch-whisper.mjs` fetches. */
export const WHISPER_CACHE = {
  dir: DIR,
  model: path.join(DIR, 'whisper-base.bin'),
  command: path.join(DIR, 'whisper-cpp'),
};

const [FLOAT32, FLOAT16] = [0, 1];
const CTRANSLATE2_FLOAT16 = 4;
const MELS = 80;
const RATE_HZ = 16_000;
const FFT = 400;
const END_OF_TEXT = '<|endoftext|>';

/** `words`: the vocabulary, as GPT-2 spells bytes. */
export function toWhisperCpp(bytes, words) {
  const weights = readWeights(bytes);
  const sizes = sizesOf(weights);
  const head = [0x67676d6c, sizes.words, sizes.places, sizes.state, sizes.heads, sizes.layers];
  const rest = [sizes.textPlaces, sizes.state, sizes.heads, sizes.layers, MELS, FLOAT16];
  return Buffer.concat([
    int32(...head, ...rest),
    int32(MELS, FFT / 2 + 1),
    floats(melFilters()),
    ...vocabulary(words),
    ...encoder(weights, sizes),
    ...decoder(weights, sizes),
  ]);
}

/** Name → its sizes, its type and its bytes. */
function readWeights(bytes) {
  let at = 4;
  const int = () => bytes.readUInt32LE((at += 4) - 4);
  const name = () => {
    const length = bytes.readUInt16LE(at);
    at += 2 + length;
    return bytes.toString('latin1', at - length, at - 1);
  };
  name();
  int();
  const weights = new Map();
  for (let count = int(); count > 0; count -= 1) {
    const key = name();
    const rank = bytes[at++];
    const shape = Array.from({ length: rank }, int);
    const type = bytes[at++];
    const length = int();
    weights.set(key, { shape, type, bytes: bytes.subarray(at, (at += length)) });
  }
  return weights;
}

function sizesOf(weights) {
  const [words, state] = weights.get('decoder/embeddings/weight').shape;
  const [places] = weights.get('encoder/position_encodings/encodings').shape;
  const [textPlaces] = weights.get('decoder/position_encodings/encodings').shape;
  let layers = 0;
  while (weights.has(`encoder/layer_${layers}/ffn/linear_0/weight`)) layers += 1;
  return { words, state, places, textPlaces, layers, heads: state / 64 };
}

/** Slaney's, as librosa has them: what Whisper's own file holds. */
function melFilters() {
  const bins = FFT / 2 + 1;
  const toMel = (hz) => (hz < 1000 ? (3 * hz) / 200 : 15 + (27 * Math.log(hz / 1000)) / Math.log(6.4));
  const toHz = (mel) => (mel < 15 ? (200 * mel) / 3 : 1000 * Math.exp((Math.log(6.4) * (mel - 15)) / 27));
  const top = toMel(RATE_HZ / 2);
  const edges = Array.from({ length: MELS + 2 }, (_, index) => toHz((top * index) / (MELS + 1)));
  return Float32Array.from({ length: MELS * bins }, (_, index) => {
    const [from, middle, to] = edges.slice(Math.floor(index / bins));
    const hz = ((index % bins) * RATE_HZ) / FFT;
    const height = Math.min((hz - from) / (middle - from), (to - hz) / (to - middle));
    return (2 / (to - from)) * Math.max(0, height);
  });
}

/** Words up to the end of a text; the marks above it are whisper.cpp's own. */
function vocabulary(words) {
  const byteOf = bytesOfSigns();
  const parts = words.slice(0, words.indexOf(END_OF_TEXT)).map((word) => {
    const bytes = Buffer.from([...word].map((sign) => byteOf.get(sign)));
    return Buffer.concat([int32(bytes.length), bytes]);
  });
  return [int32(parts.length), ...parts];
}

/** GPT-2 spells each byte as a sign that can be seen. */
function bytesOfSigns() {
  const seen = (byte) => (byte > 32 && byte < 127) || (byte > 160 && byte < 173) || byte > 173;
  const byteOf = new Map();
  let next = 256;
  for (let byte = 0; byte < 256; byte += 1)
    byteOf.set(String.fromCodePoint(seen(byte) ? byte : next++), byte);
  return byteOf;
}

function encoder(weights, { layers, state }) {
  const take = (key) => weights.get(`encoder/${key}`);
  return [
    wide('encoder.positional_embedding', take('position_encodings/encodings')),
    narrow('encoder.conv1.weight', take('conv1/weight')),
    wide('encoder.conv1.bias', take('conv1/bias'), [state, 1]),
    narrow('encoder.conv2.weight', take('conv2/weight')),
    wide('encoder.conv2.bias', take('conv2/bias'), [state, 1]),
    ...norm('encoder.ln_post', take, 'layer_norm'),
    ...Array.from({ length: layers }, (_, layer) => {
      const name = `encoder.blocks.${layer}`;
      const own = (key) => take(`layer_${layer}/${key}`);
      return [...selfAttention(name, own), ...feedForward(name, own)];
    }).flat(),
  ];
}

function decoder(weights, { layers }) {
  const take = (key) => weights.get(`decoder/${key}`);
  return [
    wide('decoder.positional_embedding', take('position_encodings/encodings')),
    narrow('decoder.token_embedding.weight', take('embeddings/weight')),
    ...norm('decoder.ln', take, 'layer_norm'),
    ...Array.from({ length: layers }, (_, layer) => {
      const name = `decoder.blocks.${layer}`;
      const own = (key) => take(`layer_${layer}/${key}`);
      return [...selfAttention(name, own), ...crossAttention(name, own), ...feedForward(name, own)];
    }).flat(),
  ];
}

function selfAttention(name, own) {
  return [
    ...norm(`${name}.attn_ln`, own, 'self_attention/layer_norm'),
    ...parts(`${name}.attn`, ['query', 'key', 'value'], own, 'self_attention/linear_0'),
    ...parts(`${name}.attn`, ['out'], own, 'self_attention/linear_1'),
  ];
}

function crossAttention(name, own) {
  return [
    ...norm(`${name}.cross_attn_ln`, own, 'attention/layer_norm'),
    ...parts(`${name}.cross_attn`, ['query'], own, 'attention/linear_0'),
    ...parts(`${name}.cross_attn`, ['key', 'value'], own, 'attention/linear_1'),
    ...parts(`${name}.cross_attn`, ['out'], own, 'attention/linear_2'),
  ];
}

const feedForward = (name, own) => [
  ...norm(`${name}.mlp_ln`, own, 'ffn/layer_norm'),
  ...parts(name, ['mlp.0'], own, 'ffn/linear_0'),
  ...parts(name, ['mlp.2'], own, 'ffn/linear_1'),
];

/** Matrices that lie one below the other in one; a key has no bias. */
function parts(name, names, own, key) {
  const [weight, bias] = [own(`${key}/weight`), own(`${key}/bias`)];
  const cut = ({ shape: [rows, ...others], bytes, type }, index) => {
    const size = bytes.length / names.length;
    const part = bytes.subarray(index * size, (index + 1) * size);
    return { shape: [rows / names.length, ...others], bytes: part, type };
  };
  return names.flatMap((part, index) => [
    narrow(`${name}.${part}.weight`, cut(weight, index)),
    ...(part === 'key' ? [] : [wide(`${name}.${part}.bias`, cut(bias, index))]),
  ]);
}

const norm = (name, own, key) => [
  wide(`${name}.weight`, own(`${key}/gamma`)),
  wide(`${name}.bias`, own(`${key}/beta`)),
];

/** As half floats, which they are. */
function narrow(name, { shape, bytes, type }) {
  if (type !== CTRANSLATE2_FLOAT16) throw new Error(`${name} is of a type that is not known: ${type}`);
  return tensor(name, shape, FLOAT16, bytes);
}

function wide(name, { shape, bytes }, as = shape) {
  const halves = new Float16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  return tensor(name, as, FLOAT32, floats(Float32Array.from(halves)));
}

function tensor(name, shape, type, bytes) {
  const text = Buffer.from(name);
  return Buffer.concat([int32(shape.length, text.length, type, ...[...shape].reverse()), text, bytes]);
}

const int32 = (...values) => Buffer.from(Int32Array.from(values).buffer);
const floats = (values) => Buffer.from(values.buffer);
