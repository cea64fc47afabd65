import type { Accounts, accountsContract } from '../../../src-shared/contract/accounts.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';

export { AccountSettingsError, readHostedProject } from './hostedProject.ts';

/** What a host without accounts says. */
export const NO_ACCOUNTS = 'SoundDesk was started without accounts.';

/** Tells the page where people have their accounts. */
export function createAccountsService(accounts: Accounts): { handlers: Handlers<typeof accountsContract> } {
  return { handlers: { 'accounts.read': () => accounts } };
}
