import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { DenoiseEngine } from '../../../../src-shared/domain/denoise.ts';

/** What a page cleans files and voices with. */
export const PAGE_ENGINES = ['auto', 'rnnoise'] as const;

export function assertPageCleans(engine: DenoiseEngine): void {
  const isHere = engine === 'off' || PAGE_ENGINES.some((known) => known === engine);
  if (!isHere) throw failWith('BAD_OPTION', 'pageCleansStandard');
}

/** What the engine needs beside RNNoise. */
export async function modelsOf(
  engine: DenoiseEngine,
  loadStrongModel: () => Promise<ArrayBuffer>,
): Promise<{ strong?: ArrayBuffer }> {
  return engine === 'auto' ? { strong: await loadStrongModel() } : {};
}
