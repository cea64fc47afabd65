import { describe, expect, it } from 'vitest';
import { HeldFrame } from './heldFrame.ts';

const frame = (name: string, isKey = false) => ({ isKey, bytes: Buffer.from(name) });
const shown = (packets: readonly { bytes: Buffer; isKey: boolean; atMs: number }[]) =>
  packets.map(({ bytes, isKey, atMs }) => [bytes.toString(), isKey, Math.round(atMs)]);

describe('the frame that is held', () => {
  it('is the last key frame with the one after it, twice a second, from one and a half seconds on', () => {
    const held = new HeldFrame(30);
    for (const [name, isKey] of [
      ['k1', true],
      ['a1', false],
      ['b1', false],
      ['k2', true],
      ['a2', false],
      ['b2', false],
    ] as const)
      held.note(frame(name, isKey));
    expect(held.due(5000, 1400)).toEqual([]);
    expect(shown(held.due(5200, 1600))).toEqual([
      ['k2', true, 4700],
      ['a2', false, 4767],
    ]);
    expect(held.due(5450, 1850)).toEqual([]);
    expect(held.due(5700, 2100)).toHaveLength(2);
  });

  it('is that of the group before where the last key frame has none after it', () => {
    const held = new HeldFrame(30);
    for (const each of [frame('k1', true), frame('a1'), frame('k2', true)]) held.note(each);
    expect(shown(held.due(9000, 2000)).map(([name]) => name)).toEqual(['k1', 'a1']);
  });

  it('is the slate where the page has given one', () => {
    const held = new HeldFrame(30);
    held.slate = [frame('s1', true), frame('s2')];
    expect(shown(held.due(9000, 2000)).map(([name]) => name)).toEqual(['s1', 's2']);
  });

  it('is none where no whole pair has come', () => {
    const held = new HeldFrame(30);
    expect(held.due(9000, 5000)).toEqual([]);
    held.note(frame('k1', true));
    expect(held.due(9000, 5000)).toEqual([]);
  });
});
