import type {
  BroadcastAccountsView,
  PlatformAccount,
  SpeedTest,
} from '../../../src-shared/contract/broadcastAccounts.ts';
import type { AccountPlatform, ChatEntry } from '../../../src-shared/domain/broadcast/accounts.ts';
import type { MasterQualityId } from '../../../src-shared/domain/broadcast/quality.ts';
import { dataOf, type Loadable } from '../../lib/loadable.ts';

/** Of one destination, for the quality that it was measured with. */
export type SpeedResult = { quality: MasterQualityId; test: SpeedTest | 'measuring' };

export interface AccountsSlice {
  view: Loadable<BroadcastAccountsView>;
  /** The oldest first. */
  chat: ChatEntry[];
  isChatShown: boolean;
  speeds: Record<string, SpeedResult>;
}

export interface AccountsRoot {
  broadcastAccounts: AccountsSlice;
}

export const selectAccounts = (root: AccountsRoot): readonly PlatformAccount[] =>
  dataOf(root.broadcastAccounts.view)?.accounts ?? NONE;
const NONE: readonly PlatformAccount[] = [];
export const selectKeptIn = (root: AccountsRoot) => dataOf(root.broadcastAccounts.view)?.keptIn ?? 'file';
export const selectChat = (root: AccountsRoot) => root.broadcastAccounts.chat;
export const selectIsChatShown = (root: AccountsRoot) => root.broadcastAccounts.isChatShown;
export const selectSpeeds = (root: AccountsRoot) => root.broadcastAccounts.speeds;

export const accountOf = (
  accounts: readonly PlatformAccount[],
  platform: AccountPlatform,
): PlatformAccount | null => accounts.find((account) => account.platform === platform) ?? null;

export const isConnected = (account: PlatformAccount | null): boolean => account?.signIn.kind === 'connected';
