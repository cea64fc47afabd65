import { lazy } from 'react';
import { fetchAhead } from './fetchAhead.ts';
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

/** Starts loading the app and the screen of a path at once, not one after the other. */
export function preloadScreen(path: string): void {
  const row = SCREENS.find((screen) => screen.path === path);
  if (!row) return;
  // What fails here fails again where the screen is drawn, and is shown there.
  Promise.all([loadAppRoot(), loadWithFrame(row)]).then(
    () => fetchAhead(SCREENS.map((screen) => () => loadWithFrame(screen))),
    () => undefined,
  );
}

const loadWithFrame = ({ guard, load }: ScreenRow) =>
  guard === 'open' ? load() : Promise.all([loadSignedInArea(), load()]);
