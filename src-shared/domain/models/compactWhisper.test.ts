import { expect, it } from 'vitest';
import { makeSpokenModel } from '../../../tests/lib/spokenModel.ts';
import { compactWhisper, SHORT_WINDOW, windowFor, WHOLE_WINDOW } from './compactWhisper.ts';

const model = makeSpokenModel([' yes'], 1);
function compact(bytes: Uint8Array, window = SHORT_WINDOW): Uint8Array[] | null {
  const parts: Uint8Array[] = [];
  const isWhole = compactWhisper(
    (at, length) => bytes.subarray(at, at + length),
    window,
    (part) => void parts.push(part),
  );
  return isWhole ? parts : null;
}

it('takes a short window for what is said in one breath, with silence behind it', () => {
  expect([0.5, 8, 8.7].map(windowFor)).toEqual([SHORT_WINDOW, SHORT_WINDOW, SHORT_WINDOW]);
  expect([8.8, 28, 600].map(windowFor)).toEqual([WHOLE_WINDOW, WHOLE_WINDOW, WHOLE_WINDOW]);
});

it('makes half floats whole numbers of 8 bits, and leaves the others as they are', () => {
  const bytes = Buffer.concat(compact(model) ?? []);
  expect(bytes.readInt32LE(0)).toBe(0x67676d6c);
  expect(bytes.readInt32LE(8)).toBe(SHORT_WINDOW);
  const whole = Buffer.concat(compact(model, WHOLE_WINDOW) ?? []);
  expect(whole.length - bytes.length).toBe(4 * 32 * (WHOLE_WINDOW - SHORT_WINDOW));
  // Each block is a factor, as a half float, and its numbers: the largest is 127.
  const name = 'decoder.token_embedding.weight';
  const weights = bytes.subarray(bytes.indexOf(name) + name.length, bytes.indexOf('decoder.ln.weight') - 16);
  expect(weights.length).toBe(34 * 51_865);
  const yes = weights.subarray(34 * 1000, 34 * 1001);
  expect([...new Int8Array(yes.subarray(2))].filter((value) => value !== 0)).toEqual([127]);
  expect(new Float16Array(new Uint8Array(yes.subarray(0, 2)).buffer)[0]).toBeCloseTo(8 / 127, 4);
  expect(weights.subarray(0, 34).every((byte) => byte === 0)).toBe(true);
});

it('leaves other files as they are', () => {
  expect(compact(new Uint8Array(1000))).toBeNull();
  expect(compact(new Uint8Array())).toBeNull();
  expect(compact(model, WHOLE_WINDOW + 1)).toBeNull();
  expect(compact(Buffer.concat(compact(model) ?? []))).toBeNull();
  for (const end of [70_000, model.length - 1]) expect(compact(model.slice(0, end))).toBeNull();
  const huge = model.slice();
  new DataView(huge.buffer).setInt32(4 * 12, -5, true);
  expect(compact(huge)).toBeNull();
});
