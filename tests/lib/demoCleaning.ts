import { DEMO_TAKE } from '../../src-shared/domain/demoTake.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import type { WebStudio } from './webStudio.ts';

const PATIENT = { timeout: 600_000 };

/** How long a browser alone takes to clean the voices of the demo recording, and how much sound that is. */
export async function measureDemoCleaning(
  studio: WebStudio,
): Promise<{ tookSec: number; soundSec: number; cores: number }> {
  const { context, page } = await studio.open();
  try {
    await page.goto(`${studio.origin}${ROUTES.recordingStudio}?demo`);
    await page.getByRole('button', { name: /^Certificate of .*: Complete/ }).waitFor(PATIENT);
    const player = page.getByRole('region', { name: /^Player of / });
    await player.getByRole('button', { name: 'Pause' }).click(PATIENT);
    await player.getByRole('button', { name: 'Clean voices…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Clean voices of / });
    await dialog.getByRole('slider', { name: 'Sensitivity' }).waitFor();
    const startMs = performance.now();
    await dialog.getByRole('button', { name: 'Clean voices' }).click();
    await player.getByRole('button', { name: 'Clean again…' }).waitFor(PATIENT);
    return {
      tookSec: (performance.now() - startMs) / 1000,
      soundSec: (DEMO_TAKE.voices.length * DEMO_TAKE.frames) / DEMO_TAKE.sampleRate,
      cores: await page.evaluate(() => navigator.hardwareConcurrency),
    };
  } finally {
    await context.close();
  }
}
