import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { MixedSequencer } from './tests/mixedSequencer.ts';
import { MEASURING, REAL_TIME } from './tests/measuring.ts';

/**
 * A busy machine makes nothing fail that only takes longer. Nothing is tried again here: `npm test` runs a file that
 * failed once more, whole and on its own, and names it at its end (scripts/lib/suites.mjs).
 */
const PATIENT = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

/**
 * Quick tests share a few workers, which read each module once (decision 61): a file puts back what it changes of the
 * world. One that mocks a module, or counts what is loaded, has a worker of its own.
 */
const UNIT = ['src-*/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'];
const ISOLATED = [
  'src-main/electron/ipcTransport.test.ts',
  'src-renderer/features/analytics/analytics.test.ts',
  'src-renderer/i18n/*.test.ts',
];

const isOneAtATime = process.env.SOUNDDESK_ONE_FILE_AT_A_TIME === '1';
/**
 * A test of the whole product waits for sound, video, databases and browsers most of its time, so twice as many files
 * run side by side as there are cores.
 */
const SIDE_BY_SIDE = {
  maxWorkers: isOneAtATime ? 1 : 2 * Math.max(2, availableParallelism()),
  sequence: { groupOrder: 1 },
};

/** Files that record or clean in real time: two at a time, when nothing else runs. */
const TWO_AT_A_TIME = { maxWorkers: isOneAtATime ? 1 : 2, sequence: { groupOrder: 2 } };

/**
 * Files that measure delays or hold the processor, when nothing else runs: pages one at a time; two of those that hear
 * a sound server of their own, each of which takes less than half a core.
 */
const BY_ITSELF = { maxWorkers: 1, sequence: { groupOrder: 4 } };
const TWO_BY_THEMSELVES = { maxWorkers: isOneAtATime ? 1 : 2, sequence: { groupOrder: 3 } };

/**
 * A suite of the whole product: `NAME` side by side, `NAME two at a time` for those of its files that work in real time,
 * `NAME on its own` for those that measure.
 */
const suite = (name: string, more: { globalSetup?: string } = {}) => {
  const ofSuite = (files: readonly string[]) => files.filter((file) => file.startsWith(`tests/${name}/`));
  const parts = [
    { name: `${name} two at a time`, include: ofSuite(REAL_TIME), how: TWO_AT_A_TIME },
    {
      name: `${name} on its own`,
      include: ofSuite(MEASURING),
      how: name === 'e2e' ? BY_ITSELF : TWO_BY_THEMSELVES,
    },
  ].filter(({ include }) => include.length > 0);
  const include = [`tests/${name}/**/*.test.ts`];
  const exclude = parts.flatMap((part) => part.include);
  return [
    { test: { name, include, exclude, ...more, ...PATIENT, ...SIDE_BY_SIDE } },
    ...parts.map(({ how, ...part }) => ({ test: { ...part, ...PATIENT, ...how } })),
  ];
};

export default defineConfig({
  test: {
    sequence: { sequencer: MixedSequencer },
    projects: [
      {
        test: { name: 'unit', include: UNIT, exclude: ISOLATED, isolate: false, ...PATIENT, ...SIDE_BY_SIDE },
      },
      { test: { name: 'unit isolated', include: ISOLATED, ...PATIENT, ...SIDE_BY_SIDE } },
      ...suite('contract'),
      ...suite('integration'),
      ...suite('backend', { globalSetup: 'tests/backend/globalSetup.ts' }),
      ...suite('electron', { globalSetup: 'tests/electron/globalSetup.ts' }),
      ...suite('e2e'),
    ],
  },
});
