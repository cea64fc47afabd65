import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { photographBasic } from './basicPictures.ts';
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

interface BasicScreenOptions {
  /** Of the screen, without the product's prefix. */
  route: string;
  /** What its buttons are called. */
  startName: string;
  stopName: string;
  browser?: Parameters<typeof openStoredBrowser>[1];
}

const newProfile = () => mkdtempSync(join(tmpdir(), 'sounddesk-basic-'));

/** A screen of the web build with nobody behind it, in a browser that keeps what it has. */
export class BasicScreen {
  readonly problems: string[] = [];
  readonly #options: BasicScreenOptions;
  #profile = newProfile();
  #site: StaticServer | null = null;
  #opened: { context: BrowserContext; page: Page } | null = null;

  constructor(options: BasicScreenOptions) {
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

  /** Another browser, in which nothing was ever recorded or chosen. */
  async renew(): Promise<void> {
    await this.#leave();
    this.#profile = newProfile();
    await this.open();
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
    return this.page.getByRole('button', { name, exact: true });
  }

  async isIdle(): Promise<void> {
    await this.button(this.#options.startName).waitFor(PATIENT);
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
    // It goes on below a question, too.
    const timer = this.page.getByRole('timer', { name: 'Recorded time', includeHidden: true });
    const read = async () => Number((await timer.textContent())?.slice(-2));
    await expect.poll(read, PATIENT).toBeGreaterThanOrEqual(seconds);
    return await read();
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

  /** Plays the newest recording for half a second. */
  async play(longerThanSec: number): Promise<void> {
    await this.button(/^Play /)
      .first()
      .click();
    const video = this.page.getByLabel(/^Player of /);
    const read = (what: 'duration' | 'currentTime') =>
      video.evaluate((element: HTMLVideoElement, name) => element[name], what);
    await expect.poll(() => read('duration'), PATIENT).toBeGreaterThan(longerThanSec);
    await video.evaluate((element: HTMLVideoElement) => element.play());
    await expect.poll(() => read('currentTime'), PATIENT).toBeGreaterThan(0.5);
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

  /** In both themes and three widths, where pictures are wanted. */
  async photograph(name: string): Promise<void> {
    await photographBasic(this.page, name);
  }
}
