import { externalLink } from './externalLinks.ts';
import { isAppUrl } from './origin.ts';

export type NavigationDecision =
  { kind: 'allow' } | { kind: 'deny' } | { kind: 'openExternally'; url: string };

/**
 * What happens when a page starts to go to an address. Our own pages may load themselves again in
 * the main frame; a link to elsewhere opens in the system's browser; all else is denied.
 */
export function decideNavigation(request: { url: string; isMainFrame: boolean }): NavigationDecision {
  if (!request.isMainFrame) return { kind: 'deny' };
  return isAppUrl(request.url) ? { kind: 'allow' } : decideNewWindow(request.url);
}

/** What happens when a page asks for a new window. It never gets one. */
export function decideNewWindow(url: string): NavigationDecision {
  const external = externalLink(url);
  return external === null ? { kind: 'deny' } : { kind: 'openExternally', url: external };
}
