/**
 * `node scripts/site/studioImages.mjs`: the screenshots of the app on the landing page, taken from the app that this folder
 * builds, with virtual microphones and a drawn camera, into `src-renderer/site/studio`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchChromium } from '../../tests/lib/chromium.ts';
import { startLiveHost } from '../../tests/lib/liveSession.ts';
import { engineInputs } from '../../tests/lib/pluginRig.ts';
import { makeNoise, makeSpeech, mixAtSnr, writeWav } from '../../tests/lib/recordings.ts';
import { playIntoJackPort, startJack } from '../../tests/lib/virtualAudio.ts';
import { captureSetUpSchema } from '../../src-shared/domain/captureSetUp.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { ROOT } from '../lib/steps.mjs';

const OUT = path.join(ROOT, 'src-renderer/site/studio');
const SPEAKERS = [
  ['Maria', 'blue', 'Welcome back. Today we talk about microphones, and about rooms that are never silent.'],
  ['Ben', 'violet', 'Thank you. My fan has been running all morning, so this is a good test for all of us.'],
  [
    'Guest',
    'teal',
    'I record from a kitchen. You will hear the fridge, or rather, I hope that you will not.',
  ],
];
/** As many times as speech is repeated: longer than all screenshots take. */
const TURNS = 30;
/** The voices begin one after the other. */
const OFFSET_SEC = 4;
const RECORDED_SEC = 12;
/** Without the menu. */
const CLIP = { x: 232, y: 0, width: 1208, height: 900 };

const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-site-images-'));
const camera = path.join(dir, 'camera.y4m');
drawCamera(camera);
const browser = await launchChromium([
  ...['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream=fps=30'],
  ...[`--use-file-for-fake-video-capture=${camera}`, '--autoplay-policy=no-user-gesture-required'],
]);
const server = await startJack({ inputs: SPEAKERS.length, periodFrames: 4096 });
const live = await startLiveHost(server.env);
try {
  await takeScreenshots();
} finally {
  await browser.close();
  await live.close();
  await server.close();
  rmSync(dir, { recursive: true });
}

async function takeScreenshots() {
  const page = await (
    await browser.newContext({
      viewport: { width: 1440, height: 900 },
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    })
  ).newPage();
  const button = (name) => page.getByRole('button', { name });
  await prepareChannels();
  await page.goto(live.host.address);
  await page.goto(new URL(ROUTES.recordingStudio, live.host.address).href);
  await button('Add camera').click();
  await page.getByText(/^Load \d/).waitFor();
  await speak();
  await button('Start Recording').click();
  const timer = page.getByRole('timer', { name: 'Recorded time' });
  const untilSec = async (seconds) => {
    while (Number((await timer.textContent())?.slice(-2)) < seconds) await page.waitForTimeout(100);
  };
  await untilSec(RECORDED_SEC / 2);
  await page.keyboard.press('m');
  await untilSec(RECORDED_SEC);
  for (const theme of ['dark', 'light']) {
    await setTheme(page, theme);
    await photograph(page, `studio-${theme}`, { clip: CLIP });
  }
  await button('Stop').click();
  await button('Start Recording').waitFor();
  await photographCertificate(page);
}

/** The take's certificate, once every frame has been decoded for it. */
async function photographCertificate(page) {
  const grade = page.getByRole('button', { name: /^Certificate of .*: (Complete|With notes)$/ });
  await grade.first().waitFor({ timeout: 120_000 });
  await grade.first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('listitem').first().waitFor();
  for (const theme of ['dark', 'light']) {
    await setTheme(page, theme);
    await photograph(dialog, `certificate-${theme}`);
  }
}

async function setTheme(page, theme) {
  await live.client.call('settings.update', { theme });
  await page.locator(`html.${theme}`).waitFor();
}

/** A microphone for each speaker, on one device. */
async function prepareChannels() {
  const { data } = await live.client.call('devices.listAudio');
  const source = data.find(({ type, name }) => type === 'input' && name.includes('system')).id;
  const setUp = captureSetUpSchema.parse({
    version: 1,
    channels: SPEAKERS.map(([name, colour], index) => ({
      id: `c${index + 1}`,
      name,
      colour,
      source,
      deviceChannels: [index],
    })),
  });
  const answer = await live.client.call('capture.applySetUp', setUp);
  if (!answer.success) throw new Error(answer.error.message);
}

/** Each speaker in the noise of a room, over and over, into an input of the engine. */
async function speak() {
  const inputs = await engineInputs(server);
  for (const [index, [, , text]] of SPEAKERS.entries()) {
    const speech = makeSpeech(48_000, text);
    const turn = speech.length + SPEAKERS.length * OFFSET_SEC * 24_000;
    const long = new Float32Array(turn * TURNS);
    for (let at = 0; at < TURNS; at += 1) long.set(speech, at * turn + (index * OFFSET_SEC * 48_000) / 2);
    const file = path.join(dir, `${index}.wav`);
    writeWav(file, { sampleRate: 48_000, channels: [mixAtSnr(long, makeNoise(long.length, index + 1), 20)] });
    await playIntoJackPort(server, file, inputs[index]);
  }
}

async function photograph(target, name, options = {}) {
  const png = path.join(dir, `${name}.png`);
  await target.screenshot({ ...options, path: png });
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-y', '-i', png, '-c:v', 'libwebp', '-quality', '82'],
    path.join(OUT, `${name}.webp`),
  ]);
}

/** Ten seconds of a head and shoulders before a wall, drawn by FFmpeg. */
function drawCamera(file) {
  const ellipse = (x, y, w, h) => `lt(hypot((X-${x})/${w},(Y-${y})/${h}),1)`;
  const head = ellipse('640+8*sin(T*1.3)', '270+5*sin(T*2)', 110, 140);
  const shoulders = ellipse('640+6*sin(T*1.3)', '720', 330, 290);
  const of = (inHead, inShoulders, wall) => `if(${head},${inHead},if(${shoulders},${inShoulders},${wall}))`;
  const geq = `geq=lum='${of(168, 70, '42+40*Y/H+12*X/W')}':cb='${of(112, 150, 134)}':cr='${of(150, 118, 124)}'`;
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'color=s=1280x720:r=15:d=4', '-vf', `${geq},gblur=sigma=6`],
    ...['-pix_fmt', 'yuv420p', file],
  ]);
}
