import { rmSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { TakeCleaning, TakeTrack } from '../../../src-shared/contract/takes.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { levelerOf } from '../../../src-shared/domain/leveler.ts';
import { recordedTracks, voicesOf } from '../../../src-shared/domain/takeVoices.ts';
import { regularPath, requireRoom } from '../../../src-node/files/index.ts';
import type { EngineService, TakeJobTask } from '../engine/index.ts';
import { requireFinished } from './export.ts';
import { readTakeFolder, requireNativeSound, writeDocument, type TakeFolder } from './folder.ts';
import { createParts, sweepParts } from './parts.ts';
import { writePeaks } from './peaks.ts';

interface CleanVoicesOptions {
  engine: Pick<EngineService, 'clean'>;
  createId: () => string;
  nowMs: () => number;
}

type Denoise = Omit<TakeCleaning, 'cleanedAtMs'>;

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
  const controller = new AbortController();
  const made: MadeVoice[] = [];
  try {
    for (const [index, voice] of voices.entries()) {
      const track = cleanedTrack(voice);
      const soundPart = await parts.make(join(folder.path, track.file));
      const peaksPart = await parts.make(join(folder.path, track.peaks));
      const result = await engine.clean(
        {
          input: { kind: 'file', path: regularPath(folder.path, voice.file) },
          outputPath: soundPart,
          container: 'wav',
          encoding: 'same',
          denoise: { engine: denoiser, sensitivity, reduction },
          mastering: { targetLufs: null, leveler: levelerOf(denoise.levelLufs) },
        },
        {
          signal: signal ?? controller.signal,
          onProgress: ({ framesDone, framesTotal }) =>
            onProgress?.((index + (framesTotal ? Math.min(1, framesDone / framesTotal) : 0)) / voices.length),
        },
      );
      if (signal?.aborted) throw failWith('CANCELLED', 'cancelled');
      await writePeaks(soundPart, peaksPart);
      const { frames: framesWritten, clippedSamples } = result;
      made.push({ track: { ...track, framesWritten, clippedSamples }, soundPart, peaksPart });
    }
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
