import { defineConfig } from 'vitest/config';

/**
 * Suites that share sound servers, ports or the processor run one file at a time. A test of theirs that fails is
 * tried once more, since the machine's other work is part of what it measures; `npm test` names each such test at
 * its end (scripts/lib/suiteReporter.mjs), so that an unsteady one is mended and not overlooked.
 */
const ALONE = {
  fileParallelism: false,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
  retry: 1,
};

/** Screens that neither make nor measure sound: two of these files at a time do not disturb each other. */
const SCREENS = [
  'accountErrors',
  'accounts',
  'accountsOffline',
  'affiliate',
  'affiliatePayment',
  'affiliateReview',
  'analyticsAccount',
  'apiKeys',
  'billing',
  'chat',
  'contact',
  'content',
  'contentEntries',
  'gatewayKeys',
  'gdpr',
  'help',
  'inbox',
  'incidents',
  'languages',
  'licence',
  'licenceManagement',
  'licencePaid',
  'overview',
  'site',
  'siteDocs',
  'siteLanding',
  'status',
  'teams',
  'testimonials',
  'tracking',
  'users',
].map((name) => `tests/e2e/${name}.test.ts`);

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src-*/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
          testTimeout: 30_000,
        },
      },
      { test: { name: 'contract', include: ['tests/contract/**/*.test.ts'], ...ALONE } },
      { test: { name: 'integration', include: ['tests/integration/**/*.test.ts'], ...ALONE } },
      {
        test: {
          name: 'backend',
          include: ['tests/backend/**/*.test.ts'],
          globalSetup: 'tests/backend/globalSetup.ts',
          ...ALONE,
        },
      },
      { test: { name: 'electron', include: ['tests/electron/**/*.test.ts'], ...ALONE } },
      { test: { name: 'screens', include: SCREENS, ...ALONE, fileParallelism: true, maxWorkers: 2 } },
      { test: { name: 'e2e', include: ['tests/e2e/**/*.test.ts'], exclude: SCREENS, ...ALONE } },
    ],
  },
});
