import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngineLauncher } from '../../src-main/node/launchEngine.ts';
import { createEngineService, type EngineService } from '../../src-main/services/engine/index.ts';
import type { EngineState, LiveLevels, StartLiveInput } from '../../src-shared/contract/engine.ts';
import { RpcError } from '../../src-shared/contract/errors.ts';
import { liveChain } from '../lib/liveSession.ts';
import { createRecordingLog } from '../lib/recordingLog.ts';

/** The real engine process, with an addon inside that fails on purpose. */
const FAULTY_ADDON = join(import.meta.dirname, '..', 'lib', 'faultyAddon.cjs');
const context = { signal: new AbortController().signal };

let dir: string;
let engine: EngineService;
let states: EngineState[];
let levels: LiveLevels[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-supervision-'));
  engine = open();
});
afterEach(async () => {
  await engine.close();
  rmSync(dir, { recursive: true });
});

function open(options: { addonPath?: string; idleLimitMs?: number } = {}): EngineService {
  const log = createRecordingLog();
  states = [];
  levels = [];
  return createEngineService({
    launch: createEngineLauncher({ log, addonPath: options.addonPath ?? FAULTY_ADDON }),
    clock: { nowMs: Date.now },
    log,
    ...(options.idleLimitMs === undefined ? {} : { idleLimitMs: options.idleLimitMs }),
    onStateChanged: (state) => states.push(state),
    onLevelsMeasured: (measured) => levels.push(measured),
  });
}

function input(behaviour: string): StartLiveInput {
  return {
    inputDeviceId: behaviour,
    outputDeviceId: startsPath(),
    monitor: null,
    sampleRate: 48000,
    bufferFrames: 256,
    chain: liveChain({ denoise: { engine: 'rnnoise', sensitivity: 80, reduction: 70 } }),
    listening: 'clean',
    presetId: 'cafe-noisy',
  };
}
const startsPath = () => join(dir, 'starts');
const starts = () => readFileSync(startsPath(), 'utf8').trim().split('\n');
const start = async (behaviour = 'fine') => engine.handlers['engine.startLive'](input(behaviour), context);
const stop = async () => engine.handlers['engine.stopLive'](undefined, context);
const read = async () => engine.handlers['engine.readState'](undefined, context);
const settled = (isSo: (state: EngineState) => boolean, timeout = 20_000) =>
  expect.poll(async () => isSo(await read()), { timeout, interval: 10 }).toBe(true);
const isRunningAgain = (state: EngineState) => state.process === 'running' && state.restarts > 0;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the engine process', () => {
  it('is started by the first need, and ended when nothing needs it', async () => {
    await engine.close();
    engine = open({ idleLimitMs: 300 });
    expect(await read()).toEqual({ process: 'idle', restarts: 0, lastFailure: null, live: null });
    expect(engine.pid).toBeUndefined();
    await engine.readBuild();
    const pid = engine.pid ?? 0;
    expect((await read()).process).toBe('running');
    await settled((state) => state.process === 'idle');
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(states.map((state) => state.process)).toEqual(['starting', 'running', 'idle']);
  });

  it('is not ended while a session runs, and is ended after it', async () => {
    await engine.close();
    engine = open({ idleLimitMs: 200 });
    await start();
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect((await read()).process).toBe('running');
    await stop();
    await settled((state) => state.process === 'idle');
  });

  it('ends with its host’s close, whatever it does', async () => {
    await start();
    const pid = engine.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    await engine.close();
    expect(isAlive(pid)).toBe(false);
  });

  it('says how to mend it where the addon is missing or damaged', async () => {
    await engine.close();
    engine = open({ addonPath: join(dir, 'missing.node') });
    for (const call of [engine.readBuild(), start()]) {
      const error = await call.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(RpcError);
      expect(error).toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
      expect((error as RpcError).message).toContain('npm start');
    }
  });

  it('answers a bug inside it as INTERNAL and continues', async () => {
    await expect(start('bug')).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(await start()).toMatchObject({ process: 'running', live: { presetId: 'cafe-noisy' } });
  });
});

