import type { SupabaseClient } from '@supabase/supabase-js';
import type { AccountsProject } from '../../src-shared/contract/accounts.ts';
import { RpcError } from '../../src-shared/contract/errors.ts';
import type { Database } from '../../src-shared/domain/database.ts';

export type Supabase = SupabaseClient<Database>;

/** The project where accounts are, spoken to by unmodified supabase-js. */
export interface Backend {
  /** null until `connect`, and for good where this SoundDesk has no accounts. */
  readonly supabase: Supabase | null;
  readonly project: AccountsProject | null;
  /** Loads supabase-js and makes the one client of the page. */
  connect(project: AccountsProject): Promise<Supabase>;
}

export function createBackend(): Backend {
  let supabase: Supabase | null = null;
  let connected: AccountsProject | null = null;
  return {
    get supabase() {
      return supabase;
    },
    get project() {
      return connected;
    },
    async connect(project) {
      const { createClient } = await import('@supabase/supabase-js');
      connected = project;
      supabase = createClient<Database>(project.url, project.anonKey, {
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
  throw new RpcError('UNSUPPORTED', 'This SoundDesk has no accounts.');
}

/** What PostgREST, auth or a function answered, as a failure for the user. */
export function backendFailure(error: { message: string; code?: string | undefined }): RpcError {
  return new RpcError('INTERNAL', error.message, {
    ...(error.code === undefined ? {} : { details: { code: error.code } }),
  });
}
