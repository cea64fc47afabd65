import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { captureSetUpSchema } from '../../src-shared/domain/captureSetUp.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { readProgramme, withoutFiller } from '../lib/broadcastProgramme.ts';
import { addMicrophones, findSource } from '../lib/captureRig.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { readOptions } from '../lib/options.ts';
import { observeProgram, runProgram } from '../lib/programs.ts';
import { writeWav } from '../lib/recordings.ts';
import { freePort, startNginx, startNodeMediaServer, type RtmpServer } from '../lib/rtmpServers.ts';
import { startPulse, type SoundServer } from '../lib/virtualAudio.ts';

/** Two cameras of Chromium's own, and its screen, chosen without asking. */
const SOURCES = [
  '--use-fake-device-for-media-stream=device-count=2,fps=30',
  '--use-fake-ui-for-media-stream',
];
const KEY = 'sk-Hq7c2-live-0d41';
const RATE = 48_000;
const LONG = { timeout: 60_000 };

let dir: string;
let browser: Browser;
let sound: SoundServer;
let live: LiveHost;
let page: Page;
let servers: RtmpServer[] = [];
const problems: string[] = [];
const said: string[] = [];

const button = (name: string | RegExp, within: Page | Locator = page) => within.getByRole('button', { name });
const card = (name: string) => page.getByRole('region', { name });
const row = (name: string) => page.getByRole('listitem', { name });

async function openPage(context: BrowserContext): Promise<Page> {
  const opened = await context.newPage();
  opened.on('pageerror', (error) => problems.push(error.message));
  opened.on('console', (message) => said.push(message.text()));
  await opened.goto(live.host.address);
  await opened.getByRole('link', { name: 'Live Broadcast' }).click();
  await opened.getByRole('heading', { name: 'Live Broadcast', level: 1 }).waitFor();
  return opened;
}

/** A microphone that hears a tone, in the set-up of the studio. */
async function prepareTone(): Promise<void> {
  const tone = Float32Array.from(
    { length: RATE * 300 },
    (_, i) => 0.3 * Math.sin((2 * Math.PI * 440 * i) / RATE),
  );
  const path = join(dir, 'tone.wav');
  writeWav(path, { sampleRate: RATE, channels: [tone] });
  sound.start('paplay', ['-d', 'into_studio', path]);
  const source = await findSource(live.client, 'studio_microphone');
  const denoise = { engine: 'off', sensitivity: 0, reduction: 0 };
  const channels = [{ id: 'c0', name: 'Desk', source, denoise }];
  unwrap(await live.client.call('capture.applySetUp', captureSetUpSchema.parse({ version: 1, channels })));
}

async function addDestination(name: string, address: string, key: string): Promise<void> {
  await button('Add destination').click();
  const dialog = page.getByRole('dialog', { name: 'Add destination' });
  await dialog.getByRole('combobox', { name: 'Platform' }).click();
  await page.getByRole('option', { name: 'Custom RTMP' }).click();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Server address').fill(address);
  await dialog.getByLabel('Stream key').fill(key);
  await button('Save', dialog).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Decodes all of it, and says what it is. */
async function inspect(path: string) {
  const { code, stderr } = await observeProgram('ffmpeg', [
    // In the times of the file: on FFmpeg's own grid of frames two that are 33 ms apart may be rounded to one.
    ...[
      '-hide_banner',
      '-nostats',
      '-i',
      path,
      '-enc_time_base:v',
      '-1',
      '-af',
      'volumedetect',
      '-f',
      'null',
      '-',
    ],
  ]);
  const shown = await runProgram('ffprobe', [
    ...['-v', 'error', '-of', 'json', '-show_entries', 'stream=codec_name,width,height', path],
  ]);
  const { streams } = JSON.parse(shown) as { streams: Record<string, unknown>[] };
  const errors = stderr.split('\n').filter((line) => /error|invalid|corrupt|concealing/i.test(line));
  const meanDb = Number(/mean_volume: (-?[\d.]+) dB/.exec(stderr)?.[1] ?? -Infinity);
  return { code, errors, meanDb, streams };
}

/** Every file below a folder but those that keep secrets. */
const textsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && !path.endsWith('.secret.json'))
    .map((path) => readFileSync(path, 'latin1'));

