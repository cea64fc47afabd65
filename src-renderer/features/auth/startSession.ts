import { RpcError, unwrap } from '../../../src-shared/contract/errors.ts';
import { clearSessionStorage, createClientThunk, type Supabase } from '../../platform/index.ts';
import { AUTH_SYSTEM_ERROR, isSessionOver, SESSION_NOT_LOADED } from './authTexts.ts';
import { addressWithoutLink, isResetAddress, readMailLink, redeemMailLink } from './mailLink.ts';
import { PERSONAL_WORKSPACE, sessionOf, type Session } from './session.ts';
import { wipeStoredKeys } from './storedKeys.ts';

export interface SessionStart {
  /** null where it was read before: then events tell of changes. */
  session: Session | null;
  linkProblem: string | null;
}

/** Asks the host where accounts are, and reads who is signed in there. */
export const startSession = createClientThunk(
  'session/start',
  async (_: void, { client, backend }): Promise<SessionStart> => {
    const accounts = unwrap(await client.call('accounts.read'));
    if (accounts.kind === 'none') {
      const { userName, reason } = accounts;
      return local({ kind: 'local', workspaceName: PERSONAL_WORKSPACE, userName, reason });
    }
    if (backend.project) {
      // A host that was started anew at another place: the page's policy knows the old one alone.
      if (backend.project.url !== accounts.url || backend.project.anonKey !== accounts.anonKey)
        location.reload();
      return { session: null, linkProblem: null };
    }
    try {
      return await readSession(await backend.connect(accounts));
    } catch (error) {
      if (error instanceof RpcError) throw error;
      throw new RpcError('INTERNAL', AUTH_SYSTEM_ERROR, { cause: error });
    }
  },
);

const local = (session: Session): SessionStart => ({ session, linkProblem: null });

async function readSession(supabase: Supabase): Promise<SessionStart> {
  const linkProblem = await takeLink(supabase);
  const { data, error } = await supabase.auth.getSession();
  if (error && !isSessionOver(error.message)) throw new RpcError('INTERNAL', SESSION_NOT_LOADED);
  if (data.session) return { session: sessionOf(data.session), linkProblem };
  wipeStoredKeys({ storage: localStorage, clearSessionStorage, keepsVerifier: error === null });
  return { session: { kind: 'signedOut' }, linkProblem };
}

/** Uses a link from a mail that opened this page, and takes it out of the address. */
async function takeLink(supabase: Supabase): Promise<string | null> {
  const link = readMailLink(location);
  if (!link) return null;
  const isReset = isResetAddress(location);
  history.replaceState(history.state, '', addressWithoutLink(location));
  return redeemMailLink(supabase, link, isReset);
}
