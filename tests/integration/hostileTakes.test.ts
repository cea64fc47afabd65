import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createEngineLauncher } from '../../src-main/node/launchEngine.ts';
import { createEngineService } from '../../src-main/services/engine/index.ts';
import { createTakesService } from '../../src-main/services/takes/index.ts';
import type { TakeDocument } from '../../src-shared/contract/takes.ts';
import { takeCertificateSchema } from '../../src-shared/domain/certificateSchema.ts';
import { takeExportSchema } from '../../src-shared/contract/takeExport.ts';
import { createRecordingLog } from '../lib/recordingLog.ts';
import { flacBlock, FLAC_HEADER, rf64, takeDocument, takeTrack } from '../lib/hostileTake.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const ID = 'From the net';
const RATE = 48_000;
const context = { signal: new AbortController().signal };

const clock = { nowMs: Date.now };
const PLAIN_EXPORT = takeExportSchema
  .omit({ what: true })
  .parse({ container: 'wav', encoding: 'pcm24', targetLufs: null });
const engine = createEngineService({
  launch: createEngineLauncher({ log: createRecordingLog() }),
  clock,
  log: createRecordingLog(),
  onStateChanged: () => undefined,
  onLevelsMeasured: () => undefined,
});
afterAll(() => engine.close());

/** Each host of one data folder, as it starts one after the other. */
function startHost(dataDir: string, runTakeJob?: () => Promise<never>) {
  const log = createRecordingLog();
  const service = createTakesService({
    libraryPath: join(dataDir, 'takes'),
    exportsPath: join(dataDir, 'exports'),
    soundPath: join(dataDir, 'heard'),
    engine: runTakeJob ? { runTakeJob, clean: runTakeJob } : engine,
    clock,
    log,
    createId: randomUUID,
    onChanged: () => undefined,
    onProgressed: () => undefined,
  });
  return { ...service, log };
}

function makeTake(dataDir: string, changes: Partial<TakeDocument>, files: Record<string, Buffer>): string {
  const folder = join(dataDir, 'takes', ID);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'take.json'), JSON.stringify(takeDocument(changes)));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  return folder;
}

const sizesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size]));

const TRACKS = [takeTrack('a', 'a.flac'), takeTrack('b', 'b.wav')];

