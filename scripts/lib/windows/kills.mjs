import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../../tests/lib/random.ts';
import { measureLoss } from '../../../tests/lib/takeDriver.ts';
import { say } from '../steps.mjs';
import { onLinux, onWindows } from './addon.mjs';
import { windowsPath } from './wine.mjs';

const CHANNELS = 4;
/** Frames that were given are said by the driver (native/test/take_driver_test.cpp); a kill takes at most so much of them. */
const MOST_LOST_SEC = 1;
/** Longest recording before its kill. */
const LONGEST_MS = 4000;
const START_LIMIT_MS = 120_000;

/**
 * A recorder for Windows, with the native suite's own sound of known samples, is killed at random moments: at most a second is lost, every
 * other sample is right, and the addon for Windows repairs its files as that of Linux does.
 */
export async function checkKills(context) {
  const random = createRandom(context.numbers.seed);
  const losses = [];
  for (let kill = 0; kill < context.numbers.kills; kill += 1) {
    const container = ['rf64', 'flac'][kill % 2];
    const folder = path.join(context.folder, `take-${kill}`);
    const framesDelivered = await recordAndKill(context, {
      folder,
      container,
      afterMs: random() * LONGEST_MS,
    });
    await assertSameRepair(context, folder);
    const { lostSec, wrongFrames, grade } = await measureLoss(folder, framesDelivered);
    assert.equal(wrongFrames, 0, `kill ${kill}, ${container}: ${wrongFrames} samples are other ones`);
    assert.ok(lostSec <= MOST_LOST_SEC, `kill ${kill}, ${container}: ${lostSec} s are lost`);
    losses.push(lostSec);
    if ((kill + 1) % 10 === 0)
      say(`  ${kill + 1} kills, the last: ${(framesDelivered / 48_000).toFixed(1)} s, ${grade}`);
    rmSync(folder, { recursive: true });
  }
  losses.sort((one, other) => one - other);
  const at = (part) => `${(losses[Math.floor(part * (losses.length - 1))] * 1000).toFixed(0)} ms`;
  return `${losses.length} recordings ended by force; lost: median ${at(0.5)}, most ${at(1)}`;
}

/** Answers how many frames every track was given. */
async function recordAndKill({ wine, engine }, { folder, container, afterMs }) {
  mkdirSync(folder);
  const driver = wine.start(engine.tests, ['-tc=take driver*', '--no-skip'], {
    SOUNDDESK_TAKE_DIR: windowsPath(folder),
    SOUNDDESK_TAKE_CONTAINER: container,
    SOUNDDESK_TAKE_CHANNELS: String(CHANNELS),
  });
  const framesNow = () =>
    Number([...readFileSync(driver.logFile, 'utf8').matchAll(/^frame (\d+)\r?$/gm)].at(-1)?.[1] ?? 0);
  const limitMs = Date.now() + START_LIMIT_MS;
  while (framesNow() === 0) {
    assert.ok(
      driver.child.exitCode === null && Date.now() < limitMs,
      `no recording began: ${readFileSync(driver.logFile, 'utf8')}`,
    );
    await sleep(50);
  }
  await sleep(afterMs);
  driver.child.kill('SIGKILL');
  await driver.ended;
  return framesNow();
}

/** On copies of the tracks: answers and bytes. */
async function assertSameRepair(context, folder) {
  const tracks = readdirSync(folder).filter((name) => /\.(wav|flac)$/.test(name));
  const copies = ['linux', 'windows'].map((system) => path.join(context.folder, `repaired-${system}`));
  for (const copy of copies) cpSync(folder, copy, { recursive: true });
  const jobs = (copy, nameOf) =>
    tracks.map((name) => ({
      call: 'take',
      options: {
        kind: 'repair',
        path: nameOf(path.join(copy, name)),
        wantedFrames: null,
        mostAddedBytes: 1e9,
      },
    }));
  const linux = onLinux(
    context.folder,
    jobs(copies[0], (name) => name),
  );
  assert.deepEqual(
    linux.filter(({ error }) => error),
    [],
  );
  const windows = await onWindows(context, jobs(copies[1], windowsPath));
  assert.deepEqual(
    windows.map(({ result }) => result),
    linux.map(({ result }) => result),
  );
  for (const name of tracks) {
    const [one, other] = copies.map((copy) => readFileSync(path.join(copy, name)));
    assert.ok(one.equals(other), `${name}: repaired otherwise than on Linux`);
  }
  for (const copy of copies) rmSync(copy, { recursive: true });
}
