import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../lib/useTranslation.ts';
import { applyTheme, readRememberedTheme, resolveTheme } from '../lib/theme.ts';

/** Dark or light: the other one at a click. */
export function ThemeButton() {
  const { t } = useTranslation('site');
  const [theme, setTheme] = useState(() => resolveTheme(readRememberedTheme()));
  const other = theme === 'dark' ? 'light' : 'dark';
  const label = other === 'light' ? t('nav.toLight') : t('nav.toDark');
  const change = () => {
    applyTheme(other);
    setTheme(other);
  };
  return (
    <button
      type="button"
      onClick={change}
      aria-label={label}
      title={label}
      className="inline-grid size-9 shrink-0 place-items-center rounded-lg text-t2 transition-colors hover:bg-raise hover:text-t1"
    >
      {other === 'light' ? <Sun size={18} aria-hidden="true" /> : <Moon size={18} aria-hidden="true" />}
    </button>
  );
}
