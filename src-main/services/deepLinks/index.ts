import { DEEP_LINK_SCHEME } from '../../../src-shared/domain/product.ts';
import { ROUTES, type RoutePath } from '../../../src-shared/domain/routes.ts';

/** The one host of deep links: `sounddesk://open/sounddesk-dashboard`. */
const DEEP_LINK_HOST = 'open';
const MAX_LINK_LENGTH = 500;
/** The gallery is of development builds alone. */
const LINKED_ROUTES: readonly RoutePath[] = Object.values(ROUTES).filter((route) => route !== ROUTES.gallery);

/**
 * The route that a deep link names, or null. Any program and any web page can make one, so it names
 * a screen and carries nothing else: no query, no fragment, no action.
 */
export function parseDeepLink(text: string): RoutePath | null {
  if (text.length > MAX_LINK_LENGTH) return null;
  const url = URL.parse(text);
  if (url?.protocol !== `${DEEP_LINK_SCHEME}:` || url.host !== DEEP_LINK_HOST) return null;
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return null;
  return LINKED_ROUTES.find((route) => route === url.pathname) ?? null;
}

/** The first deep link among a program's arguments, as Linux and Windows hand it over; null if there is none. */
export function findDeepLink(argv: readonly string[]): RoutePath | null {
  for (const argument of argv) {
    const route = parseDeepLink(argument);
    if (route) return route;
  }
  return null;
}
