/** `npm test`: set up what is missing, run every suite, and end with `N passed, N failed, N skipped`. */
import { buildKernel } from './build-kernel.mjs';
import { HELPFUL_TEST_PACKAGES, RUN_PACKAGES, TEST_PACKAGES } from './lib/packages.mjs';
import {
  addHelpfulPackages,
  buildEngine,
  buildPrograms,
  buildRenderer,
  ensureNodeModules,
  ensureSystemPackages,
  runUnderPinnedNode,
} from './lib/setup.mjs';
import { main } from './lib/steps.mjs';

// Under the pinned Node as well.
process.env.SOUNDDESK_TESTS_BEGAN_MS ??= String(Date.now());

await main(async () => {
  // One waits for a registry and the other for a mirror.
  await Promise.all([ensureNodeModules(), installSystemPackages()]);
  if (!(await runUnderPinnedNode())) return process.exitCode;
  await Promise.all([buildEngine({ tests: true }), buildScreens(), buildPrograms()]);
  const { runSuites } = await import('./lib/suites.mjs');
  return runSuites(process.argv.slice(2));
});

/** The screens check that the kernel is there. */
async function buildScreens() {
  await buildKernel();
  await buildRenderer();
}

async function installSystemPackages() {
  await ensureSystemPackages([...RUN_PACKAGES, ...TEST_PACKAGES]);
  await addHelpfulPackages(HELPFUL_TEST_PACKAGES);
}
