import { RpcError } from '../../contract/errors.ts';
import type { TranscriptEstimate } from '../../contract/transcripts.ts';
import { personOn, type Transcript, type Word } from '../../domain/transcript/document.ts';
import type { FinishedSpan } from '../../domain/transcript/journalLine.ts';
import { pieceSec, toPieces } from '../../domain/transcript/piece.ts';
import { findSpeech, toSpans, type Stretch } from '../../domain/transcript/speech.ts';
import { toWav } from '../../domain/transcript/wav.ts';
import type { SpanEngine } from '../voice/index.ts';
import { openJournal, type TranscriptJournal } from './journal.ts';
import { cutSpeech, readLevels, SPEECH_RATE_HZ } from './listen.ts';
import type { SpokenTake, SpokenTrack } from './spokenTake.ts';
import type { TrackWork } from './trackWork.ts';
import { diarize, speakerOf } from './diarize.ts';

/** What is said at one microphone. */
interface HeardTrack {
  track: SpokenTrack;
  spans: Stretch[];
}

export interface Listened {
  take: SpokenTake;
  tracks: HeardTrack[];
}

export interface TranscribeOptions {
  nowMs: () => number;
  signal: AbortSignal;
  /** 0 to 1, and US dollars until now. */
  onProgress: (done: number, usd: number) => void;
}

/** Finds who speaks when, on this computer alone. `onProgress`: 0 to 1. */
export async function listenToTake(
  take: SpokenTake,
  signal: AbortSignal,
  onProgress: (done: number) => void = () => undefined,
): Promise<Listened> {
  const levels: Float32Array[] = [];
  for (const track of take.tracks) {
    levels.push(await readLevels(track, signal));
    onProgress(levels.length / take.tracks.length);
  }
  const speech = findSpeech(levels);
  const tracks = take.tracks.map((track, index) => ({
    track,
    spans: toSpans(speech[index] ?? [], levels[index] ?? new Float32Array()),
  }));
  return { take, tracks };
}

const lengthOf = ({ startSec, endSec }: Stretch) => endSec - startSec;
const sumOf = (spans: readonly Stretch[]) => spans.reduce((sum, span) => sum + lengthOf(span), 0);
/** The same sound has the same name, in a later run too. */
const nameOf = ({ id }: SpokenTrack, { startSec, endSec }: Stretch) =>
  `${id}:${startSec.toFixed(2)}-${endSec.toFixed(2)}`;

/** Spans without an answer: neither of their own, nor in a piece. */
function leftOf({ track, spans }: HeardTrack, { finished }: TranscriptJournal): Stretch[] {
  const pieces = [...finished.keys()].flatMap((name) => readPieceName(track, name) ?? []);
  return spans.filter(
    (span) =>
      !finished.has(nameOf(track, span)) &&
      !pieces.some(({ startSec, endSec }) => span.startSec >= startSec && span.endSec <= endSec),
  );
}

const pieceName = ({ id }: SpokenTrack, spans: readonly Stretch[]) =>
  `${id}~${spans[0]?.startSec.toFixed(2)}-${spans.at(-1)?.endSec.toFixed(2)}`;

/** null: it is not the name of a piece of this track. */
function readPieceName({ id }: SpokenTrack, name: string): Stretch | null {
  if (!name.startsWith(`${id}~`)) return null;
  const [startSec = NaN, endSec = NaN] = name
    .slice(id.length + 1)
    .split('-')
    .map(Number);
  // Names have hundredths of a second.
  return { startSec: startSec - 0.01, endSec: endSec + 0.01 };
}

/** What is left to send. */
export async function estimate({ take, tracks }: Listened, engine: SpanEngine): Promise<TranscriptEstimate> {
  const journal = await openJournal(take.files);
  const left = tracks.map((heard) => ({ ...heard, left: leftOf(heard, journal) }));
  const sentSec = left.flatMap(({ track, left: spans }) =>
    track.isShared && engine.apart ? toPieces(spans, engine.apart.maxSec).map(pieceSec) : spans.map(lengthOf),
  );
  return {
    engine: engine.engine,
    speechSec: left.reduce((sum, { left: spans }) => sum + sumOf(spans), 0),
    usd: sentSec.reduce((sum, sec) => sum + engine.priceOf(sec), 0),
    unansweredSec: journal.unansweredSec,
  };
}

/**
 * Sends what is said, a track after the other, and keeps each answer on the disk before the next is asked for.
 */
