/**
 * A model of Moonshine that says the same words whatever it hears: an encoder that thins its samples out, a decoder whose place in the answer
 * alone points to a token, and the list of its pieces. Encoder and decoder are of the true format (ONNX), and have the names of the true ones.
 */
export function makeMoonshine(pieces: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer>[] {
  const words = ['<unk>', '<s>', '</s>', ...pieces].map((piece) =>
    typeof piece === 'string' ? new TextEncoder().encode(piece.replaceAll(' ', '▁')) : piece,
  );
  const said = pieces.map((_, index) => MARKS + index);
  return [makeEncoder(), makeDecoder([...said, END], words.length), listOf(words)];
}

const MARKS = 3;
const END = 2;
const SAMPLES_A_PLACE = 384;
const LOUD = 10;
const [FLOAT, INT64, BOOL] = [1, 7, 9];
const CACHED = ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'];

function makeEncoder(): Uint8Array<ArrayBuffer> {
  return model({
    inputs: [
      value('input_values', FLOAT, ['batch', 'samples']),
      value('attention_mask', INT64, ['batch', 'samples']),
    ],
    outputs: [value('last_hidden_state', FLOAT, ['batch', 'places', 1])],
    constants: [
      int64s('first', [0]),
      int64s('last', [2 ** 40]),
      int64s('along', [1]),
      int64s('step', [SAMPLES_A_PLACE]),
      int64s('inner', [2]),
    ],
    nodes: [
      node('Slice', ['input_values', 'first', 'last', 'along', 'step'], 'thinned'),
      node('Unsqueeze', ['thinned', 'inner'], 'last_hidden_state'),
    ],
  });
}

function makeDecoder(answer: readonly number[], tokens: number): Uint8Array<ArrayBuffer> {
  const table = new Float32Array(answer.length * tokens);
  for (const [place, token] of answer.entries()) table[place * tokens + token] = LOUD;
  return model({
    inputs: [
      value('encoder_attention_mask', INT64, ['batch', 'places']),
      value('input_ids', INT64, ['batch', 'ids']),
      value('encoder_hidden_states', FLOAT, ['batch', 'places', 1]),
      ...CACHED.map((name) => value(`past_key_values.0.${name}`, FLOAT, ['batch', 1, 'past', 1])),
      value('use_cache_branch', BOOL, [1]),
    ],
    outputs: [
      value('logits', FLOAT, ['batch', 'ids', tokens]),
      ...CACHED.map((name) => value(`present.0.${name}`, FLOAT, ['batch', 1, 'all', 1])),
    ],
    constants: [
      tensor('table', FLOAT, [answer.length, tokens], new Uint8Array(table.buffer)),
      tensor('one', FLOAT, [1, 1, 1, 1], new Uint8Array(Float32Array.of(1).buffer)),
      int64s('third', [2]),
      int64s('end', [answer.length - 1]),
      int64s('form', [1, 1]),
    ],
    nodes: [
      node('Shape', ['past_key_values.0.decoder.key'], 'sizes'),
      node('Gather', ['sizes', 'third'], 'count'),
      node('Min', ['count', 'end'], 'place'),
      node('Reshape', ['place', 'form'], 'row'),
      node('Gather', ['table', 'row'], 'logits'),
      ...CACHED.map((name) =>
        name.startsWith('decoder')
          ? node('Concat', [`past_key_values.0.${name}`, 'one'], `present.0.${name}`, intAttribute('axis', 2))
          : node('Identity', [`past_key_values.0.${name}`], `present.0.${name}`),
      ),
    ],
  });
}

/** A length and so many bytes, for each. */
const listOf = (words: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  concat(words.flatMap((word) => [Uint8Array.of(word.length), word]));

// What follows writes the messages of onnx.proto (https://github.com/onnx/onnx), by the numbers of their fields.
interface Graph {
  nodes: readonly Uint8Array[];
  constants: readonly Uint8Array[];
  inputs: readonly Uint8Array[];
  outputs: readonly Uint8Array[];
}

function model({ nodes, constants, inputs, outputs }: Graph): Uint8Array<ArrayBuffer> {
  const graph = concat([
    ...nodes.map((bytes) => field(1, bytes)),
    field(2, text('made')),
    ...constants.map((bytes) => field(5, bytes)),
    ...inputs.map((bytes) => field(11, bytes)),
    ...outputs.map((bytes) => field(12, bytes)),
  ]);
  return concat([number(1, 8), field(7, graph), field(8, number(2, 17))]);
}

const node = (type: string, from: readonly string[], to: string, ...attributes: Uint8Array[]): Uint8Array =>
  concat([
    ...from.map((name) => field(1, text(name))),
    field(2, text(to)),
    field(4, text(type)),
    ...attributes.map((bytes) => field(5, bytes)),
  ]);

const intAttribute = (name: string, of: number): Uint8Array =>
  concat([field(1, text(name)), number(3, of), number(20, 2)]);

const value = (name: string, type: number, sizes: readonly (number | string)[]): Uint8Array => {
  const dimensions = sizes.map((size) =>
    field(1, typeof size === 'number' ? number(1, size) : field(2, text(size))),
  );
  const shaped = concat([number(1, type), field(2, concat(dimensions))]);
  return concat([field(1, text(name)), field(2, field(1, shaped))]);
};

const tensor = (name: string, type: number, sizes: readonly number[], bytes: Uint8Array): Uint8Array =>
  concat([...sizes.map((size) => number(1, size)), number(2, type), field(8, text(name)), field(9, bytes)]);

const int64s = (name: string, values: readonly number[]): Uint8Array =>
  tensor(name, INT64, [values.length], new Uint8Array(BigInt64Array.from(values, BigInt).buffer));

const text = (of: string): Uint8Array => new TextEncoder().encode(of);
const number = (at: number, of: number): Uint8Array => concat([varint(at << 3), varint(of)]);
const field = (at: number, bytes: Uint8Array): Uint8Array =>
  concat([varint((at << 3) | 2), varint(bytes.length), bytes]);

function varint(of: number): Uint8Array {
  const bytes: number[] = [];
  for (let left = of; ; left = Math.floor(left / 0x80)) {
    if (left < 0x80) return Uint8Array.of(...bytes, left);
    bytes.push((left % 0x80) | 0x80);
  }
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