describe('a live session whose process is killed', () => {
  it('runs again on its own, as the same session, and says what happened', async () => {
    const { live } = await start();
    const deadPid = engine.pid ?? 0;
    states = [];
    process.kill(deadPid, 'SIGKILL');
    await settled(isRunningAgain);
    const state = await read();
    expect(state.live).toMatchObject({ startedAtMs: live?.startedAtMs, chain: live?.chain });
    expect(state.restarts).toBe(1);
    expect(state.lastFailure).toMatchObject({ code: 'ENGINE_STOPPED' });
    expect(state.lastFailure?.message).toContain('SIGKILL');
    expect(states[0]).toMatchObject({ process: 'restarting', live: { startedAtMs: live?.startedAtMs } });
    expect(engine.pid).not.toBe(deadPid);
    expect(starts()).toHaveLength(2);
  });

  it('sends levels and scope again to those who listened before', async () => {
    engine.setWantsLevels(true);
    let scopeBytes = 0;
    const abort = new AbortController();
    const reading = (async () => {
      const source = engine.handlers['engine.watchScope'](undefined, { signal: abort.signal });
      for await (const bytes of source) scopeBytes += bytes.byteLength;
    })();
    await start();
    await expect.poll(() => levels.length).toBeGreaterThan(3);
    await expect.poll(() => scopeBytes).toBeGreaterThan(0);
    process.kill(engine.pid ?? 0, 'SIGKILL');
    await settled(isRunningAgain);
    levels = [];
    scopeBytes = 0;
    await expect.poll(() => levels.length).toBeGreaterThan(3);
    await expect.poll(() => scopeBytes).toBeGreaterThan(0);
    engine.setWantsLevels(false);
    abort.abort();
    await reading;
    await new Promise((resolve) => setTimeout(resolve, 200));
    levels = [];
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(levels).toEqual([]);
  });

  it('is noticed when it hangs instead of dying', async () => {
    await start();
    const pid = engine.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    await settled(isRunningAgain, 8000);
    expect((await read()).lastFailure?.message).toContain('no answer');
    expect(isAlive(pid)).toBe(false);
  });

  it('waits for devices that the dead process still holds', async () => {
    await start('busy-after-death');
    process.kill(engine.pid ?? 0, 'SIGKILL');
    await settled(isRunningAgain);
    expect((await read()).live).not.toBeNull();
    expect(starts()).toHaveLength(4);
  });

  it('ends with the reason where its device has gone meanwhile, and takes no other', async () => {
    await start('gone-after-death');
    process.kill(engine.pid ?? 0, 'SIGKILL');
    await settled(isRunningAgain, 8000);
    expect(await read()).toMatchObject({ live: null, lastFailure: { code: 'DEVICE_NOT_FOUND' } });
  });

  it('gets the settings that were changed while it was away', async () => {
    await start();
    process.kill(engine.pid ?? 0, 'SIGKILL');
    await settled((state) => state.process === 'restarting');
    const chain = liveChain({ denoise: { engine: 'off', sensitivity: 1, reduction: 2 } });
    await engine.handlers['engine.updateLive']({ chain, presetId: null }, context);
    await engine.handlers['engine.setListening']({ listening: 'raw' }, context);
    await settled(isRunningAgain);
    expect((await read()).live).toMatchObject({ chain, listening: 'raw', presetId: null });
    expect(starts().at(-1)).toContain(`${JSON.stringify(chain.denoise)} raw`);
  });

  it('stays stopped where it was stopped while it was away', async () => {
    await start();
    process.kill(engine.pid ?? 0, 'SIGKILL');
    await settled((state) => state.process === 'restarting');
    expect((await stop()).live).toBeNull();
    await settled((state) => state.process !== 'restarting');
    expect((await read()).live).toBeNull();
  });

  it('is given up after five deaths in 30 s, and tried again when the user asks', async () => {
    await start('crash-later');
    await settled((state) => state.process === 'failed', 15_000);
    expect(await read()).toMatchObject({ live: null, restarts: 4, lastFailure: { code: 'ENGINE_STOPPED' } });
    expect(starts()).toHaveLength(5);
    expect(await start('fine')).toMatchObject({ process: 'running', lastFailure: null });
  });
});

