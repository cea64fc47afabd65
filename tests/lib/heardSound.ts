import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

/** From now on, whatever a page connects to an output is also connected to an analyser. To be called before it opens. */
export const watchOutput = (page: Page): Promise<unknown> => page.addInitScript(takeDownOutput);

/** What is heard over some seconds, in dBFS by 20 ms, quietest first. */
export async function heardLevels(page: Page, sec: number): Promise<number[]> {
  const powers = await page.evaluate(async (wantedSec) => {
    const { heard } = window as unknown as { heard: AnalyserNode };
    const { sampleRate } = heard.context;
    const samples = new Float32Array(heard.fftSize);
    const [step, block] = [Math.round(0.5 * sampleRate), Math.round(0.02 * sampleRate)];
    const found: number[] = [];
    for (let atSec = 0; atSec < wantedSec; atSec += 0.5) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      heard.getFloatTimeDomainData(samples);
      // The newest half second, once.
      for (let at = samples.length - step; at + block <= samples.length; at += block)
        found.push(samples.subarray(at, at + block).reduce((sum, one) => sum + one * one, 0) / block);
    }
    return found;
  }, sec);
  return powers.map((power) => 10 * Math.log10(Math.max(power, 1e-12))).sort((a, b) => a - b);
}

/** The level that this part of the time is quieter than. */
export const shareOf = (levels: readonly number[], part: number): number =>
  levels[Math.floor(part * levels.length)] ?? Number.NaN;

/** What a player plays as raw, clean and removed: noise between words in the last, and a voice in the other two. It ends with removed. */
export async function expectThreeSounds(page: Page, player: Locator): Promise<void> {
  const hear = async (side: string) => {
    const choice = player.getByRole('radio', { name: side });
    await choice.click();
    expect(await choice.isChecked()).toBe(true);
    await player.getByRole('slider').first().press('Home');
    // On a busy machine what was asked for is heard a little later.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const levels = await heardLevels(page, 3);
    return { pauses: shareOf(levels, 0.1), voice: shareOf(levels, 0.95) };
  };
  const [raw, clean, removed] = [await hear('Raw'), await hear('Clean'), await hear('Removed')];
  expect(removed.pauses - clean.pauses).toBeGreaterThan(6);
  expect(raw.voice - removed.voice).toBeGreaterThan(4);
  expect(Math.abs(raw.voice - clean.voice)).toBeLessThan(3);
}

/** Runs in the page. */
function takeDownOutput(): void {
  const connect = Reflect.get(AudioNode.prototype, 'connect') as (...all: unknown[]) => AudioNode;
  AudioNode.prototype.connect = function watched(this: AudioNode, ...all: unknown[]) {
    if (all[0] instanceof AudioDestinationNode) {
      // Several may be heard at once, as both sides of a comparison are: they are watched together.
      const known = (window as unknown as { heard?: AnalyserNode }).heard;
      const isOld = known?.context !== this.context;
      const analyser = known && !isOld ? known : new AnalyserNode(this.context, { fftSize: 32768 });
      Reflect.apply(connect, this, [analyser]);
      Object.assign(window, { heard: analyser });
    }
    return Reflect.apply(connect, this, all);
  };
}
