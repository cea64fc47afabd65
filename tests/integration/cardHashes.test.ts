import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawFrames } from '../lib/drawFrames.ts';
import { KERNEL_PATH, withKernelPage } from '../lib/kernelHashes.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const FRAMES = 60;
const IMITATED_CARD = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

it('a graphics card draws the kernel’s frames to the byte, or is not used', async () => {
  const kernel = await drawFrames(readFileSync(KERNEL_PATH), 0, FRAMES);
  const { card, trials } = await withKernelPage(
    temporaryDir(),
    async (page) => ({
      card: await page.evaluate((frames) => globalThis.kernelPage.drawByCard(0, frames), FRAMES),
      trials: await page.evaluate(() => globalThis.kernelPage.tryCards()),
    }),
    IMITATED_CARD,
  );
  expect(card).toEqual(kernel);
  const { hashes, ...drawn } = trials;
  expect(drawn).toMatchObject({
    usual: { by: 'processor', refusal: 'software' },
    none: { by: 'processor', refusal: 'missing' },
    allowed: { by: 'card', refusal: null },
    wrong: { by: 'processor', refusal: 'different' },
    slow: { by: 'processor', refusal: 'slower' },
    lost: { by: 'processor', refusal: 'lost' },
  });
  expect(hashes).toHaveLength(6);
  expect(new Set(hashes).size).toBe(1);
});
