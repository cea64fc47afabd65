import { lazy, type ComponentType } from 'react';
import { ROUTES, type RoutePath } from '../../src-shared/domain/routes.ts';

interface ScreenRoute {
  path: RoutePath;
  Screen: ComponentType;
}

const loadAppRoot = () => import('./AppRoot.tsx');
const loadDashboard = () => import('../features/dashboard/DashboardScreen.tsx');

/** Providers, guard and frame of the screens below. */
export const AppRoot = lazy(loadAppRoot);

/** The screens behind the guard, each a chunk of its own. */
export const SCREENS: readonly ScreenRoute[] = [{ path: ROUTES.dashboard, Screen: lazy(loadDashboard) }];

const loaders: Partial<Record<string, () => Promise<unknown>>> = { [ROUTES.dashboard]: loadDashboard };

/** Starts loading the app and the screen of a path at once, not one after the other. */
export function preloadScreen(path: string): void {
  const loadScreen = loaders[path];
  if (!loadScreen) return;
  // What fails here fails again where the screen is drawn, and is shown there.
  Promise.all([loadAppRoot(), loadScreen()]).catch(() => undefined);
}
