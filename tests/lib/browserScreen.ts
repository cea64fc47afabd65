import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { photographPage } from './photographPage.ts';
import { downloadTrack } from './browserKill.ts';
import type { StaticServer } from './staticServer.ts';
import {
  browserGone,
  decodeWhole,
  killBrowser,
  openStoredBrowser,
  serveWebBuild,
  type DecodedFile,
} from './storedBrowser.ts';

/** Beside other work a recording may take long to begin: its encoders are warm before it does. */
export const PATIENT = { timeout: 60_000 };

interface BrowserScreenOptions {
  /** Of the screen, without the product's prefix. */
  route: string;
  /** What its buttons are called. */
  startName: string;
  stopName: string;
  browser?: Parameters<typeof openStoredBrowser>[1];
}

const newProfile = () => mkdtempSync(join(tmpdir(), 'sounddesk-browser-'));

/** A screen of the web build with nobody behind it, in a browser that keeps what it has. */
export class BrowserScreen {
  readonly problems: string[] = [];
  readonly #options: BrowserScreenOptions;
  #profile = newProfile();
  #site: StaticServer | null = null;
  #opened: { context: BrowserContext; page: Page } | null = null;

  constructor(options: BrowserScreenOptions) {
    this.#options = options;
  }

  get page(): Page {
    if (!this.#opened) throw new Error('it is not open');
    return this.#opened.page;
  }

  get context(): BrowserContext {
    return this.page.context();
  }

  get origin(): string {
    return this.#site?.origin ?? '';
  }

  get address(): string {
    return `${this.origin}/sounddesk-${this.#options.route}`;
  }

  async open(): Promise<void> {
    this.#site ??= await serveWebBuild();
    this.#opened = await openStoredBrowser(this.#profile, this.#options.browser);
    await this.look(this.page);
  }

  /** This page is the one that is looked at from now on. */
  async look(page: Page): Promise<void> {
    if (this.#opened) this.#opened.page = page;
    page.on('pageerror', (error) => this.problems.push(error.message));
    await page.goto(this.address);
    await this.isIdle();
  }

  /** As it is at first, with what was recorded. */
  async reopen(): Promise<void> {
    await this.page.reload();
    await this.isIdle();
  }

  /** The whole browser, as a power cut ends it; then it is opened again. */
  async kill(): Promise<void> {
    killBrowser(this.#profile);
    await this.context.close().catch(() => undefined);
    await browserGone(this.#profile);
    await this.open();
  }

  async close(): Promise<void> {
    await this.#leave();
    await this.#site?.close();
  }

  async #leave(): Promise<void> {
    await this.#opened?.context.close();
    await browserGone(this.#profile);
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  async isIdle(): Promise<void> {
    await this.button(this.#options.startName).waitFor(PATIENT);
    // What lies there has been read.
    const list = this.page.getByRole('table').or(this.page.getByText(/^No (recordings|meetings) yet$/));
    await list.first().waitFor(PATIENT);
  }

  async start(): Promise<void> {
    await this.button(this.#options.startName).click();
    await this.button(this.#options.stopName).waitFor(PATIENT);
    // A browser goes to the tab that is shared.
    await this.page.bringToFront();
  }

  async stop(): Promise<void> {
    await this.button(this.#options.stopName).click();
    await this.isIdle();
  }

  /** What the timer says, once it says so much. */
  async recorded(seconds: number): Promise<number> {
    // It continues below a question, too.
    const timer = this.page.getByRole('timer', { name: 'Recorded time', includeHidden: true });
    const read = async () =>
      ((await timer.textContent()) ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
    await expect.poll(read, PATIENT).toBeGreaterThanOrEqual(seconds);
    return await read();
  }

  /** Of the video that is recorded: on a busy machine its encoder begins long after the sound. */
  async framesWritten(count: number): Promise<void> {
    const status = this.page.getByRole('region', { name: 'Capture' }).getByRole('status');
    const written = async () => Number(/(\d+) frames/.exec((await status.textContent()) ?? '')?.[1] ?? 0);
    await expect.poll(written, PATIENT).toBeGreaterThanOrEqual(count);
  }

  async turn(name: string, isOn: boolean): Promise<void> {
    const toggle = this.page.getByRole('switch', { name });
    if ((await toggle.isChecked()) !== isOn) await toggle.click();
  }

  /** How many recordings are listed. */
  async plays(): Promise<number> {
    return await this.button(/^Play /).count();
  }

  async listed(count: number): Promise<void> {
    await expect.poll(() => this.plays(), PATIENT).toBe(count);
  }

  /** A file of the newest recording, or of that row's. */
  async download(track: string, row?: Locator): Promise<string> {
    return await downloadTrack(this.page, track, row);
  }

  async decoded(track: string, row?: Locator): Promise<DecodedFile> {
    return decodeWhole(await this.download(track, row));
  }

  /** Something of what can be done with the newest recording, or with that row's. */
  async act(action: string, row: Locator = this.page.getByRole('table')): Promise<void> {
    await row
      .getByRole('button', { name: /^Actions for / })
      .first()
      .click();
    await this.page.getByRole('menuitem', { name: action }).click();
  }

  async rename(name: string): Promise<void> {
    await this.act('Rename…');
    await this.page.getByRole('textbox', { name: 'Name' }).fill(name);
    await this.button('Rename').click();
    await this.button(`Play ${name.trim()}`).waitFor(PATIENT);
  }

  /** Plays the newest recording, or that row's, for a second; all of its video is shown. */
  async play(longerThanSec: number, row: Locator | Page = this.page): Promise<void> {
    await row
      .getByRole('button', { name: /^Play / })
      .first()
      .click();
    const player = this.page.getByRole('region', { name: /^Player of / });
    const slider = player.getByRole('slider', { name: 'Position' });
    const read = async (what: 'aria-valuemax' | 'aria-valuenow') => Number(await slider.getAttribute(what));
    await expect.poll(() => read('aria-valuemax'), PATIENT).toBeGreaterThan(longerThanSec);
    await expect.poll(() => read('aria-valuenow'), PATIENT).toBeGreaterThan(0);
    for (const canvas of await player.getByRole('img', { name: /^Video of / }).all())
      await expect.poll(() => colours(canvas), PATIENT).toBeGreaterThan(1);
    for (const wave of await player.getByRole('img', { name: /^Waveform of / }).all())
      await expect.poll(() => colours(wave), PATIENT).toBeGreaterThan(1);
    expect(await player.getByRole('alert').allTextContents()).toEqual([]);
  }

  async closePlayer(): Promise<void> {
    await this.button(/^Close the player of /).click();
  }

  /** The newest recording is checked, and its certificate lies open. */
  async certify(): Promise<Locator> {
    await this.button(/^Certificate of /)
      .first()
      .click();
    const dialog = this.page.getByRole('dialog', { name: 'Certificate' });
    await dialog.getByRole('button', { name: /^Check (now|again)$/ }).click();
    await dialog.getByRole('button', { name: 'Check again' }).waitFor(PATIENT);
    return dialog;
  }

  /** Leaves so much room; what it answers takes that back. */
  async leaveRoom(bytes: number): Promise<() => Promise<void>> {
    const session = await this.context.newCDPSession(this.page);
    const { origin } = this;
    const { usage } = (await session.send('Storage.getUsageAndQuota', { origin })) as { usage: number };
    const quotaSize = Math.round(usage + bytes);
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
    return async () => {
      await session.send('Storage.overrideQuotaForOrigin', { origin });
    };
  }

  /** What is shared from now on is kept, so that it can be ended. */
  async keepShared(): Promise<void> {
    await this.page.evaluate(() => {
      const original = navigator.mediaDevices.getDisplayMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getDisplayMedia = async (options) => {
        const stream = await original(options);
        Object.assign(globalThis, { shared: stream });
        return stream;
      };
    });
  }

  /** As the browser does it where its own "Stop sharing" is pressed. */
  async endSharing(): Promise<void> {
    await this.page.evaluate(() => {
      const { shared } = globalThis as unknown as { shared: MediaStream };
      for (const track of shared.getTracks()) {
        track.stop();
        track.dispatchEvent(new Event('ended'));
      }
    });
  }

  /** In both themes and three widths, where screenshots are wanted. */
  async photograph(name: string): Promise<void> {
    await photographPage(this.page, name);
  }
}

/** How many different ones there are in it, looked at in some places. */
async function colours(canvas: Locator): Promise<number> {
  return await canvas.evaluate((element: HTMLCanvasElement) => {
    const { width, height } = element;
    const pixels = element.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    const found = new Set<string>();
    for (let at = 0; at + 3 < pixels.length; at += 4 * 97)
      found.add([pixels[at], pixels[at + 1], pixels[at + 2]].join());
    return found.size;
  });
}
