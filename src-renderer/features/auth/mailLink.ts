import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { asLinkOpener, readOpenedLink } from '../../../src-shared/domain/mailLinks.ts';
import type { Backend, Supabase } from '../../platform/index.ts';
import { INVALID_RESET_LINK } from './authTexts.ts';

/** What the address of a page says about a link from a mail. */
export type MailLink =
  | { kind: 'code'; code: string }
  | { kind: 'tokens'; accessToken: string; refreshToken: string }
  | { kind: 'refused'; reason: string };

/** Reads a link's answer out of an address: in the query for PKCE, in the hash else. */
export function readMailLink(address: { search: string; hash: string }): MailLink | null {
  const query = new URLSearchParams(address.search);
  const hash = new URLSearchParams(address.hash.slice(1));
  const accessToken = hash.get('access_token');
  const refreshToken = hash.get('refresh_token');
  if (accessToken !== null && refreshToken !== null) return { kind: 'tokens', accessToken, refreshToken };
  const code = query.get('code');
  if (code !== null) return { kind: 'code', code };
  const reason = hash.get('error_description') ?? query.get('error_description');
  return reason === null ? null : { kind: 'refused', reason };
}

/** Where a mail's link is to lead. At the backend of this machine it leads to this page itself. */
export function linkTarget({ project }: Pick<Backend, 'project'>, query = ''): string {
  const page = `${location.origin}${ROUTES.auth}${query}`;
  return project?.isOnThisMachine ? asLinkOpener(page) : page;
}

/**
 * What a link that leads to this page comes to: opened as a browser opens one of a hosted project, but over the page's own
 * way to its accounts. Null where the address is no such link; rejects where nobody answers, and the link may be used again.
 */
export async function openMailLink(backend: Backend, hash: string): Promise<MailLink | null> {
  const link = readOpenedLink(hash);
  if (!link) return null;
  const asked = new URLSearchParams({ ...link, redirect_to: `${location.origin}${ROUTES.auth}` });
  const answer = await backend.fetch(`${backend.project?.url}/auth/v1/verify?${asked.toString()}`, {
    redirect: 'manual',
  });
  const leadsTo = answer.headers.get('location');
  return leadsTo === null ? { kind: 'refused', reason: INVALID_RESET_LINK } : readMailLink(new URL(leadsTo));
}

/** Whether an address opens the mode in which a new password is set. */
export function isResetAddress({ search, hash }: { search: string; hash: string }): boolean {
  const query = new URLSearchParams(search);
  return (
    query.get('type') === 'recovery' ||
    query.get('mode') === 'reset' ||
    new URLSearchParams(hash.slice(1)).get('type') === 'recovery'
  );
}

/** The address without what was used up; a reset stays a reset. */
export function addressWithoutLink(address: { pathname: string; search: string; hash: string }): string {
  return address.pathname + (isResetAddress(address) ? '?mode=reset' : '');
}

/** Changes a link for a session; answers what went wrong, null where nothing did. */
export async function redeemMailLink(
  supabase: Supabase,
  link: MailLink,
  isReset: boolean,
): Promise<string | null> {
  const problem = await problemOf(supabase, link);
  return problem !== null && isReset ? INVALID_RESET_LINK : problem;
}

async function problemOf(supabase: Supabase, link: MailLink): Promise<string | null> {
  switch (link.kind) {
    case 'refused':
      return link.reason;
    case 'code': {
      const { error } = await supabase.auth.exchangeCodeForSession(link.code);
      return error?.message ?? null;
    }
    case 'tokens': {
      const { error } = await supabase.auth.setSession({
        access_token: link.accessToken,
        refresh_token: link.refreshToken,
      });
      return error?.message ?? null;
    }
  }
}
