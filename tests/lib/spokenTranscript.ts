import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Transcript } from '../../src-shared/domain/transcript/document.ts';
import { SPOKEN_RATE_HZ } from './spokenTake.ts';

/** A word every 0.3 s. */
const STEP_SEC = 0.3;

/** A transcript of a spoken take (`writeSpokenTake`): what each says, from which second on. */
export function spokenTranscript(...said: [trackId: string, startSec: number, text: string][]): Transcript {
  const words = said.flatMap(([trackId, startSec, text]) =>
    text.split(' ').map((word, at) => ({
      trackId,
      startFrame: Math.round((startSec + at * STEP_SEC) * SPOKEN_RATE_HZ),
      endFrame: Math.round((startSec + at * STEP_SEC + 0.25) * SPOKEN_RATE_HZ),
      text: word,
      confidence: word.length > 7 ? 0.4 : 0.95,
    })),
  );
  return {
    schemaVersion: 1,
    sampleRateHz: SPOKEN_RATE_HZ,
    engine: 'openai',
    model: 'whisper-1',
    language: 'english',
    madeAtMs: 1,
    sentSec: 25,
    usd: 0.0025,
    speakers: [
      { trackId: 'maya', name: 'Maya' },
      { trackId: 'ben', name: 'Ben' },
    ],
    words: words.sort((one, other) => one.startFrame - other.startFrame),
  };
}

export const SPOKEN_TRANSCRIPT = spokenTranscript(
  ['maya', 2.2, 'Good evening, um, and wellcome to the the night shift.'],
  ['ben', 10.2, 'Thank you. Uh, you know, it is late, and the harbour is quiet tonight.'],
  ['maya', 20.2, 'Ask us about the harbour, and about the lighthouse.'],
  ['ben', 40.2, 'Gladly. The lighthouse is old.'],
);

/** A talk of so many words between two people, in sentences of twelve. */
export function longTranscript(wordCount: number): Transcript {
  const sentence = 'so this is a longer sentence that somebody says one evening here.';
  const words = sentence.split(' ');
  const turns = Math.ceil(wordCount / words.length);
  return spokenTranscript(
    ...Array.from({ length: turns }, (_, turn): [string, number, string] => [
      turn % 4 < 2 ? 'maya' : 'ben',
      turn * (words.length * STEP_SEC + (turn % 2) * 1.5),
      sentence,
    ]),
  );
}

export const writeSpokenTranscript = (folder: string, transcript: Transcript = SPOKEN_TRANSCRIPT): void =>
  writeFileSync(join(folder, 'transcript.json'), JSON.stringify(transcript));
