/**
 * Live captions of a page alone by a model of that browser, on the LibriVox utterances of Debian's `pocketsphinx-testdata`, which a
 * real Chromium hears as its microphone: which words are wrong, how long after its end each phrase is written, and how long the
 * page's own thread was ever held: `node scripts/soak/pageCaptions.mjs [--whisper] [--pause 3] [--most 10] [--held 200] [--sentences 5]`.
 * `--pause`: seconds between sentences, which an engine that is slower than speech needs. It takes
 * Moonshine, which `scripts/fetch-moonshine.mjs` has fetched, or with `--whisper` the Whisper base of `scripts/fetch-whisper.mjs`, and
 * the page of `npm run build:renderer`.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { captureSetUpSchema } from '../../src-shared/domain/captureSetUp.ts';
import { findModel } from '../../src-shared/domain/models/index.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { launchHeadlessShell } from '../../tests/lib/chromium.ts';
import { MOONSHINE, MOONSHINE_FILES } from '../../tests/lib/moonshineWeights.ts';
import { LIBRIVOX, readSound, readUtterances } from '../../tests/lib/librivox.ts';
import { writeWav } from '../../tests/lib/recordings.ts';
import { serveWebBuild } from '../../tests/lib/storedBrowser.ts';
import { comparedWords, countWordErrors } from '../../tests/lib/wordErrors.ts';
import { WHISPER_CACHE } from '../lib/whisperWeights.mjs';

const RATE_HZ = 16_000;
const PATIENT = { timeout: 1_200_000 };

const { values } = parseArgs({
  options: {
    whisper: { type: 'boolean', default: false },
    pause: { type: 'string', default: '3' },
    most: { type: 'string', default: '10' },
    held: { type: 'string', default: '200' },
    sentences: { type: 'string', default: '5' },
  },
});
const [model, files] = values.whisper
  ? [findModel('whisper-base'), [WHISPER_CACHE.model]]
  : [MOONSHINE, MOONSHINE_FILES];
if (!existsSync(files[0]) || !existsSync(LIBRIVOX)) {
  console.log(
    'Skipped: it needs scripts/fetch-moonshine.mjs or fetch-whisper.mjs, and pocketsphinx-testdata.',
  );
  process.exit(0);
}
const utterances = readUtterances().slice(0, Number(values.sentences));
const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-captions-'));
const spokenSec = writeVoice(path.join(dir, 'voice.wav'));
const site = await serveWebBuild();
const browser = await launchHeadlessShell([
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-audio-capture=${path.join(dir, 'voice.wav')}%noloop`,
]);
try {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ['microphone'],
  });
  if (values.whisper) await takeModelAs(context);
  const [page, listener] = [await context.newPage(), await context.newPage()];
  await listener.goto(`${site.origin}/robots.txt`);
  await listener.evaluate(hearCaptions);
  await layChannel(listener);
  await install(page);
  process.exitCode = judge(await caption(page, listener)) ? 0 : 1;
} finally {
  await browser.close();
  await site.close();
  rmSync(dir, { recursive: true, force: true });
}

/** Each sentence, and a pause behind it; answers how long that is. */
function writeVoice(file) {
  const pause = new Float32Array(Number(values.pause) * RATE_HZ);
  const parts = [pause, ...utterances.flatMap((utterance) => [readSound(utterance.file), pause])];
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  writeWav(file, { sampleRate: RATE_HZ, channels: [whole] });
  return whole.length / RATE_HZ;
}

/** The fetched weights are not the catalogue's, byte by byte: in what the page loads, size and hash are replaced by theirs. */
async function takeModelAs(context) {
  const bytes = readFileSync(WHISPER_CACHE.model);
  const [file] = model.files;
  const hash = createHash('sha256').update(bytes).digest('hex');
  await context.route('**/*.js', async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replaceAll(file.sha256, hash)
      .replaceAll(String(file.sizeBytes), String(bytes.length));
    await route.fulfill({ response, body });
  });
}

async function layChannel(page) {
  const channels = [{ id: 'reader', name: 'Reader', source: 'default', colour: 'blue' }];
  const setUp = captureSetUpSchema.parse({ version: 1, channels, sampleRate: 48_000 });
  // A browser makes no mix.
  const recording = { ...setUp.recording, mode: 'multitrack', keepFreeBytes: 0 };
  const text = JSON.stringify({ ...setUp, recording });
  await page.evaluate((stored) => localStorage.setItem('sounddesk.studio.setUp', stored), text);
}

async function install(page) {
  await page.goto(`${site.origin}${ROUTES.settings}?tab=advanced`);
  const what = files.length === 1 ? 'a file' : 'its files';
  await page.getByLabel(`Import ${what} for ${model.name}`).last().setInputFiles(files, PATIENT);
  const row = page
    .getByRole('region', { name: 'Models on this computer' })
    .getByRole('listitem')
    .filter({ hasText: model.name });
  await row.getByText('Installed').waitFor(PATIENT);
  await page.goto(`${site.origin}${ROUTES.voiceAi}`);
  await page.getByRole('combobox', { name: 'Engine' }).click(PATIENT);
  await page.getByRole('option', { name: `${model.name}, on this computer` }).click();
}

/** What the tabs of captions send each other, with when it came. Runs in a page. */
function hearCaptions() {
  globalThis.heard = { lines: [], state: null };
  new BroadcastChannel('sounddesk.captions').onmessage = ({ data }) => {
    if (data.kind === 'line') globalThis.heard.lines.push({ ...data.line, cameMs: Date.now() });
    if (data.kind === 'state') globalThis.heard.state = data.state;
  };
}

/** Until the voice is over and nothing waits any more. */
async function caption(page, listener) {
  await page.evaluate(() => {
    globalThis.heldMs = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.heldMs.push(duration);
    }).observe({ entryTypes: ['longtask'] });
  });
  const captions = page.getByRole('region', { name: 'Live captions' });
  await captions.getByRole('button', { name: 'Start captions' }).click();
  const refused = captions.getByRole('alert');
  await captions.getByRole('button', { name: 'Stop captions' }).or(refused).waitFor(PATIENT);
  if (await refused.isVisible()) throw new Error(await refused.innerText());
  await page.waitForTimeout(1000 * spokenSec);
  await captions.getByRole('button', { name: 'Stop captions' }).click();
  const isDone = () => globalThis.heard.state?.isOn === false && globalThis.heard.state.waitingSec === 0;
  await listener.waitForFunction(isDone, null, PATIENT);
  return {
    ...(await listener.evaluate(() => globalThis.heard)),
    heldMs: await page.evaluate(() => globalThis.heldMs),
  };
}

function judge({ lines, state, heldMs }) {
  for (const { text, startMs, endMs, cameMs } of lines)
    console.log(
      `${((endMs - startMs) / 1000).toFixed(1)} s, written ${((cameMs - endMs) / 1000).toFixed(1)} s later: ${text}`,
    );
  const said = utterances.flatMap(({ text }) => comparedWords(text));
  const errors = countWordErrors(said, comparedWords(lines.map(({ text }) => text).join(' ')));
  const percent = (100 * errors) / said.length;
  const held = Math.max(0, ...heldMs);
  console.log(
    `${lines.length} lines; ${percent.toFixed(1)} % of ${said.length} words wrong; ${state.leftOutSec.toFixed(1)} s left out; ` +
      `the page’s thread was held ${heldMs.length} times, at most ${Math.round(held)} ms`,
  );
  return percent <= Number(values.most) && held <= Number(values.held);
}
