import type { BroadcastView } from '../../../src-shared/contract/broadcast.ts';
import type {
  BroadcastAccountsView,
  broadcastAccountsContract,
} from '../../../src-shared/contract/broadcastAccounts.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import type { Account } from './account.ts';
import { createAccountHandlers } from './accountHandlers.ts';
import { openAccounts, type Accounts } from './accounts.ts';
import { ChatLog } from './chatLog.ts';
import { fillDestination } from './fillDestination.ts';
import { problemOf } from './platformErrors.ts';
import type { BroadcastAccountsOptions, BroadcastPort, Destination } from './ports.ts';

export interface BroadcastAccountsService {
  handlers: Handlers<typeof broadcastAccountsContract>;
  /** Before the start: titles, keys, and a broadcast on YouTube. Throws where nobody could see it there. */
  prepare(details: { title: string; description: string }): Promise<void>;
  /** No broadcast runs any more, or it could not start. */
  end(): Promise<void>;
  onBroadcastChanged(view: BroadcastView): void;
  setWantsChat(isWanted: boolean): void;
  close(): void;
}

/** Accounts at the platforms of a broadcast. */
export function createBroadcastAccounts(options: BroadcastAccountsOptions): BroadcastAccountsService {
  const { secrets, broadcast, log } = options;
  const chat = new ChatLog(options.onChatChanged);
  const accounts: Accounts = openAccounts(options, chat, () => announce());
  const read = async (): Promise<BroadcastAccountsView> => ({
    accounts: await Promise.all(accounts.all.map((account) => account.view())),
    // Known for certain only after the store was asked.
    keptIn: secrets.keptIn,
  });
  const announce = () => {
    read().then(options.onChanged, (error: unknown) => log.error('the accounts could not be read', error));
  };
  const end = async () => {
    await Promise.all(accounts.all.map((account) => account.end()));
  };
  let wasLive = false;

  return {
    handlers: createAccountHandlers({ accounts, chat, broadcast, read, log }),
    async prepare(details) {
      const view = await broadcast.read();
      const used = usedDestinations(view).filter(({ usesAccount }) => usesAccount);
      const isResumed = view.interrupted?.title === details.title;
      for (const account of accounts.all) {
        const own = used.filter(({ platform }) => platform === account.driver.platform);
        if (own.length > 0) await prepareAt(account, own, { ...details, isResumed }, broadcast);
      }
    },
    end,
    onBroadcastChanged({ live }) {
      const hasEnded = wasLive && live === null;
      wasLive = live !== null;
      if (hasEnded) void end();
    },
    setWantsChat: (isWanted) => accounts.all.forEach((account) => account.setWantsChat(isWanted)),
    close: () => accounts.all.forEach((account) => account.close()),
  };
}

/** Without multi-streaming the first alone, as the broadcast chooses them. */
function usedDestinations({ isMultiStream, destinations }: BroadcastView): Destination[] {
  const enabled = destinations.filter(({ isEnabled }) => isEnabled);
  return isMultiStream ? enabled : enabled.slice(0, 1);
}

async function prepareAt(
  account: Account,
  destinations: readonly Destination[],
  details: { title: string; description: string; isResumed: boolean },
  broadcast: BroadcastPort,
): Promise<void> {
  try {
    // Viewers of a stream that is resumed stay where they are.
    const interrupted = details.isResumed ? await account.findInterrupted() : null;
    account.begin(interrupted ?? (await account.driver.prepare(await account.session(), details)));
    for (const destination of destinations) await fillDestination(account, destination, broadcast);
  } catch (error) {
    // A stream to Twitch arrives under its last title. One to YouTube would be in no broadcast.
    const hasKeys = destinations.every(({ hasKey }) => hasKey);
    if (account.driver.platform === 'youtube' || !hasKeys || !problemOf(error)) throw error;
    account.begin(null);
    account.note(error);
  }
}
