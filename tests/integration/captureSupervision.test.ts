import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startHost, type Host } from '../../src-main/node/host.ts';
import type { CaptureState } from '../../src-shared/contract/capture.ts';
import { captureSetUpSchema, type CaptureSetUp } from '../../src-shared/domain/captureSetUp.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { AppContract } from '../../src-shared/contract/index.ts';
import type { Client } from '../../src-shared/rpc/index.ts';
import { connectToHost } from '../lib/hostClient.ts';

/** The real host and engine process, with an addon inside that does on purpose what devices do at will. */
const DOUBLE = join(import.meta.dirname, '..', 'lib', 'captureDouble.ts');

let dir: string;
let host: Host;
let client: Client<AppContract>;
let events: { name: string; payload: unknown }[];

const EVENTS = [
  'capture.onDeviceChanged',
  'capture.onOverloaded',
  'recording.onWarned',
  'recording.onEnded',
  'recording.onRecovered',
] as const;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-capture-'));
  await open();
});
afterEach(async () => {
  await close();
  rmSync(dir, { recursive: true });
});

async function open(): Promise<void> {
  host = await startHost({ dataDir: join(dir, 'data'), port: 0, addonPath: DOUBLE });
  client = connectToHost(host);
  events = [];
  for (const name of EVENTS) {
    client.subscribe(name, (payload) => events.push({ name, payload }));
  }
}

async function close(): Promise<void> {
  client.close();
  await host.close();
}

function setUp(sources: string[] = ['mic'], changes: object = {}): CaptureSetUp {
  return captureSetUpSchema.parse({
    version: 1,
    monitorDeviceId: callsPath(),
    channels: sources.map((source, index) => ({ id: `c${index + 1}`, name: `Channel ${index + 1}`, source })),
    ...changes,
  });
}

const callsPath = () => join(dir, 'calls');
const calls = () => (existsSync(callsPath()) ? readFileSync(callsPath(), 'utf8').trim().split('\n') : []);
const takesDir = () => join(dir, 'data', 'takes');
const takes = () => (existsSync(takesDir()) ? readdirSync(takesDir()) : []);
const start = async (...given: Parameters<typeof setUp>) =>
  unwrap(await client.call('capture.start', { setUp: setUp(...given) }));
const read = async () => ({
  ...unwrap(await client.call('capture.readState')),
  ...unwrap(await client.call('recording.readState')),
});
const record = async (name: string | null = null) =>
  unwrap(await client.call('recording.start', { name, sound: { of: 'channels' } }));
const enginePid = () => host.core.engine.pid ?? 0;
const until = (isSo: (state: Awaited<ReturnType<typeof read>>) => boolean) =>
  expect.poll(async () => isSo(await read()), { timeout: 10_000, interval: 20 }).toBe(true);
const heard = (name: (typeof EVENTS)[number]) => events.filter((event) => event.name === name);
const refusal = (code: string) => ({ success: false, error: { code } });

