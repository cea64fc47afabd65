import type * as Onnx from 'onnxruntime-web/wasm';
import { levelsOf, LIVE_RATE_HZ } from '../../domain/transcript/liveTrack.ts';
import {
  findSpeech,
  LEAST_SPEECH_DB,
  LEVEL_RATE_HZ,
  toSpans,
  type Stretch,
} from '../../domain/transcript/speech.ts';
import type { SpokenToken } from './tokens.ts';

/** The part of ONNX Runtime Web that is used here: https://github.com/microsoft/onnxruntime. */
export type OnnxRuntime = Pick<typeof Onnx, 'env' | 'InferenceSession' | 'Tensor'>;

export interface Moonshine {
  /** 16 kHz, one channel, ±1, of any length. Rejects when `signal` stops it. */
  transcribe(samples: Float32Array, signal?: AbortSignal): Promise<SpokenToken[]>;
  close(): Promise<void>;
}

/** Longer pieces are cut where nobody speaks: the model has learned from sentences. */
const MOST_SEC = 20;
/** No word, and less than the encoder takes. */
const LEAST_SEC = 0.1;
/** No one says more; a model that repeats itself ends here (Moonshine's own limit). */
const TOKENS_A_SECOND = 6.5;
const LEAST_TOKENS = 8;
const WARM_SEC = 4;
const [START, END] = [1, 2];
/** Unknown, and the two above. */
const MARKS = 3;
/** Of the list of pieces: a length of up to this is one byte. */
const ONE_BYTE_LENGTH = 0x80;
/** Where a word begins, as SentencePiece writes it: "▁". */
const BEGIN = [0xe2, 0x96, 0x81];
/** A word is louder than this much below the loudest of its piece. */
const VOICED_DB = 25;

/**
 * Moonshine (arXiv 2410.15608), which takes as long as what is said lasts, where Whisper takes ten seconds' work for each phrase: an encoder and a
 * decoder with a cache, in ONNX Runtime's format, and the pieces of its words. `program`: the runtime's WebAssembly; it needs one thread.
 * It gives no times: words share the time in which somebody is heard, by their lengths.
 */
export async function openMoonshine(
  runtime: OnnxRuntime,
  program: ArrayBuffer,
  [encoderBytes, decoderBytes, piecesBytes]: readonly Uint8Array[],
): Promise<Moonshine> {
  if (!encoderBytes || !decoderBytes || !piecesBytes) throw new Error('a file of the model is missing');
  runtime.env.wasm.wasmBinary = program;
  runtime.env.wasm.numThreads = 1;
  const pieces = readPieces(piecesBytes);
  const encoder = await runtime.InferenceSession.create(encoderBytes);
  const decoder = await runtime.InferenceSession.create(decoderBytes);
  const { Tensor } = runtime;
  // What was heard stays what it was at the first token.
  const changing = decoder.outputNames.filter((name) => !name.includes('.encoder.'));
  const nothingSaid = emptyCache(decoder, Tensor);

  async function encode(samples: Float32Array): Promise<Onnx.Tensor> {
    const mask = new BigInt64Array(samples.length).fill(1n);
    const found = await encoder.run({
      input_values: new Tensor('float32', samples, [1, samples.length]),
      ...(encoder.inputNames.includes('attention_mask') && {
        attention_mask: new Tensor('int64', mask, [1, samples.length]),
      }),
    });
    return outputOf(found, encoder.outputNames[0] ?? '');
  }
  /** The most likely tokens, one after the other. */
  async function* decode(heard: Onnx.Tensor, most: number): AsyncGenerator<Spoken> {
    const places = heard.dims[1] ?? 0;
    const mask = new Tensor('int64', new BigInt64Array(places).fill(1n), [1, places]);
    let cache = nothingSaid;
    let token = START;
    for (let count = 0; count < most; count += 1) {
      const isFirst = count === 0;
      const feeds = {
        ...cache,
        input_ids: new Tensor('int64', BigInt64Array.of(BigInt(token)), [1, 1]),
        encoder_hidden_states: heard,
        encoder_attention_mask: mask,
        use_cache_branch: new Tensor('bool', [!isFirst], [1]),
      };
      const found = await decoder.run(feeds, isFirst ? decoder.outputNames : changing);
      const next = mostLikely(outputOf(found, 'logits').data as Float32Array);
      if (next.token === END) return;
      yield next;
      ({ token } = next);
      cache = Object.fromEntries(
        Object.entries(cache).map(([name, before]) => {
          const present = name.replace('past_key_values', 'present');
          return [name, isFirst || changing.includes(present) ? outputOf(found, present) : before];
        }),
      );
    }
  }
  // Its program is slow until it has run for a while.
  for await (const _ of decode(await encode(new Float32Array(WARM_SEC * LIVE_RATE_HZ)), LEAST_TOKENS));
  return {
    async transcribe(samples, signal) {
      const tokens: SpokenToken[] = [];
      for (const { startSec, endSec } of piecesOf(samples)) {
        const piece = samples.slice(Math.round(startSec * LIVE_RATE_HZ), Math.round(endSec * LIVE_RATE_HZ));
        const most = Math.max(LEAST_TOKENS, Math.ceil((endSec - startSec) * TOKENS_A_SECOND));
        const spoken: Spoken[] = [];
        for await (const token of decode(await encode(piece), most)) {
          if (signal?.aborted) throw new Error('it was stopped');
          spoken.push(token);
        }
        tokens.push(...spread(toWords(spoken, pieces), piece, startSec));
        // Between two pieces whoever wants to stop is heard.
        await new Promise<void>((resolve) => setTimeout(resolve, 0));
      }
      return tokens;
    },
    async close() {
      await encoder.release();
      await decoder.release();
    },
  };
}

