import { describe, expect, it } from 'vitest';
import { cleanTrackOf, voicesOf, withCleanVoices } from './takeVoices.ts';

const channel = (id: string) => ({ id, name: id, kind: 'channel' as const, of: null, file: `${id}.wav` });
const beside = (kind: 'processed' | 'cleaned', of: string) => ({
  id: `${kind}:${of}`,
  name: `${of} (${kind})`,
  kind,
  of,
  file: `${kind}-${of}.wav`,
});
const mix = { id: 'mix', name: 'Mix', kind: 'mix' as const, of: null, file: 'mix.wav' };

describe('the voices of a take', () => {
  it('are its channels, without the sound of the computer', () => {
    expect(voicesOf([channel('host'), channel('system'), mix]).map(({ id }) => id)).toEqual(['host']);
  });

  it('are its mix where there is nothing else', () => {
    expect(voicesOf([mix])).toEqual([mix]);
  });

  it('are clean as they were cleaned later, else as they were recorded', () => {
    const tracks = [channel('host'), beside('processed', 'host'), channel('guest')];
    expect(cleanTrackOf(tracks, channel('host'))?.id).toBe('processed:host');
    expect(cleanTrackOf([...tracks, beside('cleaned', 'host')], channel('host'))?.id).toBe('cleaned:host');
    expect(cleanTrackOf(tracks, channel('guest'))).toBeNull();
  });

  it('take the place of the recorded ones, under their names, and leave the mix out', () => {
    const tracks = [channel('host'), channel('guest'), mix, beside('cleaned', 'host')];
    expect(withCleanVoices(tracks).map(({ id, name, kind, file }) => [id, name, kind, file])).toEqual([
      ['host', 'host', 'channel', 'cleaned-host.wav'],
      ['guest', 'guest', 'channel', 'guest.wav'],
    ]);
    expect(withCleanVoices([mix, beside('cleaned', 'mix')])).toMatchObject([
      { id: 'mix', kind: 'mix', file: 'cleaned-mix.wav' },
    ]);
  });
});
