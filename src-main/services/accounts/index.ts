import type { Accounts, accountsContract } from '../../../src-shared/contract/accounts.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';

export { AccountSettingsError, readHostedProject } from './hostedProject.ts';
export {
  BACKEND_RESTS_CODE,
  outcomeOf,
  startOwnBackend,
  type BackendOutcome,
  WELCOME_TOLD,
  type Welcome,
} from './ownBackend.ts';

/** What a host without accounts says. */
export const NO_ACCOUNTS = 'SoundDesk was started without accounts.';

/** Tells the page where people have their accounts; a page that asks before it is known waits. */
export function createAccountsService(read: () => Accounts | Promise<Accounts>): {
  handlers: Handlers<typeof accountsContract>;
} {
  return { handlers: { 'accounts.read': () => read() } };
}
