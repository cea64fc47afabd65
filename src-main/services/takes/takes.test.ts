import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { takeIdSchema, type TakeDocument, type TakeTrack } from '../../../src-shared/contract/takes.ts';
import { TAKE_SCHEMA_VERSION } from '../../../src-shared/domain/certificateSchema.ts';
import { createRandom, pick } from '../../../tests/lib/random.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { readTakeFolder, writeDocument } from './folder.ts';
import { replayJournal } from '../../../src-shared/recording/index.ts';
import { openTakeLibrary } from './library.ts';
import { repairTake } from './repair.ts';
import { syncTake } from './sync.ts';
import { verifyTake } from './verify.ts';

const track = (id: string): TakeTrack => ({
  id,
  name: `Voice ${id}`,
  kind: 'channel',
  channels: 1,
  file: `${id}.wav`,
  peaks: `${id}.peaks`,
  device: null,
  startFrame: null,
  framesExpected: 0,
  framesWritten: 0,
  gaps: [],
  gapCount: 0,
  missingFrames: 0,
  dryFrames: 0,
  xruns: 0,
  clippedSamples: 0,
  driftPpm: null,
  offsetFrames: 0,
});

const take = (changes: Partial<TakeDocument> = {}): TakeDocument => ({
  schemaVersion: TAKE_SCHEMA_VERSION,
  name: 'Take',
  status: 'recording',
  mode: 'multitrack',
  tap: 'processed',
  container: 'rf64',
  encoding: 'pcm24',
  sampleRate: 48_000,
  startedAtMs: null,
  startFrame: null,
  frames: 0,
  timecode: { source: 'none', timeReference: null, fps: null },
  markers: [],
  pauses: [],
  missedDeadlines: 0,
  ended: null,
  writer: { pid: 0, startedTicks: 0 },
  tracks: [track('a'), track('b')],
  videoTracks: [],
  ...changes,
});

const JOURNAL = [
  { type: 'start', sessionFrame: 480, startedAtMs: 1_700_000_000_000, timeReference: 99 },
  { type: 'progress', sessionFrame: 24_480, frames: 24_000, missedDeadlines: 0, driftPpm: [12.5, null] },
  {
    type: 'gap',
    track: 'b',
    gap: { atFrame: 960, spanFrames: 240, missingFrames: 60, reason: 'device' },
  },
  // It has grown since it was named.
  {
    type: 'gap',
    track: 'b',
    gap: { atFrame: 960, spanFrames: 480, missingFrames: 100, reason: 'device' },
  },
  { type: 'pause', atFrame: 30_000, sessionFrame: 30_480 },
  { type: 'marker', atFrame: 30_000, label: 'Here' },
  { type: 'resume', atFrame: 30_000, sessionFrame: 40_480 },
  { type: 'timecode', timeReference: 777, fps: 25 },
  {
    type: 'progress',
    sessionFrame: 60_480,
    frames: 50_000,
    missedDeadlines: 2,
    driftPpm: [13, -4],
    dryFrames: [0, 480],
    xruns: [1, 2],
  },
]
  .map((line) => JSON.stringify(line))
  .join('\n');

function makeTake(library: string, id: string, document: TakeDocument): string {
  const folder = join(library, id);
  mkdirSync(folder, { recursive: true });
  writeDocument(folder, document);
  return folder;
}

describe('the journal of a take without an end', () => {
  it('says where it was, also when its last line is torn', () => {
    for (const tail of ['\n', '\n{"type":"marker","atFr', '\n\u0000\u0000\u0000']) {
      const replayed = replayJournal(take(), (JOURNAL + tail).split('\n'));
      expect(replayed).toMatchObject({
        startFrame: 480,
        frames: 50_000,
        missedDeadlines: 2,
        timecode: { timeReference: 777, fps: 25 },
        markers: [{ atFrame: 30_000, label: 'Here' }],
        pauses: [{ atFrame: 30_000, frames: 10_000 }],
      });
      expect(replayed.tracks[0]).toMatchObject({ gapCount: 0, driftPpm: 13, framesExpected: 50_000 });
      expect(replayed.tracks[1]).toMatchObject({
        gapCount: 1,
        gaps: [{ atFrame: 960, spanFrames: 480, missingFrames: 100, reason: 'device' }],
        missingFrames: 100,
        driftPpm: -4,
        dryFrames: 480,
        xruns: 2,
      });
    }
  });

  it('leaves the document as it was', () => {
    const document = take();
    replayJournal(document, JOURNAL.split('\n'));
    expect(document).toEqual(take());
  });
});

