import { gzipSync } from 'node:zlib';

/** The sizes of a Marian transformer that is as small as one can be. */
const DIM = 64;
const FFN = 64;
const [FLOAT32, INT8] = [0x404, 0x101];

/**
 * The files of a translator in the form of Bergamot’s that says one word again and again, whatever it reads: nothing but its bias has a
 * weight. Packed, as Firefox’s are.
 */
export function makeTranslator(word: string): Uint8Array[] {
  // Letters, so that each text can be read; then the word that is said.
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const pieces = ['</s>', '<unk>', '\u2581', ...letters, '.', ',', `\u2581${word}`];
  // No likely words: all of them are.
  return [makeModel(pieces.length), new Uint8Array(0), makeVocabulary(pieces)].map((file) => gzipSync(file));
}

interface Item {
  name: string;
  type: number;
  shape: number[];
  bytes: Uint8Array;
}

function makeModel(vocabulary: number): Uint8Array {
  const bias = new Float32Array(vocabulary);
  bias[vocabulary - 1] = 10;
  const items: Item[] = [
    weights('Wemb', [vocabulary, DIM], new Float32Array(vocabulary * DIM).fill(0.01)),
    weights('decoder_ff_logit_out_b', [1, vocabulary], bias),
    ...attention('encoder_l1_self'),
    ...feedForward('encoder_l1'),
    ...attention('decoder_l1_self'),
    ...attention('decoder_l1_context'),
    ...feedForward('decoder_l1'),
  ];
  // How the inputs of each matrix are made whole numbers, as in a model that was made for that.
  for (const { name } of items.filter(({ name: each }) => /_W\d?[qkvo]?$|^Wemb$/.test(each)))
    items.push(weights(`${name}_QuantMultA`, [1, 1], Float32Array.of(1)));
  const config = new TextEncoder().encode(`${CONFIG(vocabulary)}\0`);
  items.push({ name: 'special:model.yml', type: INT8, shape: [config.length], bytes: config });
  return binary(items);
}

const CONFIG = (vocabulary: number) => `type: transformer
version: v1.9.56
dim-emb: ${DIM}
dim-vocabs:
  - ${vocabulary}
  - ${vocabulary}
dim-rnn: ${DIM}
enc-depth: 1
dec-depth: 1
enc-type: bidirectional
enc-cell: gru
enc-cell-depth: 1
dec-cell: gru
dec-cell-base-depth: 2
dec-cell-high-depth: 1
input-types:
  []
layer-normalization: false
skip: false
right-left: false
tied-embeddings: false
tied-embeddings-src: false
tied-embeddings-all: true
transformer-heads: 1
transformer-no-projection: false
transformer-no-bias: false
transformer-no-affine: false
transformer-pool: false
transformer-dim-ffn: ${FFN}
transformer-decoder-dim-ffn: 0
transformer-ffn-depth: 2
transformer-decoder-ffn-depth: 0
transformer-ffn-activation: relu
transformer-dim-aan: ${DIM}
transformer-aan-depth: 2
transformer-aan-activation: relu
transformer-aan-nogate: false
transformer-decoder-autoreg: self-attention
transformer-tied-layers:
  []
transformer-guided-alignment-layer: last
transformer-preprocess: ""
transformer-postprocess: dan
transformer-postprocess-emb: d
transformer-postprocess-top: ""
transformer-rnn-projection: false
transformer-train-position-embeddings: false
bert-train-type-embeddings: true
bert-type-vocab-size: 2
factors-combine: sum
factors-dim-emb: 0
lemma-dim-emb: 0
lemma-dependency: ""
output-omit-bias: false
ulr: false
ulr-dim-emb: 0
ulr-trainable-transformation: false
`;

const attention = (name: string): Item[] => [
  ...['q', 'k', 'v', 'o'].flatMap((part) => [
    weights(`${name}_W${part}`, [DIM, DIM]),
    weights(`${name}_b${part}`, [1, DIM]),
  ]),
  ...norm(`${name}_Wo`),
];

const feedForward = (name: string): Item[] => [
  weights(`${name}_ffn_W1`, [DIM, FFN]),
  weights(`${name}_ffn_b1`, [1, FFN]),
  weights(`${name}_ffn_W2`, [FFN, DIM]),
  weights(`${name}_ffn_b2`, [1, DIM]),
  ...norm(`${name}_ffn_ffn`),
];

const norm = (name: string): Item[] => [
  weights(`${name}_ln_scale`, [1, DIM], new Float32Array(DIM).fill(1)),
  weights(`${name}_ln_bias`, [1, DIM]),
];

function weights(name: string, shape: number[], values?: Float32Array): Item {
  const filled = values ?? new Float32Array(shape.reduce((product, size) => product * size, 1));
  return { name, type: FLOAT32, shape, bytes: new Uint8Array(filled.buffer) };
}

/** Marian's own form: lengths, names, shapes, and the values from a place on that is a multiple of 256. */
function binary(items: readonly Item[]): Uint8Array {
  const names = items.map(({ name }) => new TextEncoder().encode(`${name}\0`));
  const padded = items.map(({ bytes }) => pad(bytes, 256));
  const heads = items.flatMap(({ type, shape }, index) => [
    names[index]!.length,
    type,
    shape.length,
    padded[index]!.length,
  ]);
  const shapes = items.flatMap(({ shape }) => shape);
  const before = 8 * (2 + heads.length) + sum(names) + 4 * shapes.length + 8;
  const gap = (256 - (before % 256)) % 256;
  return concat([
    longs([1, items.length, ...heads]),
    ...names,
    new Uint8Array(Int32Array.from(shapes).buffer),
    longs([gap]),
    new Uint8Array(gap),
    ...padded,
  ]);
}

/** SentencePiece’s model: a message of protocol buffers. */
function makeVocabulary(pieces: readonly string[]): Uint8Array {
  const messages = pieces.map((piece, index) => {
    const score = new Uint8Array(Float32Array.of(-index).buffer);
    const kind = index === 0 ? 3 : index === 1 ? 2 : 1;
    return field(1, concat([field(1, text(piece)), Uint8Array.of(0x15), score, number(3, kind)]));
  });
  const trainer = concat([number(3, 1), number(40, 1), number(41, -1), number(42, 0), number(43, -1)]);
  const normalizer = concat([field(1, text('identity')), number(3, 1), number(4, 1), number(5, 1)]);
  return concat([...messages, field(2, trainer), field(3, normalizer)]);
}

const field = (id: number, content: Uint8Array): Uint8Array =>
  concat([varint(BigInt(id * 8 + 2)), varint(BigInt(content.length)), content]);
const number = (id: number, value: number): Uint8Array =>
  concat([varint(BigInt(id * 8)), varint(BigInt.asUintN(64, BigInt(value)))]);

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let left = value;
  for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128);
  return Uint8Array.from([...bytes, Number(left)]);
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const longs = (values: readonly number[]): Uint8Array =>
  new Uint8Array(BigUint64Array.from(values, (value) => BigInt(value)).buffer);
const sum = (parts: readonly Uint8Array[]): number => parts.reduce((total, { length }) => total + length, 0);

function pad(bytes: Uint8Array, to: number): Uint8Array {
  const padded = new Uint8Array(Math.ceil(bytes.length / to) * to);
  padded.set(bytes);
  return padded;
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(sum(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
