import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEEP_LINK_SCHEME } from '../../../src-shared/domain/product.ts';
import { PROJECT_JOURNAL } from '../../../src-shared/domain/edit/journal.ts';
import { ROUTES, type RoutePath } from '../../../src-shared/domain/routes.ts';
import { DOCUMENT_NAME as TAKE_DOCUMENT } from '../../../src-shared/domain/takeFiles.ts';

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

/** A screen, and what it shall show. */
export type Address = RoutePath | `${RoutePath}?${string}`;

/** What lies in the folder of a recording or a project, each in a folder that has its id for a name. */
const DOCUMENTS = new Map<string, (id: string) => Address>([
  [TAKE_DOCUMENT, (id) => `${ROUTES.recordingStudio}?take=${encodeURIComponent(id)}&do=show`],
  [PROJECT_JOURNAL, (id) => `${ROUTES.videoEditor}?project=${encodeURIComponent(id)}`],
]);

/**
 * Where a document of ours is shown that a file manager hands over, by its path or address (build/mime.xml); null for any other file.
 * The file is not read: the screen looks for what has this id in the library, and says so where it is not there.
 */
export function addressOfDocument(text: string): Address | null {
  const file = text.startsWith('file://') ? pathOf(text) : text;
  const address = DOCUMENTS.get(path.basename(file));
  return address?.(path.basename(path.dirname(path.resolve(file)))) ?? null;
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    // Of another computer, or no path at all.
    return '';
  }
}

/** Where a link or a document leads, among a program's arguments as Linux and Windows hand it over; null if there is none. */
export function findAddress(argv: readonly string[]): Address | null {
  for (const argument of argv) {
    const address = parseDeepLink(argument) ?? addressOfDocument(argument);
    if (address) return address;
  }
  return null;
}
