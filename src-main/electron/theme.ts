import { nativeTheme } from 'electron';
import type { Settings } from '../../src-shared/contract/settings.ts';

/** `--bg` of the design system in either theme. */
const BACKGROUND = { dark: '#0b0d11', light: '#f5f6f8' };

/** Has the system's own parts (menus, dialogs, `prefers-color-scheme`) follow the chosen theme. */
export function followTheme(theme: Settings['theme']): void {
  nativeTheme.themeSource = theme;
}

/** The page's background in the theme that is shown now. */
export function themeBackground(): string {
  return nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light;
}
