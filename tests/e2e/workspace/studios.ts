import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import { launchHeadlessShell } from '../../lib/chromium.ts';
import { startLiveHost } from '../../lib/liveSession.ts';
import { makeNoise, makeSpeech, mixAtSnr, writeWav } from '../../lib/recordings.ts';
import {
  PULSE_INTO_MICROPHONE,
  PULSE_MICROPHONE,
  PULSE_SPEAKER,
  startPulse,
} from '../../lib/virtualAudio.ts';
import { startWebStudio } from '../../lib/webStudio.ts';

const RATE_HZ = 48_000;

/** The product in one of its hosts, at the dashboard, with somebody speaking in noise into its microphone. */
export interface Studio {
  page: Page;
  /** A recording of that. */
  noisyPath: string;
  dir: string;
  /** Errors of the page and its console. */
  problems: string[];
  /** To a screen, by its link. */
  go: (screen: string) => Promise<void>;
  close: () => Promise<void>;
}

/** The services of the desktop app and the engine, beside a sound server whose devices are virtual. */
export async function startHeadlessStudio(): Promise<Studio> {
  const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-workspace-'));
  const noisyPath = writeNoisySpeech(dir, 'noisy.wav', 1);
  const server = await startPulse();
  const live = await startLiveHost(server.env);
  const devices = unwrap(await live.client.call('devices.listAudio'));
  const find = (name: string, type: 'input' | 'output') =>
    devices.find((device) => device.name.includes(name) && device.type === type)?.id ?? null;
  unwrap(
    await live.client.call('settings.update', {
      inputDeviceId: find(PULSE_MICROPHONE, 'input'),
      outputDeviceId: find(PULSE_SPEAKER, 'output'),
    }),
  );
  // Longer than all of it takes.
  server.start('paplay', ['-d', PULSE_INTO_MICROPHONE, writeNoisySpeech(dir, 'voice.wav', 12)]);
  const browser = await launchHeadlessShell();
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const problems = listen(page);
  await page.goto(live.host.address);
  return studioOf({ page, problems, dir, noisyPath }, async () => {
    await browser.close();
    await live.close();
    await server.close();
  });
}

/** The web build in a browser whose microphone plays a file, round and round. */
export async function startPlainBrowserStudio(): Promise<Studio> {
  const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-workspace-'));
  const noisyPath = writeNoisySpeech(dir, 'noisy.wav', 1);
  const studio = await startWebStudio([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${noisyPath}`,
  ]);
  const { page, problems } = await studio.open();
  return studioOf({ page, problems, dir, noisyPath }, () => studio.close());
}

function studioOf(
  parts: Pick<Studio, 'page' | 'problems' | 'dir' | 'noisyPath'>,
  close: () => Promise<void>,
): Studio {
  const { page, dir } = parts;
  return {
    ...parts,
    async go(screen) {
      await page.getByRole('link', { name: screen }).first().click();
      const title = screen === 'Home' ? /^Good / : screen;
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    },
    async close() {
      await close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function listen(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}

/** Speech in steady noise, 15 dB below it, said so often. */
function writeNoisySpeech(dir: string, name: string, times: number): string {
  const speech = makeSpeech(RATE_HZ);
  const long = new Float32Array(times * speech.length);
  for (let turn = 0; turn < times; turn += 1) long.set(speech, turn * speech.length);
  const file = path.join(dir, name);
  writeWav(file, { sampleRate: RATE_HZ, channels: [mixAtSnr(long, makeNoise(long.length, 5), 15)] });
  return file;
}
