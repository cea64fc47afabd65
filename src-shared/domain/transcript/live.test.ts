import { describe, expect, it } from 'vitest';
import { liveTranscript, type LiveLine } from './live.ts';

const RATE = 1000;
const BEGAN_MS = 1_790_000_000_000;
const TAKE = { sampleRate: RATE, startedAtMs: BEGAN_MS, frames: 20 * RATE, pauses: [] };

const line = (name: string, atSec: number, ...said: string[]): LiveLine => ({
  trackId: name.toLowerCase(),
  name,
  engine: 'openai',
  model: 'whisper-1',
  sec: 2,
  usd: 0.01,
  words: said.map((text, index) => ({
    startMs: BEGAN_MS + 1000 * (atSec + index),
    endMs: BEGAN_MS + 1000 * (atSec + index) + 500,
    text,
  })),
});

describe('live captions of a take', () => {
  it('are a transcript on its clock, by their channels, in the order in which it was said', () => {
    const transcript = liveTranscript([line('Ben', 5, 'Late'), line('Anna', 1, 'Good', 'evening')], TAKE);
    expect(transcript).toMatchObject({ isLive: true, model: 'whisper-1', usd: 0.02, sentSec: 4 });
    expect(transcript?.speakers).toEqual([
      { trackId: 'ben', name: 'Ben' },
      { trackId: 'anna', name: 'Anna' },
    ]);
    expect(transcript?.words.map(({ text, startFrame, endFrame }) => [text, startFrame, endFrame])).toEqual([
      ['Good', 1000, 1500],
      ['evening', 2000, 2500],
      ['Late', 5000, 5500],
    ]);
  });

  it('leave out pauses, what came before the take and what came behind it', () => {
    const pauses = [
      { atFrame: 3000, frames: 2000 },
      { atFrame: 6000, frames: 1000 },
    ];
    const lines = [
      line('Anna', -2, 'before'),
      line('Anna', 2, 'one'),
      line('Anna', 4, 'paused'),
      line('Anna', 6, 'two'),
      line('Anna', 8.5, 'paused'),
      line('Anna', 10, 'three'),
      line('Anna', 40, 'behind'),
    ];
    const words = liveTranscript(lines, { ...TAKE, pauses })?.words;
    expect(words?.map(({ text, startFrame }) => [text, startFrame])).toEqual([
      ['one', 2000],
      ['two', 4000],
      ['three', 7000],
    ]);
  });

  it('are none where nothing of the take was read', () => {
    expect(liveTranscript([], TAKE)).toBeNull();
    expect(liveTranscript([line('Anna', 30, 'late')], TAKE)).toBeNull();
    expect(liveTranscript([line('Anna', 1, 'x')], { ...TAKE, startedAtMs: null })).toBeNull();
  });
});