export async function transcribeTake(
  { take, tracks }: Listened,
  engine: SpanEngine,
  options: TranscribeOptions,
): Promise<Transcript> {
  const { signal, onProgress } = options;
  const journal = await openJournal(take.files);
  const wholeSec = tracks.reduce((sum, { spans }) => sum + sumOf(spans), 0);
  let doneSec = 0;
  const work: TrackWork = {
    journal,
    engine,
    sampleRateHz: take.document.sampleRate,
    mostSpeakers: take.mostSpeakers,
    signal,
    report(sec) {
      doneSec += sec;
      const usd = [...journal.finished.values()].reduce((sum, span) => sum + span.usd, 0);
      onProgress(wholeSec === 0 ? 1 : Math.min(1, doneSec / wholeSec), usd);
    },
  };
  for (const heard of tracks) {
    const left = leftOf(heard, journal);
    work.report(sumOf(heard.spans) - sumOf(left));
    if (heard.track.isShared && engine.apart) await transcribeShared(heard.track, left, work);
    else await transcribeSpans(heard.track, left, work);
  }
  return toTranscript({ take, tracks }, journal, engine, options.nowMs());
}

/** A compatible server may have no model that separates speakers: its other words are still wanted. */
async function transcribeShared(track: SpokenTrack, left: readonly Stretch[], work: TrackWork) {
  const { engine, journal, signal } = work;
  const pieces = toPieces(left, engine.apart?.maxSec ?? 0);
  for (const [index, piece] of pieces.entries()) {
    try {
      await diarize(track, piece, pieceName(track, piece), work);
    } catch (error) {
      const isFirst = ![...journal.finished.keys()].some((name) => readPieceName(track, name));
      const isRefused = error instanceof RpcError && error.code === 'PROVIDER_REFUSED';
      if (signal.aborted || !isFirst || !isRefused) throw error;
      return await transcribeSpans(track, pieces.slice(index).flat(), work);
    }
  }
}

async function transcribeSpans(track: SpokenTrack, left: readonly Stretch[], work: TrackWork) {
  const { journal, engine, sampleRateHz, signal, report } = work;
  if (left.length === 0) return;
  for await (const { samples, ...span } of cutSpeech(track, left, signal)) {
    const sec = lengthOf(span);
    await engine.assertReady(sec);
    await journal.sent(nameOf(track, span), sec);
    const { words, language, usd } = await engine.transcribe(toWav([samples], SPEECH_RATE_HZ), sec, signal);
    const toFrame = (atSec: number) =>
      Math.round((span.startSec + Math.min(sec, Math.max(0, atSec))) * sampleRateHz);
    await journal.done({
      span: nameOf(track, span),
      sec,
      usd,
      language,
      words: words.map(({ startSec, endSec, text, confidence }) => ({
        ...(confidence !== undefined && { confidence }),
        trackId: track.id,
        startFrame: toFrame(startSec),
        endFrame: toFrame(endSec),
        text: text.slice(0, 200),
      })),
    });
    report(sec);
  }
}

function toTranscript(
  { take, tracks }: Listened,
  { finished }: TranscriptJournal,
  engine: SpanEngine,
  madeAtMs: number,
): Transcript {
  const said = tracks.map(({ track, spans }) => {
    const pieces = [...finished.values()].filter(({ span }) => readPieceName(track, span) !== null);
    return {
      track,
      done: [...pieces, ...spans.flatMap((span) => finished.get(nameOf(track, span)) ?? [])],
    };
  });
  const spans: FinishedSpan[] = said.flatMap(({ done }) => done);
  const speakers: Transcript['speakers'] = [];
  const words: Word[] = [];
  let people = 0;
  for (const { track, done } of said) {
    const heard = speakersOn(
      track,
      done.flatMap((span) => span.words),
      people,
    );
    people += heard.people;
    speakers.push(...heard.speakers);
    for (const word of heard.words) words.push(word);
  }
  return {
    schemaVersion: 1,
    sampleRateHz: take.document.sampleRate,
    engine: engine.engine,
    model: engine.model,
    language: mostFrequent(spans.flatMap(({ language }) => language ?? [])),
    madeAtMs,
    sentSec: spans.reduce((sum, { sec }) => sum + sec, 0),
    usd: spans.reduce((sum, { usd }) => sum + usd, 0),
    speakers,
    words: words.sort((a, b) => a.startFrame - b.startFrame),
  };
}

/** Of several people on a track each has a number; one alone goes by the track. */
function speakersOn({ id, name }: SpokenTrack, words: readonly Word[], namedBefore: number) {
  const track = { trackId: id, name };
  const found = words.map(({ trackId }) => speakerOf(id, trackId)).filter((number) => number !== null);
  const numbers = [...new Set(found)].sort((a, b) => a - b);
  if (numbers.length < 2)
    return { speakers: [track], words: words.map((word) => ({ ...word, trackId: id })), people: 0 };
  const speakers = numbers.map((number, index) => ({
    trackId: personOn(id, number),
    name: `Speaker ${namedBefore + index + 1}`,
  }));
  const isMixed = found.length < words.length;
  return { speakers: isMixed ? [...speakers, track] : speakers, words, people: numbers.length };
}

function mostFrequent(values: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first?.[0] ?? null;
}
