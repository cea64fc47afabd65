import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createCommandEngine } from '../../src-main/node/cli/engine.ts';
import { UsageError } from '../../src-main/node/cli/output.ts';
import { runTakes } from '../../src-main/node/cli/takes.ts';
import type { EngineService } from '../../src-main/services/engine/index.ts';
import { readTakeFolder } from '../../src-main/services/takes/index.ts';
import { createCommandLine } from '../lib/commandLine.ts';
import { createRecordingLog } from '../lib/recordingLog.ts';
import { createRandom } from '../lib/random.ts';
import { decode, levelDb, makeNoise, scaled, writeWav } from '../lib/recordings.ts';
import { hasDriver, measureLoss, measureLossBy, startDriver } from '../lib/takeDriver.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

/** "fLaC" and the description of the stream. */
const FLAC_HEADER_BYTES = 42;

describe.skipIf(!hasDriver)('a recording', () => {
  let engine: EngineService;
  beforeAll(() => void (engine = createCommandEngine(createRecordingLog())));
  afterAll(() => engine.close());

  for (const container of ['rf64', 'flac'] as const) {
    it(`loses at most a second of its ${container} tracks when it is killed, and says so`, async () => {
      const random = createRandom(container === 'rf64' ? 11 : 12);
      const dir = temporaryDir();
      for (let round = 0; round < 2; round += 1) {
        const folder = join(dir, `take-${round}`);
        const driver = startDriver({ folder, container });
        await driver.started;
        await sleep(700 + random() * 1500);
        driver.child.kill('SIGKILL');
        await driver.ended;
        expect((await readTakeFolder(folder)).state).toBe('unfinished');
        // Once by the commands; by an engine that runs already it is the same work.
        const delivered = driver.framesDelivered();
        const loss = await (round === 0
          ? measureLoss(folder, delivered)
          : measureLossBy(engine, folder, delivered));
        expect(loss.wrongFrames).toBe(0);
        expect(loss.lostSec).toBeLessThan(1);
        expect(loss.grade).toBe('amber');
        expect((await readTakeFolder(folder)).document.status).toBe('recovered');
        expect(readdirSync(folder).filter((name) => !/\.(wav|flac|peaks|json)$/.test(name))).toEqual([]);
      }
    });
  }

  it('is repaired where a FLAC encoder was killed before its first block', async () => {
    const dir = temporaryDir();
    const driver = startDriver({ folder: join(dir, 'take'), container: 'flac', channels: 3 });
    await driver.started;
    await sleep(700);
    driver.child.kill('SIGKILL');
    await driver.ended;
    const run = createCommandLine(dir);
    const damage = async (name: string, sizes: (number | null)[]) => {
      const folder = join(dir, name);
      cpSync(join(dir, 'take'), folder, { recursive: true });
      const { document } = await readTakeFolder(folder);
      for (const [index, size] of sizes.entries())
        if (size !== null) truncateSync(join(folder, document.tracks[index]?.file ?? ''), size);
      return folder;
    };
    // Its header alone is there: all of that track is silence that is reported.
    const lateFolder = await damage('late', [null, FLAC_HEADER_BYTES, null]);
    for (const action of ['repair', 'verify']) {
      const done = await run(['takes', action, lateFolder, '--json']);
      expect(done.code, done.stderr).toBe(0);
    }
    const { document: late } = await readTakeFolder(lateFolder);
    expect(late.frames).toBeGreaterThan(0);
    expect(late.tracks.map(({ framesWritten }) => framesWritten)).toEqual(Array(3).fill(late.frames));
    expect(late.tracks[1]?.gaps.at(-1)).toEqual({
      atFrame: 0,
      spanFrames: late.frames,
      missingFrames: late.frames,
      reason: 'lost',
    });
    for (const size of [FLAC_HEADER_BYTES, 0]) {
      const folder = await damage(`empty-${size}`, [size, size, size]);
      expect((await measureLossBy(engine, folder, 0)).grade).not.toBe('red');
      expect((await readTakeFolder(folder)).document).toMatchObject({ frames: 0, status: 'recovered' });
    }
  });

  it('continues after a sleep, with silence of its length that is reported', async () => {
    const folder = join(temporaryDir(), 'take');
    const driver = startDriver({ folder, container: 'rf64', channels: 2, seconds: 5 });
    await driver.started;
    await sleep(500);
    driver.child.kill('SIGSTOP');
    await sleep(2000);
    driver.child.kill('SIGCONT');
    await driver.ended;
    const { document, state } = await readTakeFolder(folder);
    expect(state).toBe('finished');
    for (const track of document.tracks) {
      expect(track.gapCount).toBeGreaterThanOrEqual(1);
      expect(track.missingFrames).toBeGreaterThan(1.4 * 48_000);
      expect(track.framesWritten).toBe(document.frames);
    }
    const loss = await measureLossBy(engine, folder, driver.framesDelivered());
    expect(loss).toMatchObject({ wrongFrames: 0, lostSec: 0 });
  });

  it('puts everything back when its folder is removed', async () => {
    const folder = join(temporaryDir(), 'take');
    const driver = startDriver({ folder, container: 'flac', channels: 3 });
    await driver.started;
    await sleep(1200);
    rmSync(folder, { recursive: true });
    await driver.ended;
    expect(driver.lines.join('\n')).toMatch(/ended FILE_UNWRITABLE .*put back/);
    const { document } = await readTakeFolder(folder);
    expect(document.frames).toBeGreaterThan(48_000);
    expect(document.ended?.code).toBe('FILE_UNWRITABLE');
    expect((await measureLossBy(engine, folder, 0)).wrongFrames).toBe(0);
  });

  it('ends before a small disk is full, and keeps what was recorded', async ({ skip }) => {
    const disk = join(temporaryDir(), 'disk');
    mkdirSync(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      skip('A small disk can only be mounted by root.');
    }
    onTestFinished(() => void execFileSync('umount', ['-l', disk], { stdio: 'ignore' }));
    // Once by the governor, and once so that writes themselves fail.
    for (const isWatched of [true, false]) {
      const folder = join(disk, `take-${isWatched}`);
      const driver = startDriver({
        folder,
        container: 'rf64',
        channels: 2,
        keepFreeBytes: isWatched ? 4e6 : 0,
      });
      await driver.started;
      if (!isWatched) {
        await sleep(1000);
        const filler = join(disk, 'filler');
        try {
          execFileSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'], { stdio: 'ignore' });
        } catch {
          // It ends when the disk is full, which is what it is for.
        }
      }
      await driver.ended;
      rmSync(join(disk, 'filler'), { force: true });
      expect(driver.lines.join('\n')).toContain('warning DISK_LOW');
      expect(driver.lines.join('\n')).toContain('ended DISK_FULL');
      const { document, state } = await readTakeFolder(folder);
      expect(state).toBe('finished');
      expect(document.ended?.code).toBe('DISK_FULL');
      expect((await measureLossBy(engine, folder, 0)).wrongFrames).toBe(0);
      rmSync(folder, { recursive: true });
    }
  });

  it('is exported whole, laid where it was moved, and nothing is left of an interruption', async () => {
    const dir = temporaryDir();
    const folder = join(dir, 'take');
    const driver = startDriver({ folder, container: 'rf64', channels: 2, seconds: 2 });
    await driver.ended;
    const run = createCommandLine(dir);
    const listed = await run(['takes', 'list', dir, '--json']);
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { id: 'take', name: 'Driven', status: 'finished', trackCount: 2 },
    ]);
    const moved = await run([
      'takes',
      'sync',
      folder,
      '--by',
      'hand',
      '--track',
      'channel-2',
      '--offset=-1000',
    ]);
    expect(moved.code).toBe(0);
    const exported = await run([
      'takes',
      'export',
      folder,
      '-o',
      join(dir, 'out'),
      '--format',
      'flac',
      '--json',
    ]);
    expect(exported.stderr).toBe('');
    expect(readdirSync(join(dir, 'out')).sort()).toEqual([
      '01-Channel-1.flac',
      '02-Channel-2.flac',
      'mix.flac',
    ]);
    const again = await run(['takes', 'export', folder, '-o', join(dir, 'out'), '--format', 'flac']);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('--force');
  });

  it('is laid by the sound that its tracks share, to the sample', async () => {
    const dir = temporaryDir();
    const folder = join(dir, 'take');
    await startDriver({ folder, container: 'rf64', channels: 3, seconds: 2 }).ended;
    // What a camera and a second recorder have of the same sound, and one that is of something else.
    const room = makeNoise(6 * 48_000, 4);
    const tracks = [room, room.slice(12_345), makeNoise(6 * 48_000, 9)];
    const { document } = await readTakeFolder(folder);
    for (const [index, track] of document.tracks.entries()) {
      const samples = scaled(tracks[index] ?? room, index === 1 ? -0.5 : 0.8);
      writeWav(join(folder, track.file), { sampleRate: 48_000, channels: [samples] });
      track.framesWritten = samples.length;
    }
    writeFileSync(join(folder, 'take.json'), JSON.stringify({ ...document, frames: room.length }));
    const run = createCommandLine(dir);
    const synced = await run(['takes', 'sync', folder, '--by', 'audio', '--json']);
    const report = JSON.parse(synced.stdout) as {
      tracks: { offsetFrames: number }[];
      unchanged: { trackId: string }[];
    };
    expect(report.tracks.map(({ offsetFrames }) => offsetFrames)).toEqual([0, 12_345, 0]);
    expect(report.unchanged.map(({ trackId }) => trackId)).toEqual(['channel-3']);
    await run(['takes', 'export', folder, '-o', join(dir, 'out'), '--stems', '--target-lufs=-20']);
    const stems = ['01-Channel-1.wav', '02-Channel-2.wav'].map((name) => decode(join(dir, 'out', name)));
    const [first, second] = stems.map(({ channels }) => channels[0] ?? new Float32Array());
    expect(first?.length).toBe(room.length);
    expect(second?.length).toBe(room.length);
    expect(levelDb(second?.subarray(0, 12_345) ?? new Float32Array())).toBeLessThan(-90);
    let product = 0;
    first?.forEach((sample, frame) => (product += frame < 12_345 ? 0 : sample * (second?.[frame] ?? 0)));
    expect(product).toBeLessThan(0);
  });

  it('is refused in one line where it is none', async () => {
    const dir = temporaryDir();
    const run = createCommandLine(dir);
    // What such an error becomes is below.
    for (const args of [[], ['play', dir]]) await expect(runTakes(args)).rejects.toThrow(UsageError);
    for (const [args, code] of [
      [['takes', 'verify'], 2],
      [['takes', 'verify', join(dir, 'none')], 1],
      [['takes', 'repair', dir], 1],
      [['takes', 'export', dir], 2],
      [['takes', 'export', dir, '-o', dir, '--target-lufs', 'loud'], 2],
    ] as const) {
      const { code: got, stderr } = await run([...args]);
      expect({ args, got }).toEqual({ args, got: code });
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
  });
});
