import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaptionsState } from '../../src-shared/contract/captions.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { createProject } from '../../src-shared/domain/edit/create.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { expectGoodLooks, keepScreenshot } from '../lib/looks.ts';
import { writeWav } from '../lib/recordings.ts';
import { watchProcesses } from '../lib/watchProcesses.ts';
import { writeSpokenTake } from '../lib/spokenTake.ts';
import {
  ELEVENLABS_KEY,
  elevenLabsError,
  OPENAI_KEY,
  openAiError,
  startVoiceProviders,
  type VoiceProviders,
} from '../lib/voiceProviders.ts';

/** A microphone of Chromium's own, allowed without asking. */
const MICROPHONE = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
const LONG = { timeout: 60_000 };
const RATE = 16_000;

let dir: string;
let browser: Browser;
let live: LiveHost;
let providers: VoiceProviders;
let page: Page;
let projectId: string;
const problems: string[] = [];
const said: string[] = [];
/** What the host has sent to the page. */
const received: string[] = [];
const processes = watchProcesses([OPENAI_KEY, ELEVENLABS_KEY]);

const button = (name: string | RegExp, within: Page | Locator = page) => within.getByRole('button', { name });
const card = (name: string) => page.getByRole('region', { name });
const tab = (name: string) => page.getByRole('tab', { name }).click();

/** A sample of a voice: its sound means nothing to the stand-in, its length does to the screen. */
function writeSample(name: string, seconds: number): string {
  const path = join(dir, name);
  const tone = Float32Array.from(
    { length: RATE * seconds },
    (_, i) => 0.2 * Math.sin((2 * Math.PI * 220 * i) / RATE),
  );
  writeWav(path, { sampleRate: RATE, channels: [tone] });
  return path;
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-voice-'));
  [browser, live, providers] = await Promise.all([
    launchHeadlessShell(MICROPHONE),
    startLiveHost({}),
    startVoiceProviders(),
  ]);
  const made = unwrap(
    await live.client.call('projects.create', { project: createProject('Pilot', randomUUID) }),
  );
  projectId = made.project.id;
  unwrap(await live.client.call('projects.close', { id: projectId, session: made.session }));
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write', 'microphone'],
  });
  page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => said.push(message.text()));
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => received.push(payload.toString('latin1'))),
  );
  await page.goto(live.host.address);
  await page.getByRole('link', { name: 'Voice AI Studio' }).click();
  await page.getByRole('heading', { name: 'Voice AI Studio', level: 1 }).waitFor();
});
afterAll(async () => {
  processes.stop();
  await browser?.close();
  await live?.close();
  await providers?.close();
  rmSync(dir, { recursive: true, force: true });
});

