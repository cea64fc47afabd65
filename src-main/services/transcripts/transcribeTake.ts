import { join } from 'node:path';
import type { TranscriptEstimate } from '../../../src-shared/contract/transcripts.ts';
import type { TakeTrack } from '../../../src-shared/contract/takes.ts';
import type { Transcript, Word } from '../../../src-shared/domain/transcript/document.ts';
import { findSpeech, toSpans, type Stretch } from '../../../src-shared/domain/transcript/speech.ts';
import type { SpanEngine } from '../../../src-shared/handlers/voice/index.ts';
import type { TakeFolder } from '../takes/index.ts';
import { openJournal, type TranscriptJournal } from './journal.ts';
import { cutSpeech, readLevels } from './listen.ts';

/** What is said at one microphone. */
interface SpokenTrack {
  track: TakeTrack;
  path: string;
  offsetSec: number;
  spans: Stretch[];
}

export interface Listened {
  folder: TakeFolder;
  tracks: SpokenTrack[];
}

/** The microphones of a take, and the mix where there are none. */
function voicesOf({ document: { tracks } }: TakeFolder): TakeTrack[] {
  const channels = tracks.filter(({ kind }) => kind === 'channel');
  return channels.length > 0 ? channels : tracks.filter(({ kind }) => kind === 'mix');
}

/** Finds who speaks when, on this computer alone. `onProgress`: 0 to 1. */
export async function listenToTake(
  folder: TakeFolder,
  signal: AbortSignal,
  onProgress: (done: number) => void = () => undefined,
): Promise<Listened> {
  const voices = voicesOf(folder).map((track) => ({
    track,
    path: join(folder.path, track.file),
    offsetSec: track.offsetFrames / folder.document.sampleRate,
  }));
  const levels: Float32Array[] = [];
  for (const { path, offsetSec } of voices) {
    levels.push(await readLevels(path, offsetSec, signal));
    onProgress(levels.length / voices.length);
  }
  const speech = findSpeech(levels);
  const tracks = voices.map((voice, index) => ({
    ...voice,
    spans: toSpans(speech[index] ?? [], levels[index] ?? new Float32Array()),
  }));
  return { folder, tracks };
}

const lengthOf = ({ startSec, endSec }: Stretch) => endSec - startSec;
/** The same sound has the same name, in a later run too. */
const nameOf = ({ id }: TakeTrack, { startSec, endSec }: Stretch) =>
  `${id}:${startSec.toFixed(2)}-${endSec.toFixed(2)}`;

/** What is left to send. */
export function estimate({ folder, tracks }: Listened, engine: SpanEngine): TranscriptEstimate {
  const { finished, unansweredSec } = openJournal(folder.path);
  const left = tracks.flatMap(({ track, spans }) =>
    spans.filter((span) => !finished.has(nameOf(track, span))),
  );
  return {
    engine: engine.engine,
    speechSec: left.reduce((sum, span) => sum + lengthOf(span), 0),
    usd: left.reduce((sum, span) => sum + engine.priceOf(lengthOf(span)), 0),
    unansweredSec,
  };
}

/**
 * Sends what is said, a track after the other, and keeps each answer on the disk before the next is asked for. `onProgress`:
 * 0 to 1, and US dollars until now.
 */
export async function transcribeTake(
  { folder, tracks }: Listened,
  engine: SpanEngine,
  options: { nowMs: () => number; signal: AbortSignal; onProgress: (done: number, usd: number) => void },
): Promise<Transcript> {
  const { signal, onProgress } = options;
  const journal = openJournal(folder.path);
  const all = tracks.flatMap(({ spans }) => spans);
  const wholeSec = all.reduce((sum, span) => sum + lengthOf(span), 0);
  let doneSec = 0;
  const report = (sec: number) => {
    doneSec += sec;
    const usd = [...journal.finished.values()].reduce((sum, span) => sum + span.usd, 0);
    onProgress(wholeSec === 0 ? 1 : doneSec / wholeSec, usd);
  };
  for (const spoken of tracks) await transcribeTrack(spoken, folder, journal, { engine, signal, report });
  return toTranscript({ folder, tracks }, journal, engine, options.nowMs());
}

async function transcribeTrack(
  { track, path, offsetSec, spans }: SpokenTrack,
  { document: { sampleRate } }: TakeFolder,
  journal: TranscriptJournal,
  { engine, signal, report }: { engine: SpanEngine; signal: AbortSignal; report: (sec: number) => void },
): Promise<void> {
  const left = spans.filter((span) => !journal.finished.has(nameOf(track, span)));
  report(spans.filter((span) => !left.includes(span)).reduce((sum, span) => sum + lengthOf(span), 0));
  if (left.length === 0) return;
  for await (const { wav, ...span } of cutSpeech(path, offsetSec, left, signal)) {
    const sec = lengthOf(span);
    await engine.assertReady(sec);
    journal.sent(nameOf(track, span), sec);
    const { words, language, usd } = await engine.transcribe(wav, sec, signal);
    const toFrame = (atSec: number) =>
      Math.round((span.startSec + Math.min(sec, Math.max(0, atSec))) * sampleRate);
    journal.done({
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
  { folder, tracks }: Listened,
  { finished }: TranscriptJournal,
  engine: SpanEngine,
  madeAtMs: number,
): Transcript {
  const spans = tracks.flatMap(({ track, spans: all }) =>
    all.flatMap((span) => finished.get(nameOf(track, span)) ?? []),
  );
  const words: Word[] = spans.flatMap((span) => span.words);
  return {
    schemaVersion: 1,
    sampleRateHz: folder.document.sampleRate,
    engine: engine.engine,
    model: engine.model,
    language: mostFrequent(spans.flatMap(({ language }) => language ?? [])),
    madeAtMs,
    sentSec: spans.reduce((sum, { sec }) => sum + sec, 0),
    usd: spans.reduce((sum, { usd }) => sum + usd, 0),
    speakers: tracks.map(({ track: { id, name } }) => ({ trackId: id, name })),
    words: words.sort((a, b) => a.startFrame - b.startFrame),
  };
}

function mostFrequent(values: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first?.[0] ?? null;
}