/** A short sound as it is, unless it is silent: the model would hear “you”. Of a longer one the stretches in which somebody speaks. */
function piecesOf(samples: Float32Array): Stretch[] {
  const endSec = samples.length / LIVE_RATE_HZ;
  if (endSec < LEAST_SEC) return [];
  const levels = levelsOf(samples);
  if (endSec <= MOST_SEC) return loudestOf(levels) < LEAST_SPEECH_DB ? [] : [{ startSec: 0, endSec }];
  return toSpans(findSpeech([levels])[0] ?? [], levels, MOST_SEC);
}

const loudestOf = (levels: Float32Array): number =>
  levels.reduce((most, level) => Math.max(most, level), -Infinity);

interface Spoken {
  token: number;
  probability: number;
}

function mostLikely(logits: Float32Array): Spoken {
  let token = 0;
  for (let at = 1; at < logits.length; at += 1) if ((logits[at] ?? 0) > (logits[token] ?? 0)) token = at;
  const largest = logits[token] ?? 0;
  return { token, probability: 1 / logits.reduce((sum, logit) => sum + Math.exp(logit - largest), 0) };
}

/** Nothing said yet: heads and their width as the decoder names them. */
function emptyCache(
  { inputMetadata }: Onnx.InferenceSession,
  Tensor: OnnxRuntime['Tensor'],
): Record<string, Onnx.Tensor> {
  const cached = inputMetadata.filter(({ name }) => name.startsWith('past_key_values.'));
  if (cached.length === 0) throw new Error('the decoder has no cache');
  return Object.fromEntries(
    cached.map((input) => {
      const shape = input.isTensor ? input.shape : [];
      const [heads, width] = [Number(shape[1]), Number(shape[3])];
      return [input.name, new Tensor('float32', new Float32Array(), [1, heads, 0, width])];
    }),
  );
}

function outputOf(found: Onnx.InferenceSession.OnnxValueMapType, name: string): Onnx.Tensor {
  const tensor = found[name];
  if (!tensor) throw new Error(`the model has no "${name}"`);
  return tensor;
}

/** A length, in one byte or two, and so many bytes, for each. */
function readPieces(bytes: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    let length = bytes[at++] ?? 0;
    if (length >= ONE_BYTE_LENGTH) length = (bytes[at++] ?? 0) * ONE_BYTE_LENGTH + length - ONE_BYTE_LENGTH;
    if (at + length > bytes.length) throw new Error('the list of its words is cut');
    pieces.push(bytes.subarray(at, (at += length)));
  }
  if (pieces.length <= MARKS) throw new Error('the list of its words is empty');
  return pieces;
}

interface Word {
  text: string;
  probability: number;
}

/** Each begins with a space; it is as sure as the least sure of its pieces. A sign may be spelled in bytes. */
function toWords(spoken: readonly Spoken[], pieces: readonly Uint8Array[]): Word[] {
  const groups: { bytes: number[]; probability: number }[] = [];
  for (const { token, probability } of spoken) {
    const piece = pieces[token];
    if (!piece || token < MARKS) continue;
    const isBegin = BEGIN.every((byte, at) => piece[at] === byte);
    const last = groups.at(-1);
    if (!last || isBegin)
      groups.push({ bytes: [...piece.subarray(isBegin ? BEGIN.length : 0)], probability });
    else {
      last.bytes.push(...piece);
      last.probability = Math.min(last.probability, probability);
    }
  }
  const decoder = new TextDecoder();
  return groups.map(({ bytes, probability }) => ({
    text: ` ${decoder.decode(Uint8Array.from(bytes))}`,
    probability,
  }));
}

/** Each word gets its share of the time in which somebody is heard, by its length. */
function spread(words: readonly Word[], samples: Float32Array, startSec: number): SpokenToken[] {
  const levels = levelsOf(samples);
  const loudest = loudestOf(levels);
  const heard = [...levels.keys()].filter((at) => (levels[at] ?? 0) >= loudest - VOICED_DB);
  const whole = words.reduce((sum, { text }) => sum + text.length, 0);
  const msAt = (share: number) => {
    const at = heard[Math.min(heard.length - 1, Math.floor(share * heard.length))] ?? 0;
    return 1000 * startSec + (1000 * (share < 1 ? at : at + 1)) / LEVEL_RATE_HZ;
  };
  let before = 0;
  return words.map(({ text, probability }) => {
    const startMs = msAt(before / whole);
    before += text.length;
    return { text, startMs, endMs: msAt(before / whole), probability };
  });
}
