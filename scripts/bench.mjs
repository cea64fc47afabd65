/**
 * `npm run bench`: what SoundDesk costs, as ratios to something else measured in the same run where
 * there is such a thing. Prints a table, and with `--json` the figures.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildKernel } from './build-kernel.mjs';
import { measureBackend } from './lib/backendFigures.mjs';
import { median, printTable } from './lib/benchTable.mjs';
import { RUN_PACKAGES, TEST_PACKAGES } from './lib/packages.mjs';
import { buildProduct, buildPrograms, setUp } from './lib/setup.mjs';
import { main, ROOT } from './lib/steps.mjs';
import { writeWavFloat } from './lib/wav.mjs';

const CLEAN_SECONDS = 900;
const ENGINE_SECONDS = 20;
const RUNS = 3;
const IDLE_SECONDS = 10;
const BROWSER_SECONDS = 20;
const FRAME_SECONDS = 10;
const DELAY_SECONDS = 60;
const CAPTION_PHRASES = 40;
/** Linux counts processor time in these (sysconf _SC_CLK_TCK). */
const TICKS_PER_SEC = 100;

await main(async () => {
  if (!(await setUp([...RUN_PACKAGES, ...TEST_PACKAGES]))) return process.exitCode;
  await buildProduct();
  await buildPrograms();
  const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-bench-'));
  try {
    const figures = {
      clean: await benchClean(dir),
      engine: benchEngine(dir),
      effects: await benchEffects(),
      plugins: await benchPlugins(),
      start: await benchStart(dir),
      script: sizeOfFirstScripts(),
      idle: await benchIdle(dir),
      restart: await benchRestart(),
      browser: await benchBrowser(dir),
      pages: await benchPages(dir),
      backend: await benchBackend(dir),
      uploads: await benchUploads(),
      broadcast: await benchBroadcast(dir),
      programme: await benchProgramme(dir),
      broadcastDelay: await benchBroadcastDelay(),
      kernel: await benchKernel(dir),
      render: await benchRender(dir),
      edits: (await import('./lib/editFigures.mjs')).measureEdits(),
      transcripts: await benchTranscripts(),
      captions: await benchCaptions(),
    };
    if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
    else printTable(figures, { cleanSeconds: CLEAN_SECONDS });
    return 0;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

/** The whole command (start, decode, clean, loudness, encode) beside the WebAssembly over the same samples. */
async function benchClean(dir) {
  const { createReferenceDenoiser, makeTestSound } = await import('../native/bench/denoise.mjs');
  const sound = makeTestSound(CLEAN_SECONDS);
  const input = path.join(dir, 'in.wav');
  writeWavFloat(input, sound, 48000);
  const output = path.join(dir, 'out.wav');
  const timesRealTime = (launcher) => {
    const startedMs = performance.now();
    const { status, stderr } = sounddesk(['clean', input, '-o', output, '--force'], dir, launcher);
    if (status !== 0) throw new Error(`clean ended with ${status}: ${stderr}`);
    return CLEAN_SECONDS / ((performance.now() - startedMs) / 1000);
  };
  const runs = { allCores: [], oneCore: [], wasm: [] };
  for (let run = 0; run < RUNS; run += 1) {
    runs.allCores.push(timesRealTime([]));
    runs.oneCore.push(timesRealTime(['taskset', '--cpu-list', '0']));
    runs.wasm.push(await referenceTimesRealTime(await createReferenceDenoiser(), sound));
  }
  return {
    allCoresTimesRealTime: median(runs.allCores),
    oneCoreTimesRealTime: median(runs.oneCore),
    wasmTimesRealTime: median(runs.wasm),
  };
}

/** 32 whole strips on one core beside the WebAssembly on one channel, by the command that users have for it. */
function benchEngine(dir) {
  const args = ['bench', 'engine', '--seconds', String(ENGINE_SECONDS), '--json'];
  const { status, stdout, stderr } = sounddesk(args, dir);
  if (status !== 0) throw new Error(`bench engine ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

/** A transcript of 100,000 words in the editor: opened, and corrected. */
async function benchTranscripts() {
  const { measureTranscripts } = await import('../tests/lib/transcriptFigures.ts');
  return await measureTranscripts();
}

/** Live captions with an engine that answers at once: a real host and a virtual microphone. */
async function benchCaptions() {
  const [{ measureCaptions }, { KNOWN_AFTER_SEC }] = await Promise.all([
    import('../tests/lib/captionDelays.ts'),
    import('../src-shared/domain/transcript/liveSpeech.ts'),
  ]);
  const delaysMs = (await measureCaptions(CAPTION_PHRASES)).toSorted((one, other) => one - other);
  const at = (share) => delaysMs[Math.min(delaysMs.length - 1, Math.floor(share * delaysMs.length))];
  const captions = delaysMs.length;
  if (captions === 0) throw new Error('no caption was written');
  return {
    phrases: CAPTION_PHRASES,
    captions,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    pauseMs: 1000 * KNOWN_AFTER_SEC,
  };
}

/** Each effect of the strip on one channel beside the whole strip, × real time by its key. */
async function benchEffects() {
  const [{ buildBench }, { STRIP_EFFECTS }] = await Promise.all([
    import('./build-addon.mjs'),
    import('../src-shared/domain/stripEffects.ts'),
  ]);
  const bench = await buildBench('strip_bench', { log: () => undefined });
  const { status, stdout, stderr } = spawnSync(bench, ['--json'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the bench of the strip ended with ${status}: ${stderr}`);
  const stages = JSON.parse(stdout);
  const rows = Object.entries(STRIP_EFFECTS).map(([key, { title }]) => ({
    title,
    timesRealTime: stages[key],
  }));
  return { stripTimesRealTime: stages['strip, full (no denoise)'], rows };
}

/** A block through a chain in a sandbox beside the same chain in the same process, one after the other. */
async function benchPlugins() {
  const { buildBench } = await import('./build-addon.mjs');
  const bench = await buildBench('plugin_bench', { log: () => undefined });
  const { status, stdout, stderr } = spawnSync(bench, ['--json'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the bench of the sandbox ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

async function referenceTimesRealTime(process, sound) {
  const frame = new Float32Array(480);
  const startedMs = performance.now();
  for (let start = 0; start + 480 <= sound.length; start += 480) {
    for (let index = 0; index < 480; index += 1) frame[index] = sound[start + index] * 32768;
    process(frame);
  }
  return CLEAN_SECONDS / ((performance.now() - startedMs) / 1000);
}

/** From the command to the printed address, beside an empty Node. */
async function benchStart(dir) {
  const host = [];
  const node = [];
  for (let run = 0; run < RUNS; run += 1) {
    const started = await startHost(path.join(dir, `start-${run}`));
    host.push(started.readyMs);
    await started.stop();
    const startedMs = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    node.push(performance.now() - startedMs);
  }
  return { readyMs: median(host), emptyNodeMs: median(node), ratio: median(host) / median(node) };
}

async function benchIdle(dir) {
  const host = await startHost(path.join(dir, 'idle'));
  try {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const before = processorTicks(host.pid);
    await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1000));
    const share = (processorTicks(host.pid) - before) / TICKS_PER_SEC / IDLE_SECONDS;
    return { coreShare: share, memoryMb: residentKb(host.pid) / 1024 };
  } finally {
    await host.stop();
  }
}

/** Kills the engine process of a live session on JACK's dummy device, several times. */
async function benchRestart() {
  const [{ JACK_CLIENT_TIMEOUT_MS, startJack }, { liveInput, startLiveHost }] = await Promise.all([
    import('../tests/lib/virtualAudio.ts'),
    import('../tests/lib/liveSession.ts'),
  ]);
  const server = await startJack({ clientTimeoutMs: JACK_CLIENT_TIMEOUT_MS });
  const live = await startLiveHost(server.env);
  try {
    const device = (type) =>
      devices.data.find((entry) => entry.name.includes('system') && entry.type === type).id;
    const devices = await live.client.call('devices.listAudio');
    const input = liveInput({ inputDeviceId: device('input'), outputDeviceId: device('output') });
    const started = await live.client.call('engine.startLive', input);
    if (!started.success) throw new Error(started.error.message);
    const timesMs = [];
    for (let run = 0; run < RUNS; run += 1) {
      // Apart enough not to be taken for a process that dies at every start.
      await new Promise((resolve) => setTimeout(resolve, 12_000));
      const killedMs = performance.now();
      process.kill(live.enginePid(), 'SIGKILL');
      live.levels.length = 0;
      await new Promise((resolve) => setTimeout(resolve, 50));
      live.levels.length = 0;
      while (live.levels.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      timesMs.push(performance.now() - killedMs);
    }
    return timesMs;
  } finally {
    await live.close();
    await server.close();
  }
}

/** The web build in a real Chromium, with one voice and a recording that measures its latency. */
async function benchBrowser(dir) {
  const { soakBrowser } = await import('../tests/lib/browserSoak.ts');
  const { measureBrowserShare } = await import('../tests/lib/browserShare.ts');
  const { measureDemoCleaning } = await import('../tests/lib/demoCleaning.ts');
  const { startWebStudio } = await import('../tests/lib/webStudio.ts');
  const studio = await startWebStudio(['--autoplay-policy=no-user-gesture-required']);
  const cleaning = await measureDemoCleaning(studio).finally(() => studio.close());
  return {
    ...(await soakBrowser({ seconds: BROWSER_SECONDS, dir, isBusy: false })),
    share: await measureBrowserShare(BROWSER_SECONDS),
    cleaning,
  };
}

/** First visits to two pages of the web build over loopback, and its frames while meters and spectrum move. */
async function benchPages(dir) {
  const [{ measureFrames, measureLoad }, { startWebStudio }, { ROUTES }] = await Promise.all([
    import('../tests/lib/pageFigures.ts'),
    import('../tests/lib/webStudio.ts'),
    import('../src-shared/domain/routes.ts'),
  ]);
  const { makeTestSound } = await import('../native/bench/denoise.mjs');
  const voice = path.join(dir, 'voice.wav');
  writeWavFloat(voice, makeTestSound(FRAME_SECONDS), 48000);
  const studio = await startWebStudio([
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-audio-capture=${voice}`,
  ]);
  const button = (page, name) => page.getByRole('button', { name });
  try {
    const loads = { landing: [], dashboard: [] };
    for (let run = 0; run < RUNS; run += 1) {
      loads.landing.push(
        await measureLoad(studio, ROUTES.landing, (page) =>
          page.getByRole('heading', { level: 1 }).waitFor(),
        ),
      );
      loads.dashboard.push(
        await measureLoad(studio, ROUTES.dashboard, (page) =>
          button(page, 'Start noise cancellation').waitFor(),
        ),
      );
    }
    const { page } = await studio.open();
    await page.goto(`${studio.origin}${ROUTES.audioEnhancement}`);
    await button(page, 'Start processing').click();
    await button(page, 'Stop processing').waitFor();
    await page.waitForTimeout(2000);
    return { ...loads, frames: await measureFrames(studio, FRAME_SECONDS) };
  } finally {
    await studio.close();
  }
}

/** Accounts on this machine: from an empty data folder, later, after a kill; memory of all of its processes. */
async function benchBackend(dir) {
  const { backendPaths, findDatabaseUser } = await import('../supabase/embedded/systemUser.ts');
  const dataDir = path.join(dir, 'accounts');
  try {
    return await measureBackend(dataDir, { laterRuns: RUNS });
  } finally {
    rmSync(backendPaths(dataDir, findDatabaseUser()).databaseHome, { recursive: true, force: true });
  }
}

/** Encoded frames on their way to the host, as bytes and as the base64 in JSON that they were before. */
async function benchUploads() {
  const { measureUploads } = await import('../tests/lib/uploadFigures.ts');
  return await measureUploads();
}

/** What four destinations cost beside none, in this process. */
async function benchBroadcast(dir) {
  const { measureBroadcast } = await import('../tests/lib/broadcastCost.ts');
  return await measureBroadcast(dir, 4);
}

/** A frame of the editor, by one thread: the kernel as WebAssembly and natively, and FFmpeg's own filters. */
async function benchKernel(dir) {
  const { buildAddon } = await import('./build-addon.mjs');
  await buildAddon({ tests: true });
  await buildKernel();
  const { measureKernel } = await import('../tests/lib/kernelCost.ts');
  return await measureKernel(dir);
}

/** An export of the video editor, beside FFmpeg's own filters with the same encoder. */
async function benchRender(dir) {
  const { measureRender } = await import('../tests/lib/renderCost.ts');
  return await measureRender(dir, FRAME_SECONDS);
}

/** What a page composes and encodes, beside FFmpeg that encodes alone. */
async function benchProgramme(dir) {
  const { measureProgramme } = await import('../tests/lib/programmeCost.ts');
  return await measureProgramme(dir, FRAME_SECONDS);
}

/** From a canvas of the page to a player of nginx, and how far sound and video lie apart there. */
async function benchBroadcastDelay() {
  const { broadcastFlashesAndClicks } = await import('../tests/lib/broadcastSync.ts');
  const { launchChromium } = await import('../tests/lib/chromium.ts');
  const { startPulse } = await import('../tests/lib/virtualAudio.ts');
  const server = await startPulse();
  const browser = await launchChromium();
  try {
    return await broadcastFlashesAndClicks(server, browser, { seconds: DELAY_SECONDS, ppm: 0 });
  } finally {
    await browser.close();
    await server.close();
  }
}

async function startHost(dataDir) {
  const startedMs = performance.now();
  const child = spawn(
    process.execPath,
    ['bin/sounddesk.js', 'host', '--port', '0', '--no-open', '--no-accounts'],
    {
      cwd: ROOT,
      env: { ...process.env, SOUNDDESK_DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    if (printed.includes('http://')) break;
  }
  const readyMs = performance.now() - startedMs;
  const stop = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
  return { pid: child.pid, readyMs, stop };
}

/** User and system time of a process: fields 14 and 15 of proc(5)'s stat. */
function processorTicks(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

function residentKb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
}

/** `launcher`: a program and its arguments that run the command. */
function sounddesk(args, dir, launcher = []) {
  const [program, ...all] = [...launcher, process.execPath, 'bin/sounddesk.js', ...args];
  return spawnSync(program, all, {
    cwd: ROOT,
    encoding: 'utf8',
    // As packages bring it.
    env: { ...process.env, SOUNDDESK_BUILT: '1', SOUNDDESK_DATA_DIR: path.join(dir, 'data') },
  });
}

/** What index.html asks for on its own, before any screen's own chunk: modules and their preloads. */
function sizeOfFirstScripts() {
  const html = readFileSync(path.join(ROOT, 'out/renderer/index.html'), 'utf8');
  const files = [...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, file]) => file);
  const sizes = files.map((file) => gzipSync(readFileSync(path.join(ROOT, 'out/renderer', file))).byteLength);
  return { files: files.length, compressedBytes: sizes.reduce((sum, size) => sum + size, 0) };
}
