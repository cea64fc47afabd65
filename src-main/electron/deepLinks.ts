import { app } from 'electron';
import { DEEP_LINK_SCHEME } from '../../src-shared/domain/product.ts';
import type { RoutePath } from '../../src-shared/domain/routes.ts';
import { parseDeepLink } from '../services/deepLinks/index.ts';

/** Has the system hand us links of our scheme, and hears those that macOS sends while we run. */
export function receiveDeepLinks(onRoute: (route: RoutePath) => void): void {
  // From a checkout this would register Electron's own program for every app that it runs.
  if (app.isPackaged) app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const route = parseDeepLink(url);
    if (route) onRoute(route);
  });
}
