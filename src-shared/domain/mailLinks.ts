/**
 * Links in mails of the backend of this machine, for pages that open them themselves. A link to the backend's port would
 * give its token to anyone who has the port at that moment; such a link leads to the page, in whose fragment the token is. A
 * fragment is sent to nobody: the page redeems it over its proven connection.
 */

/** Fragment of a `redirect_to`, by which a page says that it opens links. */
const OPENS_LINKS = '#opens-links';

/** The `redirect_to` of a page that opens links. */
export const asLinkOpener = (page: string): string => `${page}${OPENS_LINKS}`;

const LINK = /^#link=(\w+)&type=(\w+)$/;

/** The link that leads to such a page; null where the page is another one. */
export function linkForOpener(redirectTo: string, token: string, type: string): string | null {
  if (!redirectTo.endsWith(OPENS_LINKS)) return null;
  return `${redirectTo.slice(0, -OPENS_LINKS.length)}#link=${token}&type=${type}`;
}

/** The token and the kind of a link that opened a page; null where none did. `hash` begins with "#". */
export function readOpenedLink(hash: string): { token: string; type: string } | null {
  const [, token, type] = LINK.exec(hash) ?? [];
  return token === undefined || type === undefined ? null : { token, type };
}
