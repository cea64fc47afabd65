import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { VIDEO_SCHEMA_VERSION } from '../../../src-shared/contract/takeVideoTracks.ts';
import type { TakeDocument, TakeTrack } from '../../../src-shared/contract/takes.ts';
import { TAKE_SCHEMA_VERSION } from '../../../src-shared/domain/certificateSchema.ts';
import { DEMO_TAKE } from '../../../src-shared/domain/demoTake.ts';
import { DEMO_SOURCES, DEMO_VIDEO_TRACKS } from '../../../src-shared/domain/demoVideo.ts';
import { makeFolderDurably, requireRoom, syncFolder, toFileError } from '../../../src-node/files/index.ts';
import type { EngineService } from '../engine/index.ts';
import { UNFINISHED_PREFIX } from './extract.ts';
import { writeDocument } from './folder.ts';
import { findFreeId } from './list.ts';
import { writePeaks } from './peaks.ts';
import { describeOwnProcess } from './recorder.ts';
import { refuseAborted } from './task.ts';
import { writeVideoDocument } from './videoTracks/document.ts';

interface DemoOptions {
  /** The folder of takes. */
  library: string;
  engine: Pick<EngineService, 'clean'>;
  createId: () => string;
}

/** A file of the demo recording by its name. */
type DemoFile = (name: string) => Uint8Array;

const SAMPLE_BYTES = 3;
const AS_IT_IS = { engine: 'off', sensitivity: 0, reduction: 0 } as const;

/**
 * The demo recording as a take beside the others: its voices decoded into files as the recorder keeps them, its cameras as
 * they are. Answers its folder; an abort leaves nothing.
 */
export async function addDemo(
  fileOf: DemoFile,
  { library, engine, createId }: DemoOptions,
  signal: AbortSignal,
): Promise<string> {
  const unfinished = join(library, `${UNFINISHED_PREFIX}${createId()}`);
  try {
    makeFolderDurably(library, { recursive: true });
    await requireRoom(join(library, 'take'), DEMO_TAKE.voices.length * DEMO_TAKE.frames * SAMPLE_BYTES);
    makeFolderDurably(unfinished, { recursive: false });
    const tracks: TakeTrack[] = [];
    for (const voice of DEMO_TAKE.voices) {
      tracks.push(await writeVoice(unfinished, voice, fileOf(voice.file), engine, signal));
      refuseAborted(signal);
    }
    for (const { file } of DEMO_TAKE.cameras) writeFileSync(join(unfinished, file), fileOf(file));
    await writeVideoDocument(unfinished, {
      schemaVersion: VIDEO_SCHEMA_VERSION,
      status: 'finished',
      writer: await describeOwnProcess(),
      videoTracks: DEMO_VIDEO_TRACKS,
      sources: DEMO_SOURCES,
    });
    writeDocument(unfinished, await documentOf(tracks));
    const id = await findFreeId(DEMO_TAKE.name, (taken) => Promise.resolve(existsSync(join(library, taken))));
    renameSync(unfinished, join(library, id));
    syncFolder(library);
    return join(library, id);
  } catch (error) {
    throw error instanceof RpcError ? error : toFileError(unfinished, error);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

async function writeVoice(
  folder: string,
  { id, name, file }: (typeof DEMO_TAKE.voices)[number],
  bytes: Uint8Array,
  engine: Pick<EngineService, 'clean'>,
  signal: AbortSignal,
): Promise<TakeTrack> {
  const source = join(folder, file);
  const stem = basename(file, '.ogg');
  writeFileSync(source, bytes);
  const { frames, clippedSamples } = await engine.clean(
    {
      input: { kind: 'file', path: source },
      outputPath: join(folder, `${stem}.wav`),
      container: 'wav',
      encoding: 'pcm24',
      denoise: AS_IT_IS,
      mastering: { targetLufs: null },
    },
    { signal, onProgress: () => undefined },
  );
  rmSync(source);
  await writePeaks(join(folder, `${stem}.wav`), join(folder, `${stem}.peaks`));
  return {
    id,
    name,
    kind: 'channel',
    channels: 1,
    file: `${stem}.wav`,
    peaks: `${stem}.peaks`,
    device: null,
    startFrame: 0,
    framesExpected: frames,
    framesWritten: frames,
    gaps: [],
    gapCount: 0,
    missingFrames: 0,
    dryFrames: 0,
    xruns: 0,
    clippedSamples,
    driftPpm: null,
    offsetFrames: 0,
  };
}

async function documentOf(tracks: TakeTrack[]): Promise<TakeDocument> {
  return {
    schemaVersion: TAKE_SCHEMA_VERSION,
    name: DEMO_TAKE.name,
    status: 'finished',
    isDemo: true,
    mode: 'multitrack',
    tap: 'raw',
    container: 'rf64',
    encoding: 'pcm24',
    sampleRate: DEMO_TAKE.sampleRate,
    // Nobody recorded it: it has no time of its own.
    startedAtMs: null,
    startFrame: 0,
    frames: Math.max(...tracks.map(({ framesWritten }) => framesWritten)),
    timecode: { source: 'none', timeReference: null, fps: null },
    markers: DEMO_TAKE.markers.map((marker) => ({ ...marker })),
    pauses: [],
    missedDeadlines: 0,
    ended: null,
    writer: await describeOwnProcess(),
    tracks,
    videoTracks: [],
  };
}
