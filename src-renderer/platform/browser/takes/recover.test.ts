import { describe, expect, it } from 'vitest';
import { takeDocumentSchema, type TakeDocument } from '../../../../src-shared/contract/takes.ts';
import type { VideoDocument } from '../../../../src-shared/contract/takeVideoTracks.ts';
import { toStored } from '../../../../src-shared/domain/storedNames.ts';
import { DOCUMENT_NAME, JOURNAL_NAME, VIDEO_DOCUMENT_NAME } from '../../../../src-shared/domain/takeFiles.ts';
import { RESERVE_NAME } from './names.ts';
import { recoverTake } from './recover.ts';
import type { ScannedFile } from './scanTake.ts';
import { soundTrackOf } from './soundTrack.ts';
import type { WriterTask } from './writer/messages.ts';

const RATE_HZ = 48_000;

const track = (id: string) =>
  soundTrackOf({
    id,
    name: id,
    file: `${id}.webm`,
    source: 'A microphone',
    startMs: 0,
    ended: null,
    scanned: null,
    takeFrames: 0,
    isReplaced: false,
  });

const take = (...ids: string[]): TakeDocument => ({
  schemaVersion: 1,
  name: 'Cut off',
  status: 'recording',
  mode: 'multitrack',
  tap: 'raw',
  container: 'webm',
  encoding: 'opus',
  sampleRate: RATE_HZ,
  startedAtMs: 1000,
  startFrame: 0,
  frames: 0,
  timecode: { source: 'none', timeReference: null, fps: null },
  markers: [],
  pauses: [],
  missedDeadlines: 0,
  ended: null,
  videoTracks: [],
  writer: { pid: 0, startedTicks: 0, bootId: null },
  tracks: ids.map(track),
});

const video: VideoDocument = {
  schemaVersion: 1,
  status: 'recording',
  writer: { pid: 0, startedTicks: 0 },
  videoTracks: [
    {
      id: 'p',
      sourceId: 'camera',
      name: 'Camera',
      kind: 'video',
      source: 'A camera',
      file: 'video-1.webm',
      codec: 'vp8',
      width: 640,
      height: 360,
      fps: 30,
      startFrame: null,
      framesWritten: 0,
      framesDropped: 2,
      durationSec: 0,
      longestGapSec: 0,
      ended: null,
      bubble: null,
    },
  ],
  sources: [{ id: 'camera', name: 'Camera', kind: 'video', fromFrame: 0, untilFrame: null }],
};

const sound = (startSec: number, endSec: number): ScannedFile => ({
  kind: 'sound',
  track: 1,
  preSkip: 312,
  channels: 1,
  reportedEndFrame: null,
  gaps: [],
  clusters: [],
  startFrame: startSec * RATE_HZ,
  endFrame: endSec * RATE_HZ,
});

const seen = (endMs: number): ScannedFile => ({
  kind: 'video',
  track: 1,
  codec: 'vp8',
  codecPrivate: null,
  width: 640,
  height: 360,
  clusters: [],
  frames: 90,
  startMs: 100,
  endMs,
  longestGapMs: 40,
});

/** A folder of which `files` can be read to a last block, and what was done to it. */
function folderOf(files: Record<string, ScannedFile>) {
  const saved = new Map<string, unknown>();
  const dropped: string[] = [];
  const removed: string[] = [];
  return {
    saved,
    dropped,
    removed,
    means: {
      writer: {
        ask(task: WriterTask) {
          if (task.kind === 'save') saved.set(task.name, JSON.parse(task.text));
          if (task.kind === 'drop') dropped.push(...task.names);
          const isThere = task.kind === 'end' && task.file in files;
          return Promise.resolve(isThere ? { firstMs: 0, lastMs: 1 } : null);
        },
        close: () => undefined,
      },
      scan: (file: string) => Promise.resolve(files[file] ?? null),
      remove(file: string) {
        removed.push(file);
        return Promise.resolve();
      },
    },
  };
}

