import { use, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { Provider, useSelector } from 'react-redux';
import { Outlet } from 'react-router-dom';
import { useTranslation } from '../lib/useTranslation.ts';
import { LiveFeedsProvider } from '../features/engine/index.ts';
import { selectSettings } from '../features/workspace/index.ts';
import { shortcutKeysOf } from '../../src-shared/domain/shortcuts.ts';
import { ShortcutKeysContext } from '../lib/shortcuts.ts';
import { onSystemThemeChanged, resolveTheme } from '../lib/theme.ts';
import { Notices } from '../ui/Notices.tsx';
import { TooltipProvider } from '../ui/Tooltip.tsx';
import { SessionGate } from './SessionGate.tsx';
import { useChosenLanguage } from './useChosenLanguage.ts';
import { appReady } from './startApp.ts';

/** The app around the screen of the route: providers, and the wait until it is known who works here. */
export default function AppRoot() {
  const { store, feeds } = use(appReady);
  return (
    <Provider store={store}>
      <LiveFeedsProvider feeds={feeds}>
        <TooltipProvider>
          <ChosenShortcuts>
            <SessionGate>
              <Outlet />
            </SessionGate>
          </ChosenShortcuts>
          <AppNotices />
        </TooltipProvider>
      </LiveFeedsProvider>
    </Provider>
  );
}

/** The keys that the user chose hold on every screen from the moment that they are kept. */
function ChosenShortcuts({ children }: { children: ReactNode }) {
  useChosenLanguage();
  const { shortcuts } = useSelector(selectSettings);
  const keys = useMemo(() => shortcutKeysOf(shortcuts), [shortcuts]);
  return <ShortcutKeysContext value={keys}>{children}</ShortcutKeysContext>;
}

function AppNotices() {
  const { t } = useTranslation(['shell', 'common']);
  const choice = useSelector(selectSettings).theme;
  const theme = useSyncExternalStore(onSystemThemeChanged, () => resolveTheme(choice));
  return <Notices theme={theme} label={t('shell:notices.label')} closeLabel={t('common:close')} />;
}