describe('a take', () => {
  it('is unfinished where its recorder has gone, and recorded where it runs', async () => {
    const library = temporaryDir();
    const gone = makeTake(library, 'gone', take({ writer: { pid: 2 ** 22 + 1, startedTicks: 5 } }));
    expect((await readTakeFolder(gone)).state).toBe('unfinished');
    const [, ticks] = /\) (?:\S+ ){19}(\d+)/.exec(readFileSync('/proc/self/stat', 'utf8')) ?? [];
    const writer = { pid: process.pid, startedTicks: Number(ticks ?? 0) };
    expect((await readTakeFolder(makeTake(library, 'runs', take({ writer })))).state).toBe('recording');
    // Another process got the number meanwhile.
    writer.startedTicks += 1;
    expect((await readTakeFolder(makeTake(library, 'other', take({ writer })))).state).toBe('unfinished');
  });

  it('never leads out of its folder, whatever its document says', async () => {
    for (const file of ['../secret.wav', '/etc/passwd', '.hidden', 'a/b.wav', '']) {
      const folder = join(temporaryDir(), 'take');
      mkdirSync(folder);
      const document = { ...take(), tracks: [{ ...track('a'), file }] };
      writeFileSync(join(folder, 'take.json'), JSON.stringify(document));
      await expect(readTakeFolder(folder)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    }
  });

  it('is read or refused with a sentence, however its files are damaged', async () => {
    const random = createRandom(5);
    const folder = makeTake(temporaryDir(), 'take', take());
    const whole = { 'take.json': JSON.stringify(take()), 'take.journal.jsonl': JOURNAL };
    const hostile = [
      '9'.repeat(40),
      '-1',
      'null',
      '1e999',
      '[[[[',
      '{"__proto__":{}}',
      '"\\ud800"',
      '\u0000',
      '1.5',
    ];
    for (let round = 0; round < 1000; round += 1) {
      for (const [name, text] of Object.entries(whole)) {
        let damaged = text;
        for (let edit = pick(random, 4); edit > 0; edit -= 1) {
          const at = pick(random, damaged.length);
          const piece = hostile[pick(random, hostile.length)] ?? '';
          damaged =
            damaged.slice(0, at) + (random() < 0.7 ? piece : '') + damaged.slice(at + pick(random, 20));
        }
        writeFileSync(
          join(folder, name),
          random() < 0.1 ? damaged.slice(0, pick(random, damaged.length)) : damaged,
        );
      }
      const outcome = await readTakeFolder(folder).catch((error: unknown) => error);
      if (outcome instanceof Error) {
        expect(outcome).toBeInstanceOf(RpcError);
        expect((outcome as RpcError).code).toBe('FILE_UNREADABLE');
      }
    }
    expect(Object.hasOwn(Object.prototype, 'type')).toBe(false);
  });
});

