import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { launchChromium } from './chromium.ts';
import { startLiveHost } from './liveSession.ts';
import { writeSpokenTake } from './spokenTake.ts';
import { longTranscript, writeSpokenTranscript } from './spokenTranscript.ts';

export const LONG_WORDS = 100_000;

export interface TranscriptFigures {
  words: number;
  /** From the click that opens the editor to its first word on the screen; the best of some. */
  openMs: number;
  /** From a key that corrects a word to the frame that shows it. */
  typeMs: number;
}

/** What a transcript of 100,000 words costs in the editor: a real host, a real browser. */
export async function measureTranscripts(runs = 3): Promise<TranscriptFigures> {
  const [browser, live] = await Promise.all([launchChromium(), startLiveHost({})]);
  try {
    const folder = join(live.dir, 'data', 'takes', 'night-shift');
    mkdirSync(folder, { recursive: true });
    writeSpokenTake(folder);
    const transcript = longTranscript(LONG_WORDS);
    writeSpokenTranscript(folder, transcript);
    const page = await browser.newPage();
    await page.goto(live.host.address);
    let [openMs, typeMs] = [Infinity, Infinity];
    // One run more: the first fetches the screen, and reads the file.
    for (let run = 0; run <= runs; run += 1) {
      openMs = Math.min(openMs, await openEditor(page));
      typeMs = Math.min(typeMs, await correctWord(page, `word${run}`));
    }
    return { words: transcript.words.length, openMs, typeMs };
  } finally {
    await browser.close();
    await live.close();
  }
}

async function openEditor(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'Recording Studio' }).click();
  await page.getByRole('button', { name: 'Actions for Night shift' }).click();
  const item = page.getByRole('menuitem', { name: 'Edit transcript' });
  return await item.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        const startMs = performance.now();
        const look = () => {
          if (document.querySelector('[data-place]')) resolve(performance.now() - startMs);
          else requestAnimationFrame(look);
        };
        (element as HTMLElement).click();
        look();
      }),
  );
}

async function correctWord(page: Page, text: string): Promise<number> {
  await page.locator('[data-place="1"]').dblclick();
  const field = page.getByLabel(/^Correction of/);
  await field.fill(text);
  return await field.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        const startMs = performance.now();
        element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
        const look = () => {
          if (document.querySelector('[data-place="1"]')) resolve(performance.now() - startMs);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );
}
