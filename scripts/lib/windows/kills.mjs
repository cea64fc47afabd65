import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEngineLauncher } from '../../../src-main/node/launchEngine.ts';
import { createEngineService } from '../../../src-main/services/engine/index.ts';
import { createRandom } from '../../../tests/lib/random.ts';
import { measureLossBy } from '../../../tests/lib/takeDriver.ts';
import { say } from '../steps.mjs';
import { onLinux, onWindows } from './addon.mjs';
import { windowsPath } from './wine.mjs';

const CHANNELS = 4;
/** Frames that were given are said by the driver (native/test/take_driver_test.cpp); a kill takes at most so much of them. */
const MOST_LOST_SEC = 1;
/** Longest recording before its kill. */
const LONGEST_MS = 4000;
const START_LIMIT_MS = 120_000;
/** Of a recorder when it is killed, on a machine that stands still meanwhile. */
const LONGEST_AGE_MS = 3_600_000;

/** So often is tried what this machine was too busy for. */
const MOST_TRIES = 4;
/** Is said, and is no failure of the recorder. */
class MachineTooBusy extends Error {}

/**
 * A recorder for Windows, with a sound of known samples, is killed at random moments: at most a second is lost, every
 * other sample is right, and the addon for Windows repairs its files as that of Linux does. Each failure is named, and the rest follows.
 */
export async function checkKills(context) {
  const random = createRandom(context.numbers.seed);
  const seen = { losses: [], failures: [], triedAgain: 0 };
  const engine = openEngine();
  try {
    for (let kill = 0; kill < context.numbers.kills; kill += 1) {
      const options = { container: ['rf64', 'flac'][kill % 2], afterMs: random() * LONGEST_MS };
      await killUntilSeen(context, engine, { kill, ...options }, seen);
      if ((kill + 1) % 10 === 0) say(`  ${kill + 1} kills: ${summaryOf(seen)}`);
    }
  } finally {
    await engine.close();
  }
  const { failures } = seen;
  assert.equal(
    failures.length,
    0,
    `${failures.length} failed; ${summaryOf(seen)}:\n  ${failures.join('\n  ')}`,
  );
  return summaryOf(seen);
}

function openEngine() {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  return createEngineService({
    launch: createEngineLauncher({ log }),
    clock: { nowMs: Date.now },
    log,
    onStateChanged: () => undefined,
    onLevelsMeasured: () => undefined,
  });
}

async function killUntilSeen(context, engine, { kill, container, afterMs }, seen) {
  const name = `kill ${kill}, ${container} after ${afterMs.toFixed(0)} ms`;
  for (let tries = 1; ; tries += 1) {
    const folder = path.join(context.folder, `take-${kill}-${tries}`);
    try {
      seen.losses.push(await killOnce(context, engine, { folder, container, afterMs }));
      return;
    } catch (error) {
      if (!(error instanceof MachineTooBusy) || tries === MOST_TRIES) {
        seen.failures.push(`${name}: ${error.message}`);
        return say(`  FAILED ${name}: ${error.message}`);
      }
      seen.triedAgain += 1;
      say(`  ${name}: not the recorder's, tried again: ${error.message}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

function summaryOf({ losses, triedAgain }) {
  const sorted = losses.toSorted((one, other) => one - other);
  const at = (part) => `${((sorted[Math.floor(part * (sorted.length - 1))] ?? 0) * 1000).toFixed(0)} ms`;
  const again = triedAgain > 0 ? `; ${triedAgain} tried again, since this machine was too busy to look` : '';
  return `${sorted.length} recordings ended by force and kept; lost: median ${at(0.5)}, most ${at(1)}${again}`;
}

/** Seconds that were lost. */
async function killOnce(context, engine, { folder, container, afterMs }) {
  const framesDelivered = await recordAndKill(context, { folder, container, afterMs });
  assertWriterKnown(folder);
  await assertSameRepair(context, folder);
  const { lostSec, wrongFrames } = await measureLossBy(engine, folder, framesDelivered).catch((error) => {
    // The engine lives, and had no time.
    throw error.message.includes('no answer') ? new MachineTooBusy(error.message) : error;
  });
  const recordedSec = (framesDelivered / 48_000).toFixed(1);
  assert.equal(wrongFrames, 0, `${wrongFrames} samples of ${recordedSec} s are other ones`);
  assert.ok(lostSec <= MOST_LOST_SEC, `${lostSec} of ${recordedSec} s are lost`);
  return lostSec;
}

/** Answers how many frames every track was given. */
async function recordAndKill({ wine, engine }, { folder, container, afterMs }) {
  mkdirSync(folder);
  const driver = wine.start(engine.takeDriver, ['-tc=take driver*', '--no-skip'], {
    SOUNDDESK_TAKE_DIR: windowsPath(folder),
    SOUNDDESK_TAKE_CONTAINER: container,
    SOUNDDESK_TAKE_CHANNELS: String(CHANNELS),
  });
  const framesNow = () =>
    Number([...readFileSync(driver.logFile, 'utf8').matchAll(/^frame (\d+)\r?$/gm)].at(-1)?.[1] ?? 0);
  const limitMs = Date.now() + START_LIMIT_MS;
  while (framesNow() === 0) {
    const said = () => readFileSync(driver.logFile, 'utf8');
    assert.equal(driver.child.exitCode, null, `the recorder ended on its own: ${said()}`);
    if (Date.now() > limitMs) {
      driver.child.kill('SIGKILL');
      throw new MachineTooBusy(`no recording began within ${START_LIMIT_MS / 1000} s: ${said()}`);
    }
    await sleep(50);
  }
  await sleep(afterMs);
  assert.equal(driver.child.exitCode, null, 'the recorder ended before it was killed');
  driver.child.kill('SIGKILL');
  await driver.ended;
  return framesNow();
}

/** By its number alone it would be any program of today that was given the same one. */
function assertWriterKnown(folder) {
  const { writer } = JSON.parse(readFileSync(path.join(folder, 'take.json'), 'utf8'));
  const ageMs = Date.now() - writer.startedTicks;
  assert.ok(ageMs >= 0 && ageMs < LONGEST_AGE_MS, `its recorder is said to have begun ${ageMs} ms ago`);
}

/** On copies of the tracks: answers and bytes. */
async function assertSameRepair(context, folder) {
  const tracks = readdirSync(folder).filter((name) => /\.(wav|flac)$/.test(name));
  const copies = ['linux', 'windows'].map((system) => path.join(context.folder, `repaired-${system}`));
  for (const copy of copies) {
    // Of one that failed.
    rmSync(copy, { recursive: true, force: true });
    cpSync(folder, copy, { recursive: true });
  }
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
}
