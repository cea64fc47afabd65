import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import {
  listenAs,
  PULSE_MICROPHONE,
  PULSE_SPEAKER,
  startPulse,
  type SoundServer,
} from '../lib/virtualAudio.ts';

const PATIENT = { timeout: 30_000 };
const MICROPHONE = 'sounddesk_virtual_microphone';

let browser: Browser;
let server: SoundServer;
let live: LiveHost;
let page: Page;

const settings = async () => unwrap(await live.client.call('settings.read'));
const until = (read: () => unknown) => expect.poll(read, PATIENT);
const axeFindings = () => axeFindingsOf(page);
const monitorSwitch = () => page.getByRole('group', { name: 'Monitor in headphones' });
const sendSwitch = () => page.getByRole('group', { name: 'Send to other apps' });

beforeAll(async () => {
  browser = await launchHeadlessShell();
  server = await startPulse();
  live = await startLiveHost(server.env);
  const devices = unwrap(await live.client.call('devices.listAudio'));
  const find = (name: string, type: 'input' | 'output') =>
    devices.find((device) => device.name.includes(name) && device.type === type)?.id ?? null;
  const inputDeviceId = find(PULSE_MICROPHONE, 'input');
  const outputDeviceId = find(PULSE_SPEAKER, 'output');
  unwrap(await live.client.call('settings.update', { inputDeviceId, outputDeviceId }));
  page = await browser.newPage({ reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } });
  await page.goto(live.host.address);
});
afterAll(async () => {
  await browser?.close();
  await live?.close();
  await server?.close();
});

describe('the live voice', () => {
  it('is not heard by its talker until that is switched on; then with its delay in words, and a warning of speakers', async () => {
    await page.getByRole('link', { name: 'Audio Enhancement' }).click();
    await page.getByRole('button', { name: 'Start processing' }).click();
    const monitor = monitorSwitch();
    await monitor.getByText('You don’t hear yourself').waitFor();
    await until(() => live.states.at(-1)?.live?.listening).toBe('off');
    await monitor.getByRole('switch').click();
    await monitor.getByText(/^You hear yourself · .* · \d+ ms: /).waitFor(PATIENT);
    await monitor.getByText(/^Use headphones/).waitFor();
    await until(() => live.states.at(-1)?.live?.listening).toBe('clean');
    expect((await settings()).monitorInHeadphones).toBe(true);
  });

  it('goes to other apps beside the talker, and says who listens there', async () => {
    const send = sendSwitch();
    const monitor = monitorSwitch();
    await send.getByText('Other apps get no sound').waitFor();
    await send.getByRole('switch').click();
    await send
      .getByText(/^SoundDesk Virtual Microphone · No app is listening yet/)
      .waitFor({ timeout: 30_000 });
    await monitor.getByText(/^You hear yourself · .* · \d+ ms: /).waitFor();
    const session = live.states.at(-1)?.live;
    expect(session?.outputDevice.id).toBe((await settings()).appsDeviceId);
    expect(session?.monitorDevice?.name).toContain(PULSE_SPEAKER);
    const listener = listenAs(server, 'Zoom', MICROPHONE);
    await send.getByText(/ · Heard by Zoom · \d+ ms: /).waitFor({ timeout: 10_000 });
    // Played to both: anyone who hears themselves changes nothing for the others.
    await monitor.getByRole('switch').click();
    await until(() => live.states.at(-1)?.live?.monitorDevice).toBeNull();
    expect(live.states.at(-1)?.live).toMatchObject({ listening: 'clean', startedAtMs: session?.startedAtMs });
    await monitor.getByRole('switch').click();
    await until(() => live.states.at(-1)?.live?.monitorDevice).not.toBeNull();
    listener.kill('SIGTERM');
    await send.getByText(/No app is listening yet/).waitFor({ timeout: 10_000 });
    const card = page.getByRole('region', { name: 'Use it in other apps' });
    for (const app of ['Zoom', 'Google Meet', 'Microsoft Teams', 'Discord', 'OBS']) {
      await card.getByRole('tab', { name: app }).click();
      await card.getByText(/“SoundDesk Virtual Microphone”/).waitFor();
    }
    expect(await axeFindings()).toEqual([]);
    await send.getByRole('switch').click();
    await send.getByText('Other apps get no sound').waitFor({ timeout: 30_000 });
    await card.getByText(/^Turn on “Send to other apps”/).waitFor();
    await until(() => live.states.at(-1)?.live?.outputDevice.name).toContain(PULSE_SPEAKER);
    // It goes once nobody plays into it.
    await until(
      async () => unwrap(await live.client.call('devices.readVirtualMicrophone')).microphone,
    ).toBeNull();
  });
});

describe('the mix of the studio', () => {
  it('goes to headphones and to other apps, by the same switches', async () => {
    await page.getByRole('button', { name: 'Stop processing' }).click();
    await page.getByRole('link', { name: 'Recording Studio' }).click();
    await page.getByRole('button', { name: 'Add channel' }).click();
    const channels = unwrap(await live.client.call('capture.listChannels'));
    expect(channels.map(({ source }) => source)).not.toContain(`pulseaudio:in:${MICROPHONE}`);
    const monitor = monitorSwitch();
    await monitor.getByText('You don’t hear yourself').waitFor();
    await monitor.getByRole('switch').click();
    await monitor.getByText(/^You hear yourself · .* · \d+ ms: /).waitFor(PATIENT);
    const send = sendSwitch();
    await send.getByRole('switch').click();
    await send.getByText(/^SoundDesk Virtual Microphone · No app is listening yet/).waitFor(PATIENT);
    const listener = listenAs(server, 'OBS', MICROPHONE);
    await send.getByText(/ · Heard by OBS$/).waitFor(PATIENT);
    listener.kill('SIGTERM');
    expect(await axeFindings()).toEqual([]);
    const { setUp } = unwrap(await live.client.call('capture.readState'));
    expect(setUp).toMatchObject({ programDeviceId: `pulseaudio:out:${MICROPHONE}_feed` });
    await send.getByRole('switch').click();
    await send.getByText('Other apps get no sound').waitFor();
    await monitor.getByRole('switch').click();
    await monitor.getByText('You don’t hear yourself').waitFor();
    await until(
      async () => unwrap(await live.client.call('devices.readVirtualMicrophone')).microphone,
    ).toBeNull();
  });
});
