import { describe, expect, it } from 'vitest';
import { bitsPerSecondOf, screenTypeOf, soundOf } from './screenCapture.ts';

describe('a screen capture', () => {
  it('is labelled by its sound, in the words of the document', () => {
    expect(screenTypeOf({ system: true, microphone: true })).toBe('Screen + Audio + Mic');
    expect(screenTypeOf({ system: true, microphone: false })).toBe('Screen + Audio');
    expect(screenTypeOf({ system: false, microphone: true })).toBe('Screen + Mic');
    expect(screenTypeOf({ system: false, microphone: false })).toBe('Screen Only');
  });

  it('has heard microphones by whatever name the studio gave them, and the mix where nothing else was kept', () => {
    const heard = (...ids: string[]) => soundOf(ids.map((id) => ({ id, kind: 'channel' as const })));
    expect(heard('host-1', 'guest', 'c3')).toEqual({ system: false, microphone: true });
    expect(heard('system', 'microphone')).toEqual({ system: true, microphone: true });
    expect(heard('system-2')).toEqual({ system: true, microphone: false });
    expect(heard()).toEqual({ system: false, microphone: false });
    const mix = { id: 'mix', kind: 'mix' } as const;
    expect(soundOf([{ id: 'system', kind: 'channel' }, mix])).toEqual({ system: true, microphone: false });
    expect(soundOf([mix])).toEqual({ system: false, microphone: true });
  });

  it('takes less for fewer lines and fewer frames, and not half for half the frames', () => {
    expect(bitsPerSecondOf('high', 30)).toBe(6_000_000);
    expect(bitsPerSecondOf('medium', 30)).toBeLessThan(bitsPerSecondOf('high', 30));
    expect(bitsPerSecondOf('high', 15)).toBeGreaterThan(bitsPerSecondOf('high', 30) / 2);
  });
});
