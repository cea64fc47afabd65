import type { AccountsProject } from '../../../src-shared/contract/accounts.ts';

/** The two settings that point the app at a hosted project, as environment variables. */
export const ACCOUNT_SETTINGS = {
  url: 'SOUNDDESK_SUPABASE_URL',
  key: 'SOUNDDESK_SUPABASE_ANON_KEY',
} as const;

/** The settings are there and cannot be meant: nothing else is taken silently. */
export class AccountSettingsError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AccountSettingsError';
  }
}

/** The project that the settings name; null where they name none. Throws `AccountSettingsError`. */
export function readHostedProject(env: NodeJS.ProcessEnv): AccountsProject | null {
  const url = env[ACCOUNT_SETTINGS.url]?.trim() ?? '';
  const anonKey = env[ACCOUNT_SETTINGS.key]?.trim() ?? '';
  if (url === '' && anonKey === '') return null;
  if (url === '' || anonKey === '') {
    const missing = url === '' ? ACCOUNT_SETTINGS.url : ACCOUNT_SETTINGS.key;
    throw new AccountSettingsError(`A hosted project needs two settings: set ${missing} too, or neither.`);
  }
  if (!URL.canParse(url) || !isSafe(new URL(url))) {
    throw new AccountSettingsError(
      `${ACCOUNT_SETTINGS.url} is "${url}". It must be the project's address: https://…, or http:// on this machine.`,
    );
  }
  if (isServiceKey(anonKey)) {
    throw new AccountSettingsError(
      `${ACCOUNT_SETTINGS.key} holds the project's service key, which opens everything. Set its public key ("anon" or "publishable").`,
    );
  }
  return { kind: 'project', url: new URL(url).origin, anonKey, isOnThisMachine: false };
}

/** Passwords travel there: unencrypted only where they do not leave the machine. */
function isSafe({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}

/** Both generations of the key that must never reach a page. */
function isServiceKey(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true;
  const payload = key.split('.')[1];
  if (payload === undefined) return false;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return (claims as { role?: unknown } | null)?.role === 'service_role';
  } catch {
    // No JSON in it: not a key of the old kind.
    return false;
  }
}
