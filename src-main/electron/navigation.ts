import { app, shell, type WebContents } from 'electron';
import type { Log } from '../core/ports.ts';
import { decideNavigation, decideNewWindow, type NavigationDecision } from './policies/navigation.ts';

/** Wide and low, as captions are read; without a menu. */
const CAPTION_WINDOW = { width: 960, height: 260, minWidth: 320, minHeight: 120, autoHideMenuBar: true };

/** Keeps every page where it is: whatever is created later is under the same rules. */
export function guardNavigation(log: Log): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, log));
}

function guardContents(contents: WebContents, log: Log): void {
  contents.on('will-frame-navigate', (event) => {
    const decision = decideNavigation({ url: event.url, isMainFrame: event.isMainFrame });
    if (decision.kind !== 'allow') event.preventDefault();
    follow(decision, log);
  });
  // A server's redirect is not announced as a navigation; ours never sends one.
  contents.on('will-redirect', (event) => {
    const { url, isMainFrame } = event;
    if (decideNavigation({ url, isMainFrame }).kind !== 'allow') event.preventDefault();
  });
  contents.setWindowOpenHandler(({ url }) => {
    const decision = decideNewWindow(url);
    // With what its opener may do, and no more.
    if (decision.kind === 'allow') return { action: 'allow', overrideBrowserWindowOptions: CAPTION_WINDOW };
    follow(decision, log);
    return { action: 'deny' };
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

function follow(decision: NavigationDecision, log: Log): void {
  if (decision.kind !== 'openExternally') return;
  shell
    .openExternal(decision.url)
    .catch((error: unknown) => log.error('A link could not be opened.', error, { url: decision.url }));
}
