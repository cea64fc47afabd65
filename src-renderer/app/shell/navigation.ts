import { House, type LucideIcon } from 'lucide-react';
import { ROUTES, type RoutePath } from '../../../src-shared/domain/routes.ts';
import type { shell } from '../../i18n/en/shell.ts';

interface NavigationEntry {
  path: RoutePath;
  text: keyof typeof shell.screens;
  icon: LucideIcon;
}
interface NavigationGroup {
  text: keyof typeof shell.groups;
  entries: readonly NavigationEntry[];
}

/** The menu of document 1, section 2: an entry, and its group, comes with its screen. */
export const NAVIGATION: readonly NavigationGroup[] = [
  { text: 'main', entries: [{ path: ROUTES.dashboard, text: 'dashboard', icon: House }] },
];
