import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_TAKE } from '../../src-shared/domain/demoTake.ts';
import { MODEL_CATALOGUE, modelFileName, type Model } from '../../src-shared/domain/models/index.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { toWav } from '../../src-shared/domain/transcript/wav.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { expectGoodLooks } from '../lib/looks.ts';
import { makeMoonshine } from '../lib/moonshineModel.ts';
import { makeSpokenModel } from '../lib/spokenModel.ts';
import type { StaticServer } from '../lib/staticServer.ts';
import { serveWebBuild } from '../lib/storedBrowser.ts';
import { makeTranslator } from '../lib/translatorModel.ts';

/**
 * Models of a browser alone, by the engines that ship, without a key and without a network. The models are made up, so in what the
 * page loads the sizes and hashes of three of the catalogue’s are replaced by theirs; all else is as it ships.
 */
const LONG = { timeout: 60_000 };
const SAID = 'Good evening everybody.';
const whisper = findModel('whisper-tiny');
const moonshine = findModel('moonshine-tiny-en');
const german = findModel('translate-en-de');

let browser: Browser;
let site: StaticServer;
let page: Page;
let dir = '';
const problems: string[] = [];
const paths = new Map<Model, string[]>();

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-models-'));
  const replacements = [
    ...replace(whisper, [makeSpokenModel([' Good', ' evening', ' every', 'body', '.'], 2)]),
    ...replace(moonshine, makeMoonshine([' Quick', ' and', ' in', ' English', '.'])),
    ...replace(german, makeTranslator('hallo')),
  ];
  [browser, site] = await Promise.all([launchHeadlessShell(), serveWebBuild()]);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  await context.route('**/*.js', async (route) => {
    const response = await route.fetch();
    let body = await response.text();
    for (const [from, to] of replacements) body = body.replaceAll(from, to);
    await route.fulfill({ response, body });
  });
  await page.goto(`${site.origin}${ROUTES.settings}?tab=advanced`);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
  rmSync(dir, { recursive: true, force: true });
});

function findModel(id: string): Model {
  const found = MODEL_CATALOGUE.find((model) => model.id === id);
  if (!found) throw new Error(`there is no ${id}`);
  return found;
}

/** Lays the files of a made-up model under the names of a real one; answers what of the catalogue becomes what. */
function replace(model: Model, files: readonly Uint8Array[]): [from: string, to: string][] {
  const folder = mkdtempSync(join(dir, 'model-'));
  const laid = model.files.map((file, index) => {
    const bytes = files[index] ?? new Uint8Array();
    const path = join(folder, modelFileName(file));
    writeFileSync(path, bytes);
    return { path, file, bytes };
  });
  paths.set(
    model,
    laid.map(({ path }) => path),
  );
  return laid.flatMap(({ file, bytes }): [string, string][] => [
    [file.sha256, createHash('sha256').update(bytes).digest('hex')],
    [String(file.sizeBytes), String(bytes.byteLength)],
  ]);
}

const models = () => page.getByRole('region', { name: 'Models on this computer' });
const row = (name: string) => models().getByRole('listitem').filter({ hasText: name });
const choose = (model: Model, files: readonly string[]) =>
  page
    .getByLabel(`Import ${model.files.length === 1 ? 'a file' : 'its files'} for ${model.name}`)
    .last()
    .setInputFiles([...files]);

