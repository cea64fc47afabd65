import type { TakeDocument, TakeSync, TakeTrack } from '../../../src-shared/contract/takes.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { clockDifferenceSec } from '../../../src-shared/domain/timecode.ts';
import type { EngineService, TakeJobTask } from '../engine/index.ts';
import { regularPath } from '../../../src-node/files/index.ts';
import { requireNativeSound, writeDocument, type TakeFolder } from './folder.ts';

/** Tracks further apart than this are of different occasions. */
const MOST_OFFSET_SEC = 300;
/** Below it the best place stands out no more than chance does (`native/test/track_job_test.cpp`). */
const LEAST_PROMINENCE = 1.5;

export interface SyncReport {
  document: TakeDocument;
  /** Tracks that stay where they were, with the reason. */
  unchanged: { trackId: string; reason: string }[];
}

/** Lays tracks where timecode, sound or the user says they belong, and keeps that in the take. */
export async function syncTake(
  folder: TakeFolder,
  sync: TakeSync,
  engine: Pick<EngineService, 'runTakeJob'>,
  task: TakeJobTask = {},
): Promise<SyncReport> {
  requireNativeSound(folder);
  if (folder.state !== 'finished') {
    throw failWith('BAD_OPTION', 'pathNoEnd', { values: { path: folder.path } });
  }
  const document = structuredClone(folder.document);
  const unchanged: SyncReport['unchanged'] = [];
  if (sync.by === 'hand') trackNamed(document, sync.trackId).offsetFrames = sync.offsetFrames;
  if (sync.by === 'audio')
    await syncByAudio(folder, document, sync.referenceTrackId, engine, task, unchanged);
  if (sync.by === 'timecode') await syncByTimecode(folder, document, engine, task, unchanged);
  // What was made of a track lies where that does.
  for (const track of document.tracks)
    if (track.of) track.offsetFrames = trackNamed(document, track.of).offsetFrames;
  writeDocument(folder.path, document);
  return { document, unchanged };
}

function trackNamed(document: TakeDocument, id: string): TakeTrack {
  const track = document.tracks.find((known) => known.id === id);
  if (!track) {
    const known = document.tracks.map((other) => other.id).join(', ');
    throw failWith('BAD_OPTION', 'noTrackOfTake', { values: { id, known } });
  }
  return track;
}

async function syncByAudio(
  { path }: TakeFolder,
  document: TakeDocument,
  referenceTrackId: string,
  engine: Pick<EngineService, 'runTakeJob'>,
  task: TakeJobTask,
  unchanged: SyncReport['unchanged'],
): Promise<void> {
  const reference = trackNamed(document, referenceTrackId);
  for (const track of document.tracks) {
    if (track === reference || track.of || track.framesWritten === 0) continue;
    const { offsetFrames, prominence } = await engine.runTakeJob(
      {
        kind: 'align',
        referencePath: regularPath(path, reference.file),
        path: regularPath(path, track.file),
        mostOffsetSec: MOST_OFFSET_SEC,
      },
      task,
    );
    if (prominence < LEAST_PROMINENCE) {
      unchanged.push({ trackId: track.id, reason: 'It shares no sound with the reference.' });
      continue;
    }
    track.offsetFrames = reference.offsetFrames + offsetFrames;
  }
}

/** The first track with timecode stays; the others follow their clocks. */
async function syncByTimecode(
  { path }: TakeFolder,
  document: TakeDocument,
  engine: Pick<EngineService, 'runTakeJob'>,
  task: TakeJobTask,
  unchanged: SyncReport['unchanged'],
): Promise<void> {
  let reference: { track: TakeTrack; startSec: number } | null = null;
  for (const track of document.tracks.filter(({ of }) => !of)) {
    const startSec = track.framesWritten > 0 ? await readStartSec(path, track, engine, task) : null;
    if (startSec === null) {
      unchanged.push({ trackId: track.id, reason: 'It carries no timecode.' });
    } else if (!reference) {
      reference = { track, startSec };
    } else {
      const laterSec = clockDifferenceSec(reference.startSec, startSec);
      track.offsetFrames = reference.track.offsetFrames + Math.round(laterSec * document.sampleRate);
    }
  }
  if (!reference) throw failWith('BAD_OPTION', 'noTimecode');
}

async function readStartSec(
  path: string,
  track: TakeTrack,
  engine: Pick<EngineService, 'runTakeJob'>,
  task: TakeJobTask,
): Promise<number | null> {
  for (let channel = 0; channel < track.channels; channel += 1) {
    const { reading } = await engine.runTakeJob(
      { kind: 'timecode', path: regularPath(path, track.file), channel },
      task,
    );
    if (reading) return reading.startSec;
  }
  return null;
}
