/** The sizes of a Whisper model that is as small as whisper.cpp takes one. */
const STATE = 32;
const VOCABULARY = 51_865;
const AUDIO_CTX = 1500;
const TEXT_CTX = 448;
const MELS = 80;
const FFT_BINS = 201;
/** Of models that know many languages. */
/** `space` is looked for by name. */
const TOKENS = {
  space: 220,
  end: 50_257,
  start: 50_258,
  english: 50_259,
  transcribe: 50_359,
  zeroSec: 50_364,
};
const TICKS_A_SECOND = 50;
const [F32, F16] = [0, 1];
/** As half floats. */
const HALF_EIGHT = 0x4800;

/**
 * A Whisper model in the format of whisper.cpp that says the same words whatever it hears: each place of its answer points to one word, and
 * nothing else in it has a weight. A word begins with a space; bytes are a piece of one.
 */
export function makeSpokenModel(
  words: readonly (string | Uint8Array)[],
  endSec: number,
): Uint8Array<ArrayBuffer> {
  const said = words.map((_, index) => 1000 + index);
  const answer = [TOKENS.zeroSec, ...said, TOKENS.zeroSec + Math.round(endSec * TICKS_A_SECOND), TOKENS.end];
  // What follows on the three tokens that each answer begins with.
  const next = [TOKENS.english, TOKENS.transcribe, ...answer];
  const directions = new Map([...new Set(next)].map((token, index) => [token, index]));
  if (directions.size > STATE) throw new Error('so many words are too much for this model');
  return concat([
    int32(0x67676d6c, VOCABULARY, AUDIO_CTX, STATE, 1, 1, TEXT_CTX, STATE, 1, 1, MELS, F16),
    int32(MELS, FFT_BINS),
    new Uint8Array(4 * MELS * FFT_BINS),
    vocabulary(
      new Map([[TOKENS.space, ' '], ...said.map((token, index) => [token, words[index] ?? ''] as const)]),
    ),
    ...encoder(),
    ...decoder(next, directions),
  ]);
}

function vocabulary(said: ReadonlyMap<number, string | Uint8Array>): Uint8Array {
  // Those above are the model's own marks.
  const parts = Array.from({ length: TOKENS.end }, (_, token) => {
    const piece = said.get(token) ?? `<${token}>`;
    const text = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
    return concat([int32(text.length), text]);
  });
  return concat([int32(TOKENS.end), ...parts]);
}

const encoder = (): Uint8Array[] => [
  tensor('encoder.positional_embedding', [STATE, AUDIO_CTX], F32),
  tensor('encoder.conv1.weight', [3, MELS, STATE], F16),
  tensor('encoder.conv1.bias', [1, STATE], F32),
  tensor('encoder.conv2.weight', [3, STATE, STATE], F16),
  tensor('encoder.conv2.bias', [1, STATE], F32),
  ...norm('encoder.ln_post'),
  ...block('encoder.blocks.0', ['attn']),
];

function decoder(next: readonly number[], directions: ReadonlyMap<number, number>): Uint8Array[] {
  const places = new Float32Array(STATE * TEXT_CTX);
  for (let place = 0; place < TEXT_CTX; place += 1)
    places[place * STATE + (directions.get(next[place] ?? TOKENS.end) ?? 0)] = 100;
  const embedding = new Uint16Array(STATE * VOCABULARY);
  for (const [token, direction] of directions) embedding[token * STATE + direction] = HALF_EIGHT;
  return [
    tensor('decoder.positional_embedding', [STATE, TEXT_CTX], F32, places),
    tensor('decoder.token_embedding.weight', [STATE, VOCABULARY], F16, embedding),
    ...norm('decoder.ln'),
    ...block('decoder.blocks.0', ['attn', 'cross_attn']),
  ];
}

const block = (name: string, attentions: readonly string[]): Uint8Array[] => [
  ...norm(`${name}.mlp_ln`),
  tensor(`${name}.mlp.0.weight`, [STATE, 4 * STATE], F16),
  tensor(`${name}.mlp.0.bias`, [4 * STATE], F32),
  tensor(`${name}.mlp.2.weight`, [4 * STATE, STATE], F16),
  tensor(`${name}.mlp.2.bias`, [STATE], F32),
  ...attentions.flatMap((attention) => [
    ...norm(`${name}.${attention}_ln`),
    ...['query', 'key', 'value', 'out'].map((part) =>
      tensor(`${name}.${attention}.${part}.weight`, [STATE, STATE], F16),
    ),
    ...['query', 'value', 'out'].map((part) => tensor(`${name}.${attention}.${part}.bias`, [STATE], F32)),
  ]),
];

const norm = (name: string): Uint8Array[] => [
  tensor(`${name}.weight`, [STATE], F32, new Float32Array(STATE).fill(1)),
  tensor(`${name}.bias`, [STATE], F32),
];

/** Its values are zero where none are given. */
function tensor(
  name: string,
  dimensions: readonly number[],
  type: number,
  values?: Float32Array | Uint16Array,
): Uint8Array {
  const count = dimensions.reduce((product, size) => product * size, 1);
  const given = values ?? new Uint8Array(count * (type === F32 ? 4 : 2));
  const text = new TextEncoder().encode(name);
  return concat([
    int32(dimensions.length, text.length, type, ...dimensions),
    text,
    new Uint8Array(given.buffer, given.byteOffset, given.byteLength),
  ]);
}

const int32 = (...values: number[]): Uint8Array => new Uint8Array(Int32Array.from(values).buffer);

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
