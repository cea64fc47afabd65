import { lazy } from 'react';
import { SCREENS, type ScreenRow } from './screens.ts';

/** Besides: read in one go, app and schemas would keep the page from answering for as long as both take. */
const besideContract = <Loaded>(load: () => Promise<Loaded>) =>
  Promise.all([import('../../src-shared/contract/index.ts'), load()]).then(([, loaded]) => loaded);
const loadAppRoot = () => besideContract(() => import('./AppRoot.tsx'));
const loadSignedInArea = () =>
  import('./SignedInArea.tsx').then(({ SignedInArea: area }) => ({ default: area }));

/** Providers of the screens. */
export const AppRoot = lazy(loadAppRoot);

/** The same for a part of a public page. */
export const AppIsland = lazy(() => besideContract(() => import('./AppIsland.tsx')));

/** Frame of the screens that are not open, for anyone who has a workspace here. */
export const SignedInArea = lazy(loadSignedInArea);

/** How long after the first screen is drawn the others are fetched: from then on they open without a network. */
const FETCH_REST_AFTER_MS = 3000;
/** On a slow machine the first screen is not drawn by then: they wait until it has nothing to do, for so long at most. */
const IDLE_WITHIN_MS = 10_000;

/** Starts loading the app and the screen of a path at once, not one after the other. */
export function preloadScreen(path: string): void {
  const row = SCREENS.find((screen) => screen.path === path);
  if (!row) return;
  // What fails here fails again where the screen is drawn, and is shown there.
  Promise.all([loadAppRoot(), loadWithFrame(row)]).then(
    () => setTimeout(() => whenIdle(() => void fetchRest()), FETCH_REST_AFTER_MS),
    () => undefined,
  );
}

const loadWithFrame = ({ guard, load }: ScreenRow) =>
  guard === 'open' ? load() : Promise.all([loadSignedInArea(), load()]);

function whenIdle(run: () => void): void {
  // Safari has none.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: IDLE_WITHIN_MS });
  else run();
}

/** One after the other, out of the way of what the user does. */
async function fetchRest(): Promise<void> {
  for (const row of SCREENS) {
    // Fetched again, and shown then, where its screen is drawn.
    await loadWithFrame(row).catch(() => undefined);
  }
}