describe('a take that was made to fill the disk', () => {
  it('is not padded to what one block of a FLAC track says, at no start', async () => {
    const dataDir = temporaryDir();
    const sound = rf64(RATE);
    const folder = makeTake(
      dataDir,
      { tracks: TRACKS },
      {
        'a.flac': Buffer.concat([FLAC_HEADER, flacBlock(2 ** 24)]),
        'b.wav': sound,
      },
    );
    const host = startHost(dataDir);
    await host.recoverUnfinished();
    expect(statSync(join(folder, 'b.wav')).size).toBe(sound.length);
    expect(host.log.entries.join('\n')).toContain('few bytes');
    const { summary, document } = await host.handlers['takes.read']({ id: ID }, context);
    expect(summary).toMatchObject({ status: 'recovered', durationSec: 1 });
    expect(document?.tracks.map(({ framesWritten }) => framesWritten)).toEqual([0, RATE]);
    const before = sizesIn(folder);
    await startHost(dataDir).recoverUnfinished();
    expect(sizesIn(folder)).toEqual(before);
  });

  it.each([
    ['a track of nothing but a hole', {}],
    ['a document that has its end beside video that has none', { status: 'finished', frames: 2 ** 47 }],
    ['a start in 1970', { startedAtMs: 0 }],
    ['a journal that counts to the moon', { frames: 2 ** 47 }],
  ] as const)('is not padded by %s', async (what, changes) => {
    const dataDir = temporaryDir();
    const tracks = [takeTrack('a', 'a.wav'), takeTrack('b', 'b.wav'), takeTrack('c', 'c.wav')];
    const sound = rf64(RATE);
    const folder = makeTake(dataDir, { tracks, ...changes }, { 'a.wav': sound, 'b.wav': sound });
    // Holes from end to end are no sound that justifies silence.
    writeFileSync(join(folder, 'c.wav'), '');
    truncateSync(join(folder, 'c.wav'), 2 ** 38);
    // A day of silence that takes no room on the disk.
    if (!('status' in changes)) truncateSync(join(folder, 'a.wav'), 86_400 * RATE * 3);
    const videoTracks = {
      schemaVersion: 1,
      status: 'recording',
      writer: { pid: 0, startedTicks: 0 },
      pictures: [],
    };
    if ('status' in changes) writeFileSync(join(folder, 'pictures.json'), JSON.stringify(videoTracks));
    const host = startHost(dataDir);
    const repair = host.handlers['takes.repair']({ id: ID }, context);
    await expect(repair, what).resolves.toMatchObject({ summary: { id: ID } });
    expect(statSync(join(folder, 'b.wav')).size).toBeLessThanOrEqual(sound.length);
  });

  it('is not tried again at the next start where its repair failed, says so, and is repaired when asked', async () => {
    const dataDir = temporaryDir();
    const folder = makeTake(dataDir, { tracks: [takeTrack('b', 'b.wav')] }, { 'b.wav': rf64(RATE) });
    let attempts = 0;
    const crashing = () => {
      attempts += 1;
      return Promise.reject(new Error('The disk does not answer.'));
    };
    const first = startHost(dataDir, crashing);
    await first.recoverUnfinished();
    expect(first.log.entries.join('\n')).toContain('could not be recovered');
    await startHost(dataDir, crashing).recoverUnfinished();
    expect(attempts).toBe(1);
    const second = startHost(dataDir);
    await second.recoverUnfinished();
    expect(await second.handlers['takes.list'](undefined, context)).toMatchObject([
      { status: 'unfinished', problem: expect.stringContaining('Choose Repair to try again') as string },
    ]);
    const { summary } = await second.handlers['takes.repair']({ id: ID }, context);
    expect(summary).toMatchObject({ status: 'recovered', problem: null });
    expect(existsSync(join(folder, 'repair.json'))).toBe(false);
  });

  it('is tried once more where a kill interrupted its repair, and then no more', async () => {
    for (const attempts of [1, 2]) {
      const dataDir = temporaryDir();
      const attempt = Buffer.from(JSON.stringify({ version: 1, attempts, failure: null }));
      makeTake(dataDir, { tracks: [takeTrack('b', 'b.wav')] }, { 'b.wav': rf64(9), 'repair.json': attempt });
      const host = startHost(dataDir);
      await host.recoverUnfinished();
      const status = attempts === 1 ? 'recovered' : 'unfinished';
      expect(await host.handlers['takes.list'](undefined, context)).toMatchObject([{ status }]);
    }
  });

  it('is not exported, and not decoded to be heard, where it says that it is years long', async () => {
    const dataDir = temporaryDir();
    const far = { ...takeTrack('b', 'b.wav'), framesWritten: 2 ** 47 };
    makeTake(dataDir, { status: 'finished', container: 'flac', tracks: [far] }, { 'b.wav': rf64(RATE) });
    const { handlers } = startHost(dataDir);
    const what = { ...PLAIN_EXPORT, what: 'mix' } as const;
    await expect(handlers['takes.export']({ id: ID, ...what }, context)).rejects.toThrow('no recording is');
    await expect(handlers['takes.prepareSound']({ id: ID }, context)).rejects.toThrow('no recording is');
  });

  it('has no waveform that says it is of 65,535 channels', async () => {
    const dataDir = temporaryDir();
    const header = Buffer.alloc(64);
    header.write('SDPK\u0001\u0000\uffff', 'latin1');
    header.writeUInt16LE(0xffff, 6);
    makeTake(dataDir, { status: 'finished', tracks: [takeTrack('b', 'b.wav')] }, { 'b.peaks': header });
    const peaks = startHost(dataDir).handlers['takes.readPeaks'](
      { id: ID, trackId: 'b', parts: 10, from: 0, to: 1 },
      context,
    );
    await expect(peaks).rejects.toThrow('not a waveform');
  });
});

