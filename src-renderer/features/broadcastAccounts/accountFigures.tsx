import './texts.ts';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { isAccountPlatform } from '../../../src-shared/domain/broadcast/accounts.ts';
import { platformOf, type PlatformId } from '../../../src-shared/domain/broadcast/platforms.ts';
import { accountOf, isConnected, selectAccounts } from './accountsState.ts';

/** What of a destination says whether it has an account. */
interface Linked {
  platform: PlatformId;
  usesAccount: boolean;
}

function useAccountOf({ platform, usesAccount }: Linked) {
  const accounts = useSelector(selectAccounts);
  return usesAccount && isAccountPlatform(platform) ? accountOf(accounts, platform) : null;
}

/** Viewers there as the platform counts them; else why they are not known, null without an account. */
export function useViewers(destination: Linked): { count: number } | { reason: string } | null {
  const { t } = useTranslation('broadcastAccounts');
  const account = useAccountOf(destination);
  if (!account || !isConnected(account)) return null;
  if (account.viewers !== null) return { count: account.viewers };
  return { reason: t('viewers.notYet', { platform: platformOf(destination.platform).name }) };
}

/** The sum of the viewers that are known; null where none are. An account counts once. */
export function useTotalViewers(): number | null {
  const known = useSelector(selectAccounts).flatMap(({ viewers }) => viewers ?? []);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
}

/** How the platform itself receives the stream, where it says so. */
export function HealthLine({ destination }: { destination: Linked }) {
  const { t } = useTranslation('broadcastAccounts');
  const account = useAccountOf(destination);
  if (!account?.health) return null;
  const isWell = account.health === 'good' || account.health === 'ok';
  return (
    <p className={isWell ? 'text-xs text-t3' : 'text-xs text-amb-text'}>
      {t(`health.${account.health}`, { platform: platformOf(destination.platform).name })}
    </p>
  );
}
