import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDoctest } from '../nativeTests.mjs';
import { say } from '../steps.mjs';
import { onLinux, onWindows } from './addon.mjs';
import { checkDevices } from './devices.mjs';
import { checkFiles } from './files.mjs';
import { checkKills } from './kills.mjs';
import { checkPlugins } from './plugins.mjs';
import { fetchNode, openWine, windowsPath } from './wine.mjs';

/** What is looked at under wine, by name. Each throws where it is not so, and answers what it saw. */
const CHECKS = {
  loads: checkLoads,
  large: checkLarge,
  files: checkFiles,
  plugins: checkPlugins,
  devices: checkDevices,
  kills: checkKills,
  suite: checkSuite,
};

/** Runs the checks whose name is one of `words` (none: all); answers 1 where one failed. */
export async function runChecks({ cache, engine, words, numbers }) {
  const checks = openChecks({ cache, engine, numbers });
  let failed = 0;
  try {
    for (const name of Object.keys(CHECKS)) {
      if (words.length > 0 && !words.includes(name)) continue;
      try {
        say(`${name}: ${await checks.run(name)}`);
      } catch (error) {
        failed += 1;
        say(`FAILED ${name}: ${error.message}`);
      }
    }
  } finally {
    checks.close();
  }
  return failed === 0 ? 0 : 1;
}

/** A Windows in a temporary folder: `run(name)` answers what a check saw, and rejects where it is not so; `close()` removes all. */
export function openChecks({ cache, engine, numbers, runLimitMs }) {
  const node = fetchNode(cache);
  const folder = mkdtempSync(path.join(tmpdir(), 'sounddesk-windows-'));
  const wine = openWine({ runLimitMs });
  return {
    run: (name) => CHECKS[name]({ wine, node, engine, folder, numbers }),
    close() {
      wine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The addon is the same as on Linux, and calls the program that runs it, whatever it is called: Electron's is not node.exe. */
async function checkLoads(context) {
  const jobs = [{ call: 'build' }, { call: 'devices' }];
  const other = path.join(context.folder, 'SoundDesk.exe');
  copyFileSync(context.node, other);
  const [linux] = onLinux(context.folder, jobs);
  for (const node of [context.node, other]) {
    const [build, devices] = await onWindows({ ...context, node }, jobs);
    assert.deepEqual(build.result?.stripTable, linux.result.stripTable);
    // The short form has the plain instructions alone, with the same samples.
    if (!context.engine.isShort) assert.deepEqual(build.result.rnnoise, linux.result.rnnoise);
    // Of which a user learns: the switch of the screens and `sounddesk doctor` say it.
    assert.match(build.result.echoRefusal, /no echo cancellation/);
    assert.deepEqual(devices, { result: { devices: [], isStale: false } });
  }
  return `in node.exe and SoundDesk.exe, ${linux.result.rnnoise.path}`;
}

/** A recording of more than 4 GiB, which takes no room on the disk: its length is known, and nothing of it is cut. */
async function checkLarge(context) {
  const file = path.join(context.folder, 'large.wav');
  const frames = 2 ** 31 + 48_000;
  writeFileSync(file, headerOf(frames));
  truncateSync(file, headerOf(frames).length + 2 * frames);
  const jobs = (name) => [
    { call: 'format', options: { path: name } },
    { call: 'take', options: { kind: 'repair', path: name, wantedFrames: null, mostAddedBytes: 0 } },
  ];
  const linux = onLinux(context.folder, jobs(file));
  const windows = await onWindows(context, jobs(windowsPath(file)));
  assert.deepEqual(windows, linux);
  assert.deepEqual(windows[0].result, { sampleRate: 48_000, channels: 1 });
  assert.equal(windows[1].result.frames, frames);
  rmSync(file);
  return `${frames} frames`;
}

/** RF64, 16 bits, 48 kHz, one channel. */
function headerOf(frames) {
  const bytes = Buffer.alloc(80);
  for (const [text, at] of Object.entries({ RF64: 0, WAVE: 8, ds64: 12, 'fmt ': 48, data: 72 }))
    bytes.write(text, at, 'latin1');
  for (const at of [4, 76]) bytes.writeUInt32LE(0xff_ff_ff_ff, at);
  bytes.writeUInt32LE(28, 16);
  for (const [value, at] of [
    [72 + 2 * frames, 20],
    [2 * frames, 28],
    [frames, 36],
  ])
    bytes.writeBigUInt64LE(BigInt(value), at);
  bytes.writeUInt32LE(16, 52);
  for (const [value, at] of [
    [1, 56],
    [1, 58],
    [2, 68],
    [16, 70],
  ])
    bytes.writeUInt16LE(value, at);
  bytes.writeUInt32LE(48_000, 60);
  bytes.writeUInt32LE(96_000, 64);
  return bytes;
}

/** They want plug-ins of Linux, or links, which wine has not. */
const NOT_UNDER_WINE = [
  'plugin chain: every installed Zam*',
  'plugin chain: a Zam plug-in*',
  'plugin rules: modules that are none are refused*',
];

/** The native suite, but also for what forks, forbids system calls or hears a device of Linux (native/CMakeLists.txt). */
async function checkSuite({ wine, engine }) {
  const { code, output } = await wine.run(engine.tests, [`-tce=${NOT_UNDER_WINE.join(',')}`]);
  const { passed, failed, failures } = readDoctest(output.replaceAll('\r', ''), code);
  const names = failures.map(({ name }) => name).join('; ');
  assert.equal(failed, 0, `${failed} cases failed: ${names}\n${output.slice(-1500)}`);
  return `${passed} cases passed`;
}