describe('a take of a page that has gone', () => {
  it('keeps how the faders of its channel stood', async () => {
    const faders = [
      { atFrame: 0, volume: 80, pan: -20, isMuted: false },
      { atFrame: RATE_HZ, volume: 80, pan: -20, isMuted: true },
    ];
    const document = take('microphone');
    const tracks = document.tracks.map((one) => ({ ...one, faders }));
    const folder = folderOf({ 'microphone.webm': sound(0, 5) });
    await recoverTake({ document: { ...document, tracks }, video: null, lines: [] }, folder.means);
    const saved = takeDocumentSchema.parse(folder.saved.get(DOCUMENT_NAME));
    expect(saved.tracks.map((one) => one.faders)).toEqual([faders]);
  });

  it('is what its files hold, with the markers and pauses of its journal', async () => {
    const folder = folderOf({ 'microphone.webm': sound(0, 9), 'video-1.webm': seen(8500) });
    const lines = [
      { type: 'start', sessionFrame: 0, startedAtMs: 1000, timeReference: null },
      { type: 'marker', atFrame: 2 * RATE_HZ, label: 'Chapter' },
      { type: 'pause', atFrame: 3 * RATE_HZ, sessionFrame: 3 * RATE_HZ },
      { type: 'resume', atFrame: 3 * RATE_HZ, sessionFrame: 5 * RATE_HZ },
      // Of what was never written.
      { type: 'marker', atFrame: 20 * RATE_HZ, label: 'Lost' },
    ].map((line) => JSON.stringify(line));
    const found = await recoverTake(
      { document: take('microphone'), video, lines: [...lines, '{"type":"mar'] },
      folder.means,
    );
    expect(takeDocumentSchema.parse(found?.document)).toEqual(found?.document);
    expect(found?.document).toMatchObject({
      status: 'recovered',
      frames: 9 * RATE_HZ,
      markers: [{ atFrame: 2 * RATE_HZ, label: 'Chapter' }],
      pauses: [{ atFrame: 3 * RATE_HZ, frames: 2 * RATE_HZ }],
      tracks: [{ id: 'microphone', framesWritten: 9 * RATE_HZ, gapCount: 0 }],
    });
    expect(found?.video).toMatchObject({
      status: 'recovered',
      videoTracks: [{ framesWritten: 90, startFrame: 4800, durationSec: 8.4, framesDropped: 2 }],
    });
    expect(folder.saved.get(DOCUMENT_NAME)).toEqual(found?.document);
    expect(folder.saved.get(VIDEO_DOCUMENT_NAME)).toEqual(found?.video && toStored(found.video));
    // The journal last: until the document is there, it is what is known.
    expect(folder.dropped).toEqual([RESERVE_NAME, JOURNAL_NAME]);
  });

  it('keeps nothing of a file that holds nothing, and says what is missing behind a microphone that was lost', async () => {
    const folder = folderOf({ 'microphone.webm': sound(0, 4), 'system.webm': sound(0, 9) });
    const document = take('microphone', 'system');
    const [microphone] = document.tracks;
    if (microphone) microphone.ended = { code: 'DEVICE_LOST', message: 'It was unplugged.' };
    const found = await recoverTake({ document, video, lines: [] }, folder.means);
    expect(folder.removed).toEqual(['video-1.webm']);
    expect(found?.video?.videoTracks).toEqual([]);
    expect(found?.video?.sources).toHaveLength(1);
    expect(found?.document.tracks).toMatchObject([
      { gaps: [{ reason: 'device', missingFrames: 5 * RATE_HZ }], ended: { message: 'It was unplugged.' } },
      { gapCount: 0 },
    ]);
  });

  it('keeps a file that is not understood, and the take with it', async () => {
    const folder = folderOf({ 'microphone.webm': sound(0, 4) });
    const { means } = folder;
    const found = await recoverTake(
      { document: take('microphone'), video: null, lines: [] },
      { ...means, scan: () => Promise.resolve(null) },
    );
    expect(folder.removed).toEqual([]);
    expect(found?.document).toMatchObject({ status: 'recovered', frames: 0, tracks: [] });
  });

  it('is none where nothing was written', async () => {
    const folder = folderOf({});
    expect(
      await recoverTake({ document: take('microphone'), video: null, lines: [] }, folder.means),
    ).toBeNull();
    expect(folder.saved.size).toBe(0);
  });
});
