import { afterAll, beforeAll, describe, it } from 'vitest';
import { SCENARIOS } from './workspace/scenarios.ts';
import { startHeadlessStudio, startPlainBrowserStudio, type Studio } from './workspace/studios.ts';

/** The same scenarios against both engines: what is seen on these screens does not depend on where they run. */
describe.each([
  ['the headless host, with virtual devices', startHeadlessStudio],
  ['the web build, with devices that play a file', startPlainBrowserStudio],
])('%s', (_, start) => {
  let studio: Studio;
  beforeAll(async () => {
    studio = await start();
  });
  afterAll(() => studio?.close());

  for (const [screen, scenarios] of Object.entries(SCENARIOS)) {
    describe(screen, () => {
      it.each(scenarios)('$name', ({ run }) => run(studio));
    });
  }
});
