import type { Page } from 'playwright';
import { PATIENT } from './browserScreen.ts';

/** The studio of a browser has one channel of each kind, with these names at first. */
export type StudioSource = 'Microphone' | 'Camera' | 'Screen';

const ADDS = { Microphone: 'Add channel', Camera: 'Add camera', Screen: 'Add screen' } as const;
const CARDS = { Microphone: 'Channel Microphone', Camera: 'Camera Camera', Screen: 'Screen Screen' } as const;

/** Those sources are recorded from now on, and no others. A microphone is heard and a camera is seen by then. */
export async function recordFrom(page: Page, ...sources: StudioSource[]): Promise<void> {
  await page.getByRole('heading', { name: /^Audio channels 1 of 1/ }).waitFor(PATIENT);
  for (const source of ['Microphone', 'Camera', 'Screen'] as const) {
    const isWanted = sources.includes(source);
    const isThere = (await page.getByRole('listitem', { name: CARDS[source] }).count()) > 0;
    if (!isThere && isWanted) await page.getByRole('button', { name: ADDS[source] }).click();
    if (!isThere) continue;
    const toggle = page.getByRole('button', { name: `Record ${source}` });
    if (((await toggle.getAttribute('aria-pressed')) === 'true') !== isWanted) await toggle.click();
  }
  if (sources.includes('Microphone')) await heard(page);
  if (sources.includes('Camera')) await page.getByLabel('Live video of Camera').waitFor(PATIENT);
}

/** Levels of the microphone arrive. */
export async function heard(page: Page): Promise<void> {
  await page
    .getByRole('meter', { name: 'Level in of Microphone' })
    .and(page.locator('[aria-valuetext$="dBFS"]'))
    .waitFor(PATIENT);
}

/** Something is shared from now on. */
export async function shareScreen(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose what to share' }).click();
  await page.getByLabel('Live video of Screen').waitFor(PATIENT);
}