describe('a live session', () => {
  it('that crashes the process at its start fails for the caller and is not tried again', async () => {
    await expect(start('crash')).rejects.toMatchObject({ code: 'ENGINE_STOPPED', retryable: true });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(starts()).toHaveLength(1);
    expect(await read()).toMatchObject({ live: null, process: 'idle' });
  });

  it('runs once: a second start is refused and changes nothing', async () => {
    const first = await start();
    await expect(start()).rejects.toMatchObject({ code: 'LIVE_ALREADY_RUNNING' });
    expect((await read()).live?.startedAtMs).toBe(first.live?.startedAtMs);
  });

  it('gives the caller the reason where a device cannot be had', async () => {
    await expect(start('unavailable')).rejects.toMatchObject({ code: 'DEVICE_UNAVAILABLE' });
    expect(await read()).toMatchObject({ live: null, process: 'running', lastFailure: null });
  });

  it('ends where its device is unplugged, and says so', async () => {
    await start('lost');
    await settled((state) => state.live === null);
    expect((await read()).lastFailure).toMatchObject({ code: 'DEVICE_LOST', message: 'In was unplugged.' });
    expect(states.at(-1)?.live).toBeNull();
    expect(await start()).toMatchObject({ lastFailure: null });
  });

  it('is changed while it runs, and refuses to be where it does not', async () => {
    const denoise = { engine: 'rnnoise', sensitivity: 5, reduction: 6 } as const;
    const change = { chain: liveChain({ denoise }), presetId: null };
    const update = async () => engine.handlers['engine.updateLive'](change, context);
    await expect(update()).rejects.toMatchObject({ code: 'LIVE_NOT_RUNNING' });
    await start();
    expect((await update()).live).toMatchObject(change);
    expect(starts().at(-1)).toBe(`update ${JSON.stringify(denoise)} clean`);
  });

  it('may be stopped at any time, also where none runs', async () => {
    expect((await stop()).live).toBeNull();
    const starting = start();
    expect((await stop()).live).toBeNull();
    expect((await starting).live).not.toBeNull();
    expect((await read()).live).toBeNull();
  });
});

describe('a cleaning job', () => {
  it('ends with CANCELLED when it is aborted, and the next one is taken', async () => {
    for (let i = 0; i < 2; i += 1) {
      const abort = new AbortController();
      const running = engine.clean(
        {
          input: { kind: 'file', path: '/x' },
          outputPath: '/y',
          container: 'wav',
          encoding: 'same',
          denoise: { engine: 'off', sensitivity: 0, reduction: 0 },
          mastering: { gate: null, equalizer: null, compressor: null, targetLufs: null },
        },
        { signal: abort.signal, onProgress: () => abort.abort() },
      );
      await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
    }
  });

  it('fails where the process dies under it', async () => {
    const running = engine.clean(
      {
        input: { kind: 'file', path: '/x' },
        outputPath: '/y',
        container: 'wav',
        encoding: 'same',
        denoise: { engine: 'off', sensitivity: 0, reduction: 0 },
        mastering: { gate: null, equalizer: null, compressor: null, targetLufs: null },
      },
      { signal: context.signal, onProgress: () => process.kill(engine.pid ?? 0, 'SIGKILL') },
    );
    await expect(running).rejects.toMatchObject({ code: 'ENGINE_STOPPED' });
  });
});
