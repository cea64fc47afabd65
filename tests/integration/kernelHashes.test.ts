import { describe, expect, it } from 'vitest';
import { kernelSources, sourcesOf } from '../../scripts/build-kernel.mjs';
import { hashEverywhere, KERNEL_PATH } from '../lib/kernelHashes.ts';
import { hasNativeKernel } from '../lib/nativeKernel.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const FRAMES = 60;

describe('the arithmetic of frames', () => {
  it('is in use as it was built from native/video', () => {
    expect(sourcesOf(KERNEL_PATH)).toBe(kernelSources());
  });

  it.skipIf(!hasNativeKernel)('gives the same frames natively, in Node and in Chromium', async () => {
    const { native, node, chromium } = await hashEverywhere(FRAMES, temporaryDir());
    expect(node).toHaveLength(FRAMES);
    expect(new Set(node).size).toBeGreaterThan(FRAMES / 2);
    expect(node).toEqual(native);
    expect(chromium).toEqual(native);
  });
});
