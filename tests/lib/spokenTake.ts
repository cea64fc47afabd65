import { join } from 'node:path';
import { writeDocument } from '../../src-main/services/takes/index.ts';
import { createRandom } from './random.ts';
import { writeWav } from './recordings.ts';

export const SPOKEN_RATE_HZ = 16_000;
const SECONDS = 60;
/** When each person speaks, in seconds. */
const SPEECH = {
  maya: [
    [2, 8],
    [20, 27],
  ],
  ben: [
    [10, 18],
    [40, 44],
  ],
} as const;

/** Two microphones that hear each other at -12 dB; a voice is noise in syllables. */
export function writeSpokenTake(into: string): void {
  const random = createRandom(11);
  const voices = Object.values(SPEECH).map((stretches) =>
    Float32Array.from({ length: SECONDS * SPOKEN_RATE_HZ }, (_, i) => {
      const sec = i / SPOKEN_RATE_HZ;
      const isOn = stretches.some(([from, to]) => sec >= from && sec < to);
      return isOn ? 0.3 * (2 * random() - 1) * (0.6 + 0.4 * Math.sin(2 * Math.PI * 4 * sec)) : 0;
    }),
  );
  const track = (index: number, id: string) => {
    const offsetFrames = index === 1 ? SPOKEN_RATE_HZ / 2 : 0;
    const samples = Float32Array.from({ length: SECONDS * SPOKEN_RATE_HZ }, (_, i) => {
      // The second file began half a second later.
      const at = i + offsetFrames;
      const bleed = 0.25 * (voices[1 - index]?.[at] ?? 0);
      return (voices[index]?.[at] ?? 0) + bleed + 0.0005 * (2 * random() - 1);
    });
    writeWav(join(into, `${id}.wav`), { sampleRate: SPOKEN_RATE_HZ, channels: [samples] });
    return {
      id,
      name: id === 'maya' ? 'Maya' : 'Ben',
      kind: 'channel' as const,
      channels: 1,
      file: `${id}.wav`,
      peaks: `${id}.peaks`,
      device: null,
      startFrame: 0,
      framesExpected: SECONDS * SPOKEN_RATE_HZ,
      framesWritten: SECONDS * SPOKEN_RATE_HZ,
      gaps: [],
      gapCount: 0,
      missingFrames: 0,
      clippedSamples: 0,
      driftPpm: null,
      offsetFrames,
      dryFrames: 0,
      xruns: 0,
    };
  };
  writeDocument(into, {
    schemaVersion: 1,
    name: 'Night shift',
    status: 'finished',
    mode: 'multitrack',
    tap: 'raw',
    container: 'rf64',
    encoding: 'pcm24',
    sampleRate: SPOKEN_RATE_HZ,
    startedAtMs: 0,
    startFrame: 0,
    frames: SECONDS * SPOKEN_RATE_HZ,
    timecode: { source: 'none', timeReference: null, fps: null },
    markers: [],
    pauses: [],
    missedDeadlines: 0,
    ended: null,
    writer: { pid: 1, startedTicks: 0 },
    tracks: [track(0, 'maya'), track(1, 'ben')],
    videoTracks: [],
  });
}
