import { RpcError, unwrap } from '../../../src-shared/contract/errors.ts';
import { within } from '../../lib/within.ts';
import { clearSessionStorage, createClientThunk, type Backend, type Supabase } from '../../platform/index.ts';
import { AUTH_SYSTEM_ERROR, isSessionOver, SERVER_SILENT, SESSION_NOT_LOADED } from './authTexts.ts';
import {
  addressWithoutLink,
  isResetAddress,
  openMailLink,
  readMailLink,
  redeemMailLink,
} from './mailLink.ts';
import { PERSONAL_WORKSPACE, sessionOf, type Session } from './session.ts';
import { wipeStoredKeys } from './storedKeys.ts';

/**
 * supabase-js tries for half a minute to renew a session that has expired. Nobody is left in front of a spinner
 * for so long; where the renewal arrives later, its event says so.
 */
const ANSWER_LIMIT_MS = 5000;
const LOOK_LIMIT_MS = 2500;

export interface SessionStart {
  /** null where it was read before: then events report changes. */
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
      // A host that was started again at another place: what this page has of supabase-js knows the old one alone.
      if (backend.project.url !== accounts.url || backend.project.anonKey !== accounts.anonKey)
        location.reload();
      return { session: null, linkProblem: null };
    }
    try {
      return await readSession(await backend.connect(accounts), backend);
    } catch (error) {
      if (error instanceof RpcError) throw error;
      throw new RpcError('INTERNAL', AUTH_SYSTEM_ERROR, { cause: error });
    }
  },
  'inPlace',
);

/** Whether the account server answers. */
export const lookForServer = createClientThunk(
  'session/lookForServer',
  async (_: void, { backend }): Promise<boolean> => answers(backend),
);

/** No answer is an answer here. */
async function answers({ project, fetch: ask }: Backend): Promise<boolean> {
  if (!project) return false;
  try {
    const { ok } = await ask(`${project.url}/auth/v1/health`, {
      headers: { apikey: project.anonKey },
      signal: AbortSignal.timeout(LOOK_LIMIT_MS),
    });
    return ok;
  } catch {
    return false;
  }
}

const local = (session: Session): SessionStart => ({ session, linkProblem: null });

async function readSession(supabase: Supabase, backend: Backend): Promise<SessionStart> {
  const linkProblem = await takeLink(supabase, backend);
  const read = await within(supabase.auth.getSession(), ANSWER_LIMIT_MS);
  // A server that answers, but not to this: there is nothing to wait for.
  if (read.isLate)
    throw (await answers(backend)) ? new RpcError('INTERNAL', SESSION_NOT_LOADED) : unreachable();
  const { data, error } = read.value;
  // Nobody answered at all: that says nothing about the session.
  if (error && error.status === 0) throw unreachable(error);
  if (error && !isSessionOver(error.message)) throw new RpcError('INTERNAL', SESSION_NOT_LOADED);
  if (data.session) return { session: sessionOf(data.session), linkProblem };
  wipeStoredKeys({ storage: localStorage, clearSessionStorage, keepsVerifier: error === null });
  return { session: { kind: 'signedOut' }, linkProblem };
}

const unreachable = (cause?: unknown) =>
  new RpcError('SERVER_UNREACHABLE', SERVER_SILENT, { retryable: true, cause });

/** Uses a link from a mail that opened this page, and takes it out of the address. */
async function takeLink(supabase: Supabase, backend: Backend): Promise<string | null> {
  const opened = await openMailLink(backend, location.hash).catch((error: unknown) => {
    throw unreachable(error);
  });
  const link = opened ?? readMailLink(location);
  if (!link) return null;
  const isReset = isResetAddress(location);
  history.replaceState(history.state, '', addressWithoutLink(location));
  return redeemMailLink(supabase, link, isReset);
}