describe('the channels of a studio', () => {
  it('are kept while nothing runs, and over a restart of the host', async () => {
    unwrap(await client.call('capture.addChannel', { name: 'Host', source: 'mic' }));
    const added = unwrap(await client.call('capture.addChannel', { name: 'Guest', pan: -30 }));
    expect(added.setUp.channels).toMatchObject([
      { id: 'channel-1', name: 'Host', source: 'mic' },
      { id: 'channel-2', name: 'Guest', pan: -30, source: null },
    ]);
    unwrap(await client.call('capture.renameChannel', { channelId: 'channel-2', name: 'Guest 1' }));
    unwrap(await client.call('capture.reorderChannels', { channelIds: ['channel-2', 'channel-1'] }));
    unwrap(await client.call('capture.updateOptions', { recording: { mode: 'mixed' }, bufferFrames: 256 }));
    await close();
    await open();
    const channels = unwrap(await client.call('capture.listChannels'));
    expect(channels.map(({ name }) => name)).toEqual(['Guest 1', 'Host']);
    const state = await read();
    expect(state).toMatchObject({ session: null, take: null, setUp: { bufferFrames: 256 } });
    expect(state.setUp.recording).toMatchObject({ mode: 'mixed', container: 'rf64' });
    unwrap(await client.call('capture.removeChannel', { channelId: 'channel-1' }));
    expect(unwrap(await client.call('capture.listChannels'))).toHaveLength(1);
  });

  it('change in the running session, and only what was changed is sent to it', async () => {
    await start(['mic', 'line']);
    const changed = await client.call('capture.updateChannel', {
      channelId: 'c2',
      changes: { isMuted: true, volume: 0 },
    });
    expect(unwrap(changed).setUp.channels[1]).toMatchObject({ isMuted: true, volume: 0 });
    unwrap(await client.call('capture.removeChannel', { channelId: 'c1' }));
    unwrap(await client.call('capture.setLatencyMode', { modeMs: 20 }));
    const [first, second, ...rest] = calls();
    expect(first).toBe('start c1,c2');
    expect(second).toMatch(/^setChannel \{"id":"c2".*"volumeDb":-120,.*"isMuted":true/);
    expect(rest).toEqual(['removeChannel c1', 'setLatencyMode 20']);
  });

  it('stay as they were where the engine refuses a change, and the answer says why', async () => {
    const before = (await start()).setUp;
    const answer = await client.call('capture.updateChannel', {
      channelId: 'c1',
      changes: { source: 'refused' },
    });
    expect(answer).toMatchObject({
      error: { code: 'BAD_OPTION', message: 'This device has no such channel.' },
    });
    expect(await client.call('capture.setLatencyMode', { modeMs: 5 })).toMatchObject(refusal('BAD_OPTION'));
    expect((await read()).setUp).toEqual(before);
  });

  it('are put back as a whole where a part of a new set-up is refused', async () => {
    const before = (await start(['mic', 'line'])).setUp;
    const next = setUp(['other', 'busy']);
    expect(await client.call('capture.applySetUp', next)).toMatchObject(refusal('DEVICE_UNAVAILABLE'));
    expect((await read()).setUp).toEqual(before);
    const sources = calls().map((call) => /"id":"(\w+)".*"deviceId":"(\w+)"/.exec(call)?.slice(1).join(' '));
    expect(sources.slice(1)).toEqual(['c1 other', 'c2 busy', 'c1 mic']);
  });

  it('run on at the old rate where no device runs at the new one', async () => {
    await start();
    const answer = await client.call('capture.updateOptions', { sampleRate: 96000 });
    expect(answer).toMatchObject(refusal('DEVICE_UNAVAILABLE'));
    expect(await read()).toMatchObject({ setUp: { sampleRate: 48000 }, session: { sampleRate: 48000 } });
    expect(calls()).toEqual(['start c1', 'stop', 'start c1', 'start c1']);
  });

  it('get what is impossible answered with the reason', async () => {
    await start();
    const update = (channelId: string, changes: object) =>
      client.call('capture.updateChannel', { channelId, changes });
    expect(await update('nobody', { pan: 0 })).toMatchObject(refusal('CHANNEL_NOT_FOUND'));
    expect(await update('c1', { inputGain: Number.NaN })).toMatchObject(refusal('BAD_INPUT'));
    expect(await update('c1', { volume: 101 })).toMatchObject(refusal('BAD_INPUT'));
    expect(await update('c1', { id: 'c9' })).toMatchObject(refusal('BAD_INPUT'));
    const add = (id: string) => client.call('capture.addChannel', { id, name: id });
    expect(await add('c1')).toMatchObject(refusal('BAD_OPTION'));
    for (let count = 2; count <= 32; count += 1) unwrap(await add(`c${count}`));
    expect(await add('c33')).toMatchObject(refusal('BAD_OPTION'));
    expect(unwrap(await client.call('capture.listChannels'))).toHaveLength(32);
    const order = (channelIds: string[]) => client.call('capture.reorderChannels', { channelIds });
    expect(await order(['c1'])).toMatchObject(refusal('BAD_OPTION'));
    expect(await order(Array<string>(32).fill('c1'))).toMatchObject(refusal('BAD_OPTION'));
    const removed = await client.call('capture.removeChannel', { channelId: 'c99' });
    expect(removed).toMatchObject(refusal('CHANNEL_NOT_FOUND'));
  });

  it('all take effect where they are changed at the same time', async () => {
    await start(['mic', 'line']);
    const pans = Array.from({ length: 20 }, (_, pan) => pan);
    await Promise.all([
      ...pans.map((pan) => client.call('capture.updateChannel', { channelId: 'c1', changes: { pan } })),
      client.call('capture.updateChannel', { channelId: 'c1', changes: { isMuted: true } }),
      client.call('capture.updateChannel', { channelId: 'c2', changes: { isSolo: true } }),
    ]);
    expect((await read()).setUp.channels).toMatchObject([{ pan: 19, isMuted: true }, { isSolo: true }]);
  });
});

describe('multi-channel capture', () => {
  it('starts and stops, sends levels to anyone who listens, and says so', async () => {
    const states: CaptureState[] = [];
    client.subscribe('capture.onStateChanged', (state) => states.push(state));
    let channels: string[] = [];
    client.subscribe(
      'capture.onLevelsMeasured',
      (levels) => (channels = levels.channels.map(({ id }) => id)),
    );
    const state = await start(['mic', 'absent']);
    expect(state.session).toMatchObject({ sampleRate: 48000, isInterrupted: false, latencyModeMs: null });
    await expect.poll(() => channels).toEqual(['c1', 'c2']);
    expect(heard('capture.onDeviceChanged')).toMatchObject([
      { payload: { device: { id: 'absent', status: 'missing' } } },
    ]);
    expect(await client.call('capture.start', { setUp: null })).toMatchObject(
      refusal('CAPTURE_ALREADY_RUNNING'),
    );
    expect(unwrap(await client.call('capture.stop')).session).toBeNull();
    expect(unwrap(await client.call('capture.stop')).session).toBeNull();
    expect(states.some(({ session }) => session !== null)).toBe(true);
    expect(states.at(-1)?.session).toBeNull();
  });

  it('gives the reason where it cannot start, and the document’s words where there is none', async () => {
    const busy = await client.call('capture.start', { setUp: setUp(['busy']) });
    expect(busy).toMatchObject({
      error: { code: 'DEVICE_UNAVAILABLE', message: expect.stringMatching(/in use/) as string },
    });
    const wordless = await client.call('capture.start', { setUp: setUp(['wordless']) });
    expect(wordless).toMatchObject({ error: { message: 'Failed to start multi-channel capture' } });
    expect((await read()).setUp.channels).toEqual([]);
  });

  it('says when a device is lost and when it is back', async () => {
    await start(['flaky', 'mic']);
    await expect.poll(() => heard('capture.onDeviceChanged').length).toBe(2);
    expect(heard('capture.onDeviceChanged')).toMatchObject([
      {
        payload: { device: { status: 'lost' }, message: expect.stringMatching(/"flaky" was lost/) as string },
      },
      {
        payload: { device: { status: 'open' }, message: expect.stringMatching(/"flaky" is back/) as string },
      },
    ]);
  });

  it('shows the longer chain after an overload, and keeps the wanted one', async () => {
    await start(['overload'], { latencyModeMs: 10 });
    await until(({ session }) => session?.latencyModeMs === 50);
    expect(heard('capture.onOverloaded')).toMatchObject([{ payload: { fromMs: 10, toMs: 50 } }]);
    unwrap(await client.call('capture.updateChannel', { channelId: 'c1', changes: { pan: 1 } }));
    expect(await read()).toMatchObject({ setUp: { latencyModeMs: 10 }, session: { latencyModeMs: 50 } });
    unwrap(await client.call('capture.setLatencyMode', { modeMs: 10 }));
    expect(await read()).toMatchObject({ session: { latencyModeMs: 10 } });
    expect(calls().at(-1)).toBe('setLatencyMode 10');
  });

  it('ends and says so when it cannot continue, with the take', async () => {
    await start(['pulled']);
    await record();
    await until(({ session }) => session === null);
    const lost = { code: 'DEVICE_UNAVAILABLE', message: 'All devices were lost.' };
    expect(await read()).toMatchObject({ take: null, lastTake: lost, lastFailure: lost });
  });

  it('is not there without the part of the addon that does it', async () => {
    await close();
    const old = join(import.meta.dirname, '..', 'lib', 'faultyAddon.cjs');
    host = await startHost({ dataDir: join(dir, 'data'), port: 0, addonPath: old });
    client = connectToHost(host);
    const answer = await client.call('capture.start', { setUp: setUp() });
    expect(answer).toMatchObject({
      error: { code: 'ENGINE_UNAVAILABLE', message: expect.stringMatching(/npm start/) as string },
    });
  });
});

describe('a take', () => {
  it('is recorded into a folder of its own, paused, marked, and ended', async () => {
    await start(['mic', 'line']);
    const { take } = await record('Episode 1');
    expect(take).toMatchObject({ name: 'Episode 1', channelIds: ['c1', 'c2'], markers: [] });
    expect(basename(take?.folder ?? '')).toMatch(/^\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d Episode 1$/);
    await until((state) => (state.take?.progress?.recordedSec ?? 0) > 0);
    expect(unwrap(await client.call('recording.pause')).take?.progress?.isPaused).toBe(true);
    expect(unwrap(await client.call('recording.resume')).take?.progress?.isPaused).toBe(false);
    const marker = unwrap(await client.call('recording.addMarker', { label: 'laugh' }));
    expect(marker.atSec).toBeGreaterThan(0);
    expect((await read()).take?.markers).toEqual([marker]);
    const { lastTake } = unwrap(await client.call('recording.stop'));
    expect(lastTake).toMatchObject({
      name: 'Episode 1',
      folder: take?.folder,
      code: null,
      continuedIn: null,
    });
    expect(heard('recording.onEnded')).toHaveLength(1);
  });

  it('needs a running session and an enabled channel, and there is one at a time', async () => {
    const begin = () => client.call('recording.start', { name: null, sound: { of: 'channels' } });
    expect(await begin()).toMatchObject(refusal('NO_ENABLED_CHANNEL'));
    await start();
    unwrap(await client.call('capture.updateChannel', { channelId: 'c1', changes: { isEnabled: false } }));
    expect(await begin()).toMatchObject({
      error: {
        code: 'NO_ENABLED_CHANNEL',
        message: 'Please enable at least one channel before recording.',
      },
    });
    unwrap(await client.call('capture.updateChannel', { channelId: 'c1', changes: { isEnabled: true } }));
    unwrap(await client.call('capture.stop'));
    expect(await begin()).toMatchObject(refusal('CAPTURE_NOT_RUNNING'));
    for (const call of ['recording.stop', 'recording.pause', 'recording.resume'] as const) {
      expect(await client.call(call)).toMatchObject(refusal('TAKE_NOT_RUNNING'));
    }
    expect(await client.call('recording.addMarker', { label: '' })).toMatchObject(
      refusal('TAKE_NOT_RUNNING'),
    );
    await start();
    await record();
    expect(await begin()).toMatchObject(refusal('TAKE_ALREADY_RUNNING'));
    expect(takes()).toHaveLength(1);
  });

  it('keeps its tracks: what would take one away is refused until it ends', async () => {
    await start(['mic', 'line']);
    await record();
    const remove = () => client.call('capture.removeChannel', { channelId: 'c1' });
    expect(await remove()).toMatchObject(refusal('TAKE_ALREADY_RUNNING'));
    const rate = await client.call('capture.updateOptions', { sampleRate: 44100 });
    expect(rate).toMatchObject(refusal('TAKE_ALREADY_RUNNING'));
    unwrap(await client.call('capture.updateChannel', { channelId: 'c1', changes: { isMuted: true } }));
    unwrap(await client.call('recording.stop'));
    expect(unwrap(await remove()).setUp.channels).toHaveLength(1);
  });

  it('leaves no empty folder where it cannot begin', async () => {
    await start();
    const answer = await client.call('recording.start', { name: 'unwritable', sound: { of: 'channels' } });
    expect(answer).toMatchObject(refusal('FILE_UNWRITABLE'));
    expect(takes()).toEqual([]);
    expect((await read()).take).toBeNull();
  });

  it('that must end on its own says why, and a warning comes before', async () => {
    await start();
    await record('low');
    await expect.poll(() => heard('recording.onWarned').length).toBe(1);
    unwrap(await client.call('recording.stop'));
    await record('full');
    await until(({ take }) => take === null);
    expect((await read()).lastTake).toMatchObject({ code: 'DISK_FULL', message: 'The disk is full.' });
    expect((await read()).session).not.toBeNull();
  });

  it('ends cleanly with its session, and with its host', async () => {
    await start();
    await record();
    unwrap(await client.call('capture.stop'));
    expect(calls().slice(-2)).toEqual(['stopTake', 'stop']);
    await start();
    await record();
    await close();
    expect(calls().slice(-2)).toEqual(['stopTake', 'stop']);
    await open();
  });

  it('cannot be paused before its first sound, nor be given a camera, and can be stopped', async () => {
    await start();
    await record('silent');
    expect(await client.call('recording.pause')).toMatchObject(refusal('TAKE_NOT_RUNNING'));
    expect(calls()).not.toContain('pauseTake');
    const source = { id: 'camera', kind: 'video', name: 'Camera' } as const;
    const arming = client.call('video.arm', { sources: [source] });
    expect(unwrap(await client.call('recording.stop'))).toMatchObject({
      take: null,
      lastTake: { code: null },
    });
    expect(await arming).toMatchObject(refusal('TAKE_NOT_RUNNING'));
    await record('Next');
    unwrap(await client.call('video.arm', { sources: [source] }));
  });

  it('ends once for all who stop it', async () => {
    await start();
    await record();
    const answers = await Promise.all([1, 2, 3].map(() => client.call('recording.stop')));
    expect(answers.map((answer) => unwrap(answer).take)).toEqual([null, null, null]);
    expect(heard('recording.onEnded')).toHaveLength(1);
    expect(calls().filter((call) => call === 'stopTake')).toHaveLength(1);
    expect(await client.call('recording.stop')).toMatchObject(refusal('TAKE_NOT_RUNNING'));
  });
});

describe('capture whose process is killed', () => {
  it('runs again in the same state, and what was changed meanwhile is in it', async () => {
    const before = await start(['mic', 'line']);
    process.kill(enginePid(), 'SIGKILL');
    await until(({ lastFailure }) => lastFailure !== null);
    await until(({ session }) => session?.isInterrupted === false);
    const after = await read();
    expect(after.setUp).toEqual(before.setUp);
    expect(after.session?.startedAtMs).toBe(before.session?.startedAtMs);
    expect(after.lastFailure).toMatchObject({
      code: 'ENGINE_STOPPED',
      message: expect.stringMatching(/SIGKILL/) as string,
    });
    unwrap(await client.call('capture.updateChannel', { channelId: 'c2', changes: { pan: 5 } }));
    expect(calls().filter((call) => call.startsWith('start'))).toEqual(['start c1,c2', 'start c1,c2']);
  });

  it('continues recording beside the take that was cut, and says both', async () => {
    await start();
    const { take } = await record('Show');
    await until((state) => (state.take?.progress?.recordedSec ?? 0) > 0);
    process.kill(enginePid(), 'SIGKILL');
    await until((state) => state.take?.name === 'Show (2)' && state.lastTake !== null);
    const state = await read();
    expect(state.lastTake).toMatchObject({
      name: 'Show',
      folder: take?.folder,
      code: 'ENGINE_STOPPED',
      continuedIn: state.take?.folder,
    });
    const { lastTake } = unwrap(await client.call('recording.stop'));
    expect(lastTake).toMatchObject({ name: 'Show (2)', code: null });
    expect(takes()).toHaveLength(2);
  });

  it('reports to its cameras when its sound began, paused and continued, whatever its files say', async () => {
    await start();
    const { take } = await record();
    // The double writes nothing of it: who would read it there learned nothing.
    expect(readFileSync(join(take?.folder ?? '', 'take.json'), 'utf8')).toBe('{}');
    const track = { name: 'Camera', source: 'camera:0', kind: 'video', codec: 'vp8' } as const;
    const size = { codecPrivate: null, width: 320, height: 180, fps: 20 };
    unwrap(await client.call('video.addTrack', { sourceId: 'camera', ...track, ...size }));
    const runningTake = async () => unwrap(await client.call('recording.readState')).take;
    expect(await runningTake()).toMatchObject({
      isPaused: false,
      hasSound: true,
      tracks: [{ name: 'Camera' }],
    });
    expect(unwrap(await client.call('recording.pause')).take).toMatchObject({ isPaused: true });
    expect(unwrap(await client.call('recording.resume')).take).toMatchObject({ isPaused: false });
    unwrap(await client.call('recording.pause'));
    await expect.poll(async () => (await runningTake())?.isPaused).toBe(true);
    process.kill(enginePid(), 'SIGKILL');
    await until((state) => state.lastTake !== null && state.take !== null);
    // Of the take in which the recording continues, they learn the same.
    await expect
      .poll(async () => await runningTake(), { timeout: 10_000 })
      .toMatchObject({
        id: basename((await read()).take?.folder ?? ''),
        isPaused: true,
        tracks: [{ name: 'Camera', isEnded: false }],
      });
  });

  it('continues paused where it was paused', async () => {
    await start();
    await record();
    unwrap(await client.call('recording.pause'));
    process.kill(enginePid(), 'SIGKILL');
    await until((state) => state.lastTake?.continuedIn !== undefined && state.take !== null);
    expect(calls().at(-1)).toBe('pauseTake');
  });

  it('does not continue where the take was being ended', async () => {
    await start();
    await record();
    const stopping = client.call('recording.stop');
    await expect.poll(() => calls().at(-1)).toBe('stopTake');
    process.kill(enginePid(), 'SIGKILL');
    const { lastTake, take } = unwrap(await stopping);
    expect(take).toBeNull();
    // Killed before or after its files were closed: both are an end.
    expect([null, 'ENGINE_STOPPED']).toContain(lastTake?.code);
    expect(lastTake?.continuedIn).toBeNull();
    await until(({ session }) => session?.isInterrupted === false);
    expect(takes()).toHaveLength(1);
  });

  it('is left as it was before the change that killed it', async () => {
    const before = await start();
    const changes = { name: 'deadly' };
    const answer = await client.call('capture.updateChannel', { channelId: 'c1', changes });
    expect(answer).toMatchObject(refusal('ENGINE_STOPPED'));
    await until(({ session }) => session?.isInterrupted === false);
    expect((await read()).setUp).toEqual(before.setUp);
  });

  it('can be stopped while it is being restored', async () => {
    await start();
    await record();
    process.kill(enginePid(), 'SIGKILL');
    const stopped = unwrap(await client.call('capture.stop'));
    expect(stopped.session).toBeNull();
    await until(({ session, take }) => session === null && take === null);
  });
});
