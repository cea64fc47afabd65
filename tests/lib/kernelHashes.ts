import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { build } from 'vite';
import { launchHeadlessShell } from './chromium.ts';
import { drawFrames } from './drawFrames.ts';
import { kernelFrame } from './kernelFrames.ts';
import type { KernelPage } from './kernelPage/page.ts';
import { drawNatively } from './nativeKernel.ts';
import { serveFolder } from './staticServer.ts';

export const KERNEL_PATH = join(import.meta.dirname, '../../out/video/kernel.wasm');
const PAGE = join(import.meta.dirname, 'kernelPage');

export interface KernelHashes {
  native: string[];
  node: string[];
  chromium: string[];
}

/** The hashes of the same frames, drawn by the kernel as it is compiled for this machine, and as WebAssembly in Node and in a page. */
export async function hashEverywhere(count: number, dir: string): Promise<KernelHashes> {
  const frames = Array.from({ length: count }, (_, index) => kernelFrame(index));
  return {
    native: drawNatively(frames).map(({ hash }) => hash),
    node: await drawFrames(readFileSync(KERNEL_PATH), 0, count),
    chromium: await hashInChromium(count, dir),
  };
}

async function hashInChromium(count: number, dir: string): ReturnType<KernelPage['draw']> {
  return await withKernelPage(dir, (page) =>
    page.evaluate((frames) => globalThis.kernelPage.draw(0, frames), count),
  );
}

/** Works with a page that has the kernel. */
export async function withKernelPage<T>(
  dir: string,
  work: (page: Page) => Promise<T>,
  browserArgs: readonly string[] = [],
): Promise<T> {
  const outDir = join(dir, 'kernelPage');
  await build({
    root: PAGE,
    configFile: false,
    logLevel: 'error',
    build: { outDir, target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  });
  const server = await serveFolder(outDir);
  const browser = await launchHeadlessShell(browserArgs);
  try {
    const page = await browser.newPage();
    await page.goto(server.origin);
    await page.waitForFunction(() => document.title === 'Ready');
    return await work(page);
  } finally {
    await browser.close();
    await server.close();
  }
}
