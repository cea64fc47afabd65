import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pitchedVoice } from './diarize.ts';
import { createRandom } from './random.ts';
import { writeWav } from './recordings.ts';
import { SPOKEN_RATE_HZ, writeTake } from './spokenTake.ts';

export interface FarTurn {
  startSec: number;
  endSec: number;
  /** Of the voice: each person has a pitch. */
  hz: number;
}

/** Three people on the far side; the first of the second half is who came last in the first one. */
export const FAR_TURNS: readonly FarTurn[] = [
  { startSec: 2, endSec: 6, hz: 150 },
  { startSec: 8, endSec: 11, hz: 260 },
  { startSec: 13, endSec: 17, hz: 150 },
  { startSec: 19, endSec: 24, hz: 420 },
  { startSec: 27, endSec: 32, hz: 420 },
  { startSec: 34, endSec: 38, hz: 260 },
  { startSec: 40, endSec: 46, hz: 150 },
];
const SECONDS = 50;

/** A meeting: a microphone at which nobody speaks, and what the computer plays, with several people on one track. */
export function writeMeetingTake(into: string, turns: readonly FarTurn[] = FAR_TURNS): void {
  const random = createRandom(7);
  const room = () =>
    Float32Array.from({ length: SECONDS * SPOKEN_RATE_HZ }, () => 0.0005 * (2 * random() - 1));
  const far = room();
  for (const { startSec, endSec, hz } of turns) {
    const at = Math.round(startSec * SPOKEN_RATE_HZ);
    pitchedVoice(hz, endSec - startSec, SPOKEN_RATE_HZ).forEach((sample, i) => {
      far[at + i] = (far[at + i] ?? 0) + sample;
    });
  }
  for (const [id, samples] of [
    ['microphone', room()],
    ['system', far],
  ] as const)
    writeWav(join(into, `${id}.wav`), { sampleRate: SPOKEN_RATE_HZ, channels: [samples] });
  writeTake(into, {
    name: 'Weekly call',
    seconds: SECONDS,
    tracks: [
      { id: 'microphone', name: 'Microphone' },
      { id: 'system', name: 'System audio' },
    ],
  });
  const meeting = { version: 1, title: 'Weekly call', platform: 'zoom', participants: 4 };
  writeFileSync(join(into, 'meeting.json'), JSON.stringify(meeting));
}
