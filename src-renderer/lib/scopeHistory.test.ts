import { describe, expect, it } from 'vitest';
import { createScopeHistory } from './scopeHistory.ts';

function pairs(...values: [raw: number, clean: number][]): Uint8Array {
  const bytes = new Uint8Array(values.length * 8);
  const view = new DataView(bytes.buffer);
  values.forEach(([raw, clean], index) => {
    view.setFloat32(index * 8, raw, true);
    view.setFloat32(index * 8 + 4, clean, true);
  });
  return bytes;
}

describe('scope history', () => {
  it('keeps raw and clean apart', () => {
    const history = createScopeHistory(8);
    history.push(pairs([0.5, 0.25], [0.75, 0.125]));
    expect(history.pairsTotal).toBe(2);
    expect(history.readPeak('raw', 0, 2)).toBe(0.75);
    expect(history.readPeak('clean', 0, 2)).toBe(0.25);
    expect(history.readPeak('raw', 0, 1)).toBe(0.5);
  });

  it('puts a pair together that two chunks share', () => {
    const history = createScopeHistory(8);
    const bytes = pairs([0.5, 0.25], [1, 0.125]);
    history.push(bytes.subarray(0, 11));
    expect(history.pairsTotal).toBe(1);
    history.push(bytes.subarray(11));
    expect(history.pairsTotal).toBe(2);
    expect(history.readPeak('raw', 1, 2)).toBe(1);
  });

  it('reads a chunk that starts in the middle of its buffer', () => {
    const history = createScopeHistory(8);
    const padded = new Uint8Array(3 + 8);
    padded.set(pairs([0.5, 0.25]), 3);
    history.push(padded.subarray(3));
    expect(history.readPeak('raw', 0, 1)).toBe(0.5);
  });

  it('forgets the oldest and says 0 for them', () => {
    const history = createScopeHistory(2);
    history.push(pairs([1, 1], [0.5, 0.5], [0.25, 0.25]));
    expect(history.readPeak('raw', 0, 1)).toBe(0);
    expect(history.readPeak('raw', 0, 3)).toBe(0.5);
  });

  it('starts again after a clear, without the half of a pair', () => {
    const history = createScopeHistory(4);
    history.push(pairs([1, 1]).subarray(0, 5));
    history.clear();
    history.push(pairs([0.5, 0.25]));
    expect(history.readPeak('raw', 0, 1)).toBe(0.5);
  });
});
