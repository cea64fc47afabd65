export type ThemeChoice = 'system' | 'dark' | 'light';
export type Theme = 'dark' | 'light';

/** Read by public/before-paint.js before anything is drawn. */
const STORAGE_KEY = 'sounddesk.theme';
const PAGE_COLOUR: Record<Theme, string> = { dark: '#0b0d11', light: '#f5f6f8' };

/** The theme that a choice means on this machine now. */
export function resolveTheme(choice: ThemeChoice): Theme {
  if (choice !== 'system') return choice;
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
}

/** Shows the theme and remembers the choice for the next page load's first paint. */
export function applyTheme(choice: ThemeChoice): void {
  const theme = resolveTheme(choice);
  document.documentElement.className = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAGE_COLOUR[theme]);
  try {
    localStorage.setItem(STORAGE_KEY, choice);
  } catch {
    // Storage is forbidden here: the theme holds for this page alone, and the settings keep the choice.
  }
}

/** The choice that was remembered here, before the settings are read; dark where there is none. */
export function readRememberedTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === 'light' || stored === 'system' ? stored : 'dark';
  } catch {
    return 'dark';
  }
}

/** Hears when the system's preference changes; returns the end of listening. */
export function onSystemThemeChanged(listener: () => void): () => void {
  const query = matchMedia('(prefers-color-scheme: light)');
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
