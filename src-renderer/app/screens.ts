import { lazy, type ComponentType } from 'react';
import { ROUTES, type RoutePath } from '../../src-shared/domain/routes.ts';

interface ScreenRoute {
  path: RoutePath;
  Screen: ComponentType;
}

const loadDashboard = () => import('../features/dashboard/DashboardScreen.tsx');

/** The screens behind the guard, each a chunk of its own. */
export const SCREENS: readonly ScreenRoute[] = [{ path: ROUTES.dashboard, Screen: lazy(loadDashboard) }];

const loaders: Partial<Record<string, () => Promise<unknown>>> = { [ROUTES.dashboard]: loadDashboard };

/** Starts loading the screen of a path beside the app, not after it. */
export function preloadScreen(path: string): void {
  // What fails here fails again where the screen is drawn, and is shown there.
  loaders[path]?.().catch(() => undefined);
}
