import './noEvaluatedCode.ts';
// The one policy is made before any other script could make it.
import '../lib/trustedScripts.ts';
import '../ui/theme.css';
// With the first style sheet: public pages come drawn ahead, and must not move when they come alive.
import '../site/site.css';
import { changeLanguage } from '../i18n/index.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { onSystemThemeChanged, applyTheme, readRememberedTheme } from '../lib/theme.ts';
import { takeTokenFromAddress } from '../platform/pairing/accessToken.ts';
import { findDesktopBridge } from '../platform/electron.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { languageOfStart } from './languageOfStart.ts';
import { RootRoutes } from './RootRoutes.tsx';
import { preloadScreen } from './chunks.ts';
import { takeOver } from './takeOver.ts';

const startsInApp = takeTokenFromAddress() || findDesktopBridge() !== null;
// A link that is put into the address bar of an open page changes its fragment alone.
addEventListener('hashchange', () => takeTokenFromAddress());
const language = languageOfStart(startsInApp);
preloadScreen(startsInApp && location.pathname === '/' ? ROUTES.dashboard : location.pathname);
onSystemThemeChanged(() => applyTheme(readRememberedTheme()));

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no element with the id "root".');

// Before anything is drawn: what is drawn first fetches its texts in this language.
await changeLanguage(language);
createRoot(takeOver(container)).render(
  <StrictMode>
    <ErrorBoundary isFullPage>
      <BrowserRouter>
        <RootRoutes startsInApp={startsInApp} />
      </BrowserRouter>
    </ErrorBoundary>
  </StrictMode>,
);
