import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindingsOf } from '../lib/axe.ts';
import { photographPage } from '../lib/photographPage.ts';
import { downloadTrack } from '../lib/browserKill.ts';
import { recordFrom, shareScreen } from '../lib/browserStudio.ts';
import type { StaticServer } from '../lib/staticServer.ts';
import { browserGone, decodeWhole, openStoredBrowser, serveWebBuild } from '../lib/storedBrowser.ts';

const PATIENT = { timeout: 60_000 };

let site: StaticServer;
let profile: string;
let context: BrowserContext;
let page: Page;
const problems: string[] = [];

const button = (name: string | RegExp) => page.getByRole('button', { name });

async function recorded(seconds: number): Promise<number> {
  const timer = page.getByRole('timer', { name: 'Recorded time' });
  const read = async () => Number((await timer.textContent())?.slice(-2));
  await expect.poll(read, PATIENT).toBeGreaterThanOrEqual(seconds);
  return await read();
}

/** What a session has set is so until the session ends: the answer ends it. */
async function setPermission(
  name: 'camera' | 'microphone',
  setting: 'granted' | 'denied',
): Promise<() => Promise<void>> {
  const session = await context.newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  const { browserContextId } = targetInfo as { browserContextId?: string };
  const whose = browserContextId === undefined ? {} : { browserContextId };
  await session.send('Browser.setPermission', {
    permission: { name },
    setting,
    origin: site.origin,
    ...whose,
  });
  return () => session.detach();
}

/** What the browser itself does when its user withdraws a permission: the tracks end, and the page hears of it. */
const deny = (name: 'camera' | 'microphone') => setPermission(name, 'denied');
const withdraw = async (name: 'camera' | 'microphone') => (await deny(name))();

async function open(screen: string, begin: string): Promise<void> {
  for (const name of ['camera', 'microphone'] as const) await (await setPermission(name, 'granted'))();
  await page.goto(`${site.origin}/${screen}`);
  await button(begin).waitFor(PATIENT);
}

async function turn(names: readonly string[], isOn: boolean): Promise<void> {
  for (const name of names) {
    const toggle = page.getByRole('switch', { name });
    if ((await toggle.isChecked()) !== isOn) await toggle.click();
  }
}

const decoded = async (track: string) => decodeWhole(await downloadTrack(page, track));

describe('a permission that is withdrawn while a page records', () => {
  beforeAll(async () => {
    site = await serveWebBuild();
    profile = mkdtempSync(join(tmpdir(), 'sounddesk-permission-'));
    ({ context, page } = await openStoredBrowser(profile, { isWhole: true }));
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(site.origin);
  });
  afterAll(async () => {
    await context.close();
    await site.close();
    await browserGone(profile);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  it('ends the camera and then the microphone of the studio, says so, records the rest and loses nothing', async () => {
    await open('sounddesk-recording-studio', 'Start Recording');
    await recordFrom(page, 'Microphone', 'Camera', 'Screen');
    await shareScreen(page);
    await button('Start Recording').click();
    const cameraSec = await recorded(2);
    const endings = [await deny('camera')];
    await page.getByText(/No video from this camera/).waitFor(PATIENT);
    const voiceSec = await recorded(cameraSec + 2);
    endings.push(await deny('microphone'));
    await page.getByText(/No sound from this microphone/).waitFor(PATIENT);
    expect(await axeFindingsOf(page)).toEqual([]);
    await photographPage(page, 'permission-studio');
    const screenSec = await recorded(voiceSec + 2);
    await button('Stop').click();
    for (const end of endings) await end();
    await button('Start Recording').waitFor(PATIENT);
    await page
      .getByText(/refused or is no longer shared\. Everything until then is saved\./)
      .first()
      .waitFor();
    const [camera, voice, screen] = [await decoded('video'), await decoded('audio'), await decoded('screen')];
    expect(camera.endSec.video).toBeGreaterThan(cameraSec - 1);
    expect(voice.seconds).toBeGreaterThan(voiceSec - 1);
    expect(screen.endSec.video).toBeGreaterThan(screenSec - 1);
  });

  it('is red until it is given again, and then records the camera of the studio once more', async () => {
    await open('sounddesk-recording-studio', 'Start Recording');
    await recordFrom(page, 'Microphone', 'Camera');
    const takes = () => page.getByRole('button', { name: /^Download / }).count();
    await page
      .getByText('No recordings yet')
      .or(page.getByRole('button', { name: /^Download / }))
      .first()
      .waitFor();
    const takesBefore = await takes();
    await button('Start Recording').click();
    await recorded(2);
    await withdraw('camera');
    const missing = page.getByText('Not being recorded: Camera');
    await missing.waitFor(PATIENT);
    expect(await axeFindingsOf(page)).toEqual([]);
    const lostSec = await recorded(4);
    await (
      await setPermission('camera', 'granted')
    )();
    await missing.waitFor({ state: 'detached', ...PATIENT });
    await page.getByLabel('Live video of Camera').waitFor(PATIENT);
    const again = await recorded(lostSec + 4);
    await button('Stop').click();
    await button('Start Recording').waitFor(PATIENT);
    await expect.poll(takes, PATIENT).toBe(takesBefore + 1);
    const second = decodeWhole(await downloadTrack(page, 'Camera 2'));
    expect(second.endSec.video).toBeGreaterThan(again - 2);
  });

  it('ends the microphone of Screen Capture, says so, and captures on', async () => {
    await open('sounddesk-screen-capture', 'Start Capture');
    await turn(['Include microphone'], true);
    await turn(['Include system audio'], false);
    await button('Start Capture').click();
    const voiceSec = await recorded(2);
    await withdraw('microphone');
    await page.getByText('The microphone is no longer recorded').waitFor(PATIENT);
    expect(await axeFindingsOf(page)).toEqual([]);
    await photographPage(page, 'permission-capture');
    const screenSec = await recorded(voiceSec + 3);
    await button('Stop').click();
    await button('Start Capture').waitFor(PATIENT);
    const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'Screen + Mic' }) });
    await row
      .getByText(/Everything until then is saved\./)
      .first()
      .waitFor(PATIENT);
    const voice = decodeWhole(await downloadTrack(page, 'audio', row.first()));
    const screen = decodeWhole(await downloadTrack(page, 'screen', row.first()));
    expect(voice.seconds).toBeGreaterThan(voiceSec - 1);
    expect(screen.endSec.video).toBeGreaterThan(screenSec - 1);
  });

  it('has made no mistake meanwhile', () => {
    expect(problems).toEqual([]);
  });
});
