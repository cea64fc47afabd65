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
    return { id, name: id === 'maya' ? 'Maya' : 'Ben', offsetFrames };
  };
  writeTake(into, { name: 'Night shift', seconds: SECONDS, tracks: [track(0, 'maya'), track(1, 'ben')] });
}

/** The document of a finished take whose files are `ID.wav`, at `SPOKEN_RATE_HZ`. */
export function writeTake(
  into: string,
  given: {
    name: string;
    seconds: number;
    tracks: readonly { id: string; name: string; offsetFrames?: number }[];
    pauses?: { atFrame: number; frames: number }[];
  },
): void {
  const frames = given.seconds * SPOKEN_RATE_HZ;
  writeDocument(into, {
    schemaVersion: 1,
    name: given.name,
    status: 'finished',
    mode: 'multitrack',
    tap: 'raw',
    container: 'rf64',
    encoding: 'pcm24',
    sampleRate: SPOKEN_RATE_HZ,
    startedAtMs: 0,
    startFrame: 0,
    frames,
    timecode: { source: 'none', timeReference: null, fps: null },
    markers: [],
    pauses: given.pauses ?? [],
    missedDeadlines: 0,
    ended: null,
    writer: { pid: 1, startedTicks: 0 },
    tracks: given.tracks.map(({ id, name, offsetFrames = 0 }) => ({
      id,
      name,
      kind: 'channel' as const,
      channels: 1,
      file: `${id}.wav`,
      peaks: `${id}.peaks`,
      device: null,
      startFrame: 0,
      framesExpected: frames,
      framesWritten: frames,
      gaps: [],
      gapCount: 0,
      missingFrames: 0,
      clippedSamples: 0,
      driftPpm: null,
      offsetFrames,
      dryFrames: 0,
      xruns: 0,
    })),
    videoTracks: [],
  });
}
