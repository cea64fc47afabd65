import { describe, expect, it } from 'vitest';
import { createSoundRecorder } from './soundRecorder.ts';

const header = (sampleRate: number) => new TextEncoder().encode(JSON.stringify({ sampleRate }));
const pairs = (...values: number[]) => new Uint8Array(Float32Array.from(values).buffer);

describe('the recorder of both sounds', () => {
  it('keeps what follows the header, until it has enough', () => {
    const recorder = createSoundRecorder(0.003);
    expect(recorder.push(pairs(9, 9))).toBe(false);
    expect(recorder.push(header(1000))).toBe(false);
    expect(recorder.push(pairs(0.5, 0.25, -0.5, -0.25))).toBe(false);
    expect(recorder.recordedSec).toBeCloseTo(0.002, 9);
    expect(recorder.push(pairs(0.125, 0, 1, 1))).toBe(true);
    const { sampleRate, raw, clean } = recorder.finish();
    expect(sampleRate).toBe(1000);
    expect([...raw]).toEqual([0.5, -0.5, 0.125]);
    expect([...clean]).toEqual([0.25, -0.25, 0]);
  });

  it('puts together a pair that came in two chunks', () => {
    const recorder = createSoundRecorder(1);
    recorder.push(header(1000));
    const bytes = pairs(0.5, 0.25);
    recorder.push(bytes.subarray(0, 3));
    recorder.push(bytes.subarray(3));
    expect([...recorder.finish().raw]).toEqual([0.5]);
    expect([...recorder.finish().clean]).toEqual([0.25]);
  });

  it('starts again with another session', () => {
    const recorder = createSoundRecorder(1);
    recorder.push(header(1000));
    recorder.push(pairs(0.5, 0.25));
    recorder.push(header(2000));
    expect(recorder.recordedSec).toBe(0);
    expect(recorder.finish().sampleRate).toBe(2000);
  });
});
