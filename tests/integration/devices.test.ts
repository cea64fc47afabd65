import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { AudioDevice } from '../../src-shared/domain/audio.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { liveInput, startLiveHost, waitMs, type LiveHost } from '../lib/liveSession.ts';
import {
  PULSE_MICROPHONE,
  PULSE_SPEAKER,
  startJack,
  startPulse,
  type SoundServer,
} from '../lib/virtualAudio.ts';

let server: SoundServer;
let live: LiveHost;
let lists: AudioDevice[][];

afterEach(async () => {
  await live.close();
  await server.close();
});

async function begin(started: Promise<SoundServer>): Promise<void> {
  server = await started;
  live = await startLiveHost(server.env);
  lists = [];
}

/** Listens, and waits until the engine watches. */
async function listen(): Promise<void> {
  live.client.subscribe('devices.onChanged', (devices) => lists.push(devices));
  await expect.poll(() => live.enginePid(), { timeout: 10_000 }).toBeGreaterThan(0);
  await waitMs(1500);
}

const list = async () => unwrap(await live.client.call('devices.listAudio'));
const addSink = async (name: string) =>
  (await server.run('pactl', ['load-module', 'module-null-sink', `sink_name=${name}`])).trim();
const newestHas = (id: string) => lists.at(-1)?.some((device) => device.id === id);
const toHear = (id: string) => expect.poll(() => newestHas(id), { timeout: 8000 });

describe('devices of a PulseAudio server', () => {
  it('lists microphones, speakers and what is played, with defaults, rates and channels', async () => {
    await begin(startPulse());
    const devices = await list();
    const find = (id: string) => devices.find((device) => device.id === id);
    expect(find(`pulseaudio:in:${PULSE_MICROPHONE}`)).toMatchObject({
      type: 'input',
      isDefault: true,
      channels: 1,
      sampleRates: [44100, 48000, 96000],
    });
    expect(find(`pulseaudio:out:${PULSE_SPEAKER}`)).toMatchObject({ type: 'output', isDefault: true });
    expect(find('pulseaudio:out:rig')).toMatchObject({ isDefault: false, channels: 2 });
    expect(find('pulseaudio:in:rig.monitor')).toMatchObject({ type: 'system' });
    expect(devices.filter(({ isDefault }) => isDefault)).toHaveLength(2);
    // A door of ALSA, in the direction that it leads to.
    expect(find(`alsa:in:${PULSE_MICROPHONE}`)).toMatchObject({ type: 'input', isDefault: false });
    expect(find(`alsa:out:${PULSE_MICROPHONE}`)).toBeUndefined();
    const system = unwrap(await live.client.call('devices.listSystemAudio'));
    expect(system.map(({ id }) => id)).toContain(`pulseaudio:in:${PULSE_SPEAKER}.monitor`);
    expect(new Set(system.map(({ type }) => type))).toEqual(new Set(['system']));
  });

  it('reports a device that comes and goes, and another default, while nothing runs', async () => {
    await begin(startPulse());
    await listen();
    const module = await addSink('come_and_go');
    await toHear('pulseaudio:out:come_and_go').toBe(true);
    expect(newestHas('pulseaudio:in:come_and_go.monitor')).toBe(true);
    await server.run('pactl', ['set-default-sink', 'come_and_go']);
    await expect
      .poll(() => lists.at(-1)?.find(({ id }) => id === 'pulseaudio:out:come_and_go')?.isDefault, {
        timeout: 8000,
      })
      .toBe(true);
    await server.run('pactl', ['unload-module', module]);
    await toHear('pulseaudio:out:come_and_go').toBe(false);
  });

  it('is silent where only a volume changes', async () => {
    await begin(startPulse());
    await listen();
    for (let percent = 10; percent <= 100; percent += 10) {
      await server.run('pactl', ['set-sink-volume', 'rig', `${percent}%`]);
    }
    await waitMs(1000);
    expect(lists).toEqual([]);
  });

  it('reports it while a session runs, which continues undisturbed', async () => {
    await begin(startPulse());
    await listen();
    const ids = {
      inputDeviceId: `pulseaudio:in:${PULSE_MICROPHONE}`,
      outputDeviceId: `pulseaudio:out:${PULSE_SPEAKER}`,
    };
    unwrap(await live.client.call('engine.startLive', liveInput({ ...ids, bufferFrames: 512 })));
    await waitMs(1000);
    const pid = live.enginePid();
    const framesBefore = live.levels.at(-1)?.framesProcessed ?? 0;
    const module = await addSink('beside');
    await toHear('pulseaudio:out:beside').toBe(true);
    await server.run('pactl', ['unload-module', module]);
    await toHear('pulseaudio:out:beside').toBe(false);
    const state = unwrap(await live.client.call('engine.readState'));
    expect(state).toMatchObject({
      process: 'running',
      restarts: 0,
      live: { inputDevice: { id: ids.inputDeviceId } },
    });
    expect(live.enginePid()).toBe(pid);
    await expect.poll(() => live.levels.at(-1)?.framesProcessed ?? 0).toBeGreaterThan(framesBefore + 20);
  });

  it('continues watching in a new engine process, and costs next to nothing while nothing happens', async () => {
    await begin(startPulse());
    await listen();
    process.kill(live.enginePid(), 'SIGKILL');
    await waitMs(3000);
    await addSink('afterwards');
    await toHear('pulseaudio:out:afterwards').toBe(true);
    const before = cpuSec(live.enginePid());
    await waitMs(4000);
    expect(cpuSec(live.enginePid()) - before).toBeLessThan(0.04);
  });

  it('says what helps where no server is found', async () => {
    await begin(startPulse());
    process.kill(server.pid, 'SIGKILL');
    await waitMs(300);
    const answer = await live.client.call('devices.listSystemAudio');
    expect(answer).toMatchObject({ success: false, error: { code: 'UNSUPPORTED' } });
    if (!answer.success) expect(answer.error.message).toMatch(/PulseAudio or PipeWire/);
  });
});

describe('devices of a JACK server', () => {
  it('reports a program with ports that comes and goes, idle and beside a running session', async () => {
    await begin(startJack());
    await listen();
    const metro = async (name: string) => {
      const program = server.start('jack_metro', ['-b', '60', '-n', name]);
      await toHear(`jack-audio-connection-kit:in:${name}`).toBe(true);
      program.kill('SIGTERM');
      await toHear(`jack-audio-connection-kit:in:${name}`).toBe(false);
    };
    await metro('idle_metro');
    unwrap(await live.client.call('engine.startLive', liveInput()));
    await waitMs(1500);
    const missedBefore = live.levels.at(-1)?.framesMissed ?? 0;
    await metro('live_metro');
    // Its own ports are no devices.
    expect(lists.at(-1)?.some(({ name }) => /PortAudio|sounddesk/.test(name))).toBe(false);
    const ports = await server.run('jack_lsp', []);
    expect(ports).toContain('PortAudio:in_0');
    expect((live.levels.at(-1)?.framesMissed ?? 0) - missedBefore).toBeLessThan(50);
  });
});

/** User and system time of a process, by the kernel's count. */
function cpuSec(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
