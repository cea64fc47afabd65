import type {
  BroadcastAccountsView,
  broadcastAccountsContract,
} from '../../../src-shared/contract/broadcastAccounts.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { isAccountPlatform, type AccountPlatform } from '../../../src-shared/domain/broadcast/accounts.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import type { Log } from '../ports.ts';
import type { Account } from './account.ts';
import type { Accounts } from './accounts.ts';
import type { ChatLog } from './chatLog.ts';
import { fillDestination } from './fillDestination.ts';
import { platformError, problemOf } from './platformErrors.ts';
import type { BroadcastPort, Destination } from './ports.ts';
import { measureSpeed } from './speedTest.ts';

interface Parts {
  accounts: Accounts;
  chat: ChatLog;
  broadcast: BroadcastPort;
  read: () => Promise<BroadcastAccountsView>;
  log: Log;
}

/** What the screen may ask of the accounts. */
export function createAccountHandlers(parts: Parts): Handlers<typeof broadcastAccountsContract> {
  const { accounts, chat, broadcast, read } = parts;
  const change = async (work: Promise<void> | void) => {
    await work;
    return await read();
  };

  return {
    'broadcastAccounts.read'() {
      for (const account of accounts.all) void account.check();
      return read();
    },
    'broadcastAccounts.saveClient': ({ platform, clientId: id, clientSecret }) =>
      change(accounts[platform].saveClient(id === '' ? null : { id, secret: clientSecret || null })),
    'broadcastAccounts.connect': ({ platform }) => change(accounts[platform].connect()),
    'broadcastAccounts.cancel': ({ platform }) => change(accounts[platform].cancel()),
    'broadcastAccounts.disconnect': ({ platform }) => change(accounts[platform].disconnect()),
    'broadcastAccounts.setOptions': ({ platform, options }) => change(accounts[platform].setOptions(options)),
    async 'broadcastAccounts.fillDestination'({ id }) {
      const destination = await findDestination(broadcast, id);
      await fillDestination(accountOf(accounts, destination), destination, broadcast);
    },
    async 'broadcastAccounts.searchCategories'({ query }) {
      const { authorized } = await accounts.twitch.session();
      return await authorized((access) => accounts.drivers.twitch.searchCategories(access, query));
    },
    async 'broadcastAccounts.listBroadcasts'() {
      const { authorized } = await accounts.youtube.session();
      return await authorized((access) => accounts.drivers.youtube.listBroadcasts(access));
    },
    async 'broadcastAccounts.measureSpeed'({ id, quality }, { signal }) {
      const destination = await findDestination(broadcast, id);
      if ((await broadcast.read()).live) throw failWith('BROADCAST_ALREADY_RUNNING', 'platformEndFirst');
      const { platform, usesAccount } = destination;
      const account = usesAccount && isAccountPlatform(platform) ? accounts[platform] : null;
      return await measureSpeed({ destination, quality, account, readKey: broadcast.readKey, signal });
    },
    'broadcastAccounts.readChat': () => chat.entries,
    'broadcastAccounts.sendChat': async ({ platforms, text }) =>
      (await Promise.all([...new Set(platforms)].map((platform) => send(accounts, platform, text)))).flat(),
    async 'broadcastAccounts.moderate'({ platform, entryId, action }) {
      const entry = chat.find({ platform, id: entryId });
      if (!entry) throw failWith('BAD_OPTION', 'platformMessageGone');
      const { driver, broadcast: live, session } = withSession(accounts[platform]);
      await driver.moderate(await session, live, entry, action);
      chat.remove((other) =>
        action === 'delete'
          ? other.platform === platform && other.id === entry.id
          : other.platform === platform && other.authorId === entry.authorId,
      );
    },
  };
}

const withSession = (account: Account) => ({
  driver: account.driver,
  broadcast: account.broadcast,
  session: account.session(),
});

async function findDestination(broadcast: BroadcastPort, id: string): Promise<Destination> {
  const found = (await broadcast.read()).destinations.find((destination) => destination.id === id);
  if (!found) throw failWith('DESTINATION_NOT_FOUND', 'platformDestinationGone');
  return found;
}

function accountOf(accounts: Accounts, { platform, name }: Destination): Account {
  if (isAccountPlatform(platform)) return accounts[platform];
  throw failWith('BAD_OPTION', 'platformNoAccounts', { values: { name } });
}

async function send(accounts: Accounts, platform: AccountPlatform, text: string) {
  const account = accounts[platform];
  try {
    const session = await account.session();
    if (!account.driver.hasChat(account.broadcast)) throw platformError(platform, 'accountChatClosed');
    await account.driver.sendChat(session, account.broadcast, text);
    return [];
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    return [{ platform, problem }];
  }
}
