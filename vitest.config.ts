import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { MEASURING } from './tests/measuring.ts';

/**
 * A test of the whole product waits for sound, pictures, databases and browsers most of its time, so more files run
 * side by side than there are cores. Nothing is tried again here: `npm test` runs a file that failed once more, whole
 * and by itself, and names it at its end (scripts/lib/suites.mjs).
 */
const WHOLE_PRODUCT = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

const isOneAtATime = process.env.SOUNDDESK_ONE_FILE_AT_A_TIME === '1';
const SIDE_BY_SIDE = {
  maxWorkers: isOneAtATime ? 1 : 1 + Math.max(2, availableParallelism()),
  sequence: { groupOrder: 1 },
};

/** Files that measure delays or hold the processor: one at a time, when nothing else runs. */
const BY_ITSELF = { maxWorkers: 1, sequence: { groupOrder: 2 } };

/** A suite of the whole product: `NAME` side by side, `NAME by itself` for those of its files that measure. */
const suite = (name: string, more: { globalSetup?: string } = {}) => {
  const measuring = MEASURING.filter((file) => file.startsWith(`tests/${name}/`));
  const include = [`tests/${name}/**/*.test.ts`];
  return [
    { test: { name, include, exclude: measuring, ...more, ...WHOLE_PRODUCT, ...SIDE_BY_SIDE } },
    ...(measuring.length > 0
      ? [{ test: { name: `${name} by itself`, include: measuring, ...WHOLE_PRODUCT, ...BY_ITSELF } }]
      : []),
  ];
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src-*/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      ...suite('contract'),
      ...suite('integration'),
      ...suite('backend', { globalSetup: 'tests/backend/globalSetup.ts' }),
      ...suite('electron', { globalSetup: 'tests/electron/globalSetup.ts' }),
      ...suite('e2e'),
    ],
  },
});
