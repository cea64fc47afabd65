import type { Accounts } from '../../../src-shared/contract/accounts.ts';

/** The two settings of a web build, put in when it is built. */
export interface BuildSettings {
  readonly VITE_SUPABASE_URL?: string;
  readonly VITE_SUPABASE_ANON_KEY?: string;
}

/** The project that the build was made for; nothing where it was made for none. */
export function accountsOfBuild(settings: BuildSettings): Accounts {
  const { VITE_SUPABASE_URL: url = '', VITE_SUPABASE_ANON_KEY: anonKey = '' } = settings;
  if (url !== '' && anonKey !== '') return { kind: 'project', url, anonKey, isOnThisMachine: false };
  return { kind: 'none', reason: 'Accounts are not set up on this site.', userName: 'User' };
}