describe('live broadcast', () => {
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'sounddesk-broadcast-'));
    [browser, sound, servers] = await Promise.all([
      launchHeadlessShell(SOURCES),
      startPulse(),
      Promise.all([startNginx(dir), startNodeMediaServer(join(dir, 'media-server'))]),
    ]);
    await addMicrophones(sound, 'into_studio', ['studio_microphone']);
    live = await startLiveHost(sound.env);
    await prepareTone();
    const context = await browser.newContext({
      viewport: { width: 1440, height: 1100 },
      reducedMotion: 'reduce',
    });
    page = await openPage(context);
  });
  afterAll(async () => {
    await browser?.close();
    await live?.close();
    await Promise.all(servers.map((server) => server.stop()));
    await sound?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it('begins as the document has it, and asks for a title', async () => {
    await button('Go Live').waitFor();
    expect(await page.getByRole('timer').textContent()).toBe('00:00:00');
    const layouts = page.getByRole('radiogroup', { name: 'Layout' }).getByRole('radio');
    expect(await layouts.allTextContents()).toEqual([
      ...['Single Camera + Screen', 'Picture-in-Picture', 'Side-by-Side', 'Multi-Guest Grid'],
    ]);
    await page.getByRole('combobox', { name: 'Quality' }).click();
    expect(await readOptions(page)).toEqual([...['1080p 60fps', '1080p 30fps', '720p 60fps', '720p 30fps']]);
    await page.getByRole('option', { name: '720p 30fps' }).click();
    await page.getByText('No destinations yet').waitFor();
    expect(await card('Live Statistics').count()).toBe(0);
    await button('Go Live').click();
    await page.getByRole('alert').getByText('Please enter a stream title').waitFor();
    await expect
      .poll(() => page.getByLabel('Stream title').evaluate((e) => e === document.activeElement))
      .toBe(true);
    expect(unwrap(await live.client.call('broadcast.read')).live).toBeNull();
  });

  it('keeps destinations and keys, and shows no key again', async () => {
    await button('Add destination').click();
    const dialog = page.getByRole('dialog', { name: 'Add destination' });
    // The preset of the first platform.
    expect(await dialog.getByLabel('Server address').inputValue()).toBe('rtmps://a.rtmps.youtube.com/live2');
    await dialog.getByLabel('Server address').fill('https://example.com');
    await button('Save', dialog).click();
    await dialog.getByText('The address has to begin with rtmp://, rtmps:// or srt://.').waitFor();
    expect(await axeFindingsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await addDestination('Hall', servers[0]?.address ?? '', KEY);
    await addDestination('Archive', servers[1]?.address ?? '', KEY);
    await addDestination('Old server', `rtmp://127.0.0.1:${await freePort()}/live`, KEY);
    await row('Old server').getByRole('switch', { name: 'Stream to Old server' }).click();
    await row('Old server').getByText('Off').waitFor();
    const multi = page.getByRole('switch', { name: 'Multi-stream' });
    if (!(await multi.isChecked())) await multi.click();
    await page.getByRole('switch', { name: 'Multi-stream', checked: true }).waitFor();
    for (const name of ['Hall', 'Archive']) await row(name).getByText('Ready').waitFor();
    await button('Stream Keys').click();
    const keys = page.getByRole('dialog', { name: 'Stream Keys' });
    await expect.poll(() => keys.getByText('Saved').count()).toBe(3);
    await button('Remove key: Old server', keys).click();
    await keys.getByText('Missing').waitFor();
    expect(await axeFindingsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.content()).not.toContain(KEY);
  });

  it('has links and a chat that is elsewhere', async () => {
    await button('Share Stream Links').click();
    await page.getByText(/^No links yet\./).waitFor();
    await page.keyboard.press('Escape');
    await button('Actions for Hall').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Hall' });
    await dialog.getByText('A key is saved. Type another one to replace it.').waitFor();
    await dialog.getByLabel('Link for viewers').fill('https://watch.example/hall');
    // A server of one's own asks for no constant rate.
    await dialog.getByRole('switch', { name: 'Send at a constant bitrate (CBR)', checked: false }).click();
    await button('Save', dialog).click();
    await dialog.waitFor({ state: 'hidden' });
    await button('Share Stream Links').click();
    await page.getByRole('dialog').getByText('https://watch.example/hall').waitFor();
    await page.keyboard.press('Escape');
    await button('Manage Chat').click();
    await page.getByText(/^No platform account is connected/).waitFor();
    await page.getByRole('link', { name: 'Open Hall' }).waitFor();
    expect(await axeFindingsOf(page)).toEqual([]);
    await button('Close the chat').click();
  });

  it('shows cameras and a screen in the layout that is chosen, and looks well', async () => {
    await button('Add camera').click();
    await page.getByRole('menuitem').first().click();
    await expect.poll(() => card('Sources').getByText('In the program').count(), LONG).toBe(1);
    // Each is opened once.
    await button('Add camera').click();
    await page.getByRole('menuitem', { disabled: true }).waitFor();
    await page.getByRole('menuitem', { disabled: false }).click();
    await button('Add screen').click();
    await expect.poll(() => card('Sources').getByText('In the program').count(), LONG).toBe(3);
    await page.getByRole('radio', { name: 'Side-by-Side' }).click();
    await expect.poll(() => greenest(), LONG).toBeGreaterThan(100);
    // A slate takes the place of all sources, and what lies over them is seen only with them.
    await page.getByRole('radio', { name: 'Be right back' }).click();
    await expect.poll(() => greenest(), LONG).toBeLessThan(60);
    await page.getByRole('radio', { name: 'Sources' }).click();
    await expect.poll(() => greenest(), LONG).toBeGreaterThan(100);
    await page.getByLabel('Name or headline').fill('Maya Brandt');
    await page.getByRole('switch', { name: 'Lower third' }).click();
    await expect.poll(() => lowerThirdColor(), LONG).toEqual([245, 158, 11]);
    const check = card('Before you go live');
    await check
      .getByText(/^Encoder: /)
      .or(check.getByText(/^This computer encodes /))
      .waitFor(LONG);
    await check.getByText(/^Sound: −\d+ dBFS$/).waitFor(LONG);
    await check.getByText('Destinations: 2 ready').waitFor();
    await expectGoodLooks(page, 'broadcast', {
      arrive: () => page.getByRole('heading', { name: 'Live Broadcast', level: 1 }).waitFor(),
    });
    await page.setViewportSize({ width: 1440, height: 1100 });
  });

  it('turns the effects of the mix on, as the studio has them', async () => {
    for (const name of ['Auto-Level', 'Noise Gate', 'Compressor']) {
      await page.getByRole('switch', { name }).click();
      await page.getByRole('switch', { name, checked: true }).waitFor();
    }
    const { setUp } = unwrap(await live.client.call('capture.readState'));
    const effects = setUp.channels.map(({ automaticGain, gate, compressor }) => [
      automaticGain,
      gate.isOn,
      compressor.isOn,
    ]);
    expect(effects).toEqual([[true, true, true]]);
  });

  it('takes sound files into the mix, and says what cannot be played', async () => {
    const file = page.getByLabel('Sound file for the stream');
    await file.setInputFiles({ name: 'notes.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no sound') });
    await page.getByText('The sound file was not added.').waitFor(LONG);
    await file.setInputFiles(join(dir, 'tone.wav'));
    const sound = row('tone.wav');
    await sound.getByText('00:05:00').waitFor(LONG);
    expect(await page.getByText('The sound file was not added.').count()).toBe(0);
    await sound.getByRole('slider').focus();
    await page.keyboard.press('ArrowLeft');
    const heard = async () =>
      unwrap(await live.client.call('broadcastSounds.list')).map(({ levelDb }) => levelDb);
    await expect.poll(heard).toEqual([-13]);
    await button('Pause tone.wav').click();
    await button('Play tone.wav').waitFor();
    expect(await axeFindingsOf(page)).toEqual([]);
    await button('Remove tone.wav').click();
    await expect.poll(heard).toEqual([]);
  });

  it('goes live by the keyboard, counts, and locks what must stay', async () => {
    await page.getByRole('switch', { name: 'Record this broadcast' }).click();
    await page.getByRole('switch', { name: 'Record each source as its own track' }).click();
    // One of the sources, since each takes an encoder.
    await button(/^Remove fake_device_1/).click();
    await button(/^Remove Screen 1/).click();
    await expect.poll(() => card('Sources').getByText('In the program').count(), LONG).toBe(1);
    await page.getByLabel('Stream title').fill('Evening show');
    await page.keyboard.press('Enter');
    await button('End Stream').waitFor(LONG);
    for (const name of ['Hall', 'Archive']) await row(name).getByText('Connected').waitFor(LONG);
    expect(await page.getByLabel('Stream title').isDisabled()).toBe(true);
    expect(await page.getByRole('combobox', { name: 'Quality' }).isDisabled()).toBe(true);
    expect(await page.getByRole('switch', { name: 'Multi-stream' }).isDisabled()).toBe(true);
    expect(await row('Hall').getByRole('switch').isDisabled()).toBe(true);
    await expect
      .poll(() => page.getByRole('timer').textContent(), LONG)
      .toMatch(/^00:00:0[1-9]$|^00:00:[1-9]/);
    const statistics = card('Live Statistics');
    await statistics.getByText('2 of 2').waitFor(LONG);
    await statistics.getByText('Not known: no platform account is connected.').waitFor();
    await card('Events').getByText('Hall: connected').waitFor();
    const health = card('Stream Health');
    await health.getByRole('region', { name: 'Encoder' }).getByText('Encoder lag').waitFor(LONG);
    await health
      .getByRole('region', { name: 'Archive' })
      .getByText('Not known: this server confirms nothing.')
      .waitFor();
    await page.getByRole('radio', { name: 'Picture-in-Picture' }).click();
    await expectGoodLooks(page, 'broadcast-live', {
      arrive: () => page.getByRole('heading', { name: 'Live Broadcast', level: 1 }).waitFor(),
    });
    await page.setViewportSize({ width: 1440, height: 1100 });
    // Silence for viewers, and markers.
    const isMuted = async () => unwrap(await live.client.call('broadcast.read')).live?.isMuted;
    await button(/^Mute the stream/).click();
    await expect.poll(isMuted).toBe(true);
    await page.getByText('Muted: viewers hear nothing.').waitFor();
    await page.keyboard.press('u');
    await expect.poll(isMuted).toBe(false);
    await page.keyboard.press('m');
    await card('Events').getByText('Marker: Marker 1').waitFor();
    const marked = async () => unwrap(await live.client.call('recording.readState')).take?.markers;
    await expect.poll(marked).toMatchObject([{ label: 'Marker 1' }]);
    // Another screen of the app, and back: it continues.
    const before = unwrap(await live.client.call('broadcast.read')).live?.framesMade ?? 0;
    await page.getByRole('link', { name: 'Recording Studio' }).click();
    await page.getByRole('heading', { name: 'Recording Studio', level: 1 }).waitFor();
    await page.getByRole('link', { name: /^Live 00:00:\d\d Go to Live Broadcast$/ }).click();
    await button('End Stream').waitFor();
    await expect
      .poll(async () => unwrap(await live.client.call('broadcast.read')).live?.framesMade, LONG)
      .toBeGreaterThan(before + 60);
    expect(unwrap(await live.client.call('broadcast.read')).live?.soundFrom).toBe('engine');
  });

  it('is continued by the page that was opened again', async () => {
    const context = page.context();
    await page.close();
    page = await openPage(context);
    await page
      .getByRole('alert')
      .getByText(/^No page sends video\./)
      .waitFor(LONG);
    const { framesMade: before = 0, framesHeld = 0 } =
      unwrap(await live.client.call('broadcast.read')).live ?? {};
    expect(framesHeld).toBeGreaterThan(0);
    await button('Add camera').click();
    await page.getByRole('menuitem').first().click();
    await expect.poll(() => card('Sources').getByText('In the program').count(), LONG).toBe(1);
    await button('Continue on this page').click();
    await expect
      .poll(async () => unwrap(await live.client.call('broadcast.read')).live?.framesMade, LONG)
      .toBeGreaterThan(before + 30);
  });

  it('asks before the end, and certifies what every server got: video and sound that decode', async () => {
    await button('End Stream').click();
    await button('Keep streaming').click();
    await button('End Stream').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End Stream' }).click();
    const certificate = card('Certificate of the broadcast');
    await certificate.waitFor(LONG);
    await button('Go Live').waitFor();
    await expect.poll(() => certificate.getByText('Complete').count()).toBe(2);
    for (const event of [/^Muted at /, /^Unmuted at /, /^Marker at .*: Marker 1$/])
      await certificate.getByText(event).waitFor();
    expect(await axeFindingsOf(page)).toEqual([]);
    for (const [index, { recordings }] of servers.entries()) {
      await expect.poll(() => recordings().length).toBe(1);
      const [path = ''] = recordings();
      const { code, errors, meanDb, streams } = await inspect(path);
      expect({ code, errors }).toEqual({ code: 0, errors: [] });
      expect(streams).toEqual(
        expect.arrayContaining([{ codec_name: 'h264', width: 1280, height: 720 }, { codec_name: 'aac' }]),
      );
      expect(meanDb).toBeGreaterThan(-40);
      const frames = readProgramme(path).packets.filter(({ kind }) => kind === 'video');
      expect(frames[0]).toMatchObject({ isKey: true });
      expect(frames.length).toBeGreaterThan(60);
      // What that grid would have found if it were so: frames that players take for one.
      const steps = frames.slice(1).map(({ atMs }, index) => atMs - (frames[index]?.atMs ?? 0));
      expect(Math.min(...steps)).toBeGreaterThan(1000 / 30 / 2);
      // Filler where a constant rate was asked for, and nowhere else.
      const isFilled = frames.some(({ bytes }) => withoutFiller(bytes).length < bytes.length);
      expect(isFilled).toBe(index === 0);
      // While no page sent: the slate, again and again.
      const keys = frames
        .filter(({ isKey }) => isKey)
        .map(({ bytes }) => withoutFiller(bytes).toString('base64'));
      expect(new Set(keys).size).toBeLessThan(keys.length);
    }
  });

  it('has recorded the programme, a camera on its own track and the sound beside it, in the parts of both pages', async () => {
    const finished = async () => unwrap(await live.client.call('takes.list'))[0];
    await expect.poll(async () => (await finished())?.status, LONG).toBe('finished');
    const take = await finished();
    expect(take).toMatchObject({ name: 'Evening show', tracks: { audio: 1 } });
    const folder = unwrap(await live.client.call('takes.locate', { id: take?.id ?? '', what: 'take' }));
    const videos = readdirSync(folder).filter((name) => name.endsWith('.mkv'));
    // Of the programme and of the camera, by both pages.
    expect(videos).toHaveLength(4);
    for (const name of videos) {
      const { code, stderr } = await observeProgram('ffmpeg', [
        ...['-v', 'error', '-i', join(folder, name), '-enc_time_base', '-1', '-f', 'null', '-'],
      ]);
      expect({ name, code, stderr }).toEqual({ name, code: 0, stderr: '' });
    }
  });

  it('has shown its key nowhere, and no error', async () => {
    const diagnostics = unwrap(await live.client.call('diagnostics.read', { withDeviceNames: true }));
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    for (const text of [
      await page.content(),
      stored,
      JSON.stringify(diagnostics),
      ...said,
      ...textsIn(live.dir),
    ]) {
      expect(text.includes(KEY)).toBe(false);
    }
    expect(problems).toEqual([]);
  });
});

/** A pixel of the preview, in parts of its size: red, green, blue. */
const pixelAt = (x: number, y: number): Promise<number[]> =>
  page.getByRole('img', { name: 'Preview of what viewers see' }).evaluate(
    (element, place) => {
      const { width, height } = element as HTMLCanvasElement;
      const copy = new OffscreenCanvas(width, height).getContext('2d');
      copy?.drawImage(element as HTMLCanvasElement, 0, 0);
      const pixel = copy?.getImageData(Math.round(place.x * width), Math.round(place.y * height), 1, 1);
      return [...(pixel?.data ?? [])].slice(0, 3);
    },
    { x, y },
  );

/** Chromium's cameras are green. */
const greenest = async (): Promise<number> => (await pixelAt(0.1, 0.3))[1] ?? 0;

/** Of its bar. */
const lowerThirdColor = (): Promise<number[]> => pixelAt(0.052, 0.88);
