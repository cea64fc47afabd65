import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { externalLink } from './externalLinks.ts';
import { appUrl, isAppUrl } from './origin.ts';

export type NavigationDecision =
  | { kind: 'allow' }
  | { kind: 'deny' }
  | { kind: 'openExternally'; url: string };

/**
 * What happens when a page starts to go to an address. Our own pages may load themselves again in
 * the main frame; a link to elsewhere opens in the system's browser; all else is denied.
 */
export function decideNavigation(request: { url: string; isMainFrame: boolean }): NavigationDecision {
  if (!request.isMainFrame) return { kind: 'deny' };
  return isAppUrl(request.url) ? { kind: 'allow' } : openOutside(request.url);
}

/** What happens when a page asks for a new window: it gets that of live captions, and no other. */
export function decideNewWindow(url: string): NavigationDecision {
  if (url === appUrl(ROUTES.captions)) return { kind: 'allow' };
  return openOutside(url);
}

function openOutside(url: string): NavigationDecision {
  const external = externalLink(url);
  return external === null ? { kind: 'deny' } : { kind: 'openExternally', url: external };
}
