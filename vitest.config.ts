import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { MixedSequencer } from './tests/mixedSequencer.ts';
import { BUILDING, ENCODING, MEASURING, REAL_TIME } from './tests/measuring.ts';

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
/** A second try has a worker of its own: nothing of the first is left in it. */
const SHARED = { isolate: isOneAtATime };

/**
 * Tests of the whole product wait for sound, video, databases and browsers some of their time, so one more file runs than
 * there are cores. More take as long in all, and each of them twice as long, so that its limits are met.
 */
const SIDE_BY_SIDE = {
  maxWorkers: isOneAtATime ? 1 : 1 + Math.max(2, availableParallelism()),
  sequence: { groupOrder: 1 },
};

/** Files that record or clean in real time, when nothing else runs: three at a time, or two with encoders. */
const THREE_AT_A_TIME = { maxWorkers: isOneAtATime ? 1 : 3, sequence: { groupOrder: 2 } };
const TWO_AT_A_TIME = { maxWorkers: isOneAtATime ? 1 : 2, sequence: { groupOrder: 3 } };

/**
 * Files that measure delays or hold the processor, when nothing else runs: pages one at a time; two of those that hear
 * a sound server of their own, each of which takes less than half a core.
 */
const TWO_BY_THEMSELVES = { maxWorkers: isOneAtATime ? 1 : 2, sequence: { groupOrder: 4 } };
const BY_ITSELF = { maxWorkers: 1, sequence: { groupOrder: 5 } };

const WHOLE = ['contract', 'integration', 'backend', 'electron', 'e2e'];
const isOfPages = (file: string) => file.startsWith('tests/e2e/');

/** What a suite needs before its first file: of those suites alone that the files on the command line belong to. */
const named = process.argv.slice(2).filter((argument) => argument.includes('tests/'));
const globalSetup = ['backend', 'electron']
  .filter((name) => named.length === 0 || named.some((argument) => argument.includes(`tests/${name}/`)))
  .map((name) => `tests/${name}/globalSetup.ts`);

export default defineConfig({
  test: {
    sequence: { sequencer: MixedSequencer },
    projects: [
      {
        test: { name: 'unit', include: UNIT, exclude: ISOLATED, isolate: false, ...PATIENT, ...SIDE_BY_SIDE },
      },
      { test: { name: 'unit isolated', include: ISOLATED, ...PATIENT, ...SIDE_BY_SIDE } },
      {
        test: {
          name: 'whole',
          include: WHOLE.map((suite) => `tests/${suite}/**/*.test.ts`),
          exclude: [...REAL_TIME, ...ENCODING, ...MEASURING, ...BUILDING],
          globalSetup,
          ...SHARED,
          ...PATIENT,
          ...SIDE_BY_SIDE,
        },
      },
      {
        test: { name: 'three at a time', include: [...REAL_TIME], ...SHARED, ...PATIENT, ...THREE_AT_A_TIME },
      },
      { test: { name: 'two at a time', include: [...ENCODING], ...SHARED, ...PATIENT, ...TWO_AT_A_TIME } },
      {
        test: {
          name: 'sound on its own',
          include: MEASURING.filter((file) => !isOfPages(file)),
          ...PATIENT,
          ...TWO_BY_THEMSELVES,
        },
      },
      {
        test: { name: 'pages on their own', include: MEASURING.filter(isOfPages), ...PATIENT, ...BY_ITSELF },
      },
      { test: { name: 'compiled first', include: [...BUILDING], ...PATIENT, ...BY_ITSELF } },
    ],
  },
});