async function pick(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

describe('models of a browser alone', () => {
  it('are got by a link, and refused where the file is cut or another one', async () => {
    const [file] = whisper.files;
    const link = row('Whisper tiny').getByRole('link', { name: modelFileName(file ?? whisper.files[0]!) });
    expect(await link.getAttribute('href', LONG)).toBe(`https://huggingface.co/${file?.path}`);
    const [whole = ''] = paths.get(whisper) ?? [];
    const bytes = makeSpokenModel([' Good', ' evening', ' every', 'body', '.'], 2);
    const wrong = join(dir, 'wrong.bin');
    bytes[bytes.length - 1] = 7;
    writeFileSync(wrong, bytes);
    await choose(whisper, [wrong]);
    await row('Whisper tiny')
      .getByRole('alert')
      .getByText(/another file, and was not kept/)
      .waitFor(LONG);
    const cut = join(dir, 'cut.bin');
    writeFileSync(cut, bytes.subarray(0, 1000));
    await choose(whisper, [cut]);
    await page
      .getByText(/Whisper tiny is another file/)
      .first()
      .waitFor(LONG);
    const closes = page.locator('[data-sonner-toast] [data-close-button]');
    await closes.evaluateAll((buttons) => {
      for (const button of buttons) if (button instanceof HTMLElement) button.click();
    });
    await expectGoodLooks(page, 'browser-models');
    await choose(whisper, [whole]);
    await row('Whisper tiny').getByText('Installed').waitFor(LONG);
    expect(await row('Whisper tiny').getByRole('alert').count()).toBe(0);
  });

  it('of several files are taken in any order', async () => {
    await models().getByText('Translation (0 of 18 installed)').click();
    await choose(german, [...(paths.get(german) ?? [])].reverse());
    await models().getByText('Translation (1 of 18 installed)').waitFor(LONG);
    expect(await axeFindingsOf(page)).toEqual([]);
  });

  it('transcribe and translate a file without a key, after the page was closed', async () => {
    await page.goto(`${site.origin}${ROUTES.voiceAi}`);
    await pick('Engine', 'Whisper tiny, on this computer');
    const talk = join(dir, 'talk.wav');
    const sound = Float32Array.from({ length: 32_000 }, (_, at) => 0.3 * Math.sin(at / 9));
    writeFileSync(talk, toWav([sound], 16_000));
    await page.getByLabel('Sound file to transcribe').setInputFiles(talk);
    await page.getByRole('button', { name: 'Transcribe' }).click();
    const transcript = page.getByRole('textbox', { name: 'Transcript' });
    await expect.poll(() => transcript.inputValue(LONG)).toBe(SAID);
    await pick('Translate with', 'Models on this computer');
    await pick('Translate into', 'French');
    await page.getByText(/English to French is not installed yet/).waitFor();
    await pick('Translate into', 'German');
    await page.getByRole('button', { name: 'Translate' }).click();
    const sentences = page.getByRole('list', { name: 'Sentences, the original and its translation' });
    await sentences.getByText(/^hallo( hallo)*$/).waitFor(LONG);
    await expectGoodLooks(page, 'browser-translation');
  });

  it('of Moonshine hear a file, and say which language they know', async () => {
    await page.goto(`${site.origin}${ROUTES.settings}?tab=advanced`);
    await choose(moonshine, paths.get(moonshine) ?? []);
    await row(moonshine.name).getByText('Installed').waitFor(LONG);
    await page.goto(`${site.origin}${ROUTES.voiceAi}`);
    await pick('Engine', `${moonshine.name}, on this computer`);
    await page.getByLabel('Sound file to transcribe').setInputFiles(join(dir, 'talk.wav'));
    await page.getByRole('button', { name: 'Transcribe' }).click();
    const transcript = page.getByRole('textbox', { name: 'Transcript' });
    await expect.poll(() => transcript.inputValue(LONG)).toBe('Quick and in English.');
    await pick('Engine', 'Whisper tiny, on this computer');
  });

  it('transcribe a recording by its tracks', async () => {
    await page.goto(`${site.origin}${ROUTES.recordingStudio}?demo`);
    const player = page.getByRole('region', { name: `Player of ${DEMO_TAKE.name}` });
    await player.getByRole('button', { name: 'Pause' }).click(LONG);
    await page.getByRole('button', { name: `Actions for ${DEMO_TAKE.name}` }).click(LONG);
    await page.getByRole('menuitem', { name: 'Transcript' }).click();
    const dialog = page.getByRole('dialog', { name: `Transcript of ${DEMO_TAKE.name}` });
    await dialog.getByRole('button', { name: 'Transcribe' }).click(LONG);
    const said = dialog.getByRole('listitem').filter({ hasText: SAID });
    await said.first().waitFor({ timeout: 110_000 });
    const speakers = (await said.allTextContents()).map((text) => /^\w+/.exec(text)?.[0]);
    expect(new Set(speakers)).toEqual(new Set(['Maya', 'Ben', 'Callum']));
  });

  it('are removed, and what they were for says so', async () => {
    await page.goto(`${site.origin}${ROUTES.settings}?tab=advanced`);
    await page.getByRole('button', { name: 'Remove Whisper tiny' }).click(LONG);
    await page.getByRole('button', { name: /^Remove$/ }).click();
    await row('Whisper tiny').getByRole('link').waitFor(LONG);
    await page.goto(`${site.origin}${ROUTES.voiceAi}`);
    const talk = join(dir, 'talk.wav');
    writeFileSync(talk, toWav([new Float32Array(32_000)], 16_000));
    await page.getByLabel('Sound file to transcribe').setInputFiles(talk);
    await page.getByRole('button', { name: 'Transcribe' }).click();
    await page.getByText(/Whisper tiny is not installed/).waitFor(LONG);
    expect(problems).toEqual([]);
  });
});