describe('Voice AI Studio', () => {
  it('opens with Live Transcription, four features, and the way to keys', async () => {
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Live Transcription');
    expect(await page.getByRole('tab').allTextContents()).toEqual([
      'API Setup',
      'Live Transcription',
      'Voice Cloning',
    ]);
    const features = page.getByRole('list', { name: 'What Voice AI does' }).getByRole('heading');
    expect(await features.allTextContents()).toEqual([
      'Transcription',
      'Translation',
      'Voice cloning',
      'Speech',
    ]);
    await page.getByText('No key is configured yet.').waitFor();
    await button('Set up keys').click();
    await card('OpenAI').getByText('Not configured').waitFor();
    await expectGoodLooks(page, 'voice-setup');
  });

  it('validates a key before it is kept, and shows none of it', async () => {
    const servers = card('Servers');
    await servers.getByLabel('Address of ElevenLabs').fill(providers.elevenLabsUrl);
    await servers.getByLabel('Address of OpenAI').fill('http://example.org/');
    await button('Save addresses', servers).click();
    await servers
      .getByRole('alert')
      .getByText(/https:\/\//)
      .waitFor();
    await servers.getByLabel('Address of OpenAI').fill(providers.openAiUrl);
    await button('Save addresses', servers).click();
    await page.getByText('Addresses saved').waitFor();

    const openAi = card('OpenAI');
    await openAi.getByLabel('OpenAI API key').fill('sk-wrong');
    await button('Save key', openAi).click();
    await openAi.getByText('Invalid API key. Please check and try again.').waitFor();
    await openAi.getByText('Invalid').waitFor();
    await openAi.getByLabel('OpenAI API key').fill(OPENAI_KEY);
    await button('Save key', openAi).click();
    await openAi.getByText('API key is valid and has been saved!').waitFor();

    const elevenLabs = card('ElevenLabs');
    await elevenLabs.getByLabel('ElevenLabs API key').fill(ELEVENLABS_KEY);
    await elevenLabs.getByLabel('ElevenLabs API key').press('Enter');
    await elevenLabs.getByText('API key is valid and has been saved!').waitFor();
    await elevenLabs.getByText(/30,000 of 30,000 characters left/).waitFor();
    await page.getByText('Configured: ElevenLabs, OpenAI').waitFor();
  });

  it('records, transcribes, and translates where a language is set', async () => {
    await tab('Live Transcription');
    await page.getByRole('combobox', { name: 'Translate into' }).click();
    await page.getByRole('option', { name: 'Spanish' }).click();
    await button('Record').click();
    await page.getByText(/^Recording 0:0[1-9]|^Recording 00:00:0[1-9]/).waitFor(LONG);
    await button('Stop').click();
    const transcript = card('Transcript');
    await expect
      .poll(() => transcript.getByRole('textbox').inputValue())
      .toBe('Good evening, and welcome to the night shift.');
    await card('Translation')
      .getByText(/^\[Spanish\] Good evening/)
      .waitFor();
    await transcript.getByText('Cost: $0.00040').waitFor();
    const asked = providers.asked.find(({ path }) => path.endsWith('/audio/transcriptions'));
    expect(asked?.body.includes(Buffer.from('filename="recording.webm"'))).toBe(true);

    await button('Copy', transcript).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Good evening/);
    const download = page.waitForEvent('download');
    await button('Download', transcript).click();
    expect((await download).suggestedFilename()).toMatch(/^transcript-\d{4}-\d\d-\d\d\.txt$/);
    await expectGoodLooks(page, 'voice-transcription');
  });

  it('transcribes by ElevenLabs where that is chosen, and says its price', async () => {
    const choose = async (name: string) => {
      await page.getByRole('combobox', { name: 'Engine' }).click();
      await page.getByRole('option', { name }).click();
    };
    await choose('ElevenLabs (scribe_v2)');
    await page.getByText(/goes to ElevenLabs \(scribe_v2, \$0\.0067 a minute\)/).waitFor();
    await button('Record').click();
    await page.getByText(/^Recording 0:0[1-9]|^Recording 00:00:0[1-9]/).waitFor(LONG);
    await button('Stop').click();
    await card('Transcript').getByText('Cost: $0.00045').waitFor();
    expect(providers.asked.filter(({ path }) => path.endsWith('/speech-to-text'))).toHaveLength(1);
    await choose('OpenAI (whisper-1)');
    await page
      .getByText(/goes to OpenAI \(whisper-1/)
      .first()
      .waitFor();
  });

  it('shows live captions by their speakers, and in a window of their own', async () => {
    const captions = card('Live captions');
    await button('Start captions', captions).click();
    await captions
      .getByRole('alert')
      .getByText(/^No channel of the Recording Studio has a microphone/)
      .waitFor();
    const opened = page.waitForEvent('popup');
    await button('Open caption window', captions).click();
    const shown = await opened;
    await shown.getByText(/^Captions are off/).waitFor();
    // As the host sends them: tests/integration/captions.test.ts has the way from the microphones.
    const { events } = live.host.core;
    const maya = { channelId: 'a', name: 'Maya', colour: 'blue', text: 'Good evening.' } as const;
    const ben = { ...maya, channelId: 'b', name: 'Ben', colour: 'amber' } as const;
    const running: CaptionsState = {
      ...{ isOn: true, isStudioOpen: true, channelIds: null, engine: { kind: 'openai', model: 'whisper-1' } },
      ...{ waitingSec: 0, lateSec: 3.2, leftOutSec: 4, usd: 0.002, failure: null },
    };
    events.emit('captions.onChanged', running);
    events.emit('captions.onSpoken', { ...ben, id: '2', startMs: 2000, endMs: 2900 });
    events.emit('captions.onSpoken', { ...maya, id: '1', startMs: 1000, endMs: 1900 });
    for (const log of [captions.getByRole('log', { name: 'Captions' }), shown.getByRole('log')]) {
      await expect.poll(() => log.innerText()).toMatch(/^Maya Good evening\.\s+Ben Good evening\.$/);
    }
    await captions.getByText(/^Newest line: 3\.2 s after its phrase · 4 s of speech have no line/).waitFor();
    expect(await captions.getByText(/too slow for captions/).count()).toBe(0);
    events.emit('captions.onChanged', { ...running, engine: { kind: 'offline', model: 'whisper-base' } });
    await captions.getByText(/^Whisper base is too slow for captions on this computer/).waitFor();
    expect(await captions.getByRole('link', { name: 'Open Settings' }).getAttribute('href')).toMatch(
      /settings/,
    );
    await button('Larger text', shown).click();
    expect(await axeFindingsOf(shown)).toEqual([]);
    await keepScreenshot(shown, 'caption-window');
    await shown.close();
    const download = page.waitForEvent('download');
    await button('Download', captions).click();
    expect((await download).suggestedFilename()).toMatch(/^transcript-\d{4}-\d\d-\d\d\.txt$/);
    await expectGoodLooks(page, 'voice-captions');
    await button('Clear', captions).click();
    await captions.getByRole('log').waitFor({ state: 'hidden' });
  });

  it('says what a file will cost before it is sent; what is corrected is translated', async () => {
    await page.getByLabel('Sound file to transcribe').setInputFiles(writeSample('talk.wav', 90));
    await page.getByText(/talk\.wav, .*1:30.*about \$0\.0090/).waitFor();
    const before = providers.asked.length;
    await button('Transcribe').click();
    await expect.poll(() => providers.asked.length).toBeGreaterThan(before);
    const transcript = card('Transcript').getByRole('textbox');
    await expect.poll(() => transcript.isEnabled()).toBe(true);
    await transcript.fill('Good night.');
    await button('Translate').click();
    await card('Translation').getByText('[Spanish] Good night.').waitFor();
  });

  it('shows the provider’s refusal in words, and the way to mend it', async () => {
    providers.answerOnce('/chat/completions', openAiError(429, 'insufficient_quota', 'You exceeded it.'));
    await button('Translate').click();
    await page
      .getByRole('alert')
      .getByText('Your OpenAI account has nothing left for this: You exceeded it.')
      .waitFor();
    providers.answerOnce('/chat/completions', openAiError(401, 'invalid_api_key', 'no'));
    await button('Translate').click();
    await page.getByText('Invalid API key. Please check and try again.').waitFor();
    await button('Open API Setup').click();
    await card('Costs').getByText('Transcription').first().waitFor();
    await card('Costs').getByLabel('Most in a month (US dollars)').fill('0.001');
    await button('Save', card('Costs')).click();
    await page.getByText('Saved').waitFor();
    await tab('Live Transcription');
    await page.getByLabel('Sound file to transcribe').setInputFiles(writeSample('long.wav', 90));
    await button('Transcribe').click();
    await page
      .getByRole('alert')
      .getByText(/of your 0\.0010 for this month are spent/)
      .waitFor();
  });

  it('clones no voice without a spoken consent', async () => {
    await tab('Voice Cloning');
    const clone = card('Clone a voice');
    await card('Voices').getByText('Rachel').waitFor();
    await clone.getByLabel('Sample of the voice').setInputFiles(writeSample('short.wav', 4));
    await clone.getByText(/shorter than 10 s/).waitFor();
    await clone.getByLabel('Sample of the voice').setInputFiles(writeSample('sample.wav', 12));
    await clone.getByLabel('Name of the voice').fill('Maria');
    await clone.getByLabel('Whose voice it is').fill('Maria Ortiz');
    await clone.getByText(/^I, Maria Ortiz, agree/).waitFor();
    expect(await button('Clone voice', clone).isDisabled()).toBe(true);
    await button('Spoken consent: Record', clone).click();
    await clone.getByText(/^Recording (?:00:)?0?0:0[3-9]/).waitFor(LONG);
    await button('Spoken consent: Stop', clone).click();
    await clone.getByText(/^Consent recorded/).waitFor();
    await button('Clone voice', clone).click();
    await clone.getByText('“Maria” is ready.').waitFor();
    await card('Voices')
      .getByText(/^Consent of/)
      .waitFor();
    const [record] = readdirSync(join(live.dir, 'data', 'consents')).filter((name) => name.endsWith('.json'));
    const kept = readFileSync(join(live.dir, 'data', 'consents', record ?? ''), 'utf8');
    expect(JSON.parse(kept)).toMatchObject({ speaker: 'Maria Ortiz' });
    await expectGoodLooks(page, 'voice-cloning');
  });

  it('speaks a text, and deletes a voice at the provider first', async () => {
    const speech = card('Speech');
    await speech.getByRole('combobox', { name: 'Voice' }).click();
    await page.getByRole('option', { name: 'Maria' }).click();
    await speech.getByLabel('Text').fill('Good night, everyone.');
    await speech.getByText('21 characters').waitFor();
    await button('Generate speech', speech).click();
    await speech.getByLabel('Generated speech').waitFor();
    expect(providers.billedCharacters).toBe(21);
    const download = page.waitForEvent('download');
    await button('Download MP3', speech).click();
    expect((await download).suggestedFilename()).toMatch(/^generated-voice-\d{13}\.mp3$/);

    await button('Add to project', speech).click();
    await page.getByText('Added to “Pilot” on a track of its own').waitFor();
    const { project } = unwrap(await live.client.call('projects.open', { id: projectId }));
    const track = project.tracks.at(-1);
    expect(track?.kind).toBe('audio');
    expect(track?.clips).toHaveLength(1);

    // A voice of this computer costs nothing.
    await speech.getByRole('combobox', { name: 'Voice' }).click();
    await page.getByRole('option', { name: 'English (United States)' }).click();
    const first = await speech.getByLabel('Generated speech').getAttribute('src');
    await button('Generate speech', speech).click();
    await expect.poll(() => speech.getByLabel('Generated speech').getAttribute('src'), LONG).not.toBe(first);
    expect(providers.billedCharacters).toBe(21);

    const voices = card('Voices');
    await button('Delete Maria', voices).click();
    providers.answerOnce('/voices/standInVoice', elevenLabsError(500, 'internal', 'Try later'));
    await button('Delete', page.getByRole('alertdialog')).click();
    await voices.getByText('Your voices could not be read: Try later').waitFor();
    await button('Delete Maria', voices).click();
    await button('Delete', page.getByRole('alertdialog')).click();
    await voices.getByText('Maria').waitFor({ state: 'hidden' });
    expect(providers.voices.map(({ name }) => name)).toEqual(['Rachel']);
    expect(readdirSync(join(live.dir, 'data', 'consents'))).toEqual([]);
  });

  it('makes a transcript of a recording, by its speakers, and says before what it will cost', async () => {
    await tab('API Setup');
    await card('Prices')
      .getByText(/may be out of date/)
      .waitFor();
    await card('Prices').getByLabel('Transcription by OpenAI, US dollars a minute').fill('0.003');
    await button('Confirm prices', card('Prices')).click();
    await card('Prices')
      .getByText(/^Confirmed by you on/)
      .waitFor();
    await card('Costs').getByLabel('Most in a month (US dollars)').fill('');
    await button('Save', card('Costs')).click();
    await expect.poll(() => card('Costs').getByLabel('Most in a month (US dollars)').inputValue()).toBe('');
    const folder = join(live.dir, 'data', 'takes', 'night-shift');
    mkdirSync(folder, { recursive: true });
    writeSpokenTake(folder);
    await page.getByRole('link', { name: 'Recording Studio' }).click();
    await button('Actions for Night shift').click();
    await page.getByRole('menuitem', { name: 'Transcript' }).click();
    const dialog = page.getByRole('dialog', { name: 'Transcript of Night shift' });
    await dialog.getByText(/of speech: about \$0\.00/).waitFor(LONG);
    await keepScreenshot(page, 'transcript-before');
    await button('Transcribe', dialog).click();
    await expect.poll(() => dialog.getByRole('listitem').count(), LONG).toBe(4);
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^Maya .*Good evening/),
      expect.stringMatching(/^Ben .*Good evening/),
      expect.stringMatching(/^Maya /),
      expect.stringMatching(/^Ben /),
    ]);
    await dialog.getByLabel('Search the transcript').fill('night SHIFT');
    expect(await dialog.getByRole('listitem').count()).toBe(4);
    await dialog.getByLabel('Search the transcript').fill('zebra');
    await dialog.getByText('Nothing in it matches.').waitFor();
    await dialog.getByLabel('Search the transcript').fill('');
    const download = page.waitForEvent('download');
    await button('Save', dialog).click();
    expect((await download).suggestedFilename()).toBe('Night shift.srt');
    await keepScreenshot(page, 'transcript');
    expect(await axeFindingsOf(page)).toEqual([]);
    await button('Close', dialog).click();
  });

  it('shows and writes no key anywhere but where keys are kept', async () => {
    const keys = [OPENAI_KEY, ELEVENLABS_KEY];
    const written = readdirSync(join(live.dir, 'data'), { recursive: true, encoding: 'utf8' })
      .map((name) => join(live.dir, 'data', name))
      .filter((path) => statSync(path).isFile() && !path.endsWith('.secret.json'))
      .map((path) => readFileSync(path, 'latin1'));
    const shown = await page.evaluate(() =>
      [document.documentElement.outerHTML, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join(
        '',
      ),
    );
    const diagnostics = JSON.stringify(
      unwrap(await live.client.call('diagnostics.read', { withDeviceNames: true })),
    );
    expect(received.length).toBeGreaterThan(0);
    for (const key of keys) {
      for (const text of [...written, ...said, ...received, shown, diagnostics])
        expect(text.includes(key)).toBe(false);
    }
    expect(processes.found).toEqual([]);
    expect(problems).toEqual([]);
  });
});
