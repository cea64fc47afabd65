import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as runtime from 'onnxruntime-web/wasm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeMoonshine } from '../../../tests/lib/moonshineModel.ts';
import { joinTokens, openMoonshine } from './index.ts';

const RATE_HZ = 16_000;
const PROGRAM = new Uint8Array(
  readFileSync(createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')),
).buffer;
const WORDS = [' Good', ' evening', ' every', 'body', '.'];

/** Sound in which somebody is heard from second to second, and nobody in between. */
function soundOf(durationSec: number, heard: readonly (readonly [fromSec: number, toSec: number])[]) {
  return Float32Array.from({ length: durationSec * RATE_HZ }, (_, at) =>
    heard.some(([fromSec, toSec]) => at >= fromSec * RATE_HZ && at < toSec * RATE_HZ)
      ? 0.2 * Math.sin(at / 7)
      : 0.0001 * Math.sin(at / 3),
  );
}

async function open(files: readonly Uint8Array[]) {
  const moonshine = await openMoonshine(runtime, PROGRAM, files);
  onTestFinished(() => moonshine.close());
  return moonshine;
}
const textOf = (tokens: Parameters<typeof joinTokens>[0]) =>
  joinTokens(tokens)
    .map(({ text }) => text)
    .join(' ');

describe('Moonshine', () => {
  it('hears words, which share the time in which somebody is heard', async () => {
    const moonshine = await open(makeMoonshine(WORDS));
    for (let count = 0; count < 2; count += 1) {
      const words = joinTokens(await moonshine.transcribe(soundOf(4, [[1, 3]])));
      expect(words.map(({ text }) => text)).toEqual(['Good', 'evening', 'everybody.']);
      expect(words[0]?.startSec).toBeCloseTo(1, 1);
      expect(words.at(-1)?.endSec).toBeCloseTo(3, 1);
      expect(words[1]?.startSec).toBe(words[0]?.endSec);
      for (const { confidence } of words) expect(confidence).toBeGreaterThan(0.9);
    }
  });

  it('cuts a long sound where nobody speaks, and hears nothing there', async () => {
    const moonshine = await open(makeMoonshine([' yes']));
    const words = joinTokens(
      await moonshine.transcribe(
        soundOf(60, [
          [5, 8],
          [40, 44],
        ]),
      ),
    );
    expect(words.map(({ text }) => text)).toEqual(['yes', 'yes']);
    expect(words[0]?.startSec).toBeCloseTo(5, 0);
    expect(words[1]?.endSec).toBeCloseTo(44, 0);
  });

  it('hears nothing in silence, and in what is shorter than a word', async () => {
    const moonshine = await open(makeMoonshine([' you']));
    for (const samples of [[], [0.5], new Float32Array(RATE_HZ), new Float32Array(30 * RATE_HZ)])
      expect(await moonshine.transcribe(Float32Array.from(samples))).toEqual([]);
  });

  it('spells signs of every script from their bytes, and leaves out what is no word', async () => {
    const [first, second] = [Uint8Array.of(0xe6, 0x97), Uint8Array.of(0xa5)];
    const moonshine = await open(makeMoonshine([' a', first, second, ' [music]', ' b']));
    expect(textOf(await moonshine.transcribe(soundOf(2, [[0, 2]])))).toBe('a日 b');
  });

  it('ends where a model does not', async () => {
    const moonshine = await open(makeMoonshine(Array.from({ length: 100 }, () => ' yes')));
    expect(await moonshine.transcribe(soundOf(2, [[0, 2]]))).toHaveLength(13);
  });

  it('is stopped', async () => {
    const moonshine = await open(makeMoonshine(WORDS));
    const sound = soundOf(2, [[0, 2]]);
    await expect(moonshine.transcribe(sound, AbortSignal.abort())).rejects.toThrow('it was stopped');
    expect(textOf(await moonshine.transcribe(sound))).toBe('Good evening everybody.');
  });

  it('says that a file is no model, is cut, or is another model’s', async () => {
    const [encoder = new Uint8Array(), decoder = new Uint8Array(), pieces = new Uint8Array()] =
      makeMoonshine(WORDS);
    await expect(open([encoder, decoder])).rejects.toThrow('a file of the model is missing');
    await expect(open([new Uint8Array(1000), decoder, pieces])).rejects.toThrow();
    await expect(open([encoder, decoder.slice(0, -100), pieces])).rejects.toThrow();
    await expect(open([encoder, encoder, pieces])).rejects.toThrow('the decoder has no cache');
    await expect(open([encoder, decoder, pieces.slice(0, -1)])).rejects.toThrow(
      'the list of its words is cut',
    );
    await expect(open([encoder, decoder, new Uint8Array()])).rejects.toThrow();
  });
});
