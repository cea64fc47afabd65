import type { Session as SupabaseSession } from '@supabase/supabase-js';
import { z } from 'zod';

/** Who works here, as the screens know it. */
export type Session =
  /** A machine without accounts: one workspace, nobody signs in. */
  | { kind: 'local'; workspaceName: string; userName: string; reason: string }
  | {
      kind: 'signedIn';
      workspaceName: string;
      userId: string;
      email: string;
      /** Given at sign-up; empty where none was. */
      name: string;
      /** By the server's claim. What it opens is checked by the server again. */
      isSuperAdmin: boolean;
      /** The same for who writes the content of the public pages; super admins may, too. */
      isAdmin: boolean;
      /** Began with a mail's link or one-time password: only such a session may set a new password unasked. */
      cameByMail: boolean;
    }
  | { kind: 'signedOut' };

/** What the screens call the user; null while nobody is known. */
export interface Person {
  /** For the greeting: the name, or the part of the e-mail before the at sign. */
  shortName: string;
  /** For the menu: the name or the whole e-mail. */
  fullName: string;
  label: string;
}

/** The document's fallback where a name is empty. */
const NAMELESS = 'User';
export const PERSONAL_WORKSPACE = 'Personal';

export function personOf(session: Session): Person | null {
  switch (session.kind) {
    case 'local': {
      const name = session.userName || NAMELESS;
      return { shortName: name, fullName: name, label: session.workspaceName };
    }
    case 'signedIn':
      return {
        shortName: session.name || session.email.split('@')[0] || NAMELESS,
        fullName: session.email,
        label: session.isSuperAdmin ? 'Super Admin' : 'Team Admin',
      };
    case 'signedOut':
      return null;
  }
}

/** The session of an account as supabase-js has it. */
export function sessionOf({ user, access_token }: SupabaseSession): Session {
  return {
    kind: 'signedIn',
    workspaceName: PERSONAL_WORKSPACE,
    userId: user.id,
    email: user.email ?? '',
    name: typeof user.user_metadata.name === 'string' ? user.user_metadata.name.trim() : '',
    isSuperAdmin: user.app_metadata.super_admin === true,
    isAdmin: user.app_metadata.super_admin === true || user.app_metadata.admin === true,
    cameByMail: cameByMail(access_token),
  };
}

const claimsSchema = z.object({ amr: z.array(z.object({ method: z.string() })).optional() });
/** How GoTrue says that a mail was opened. */
const LINK_METHODS = ['otp', 'recovery', 'magiclink', 'invite'];

/** Whether a session began with a link or one-time password from a mail. */
export function cameByMail(accessToken: string): boolean {
  const payload = accessToken.split('.')[1] ?? '';
  try {
    const json: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const { amr = [] } = claimsSchema.parse(json);
    return amr.some(({ method }) => LINK_METHODS.includes(method));
  } catch {
    // The token does not contain it.
    return false;
  }
}
