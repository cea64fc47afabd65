import { personOn, trackOfSpeaker, type Word } from '../../domain/transcript/document.ts';
import {
  knownSpeakers,
  layPiece,
  partOf,
  voicesIn,
  type LaidPart,
  type SpokenWord,
} from '../../domain/transcript/piece.ts';
import type { Stretch } from '../../domain/transcript/speech.ts';
import { toWav } from '../../domain/transcript/wav.ts';
import type { TimedWord } from '../voice/index.ts';
import { cutSpeech, SPEECH_RATE_HZ, type CutSound } from './listen.ts';
import type { SpokenTrack } from './spokenTake.ts';
import type { TrackWork } from './trackWork.ts';

/** `speaker`: null for what was said now; otherwise who is known by it. */
type Part = CutSound & { speaker: number | null };

/** The number of one of several people on a track; null for the track itself. */
export function speakerOf(trackId: string, of: string): number | null {
  return of !== trackId && trackOfSpeaker(of) === trackId ? Number(of.slice(trackId.length + 1)) : null;
}

/** Sends one piece of a track on which several people speak. Its words have the number of their person, e.g. `system~2`. */
export async function diarize(
  track: SpokenTrack,
  spans: readonly Stretch[],
  name: string,
  work: TrackWork,
): Promise<void> {
  const { engine, journal, sampleRateHz, signal, report } = work;
  const { apart } = engine;
  if (!apart) return;
  const known = await knownVoices(track, work);
  const parts: Part[] = [...known];
  for await (const cut of cutSpeech(track, spans, signal)) parts.push({ ...cut, speaker: null });
  // Its file ends before it.
  if (parts.length === known.length) return;
  const { samples, laid } = layPiece(parts, SPEECH_RATE_HZ);
  const sec = samples.length / SPEECH_RATE_HZ;
  await engine.assertReady(sec);
  await journal.sent(name, sec);
  const wav = toWav([samples], SPEECH_RATE_HZ);
  const { words, language, usd } = await apart.transcribe(wav, sec, work.mostSpeakers, signal);
  const places = words.map((word) => partOf(laid, word));
  const numbers = numbersOf(words, places, laid);
  const said: Word[] = [];
  for (const [index, part] of laid.entries()) {
    if (part.of.speaker !== null) continue;
    const own = words.filter((_, at) => places[at] === index);
    for (const [at, word] of (await align(own, part, language, work)).entries()) {
      const number = numbers.get(own[at]?.speaker ?? '') ?? 1;
      said.push(toWord(word, part, personOn(track.id, number), sampleRateHz));
    }
  }
  await journal.done({ span: name, sec, usd, language, words: said });
  report(spans.reduce((sum, { startSec, endSec }) => sum + endSec - startSec, 0));
}

/** A bit of everybody who was heard in the pieces before, cut out of the track. */
async function knownVoices(track: SpokenTrack, work: TrackWork): Promise<Part[]> {
  const { journal, sampleRateHz, signal } = work;
  const words = [...journal.finished.values()]
    .flatMap((span) => span.words)
    .filter(({ trackId }) => speakerOf(track.id, trackId) !== null)
    .sort((a, b) => a.startFrame - b.startFrame)
    .map(({ trackId, startFrame, endFrame }) => ({
      speaker: trackId,
      startSec: startFrame / sampleRateHz,
      endSec: endFrame / sampleRateHz,
    }));
  const parts: Part[] = [];
  for (const [speaker, stretch] of voicesIn(words)) {
    for await (const cut of cutSpeech(track, [stretch], signal))
      parts.push({ ...cut, speaker: speakerOf(track.id, speaker) });
  }
  return parts;
}

/** Which number each of the engine's names has: that of a known voice, or the next one. */
function numbersOf(
  words: readonly SpokenWord[],
  places: readonly number[],
  laid: readonly LaidPart<Part>[],
): Map<string, number> {
  const heard = words.flatMap((word, at) => {
    const known = laid[places[at] ?? -1]?.of.speaker ?? null;
    const sec = word.endSec - word.startSec;
    return known === null ? [] : [{ speaker: word.speaker, known: String(known), sec }];
  });
  const numbers = new Map([...knownSpeakers(heard)].map(([speaker, known]) => [speaker, Number(known)]));
  let last = Math.max(0, ...laid.map(({ of }) => of.speaker ?? 0));
  for (const { speaker } of words) if (!numbers.has(speaker)) numbers.set(speaker, (last += 1));
  return numbers;
}

/** The words of a part in its own seconds, where they are heard in it. */
async function align(
  own: readonly SpokenWord[],
  { atSec, lengthSec, of }: LaidPart<Part>,
  language: string | null,
  { engine, signal }: TrackWork,
): Promise<TimedWord[]> {
  const within = (sec: number) => Math.min(lengthSec, Math.max(0, sec - atSec));
  const words = own.map(({ speaker: _, startSec, endSec, ...word }) => ({
    ...word,
    startSec: within(startSec),
    endSec: within(endSec),
  }));
  if (!engine.align || words.length === 0) return words;
  return await engine.align(toWav([of.samples], SPEECH_RATE_HZ), words, language, signal);
}

function toWord(
  { startSec, endSec, text, confidence }: TimedWord,
  { of }: LaidPart<Part>,
  trackId: string,
  sampleRateHz: number,
): Word {
  const toFrame = (sec: number) => Math.max(0, Math.round((of.startSec + sec) * sampleRateHz));
  return {
    ...(confidence !== undefined && { confidence }),
    trackId,
    startFrame: toFrame(startSec),
    endFrame: toFrame(endSec),
    text: text.slice(0, 200),
  };
}
