import type { Accounts, accountsContract } from '../../../src-shared/contract/accounts.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import { requestFromGateway, type GatewayTarget } from './gatewayRequest.ts';

export { AccountSettingsError, readHostedProject } from './hostedProject.ts';
export {
  BACKEND_RESTS_CODE,
  outcomeOf,
  startOwnBackend,
  type BackendOutcome,
  type OwnProject,
  WELCOME_REPORTED,
  type Welcome,
} from './ownBackend.ts';

/** What a host without accounts says. */
export const NO_ACCOUNTS = 'SoundDesk was started without accounts.';

export interface AccountsServiceOptions {
  read: () => Accounts | Promise<Accounts>;
  /** The backend of this machine; null where accounts are elsewhere. */
  findGateway: () => Promise<GatewayTarget | null>;
}

/** Gives the page the address of the accounts, and connects it to those of this machine. A call before that is known waits. */
export function createAccountsService({ read, findGateway }: AccountsServiceOptions): {
  handlers: Handlers<typeof accountsContract>;
} {
  return {
    handlers: {
      'accounts.read': () => read(),
      async *'accounts.request'(request, { signal }) {
        const gateway = await findGateway();
        if (!gateway) throw failWith('UNSUPPORTED', 'noAccountsHere');
        yield* requestFromGateway(gateway, request, signal);
      },
    },
  };
}
