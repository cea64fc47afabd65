import type { SupabaseClient } from '@supabase/supabase-js';
import type { AccountsProject } from '../../src-shared/contract/accounts.ts';
import { RpcError } from '../../src-shared/contract/errors.ts';
import { ERROR_TEXTS, failWith } from '../../src-shared/contract/errorTexts.ts';
import type { Database } from '../../src-shared/domain/database.ts';
import { createAccountsFetch } from './accountsFetch.ts';
import type { PlatformClient } from './client.ts';

export type Supabase = SupabaseClient<Database>;

/** The project where accounts are, spoken to by unmodified supabase-js. */
export interface Backend {
  /** Asks the project, as `createAccountsFetch` does; rejects before `connect`. */
  readonly fetch: typeof fetch;
  /** null until `connect`, and for good where this SoundDesk has no accounts. */
  readonly supabase: Supabase | null;
  readonly project: AccountsProject | null;
  /** Loads supabase-js and makes the one client of the page. */
  connect(project: AccountsProject): Promise<Supabase>;
}

export function createBackend(client: PlatformClient): Backend {
  let ask: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  let supabase: Supabase | null = null;
  let connected: AccountsProject | null = null;
  return {
    fetch: (input, init) => ask(input, init),
    get supabase() {
      return supabase;
    },
    get project() {
      return connected;
    },
    async connect(project) {
      const { createClient } = await import('@supabase/supabase-js');
      connected = project;
      ask = createAccountsFetch(client, project);
      supabase = createClient<Database>(project.url, project.anonKey, {
        global: { fetch: ask },
        auth: {
          flowType: 'pkce',
          autoRefreshToken: true,
          persistSession: true,
          // Links are read by features/auth, which also takes the kind with tokens in the hash.
          detectSessionInUrl: false,
        },
      });
      return supabase;
    },
  };
}

/** The client; throws a failure that the user can read where there are no accounts. */
export function requireSupabase(backend: Backend): Supabase {
  if (backend.supabase) return backend.supabase;
  throw failWith('UNSUPPORTED', 'accountsMissing');
}

export const SERVER_UNREACHABLE_MESSAGE = ERROR_TEXTS.accountServerSilent;
/** How browsers say that nobody was reached: supabase-js hands it on as it is. */
const UNREACHED = /Failed to fetch|NetworkError|Load failed/;

/** What PostgREST, auth or a function answered, as a failure for the user. */
export function backendFailure({
  message,
  code = '',
}: {
  message: string;
  code?: string | undefined;
}): RpcError {
  if (code === 'SERVER_UNREACHABLE' || (code === '' && UNREACHED.test(message)))
    return failWith('SERVER_UNREACHABLE', 'accountServerSilent');
  return new RpcError('INTERNAL', message, code === '' ? {} : { details: { code } });
}
