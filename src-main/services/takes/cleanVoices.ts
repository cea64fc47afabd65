import { rmSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { TakeCleaning, TakeTrack } from '../../../src-shared/contract/takes.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { CleaningSettings } from '../../../src-shared/contract/engine.ts';
import { crosstalkOf, muteRanges } from '../../../src-shared/domain/crosstalk.ts';
import { levelerOf } from '../../../src-shared/domain/leveler.ts';
import { recordedTracks, voicesOf } from '../../../src-shared/domain/takeVoices.ts';
import { regularPath, requireRoom } from '../../../src-node/files/index.ts';
import { rewriteWav } from '../clean/index.ts';
import type { EngineService, TakeJobTask } from '../engine/index.ts';
import { requireFinished } from './export.ts';
import { readTakeFolder, requireNativeSound, writeDocument, type TakeFolder } from './folder.ts';
import { createParts, sweepParts } from './parts.ts';
import { readPoints, writePeaks } from './peaks.ts';

interface CleanVoicesOptions {
  engine: Pick<EngineService, 'clean'>;
  createId: () => string;
  nowMs: () => number;
}

type Denoise = Omit<TakeCleaning, 'cleanedAtMs'>;

interface Run {
  engine: Pick<EngineService, 'clean'>;
  parts: ReturnType<typeof createParts>;
  signal: AbortSignal;
}

/** Of the work, where crosstalk is muted after it. */
const CLEANED_SHARE = 0.8;

interface MadeVoice {
  track: TakeTrack;
  soundPart: string;
  peaksPart: string;
}

/**
 * Cleans every voice of a take into a file beside the raw one, which stays as it is. The take has the new files when
 * all of them are whole, and not before.
 */
export async function cleanVoices(
  folder: TakeFolder,
  denoise: Denoise,
  { engine, createId, nowMs }: CleanVoicesOptions,
  { signal, onProgress }: TakeJobTask,
): Promise<void> {
  requireFinished(folder);
  const { engine: denoiser, sensitivity, reduction } = denoise;
  const encoding = requireNativeSound(folder);
  const voices = voicesOf(folder.document.tracks).filter(({ framesWritten }) => framesWritten > 0);
  if (voices.length === 0) throw failWith('FILE_EMPTY', 'noVoice', { values: { path: folder.path } });
  const sampleBytes = encoding === 'float32' ? 4 : 3;
  await requireRoom(
    folder.path,
    voices.reduce((sum, { framesWritten, channels }) => sum + framesWritten * channels * sampleBytes, 0),
  );
  // What a killed program left of such work.
  await sweepParts(folder.path);
  const parts = createParts(createId);
  const run: Run = { engine, parts, signal: signal ?? new AbortController().signal };
  const mutes = denoise.muteCrosstalk === true && voices.length > 1;
  const cleanedShare = mutes ? CLEANED_SHARE : 1;
  const made: MadeVoice[] = [];
  try {
    for (const [index, voice] of voices.entries()) {
      const track = cleanedTrack(voice);
      const soundPart = await parts.make(join(folder.path, track.file));
      const peaksPart = await parts.make(join(folder.path, track.peaks));
      const input = { path: regularPath(folder.path, voice.file), outputPath: soundPart };
      // A voice is brought to its loudness once the others are gone from it.
      const settings = {
        engine: denoiser,
        sensitivity,
        reduction,
        levelLufs: mutes ? null : denoise.levelLufs,
      };
      const { frames: framesWritten, clippedSamples } = await cleanOne(run, input, settings, (done) =>
        onProgress?.((cleanedShare * (index + done)) / voices.length),
      );
      await writePeaks(soundPart, peaksPart);
      made.push({ track: { ...track, framesWritten, clippedSamples }, soundPart, peaksPart });
    }
    if (mutes)
      await muteCrosstalk(run, made, { ...denoise, sampleRate: folder.document.sampleRate }, (done) =>
        onProgress?.(cleanedShare + (1 - cleanedShare) * done),
      );
    for (const { track, soundPart, peaksPart } of made) {
      await parts.finish(soundPart, join(folder.path, track.file));
      await parts.finish(peaksPart, join(folder.path, track.peaks));
    }
  } finally {
    parts.dropAll();
  }
  const cleaning = { ...denoise, cleanedAtMs: nowMs() };
  // It may have been renamed, or got a marker, meanwhile.
  const { document } = await readTakeFolder(folder.path);
  const tracks = [...recordedTracks(document.tracks), ...made.map(({ track }) => track)];
  writeDocument(folder.path, { ...document, tracks, cleaning });
}

async function cleanOne(
  { engine, signal }: Run,
  { path, outputPath }: { path: string; outputPath: string },
  { levelLufs, ...denoise }: CleaningSettings & Pick<Denoise, 'levelLufs'>,
  onDone: (done: number) => void,
) {
  const result = await engine.clean(
    {
      input: { kind: 'file', path },
      outputPath,
      container: 'wav',
      encoding: 'same',
      denoise,
      mastering: { targetLufs: null, leveler: levelerOf(levelLufs) },
    },
    {
      signal,
      onProgress: ({ framesDone, framesTotal }) =>
        onDone(framesTotal ? Math.min(1, framesDone / framesTotal) : 0),
    },
  );
  if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
  return result;
}

/** Silence in each cleaned voice where its microphone only heard the others; then its loudness. */
async function muteCrosstalk(
  run: Run,
  made: MadeVoice[],
  { sampleRate, sensitivity, reduction, levelLufs }: Denoise & { sampleRate: number },
  onDone: (done: number) => void,
): Promise<void> {
  const voices = await Promise.all(
    made.map(async ({ track: { channels, offsetFrames }, peaksPart }) => ({
      ...(await readPoints(peaksPart)),
      channels,
      offsetFrames,
    })),
  );
  for (const [index, ranges] of (await crosstalkOf(voices)).entries()) {
    const voice = made[index];
    if (!voice) continue;
    const { channels } = voice.track;
    const mute = (samples: Float32Array, fromFrame: number) =>
      muteRanges(samples, ranges, { fromFrame, channels, sampleRate });
    await rewriteWav(voice.soundPart, ranges, mute, run.signal);
    if (typeof levelLufs === 'number') {
      const path = voice.soundPart;
      voice.soundPart = await run.parts.make(`${path}.levelled`);
      const settings = { engine: 'off', sensitivity, reduction, levelLufs } as const;
      const { clippedSamples } = await cleanOne(
        run,
        { path, outputPath: voice.soundPart },
        settings,
        (done) => onDone((index + done) / made.length),
      );
      voice.track = { ...voice.track, clippedSamples };
      run.parts.drop(path);
    }
    await writePeaks(voice.soundPart, voice.peaksPart);
    onDone((index + 1) / made.length);
  }
}

/** Only what was recorded is left. */
export function forgetCleanVoices({ path, document }: TakeFolder): void {
  const cleaned = document.tracks.filter(({ kind }) => kind === 'cleaned');
  writeDocument(path, { ...document, tracks: recordedTracks(document.tracks), cleaning: null });
  for (const { file, peaks } of cleaned)
    for (const name of [file, peaks]) rmSync(join(path, name), { force: true });
}

function cleanedTrack(voice: TakeTrack): TakeTrack {
  const stem = `clean-${basename(voice.file, extname(voice.file))}`;
  return {
    ...voice,
    id: `cleaned:${voice.id}`,
    name: `${voice.name} (clean)`,
    kind: 'cleaned',
    of: voice.id,
    file: `${stem}.wav`,
    peaks: `${stem}.peaks`,
  };
}