describe('the library', () => {
  it('lists takes, the newest first, marks damaged ones, and leaves out folders without a take', async () => {
    const path = temporaryDir();
    makeTake(path, 'old', take({ status: 'finished', startedAtMs: 1000, frames: 96_000 }));
    makeTake(path, '2026-11-21 04.17.03 Größe (2)', take({ status: 'finished', startedAtMs: 2000 }));
    makeTake(path, 'cut', take());
    mkdirSync(join(path, 'empty'));
    mkdirSync(join(path, 'broken'));
    writeFileSync(join(path, 'broken', 'take.json'), '{');
    const listed = await openTakeLibrary(path).list();
    expect(listed.map(({ id, status }) => `${id}: ${status}`)).toEqual([
      '2026-11-21 04.17.03 Größe (2): finished',
      'old: finished',
      'broken: damaged',
      'cut: unfinished',
    ]);
    expect(listed[1]?.durationSec).toBe(2);
    expect(await openTakeLibrary(join(path, 'none')).list()).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'says why, where it is damaged since a file cannot be looked at',
    async () => {
      // So deep that the name of the track, and no other, makes a path that is too long.
      let path = temporaryDir();
      while (path.length < 4000) path = join(path, 'd'.repeat(Math.min(200, 4040 - path.length)));
      const file = `${'a'.repeat(90)}.wav`;
      const folder = makeTake(path, 'one', take({ status: 'finished', tracks: [{ ...track('a'), file }] }));
      const problem = expect.stringContaining(`${file} cannot be read: ENAMETOOLONG`) as string;
      expect(await openTakeLibrary(path).list()).toMatchObject([{ id: 'one', status: 'damaged', problem }]);
      const engine = {
        runTakeJob: () => Promise.reject(new Error('no engine is needed for a file that is not opened')),
      };
      const certificate = await verifyTake(await readTakeFolder(folder), engine, { nowMs: 1 });
      expect(certificate).toMatchObject({ grade: 'red', tracks: [{ sizeBytes: 0, sha256: null, problem }] });
    },
  );

  it('renames, and takes back what was deleted', async () => {
    const path = temporaryDir();
    const library = openTakeLibrary(path);
    makeTake(path, 'one', take({ status: 'finished' }));
    expect(await library.rename('one', 'Interview')).toMatchObject({ id: 'one', name: 'Interview' });
    await library.remove('one');
    expect(await library.list()).toEqual([]);
    expect(await library.restore('one')).toMatchObject({ name: 'Interview' });
    await library.remove('one');
    await library.emptyBin();
    await expect(library.restore('one')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect(existsSync(join(path, 'one'))).toBe(false);
  });

  it('does not reach outside itself', async () => {
    const library = openTakeLibrary(temporaryDir());
    for (const id of ['..', '../x', '.bin', 'a/b', 'a\\b', '', 'a\u0000b']) {
      expect(takeIdSchema.safeParse(id).success).toBe(false);
      await expect(library.remove(id)).rejects.toMatchObject({ code: 'BAD_OPTION' });
    }
  });

  it('does not delete what is being recorded', async () => {
    const path = temporaryDir();
    const [, ticks] = /\) (?:\S+ ){19}(\d+)/.exec(readFileSync('/proc/self/stat', 'utf8')) ?? [];
    makeTake(path, 'one', take({ writer: { pid: process.pid, startedTicks: Number(ticks ?? 0) } }));
    await expect(openTakeLibrary(path).remove('one')).rejects.toMatchObject({ code: 'BAD_OPTION' });
  });
});

describe('a take that a browser recorded', () => {
  it('is read and listed, and work on its sound is refused with a sentence', async () => {
    const dir = temporaryDir();
    const folder = join(dir, 'browser');
    mkdirSync(folder);
    const tracks = [{ ...track('microphone'), file: 'audio.webm', framesWritten: 960, framesExpected: 960 }];
    writeDocument(
      folder,
      take({ status: 'finished', container: 'webm', encoding: 'opus', frames: 960, tracks }),
    );
    const read = await readTakeFolder(folder);
    expect(read.document.container).toBe('webm');
    expect(await openTakeLibrary(dir).list()).toMatchObject([
      { id: 'browser', status: 'finished', grade: null },
    ]);
    const engine = { runTakeJob: () => Promise.reject(new Error('nothing is decoded')) };
    const refusal = { code: 'FORMAT_UNSUPPORTED', message: /Opus in WebM.*\.$/ };
    await expect(verifyTake(read, engine, { nowMs: 0 })).rejects.toMatchObject({ code: refusal.code });
    await expect(repairTake(read, engine)).rejects.toMatchObject({ code: refusal.code });
    await expect(
      syncTake(read, { by: 'hand', trackId: 'microphone', offsetFrames: 1 }, engine),
    ).rejects.toThrow(refusal.message);
  });
});
