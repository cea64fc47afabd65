import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VirtualMicrophoneState } from '../../src-shared/contract/devices.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { createCommandLine } from '../lib/commandLine.ts';
import { connectToHost } from '../lib/hostClient.ts';
import { liveInput, startLiveHost, waitMs, type LiveHost } from '../lib/liveSession.ts';
import { PULSE_MICROPHONE, startPulse, type SoundServer } from '../lib/virtualAudio.ts';

const SOURCE = 'sounddesk_virtual_microphone';
const SINK = 'sounddesk_virtual_microphone_feed';
const ADDRESS = /http:\/\/127\.0\.0\.1:(\d+)\/\S*#token=([\w-]{43})/;

let dir: string;
let server: SoundServer;
let sounddesk: (args: string[]) => ReturnType<ReturnType<typeof createCommandLine>>;
let hosts: LiveHost[];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-microphone-'));
  server = await startPulse();
  hosts = [];
  const run = createCommandLine(dir);
  sounddesk = (args) => run(['devices', 'virtual-mic', ...args], { env: server.env });
});
afterEach(async () => {
  for (const host of hosts) await host.close();
  await server.close();
  rmSync(dir, { recursive: true });
});

async function openHost(): Promise<LiveHost> {
  const host = await startLiveHost(server.env);
  hosts.push(host);
  return host;
}

/** Names of our parts that the sound server has now. */
async function parts(): Promise<string[]> {
  const found = await Promise.all(
    ['sinks', 'sources'].map((kind) => server.run('pactl', ['list', 'short', kind])),
  );
  return [SINK, SOURCE].filter((name) => found.some((text) => text.includes(`\t${name}\t`)));
}
const toBe = (expected: string[]) => expect.poll(parts, { timeout: 8000 }).toEqual(expected);

describe('the virtual microphone, from the command line', () => {
  it('is switched on, reported and switched off, each twice without harm', async () => {
    expect((await sounddesk(['status'])).stdout).toContain('is off');
    for (let time = 0; time < 2; time += 1) {
      expect(await sounddesk(['on'])).toMatchObject({ code: 0 });
      await toBe([SINK, SOURCE]);
    }
    const { stdout } = await sounddesk(['status', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      support: { supported: true },
      microphone: { outputDeviceId: `pulseaudio:out:${SINK}`, inputDeviceId: `pulseaudio:in:${SOURCE}` },
    });
    for (let time = 0; time < 2; time += 1) {
      expect(await sounddesk(['off'])).toMatchObject({ code: 0 });
      await toBe([]);
    }
  });

  it('says what to do where no sound server runs, and where it is asked for something else', async () => {
    process.kill(server.pid, 'SIGKILL');
    await waitMs(300);
    const { code, stderr } = await sounddesk(['on']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/no PulseAudio or PipeWire.*pulseaudio --start/s);
    expect(await sounddesk(['sideways'])).toMatchObject({ code: 2 });
    expect(await sounddesk([])).toMatchObject({ code: 2 });
  });

  it('stays when a host that did not make it uses it and ends', async () => {
    await sounddesk(['on']);
    const host = await openHost();
    unwrap(await host.client.call('devices.listAudio'));
    unwrap(await host.client.call('devices.startVirtualMicrophone'));
    await host.close();
    hosts = [];
    await toBe([SINK, SOURCE]);
  });
});

describe('the virtual microphone, from the contract', () => {
  it('is announced, and goes with the host', async () => {
    const host = await openHost();
    const states: VirtualMicrophoneState[] = [];
    host.client.subscribe('devices.onVirtualMicrophoneChanged', (state) => states.push(state));
    await waitMs(1000);
    expect(unwrap(await host.client.call('devices.readVirtualMicrophone')).microphone).toBeNull();
    const started = unwrap(await host.client.call('devices.startVirtualMicrophone'));
    expect(started.microphone?.name).toBe('SoundDesk Virtual Microphone');
    expect(unwrap(await host.client.call('devices.startVirtualMicrophone'))).toEqual(started);
    await expect.poll(() => states.at(-1)).toEqual(started);
    // Switched off by somebody else.
    expect(await sounddesk(['off'])).toMatchObject({ code: 0 });
    await expect.poll(() => states.at(-1)?.microphone, { timeout: 8000 }).toBeNull();
    unwrap(await host.client.call('devices.startVirtualMicrophone'));
    await toBe([SINK, SOURCE]);
    await host.close();
    hosts = [];
    await toBe([]);
  });

  it('is followed where another program removes it in the moment in which it was made', async () => {
    const host = await openHost();
    const states: VirtualMicrophoneState[] = [];
    host.client.subscribe('devices.onVirtualMicrophoneChanged', (state) => states.push(state));
    await waitMs(1000);
    const started = unwrap(await host.client.call('devices.startVirtualMicrophone'));
    // Faster than the list of devices settles: to a watch that compares lists nothing has happened.
    const modules = (await server.run('pactl', ['list', 'short', 'modules'])).split('\n');
    const ours = modules.filter((line) => [SINK, SOURCE].some((name) => line.includes(`_name=${name} `)));
    expect(ours).toHaveLength(2);
    for (const line of ours.reverse())
      await server.run('pactl', ['unload-module', line.split('\t')[0] ?? '']);
    await expect.poll(() => states[0]).toEqual(started);
    await expect.poll(() => states.at(-1)?.microphone, { timeout: 8000 }).toBeNull();
  });

  it('carries the live chain to anyone who listens', async () => {
    const host = await openHost();
    const { microphone } = unwrap(await host.client.call('devices.startVirtualMicrophone'));
    const input = liveInput({
      inputDeviceId: `pulseaudio:in:${PULSE_MICROPHONE}`,
      outputDeviceId: microphone?.outputDeviceId ?? '',
      bufferFrames: 512,
    });
    const { live } = unwrap(await host.client.call('engine.startLive', input));
    expect(live?.outputDevice.id).toBe(`pulseaudio:out:${SINK}`);
    const listener = server.start('parec', ['-d', SOURCE, '--raw', join(dir, 'heard.raw')]);
    await waitMs(1500);
    const inputs = await server.run('pactl', ['list', 'short', 'sink-inputs']);
    expect(inputs.trim().split('\n').length).toBeGreaterThan(1);
    listener.kill('SIGTERM');
    expect(unwrap(await host.client.call('engine.readState')).live).not.toBeNull();
  });

  it('is removed at the next start after a kill -9 of the host', async () => {
    let output = '';
    const run = createCommandLine(dir);
    let pid = 0;
    const ended = run(['host', '--no-open', '--no-accounts', '--port', '0'], {
      env: server.env,
      onStarted(child) {
        pid = child.pid ?? 0;
        child.stdout?.on('data', (text: string) => (output += text));
      },
    });
    await expect.poll(() => ADDRESS.test(output), { timeout: 20_000 }).toBe(true);
    const [, port, token] = ADDRESS.exec(output) ?? [];
    const client = connectToHost({ port: Number(port), token: token ?? '' });
    unwrap(await client.call('devices.startVirtualMicrophone'));
    client.close();
    process.kill(pid, 'SIGKILL');
    await ended;
    await toBe([SINK, SOURCE]);
    const next = await openHost();
    const devices = unwrap(await next.client.call('devices.listAudio'));
    expect(devices.map(({ id }) => id)).not.toContain(`pulseaudio:in:${SOURCE}`);
    await toBe([]);
  });
});