describe.skipIf(process.platform === 'win32')('a take whose files are not its own', () => {
  /** Every call that opens what a take names, with what it said. */
  async function callAll(dataDir: string): Promise<string[]> {
    const { handlers, recoverUnfinished } = startHost(dataDir);
    await recoverUnfinished();
    const what = { ...PLAIN_EXPORT, what: 'stems' } as const;
    const track = { id: ID, trackId: 'b' };
    const readAll = async (stream: AsyncIterable<Uint8Array>) => {
      const pieces: Uint8Array[] = [];
      for await (const piece of stream) pieces.push(piece);
      return Buffer.concat(pieces).toString('latin1');
    };
    const calls: (() => unknown)[] = [
      () => handlers['takes.verify']({ id: ID }, context),
      () => handlers['takes.repair']({ id: ID }, context),
      () => handlers['takes.export']({ id: ID, ...what }, context),
      () => handlers['takes.prepareSound']({ id: ID }, context),
      () => readAll(handlers['takes.readSound']({ ...track, fromFrame: 0, frames: 100 }, context)),
      () => handlers['takes.readPeaks']({ ...track, parts: 10, from: 0, to: 1 }, context),
      () => handlers['takes.sync']({ id: ID, sync: { by: 'audio', referenceTrackId: 'b' } }, context),
      () => handlers['takes.sync']({ id: ID, sync: { by: 'timecode' } }, context),
      () => handlers['takes.readVideoIndex']({ id: ID, trackId: 'cam' }, context),
      () =>
        readAll(
          handlers['takes.readVideo']({ id: ID, trackId: 'cam', fromByte: 0, lengthBytes: 99 }, context),
        ),
      () => handlers['takes.exportVideo']({ ...VIDEO, id: ID }, context),
    ];
    const said: string[] = [];
    for (const call of calls) {
      const answer = await Promise.resolve()
        .then(call)
        .then(
          (value) => JSON.stringify(value ?? 'nothing to be done'),
          (error: Error) => `refused: ${error.message}`,
        );
      said.push(answer);
    }
    return said;
  }

  const VIDEO = {
    videoId: 'cam',
    layout: { kind: 'single' },
    format: 'webm',
    quality: 'medium',
    range: null,
    trackIds: null,
    targetLufs: null,
  } as const;
  const videoTrack = {
    id: 'cam',
    name: 'Camera',
    kind: 'video',
    source: 'c',
    file: 'cam.webm',
    codec: 'vp8',
    width: 64,
    height: 64,
    fps: 30,
    startFrame: 0,
    framesWritten: 3,
    framesDropped: 0,
    durationSec: 1,
    longestGapSec: 0,
    ended: null,
  };
  const KINDS = ['link', 'second name', 'pipe', 'device', 'folder'] as const;
  const NAMES = ['b.wav', 'b.peaks', 'cam.webm'];

  const cases = KINDS.flatMap((kind) => [
    { kind, status: 'recording' } as const,
    { kind, status: 'finished' } as const,
  ]);
  // What is read may have another name elsewhere; what is repaired may not.
  it.each(cases.filter(({ kind, status }) => kind !== 'second name' || status === 'recording'))(
    '$status: reads, changes and reveals nothing of what it leads to: a $kind',
    async ({ kind, status }) => {
      const dataDir = temporaryDir();
      const outside = temporaryDir();
      const other = { ...takeTrack('c', 'c.wav'), framesWritten: 9 };
      const tracks = [{ ...takeTrack('b', 'b.wav'), framesWritten: 9 }, other];
      const folder = makeTake(dataDir, { status, tracks }, { 'c.wav': rf64(9) });
      const writer = { pid: 0, startedTicks: 0 };
      writeFileSync(
        join(folder, 'pictures.json'),
        JSON.stringify({ schemaVersion: 1, status, writer, pictures: [videoTrack] }),
      );
      const secret = Buffer.concat([rf64(RATE), Buffer.from('SECRET')]);
      const made: Record<(typeof KINDS)[number], (path: string, name: string) => void> = {
        link: (path, name) => symlinkSync(join(outside, name), path),
        'second name': (path, name) => linkSync(join(outside, name), path),
        pipe: (path) => void execFileSync('mkfifo', [path]),
        device: (path) => symlinkSync('/dev/zero', path),
        folder: (path) => mkdirSync(path),
      };
      for (const name of NAMES) writeFileSync(join(outside, name), secret);
      writeFileSync(join(outside, 'pictures.json.tmp'), secret);
      symlinkSync(join(outside, 'pictures.json.tmp'), join(folder, 'pictures.json.tmp'));
      for (const name of NAMES) made[kind](join(folder, name), name);
      const said = await callAll(dataDir);
      expect(said.join('\n'), kind).not.toContain('SECRET');
      for (const name of [...NAMES, 'pictures.json.tmp'])
        expect(readFileSync(join(outside, name)).equals(secret), `${kind} ${name}`).toBe(true);
      if (kind === 'second name') return;
      const { tracks: certified, videoTracks } = takeCertificateSchema.parse(JSON.parse(said[0] ?? ''));
      expect([certified[0]?.sha256, videoTracks[0]?.sha256], kind).toEqual([null, null]);
      expect(
        said.slice(2).filter((answer) => !/^(refused: |"nothing to be done)/.test(answer)),
        kind,
      ).toEqual([]);
    },
  );

  it('is refused where its folder is a link, or its document is one or a pipe', async () => {
    const dataDir = temporaryDir();
    const elsewhere = temporaryDir();
    const folder = makeTake(
      elsewhere,
      { tracks: [takeTrack('b', 'b.wav')] },
      { 'b.wav': Buffer.concat([rf64(9), Buffer.of(1)]) },
    );
    const before = sizesIn(folder);
    mkdirSync(join(dataDir, 'takes'));
    symlinkSync(folder, join(dataDir, 'takes', ID));
    const said = await callAll(dataDir);
    expect(said.filter((answer) => !answer.includes('is a link'))).toEqual([]);
    expect(sizesIn(folder)).toEqual(before);
    rmSync(join(dataDir, 'takes', ID));
    for (const lay of [
      (path: string) => symlinkSync(join(folder, 'take.json'), path),
      (path: string) => void execFileSync('mkfifo', [path]),
    ]) {
      const own = makeTake(dataDir, {}, {});
      rmSync(join(own, 'take.json'));
      lay(join(own, 'take.json'));
      const { handlers } = startHost(dataDir);
      expect(await handlers['takes.list'](undefined, context)).toMatchObject([{ id: ID, status: 'damaged' }]);
    }
  });
});
