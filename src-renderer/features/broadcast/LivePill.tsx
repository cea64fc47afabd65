import { useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { splitLanguage } from '../../../src-shared/domain/languages.ts';
import { classNames } from '../../lib/classNames.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { selectLive } from './broadcastSlice.ts';
import { useElapsedSec } from './useElapsedSec.ts';

/** That a broadcast is live, for how long, and the way to it, wherever one is in the app; nothing on its own screen. */
export function LivePill({ className }: { className?: string }) {
  const { t } = useTranslation('shell');
  const live = useSelector(selectLive);
  const elapsedSec = useElapsedSec(live?.elapsedSec ?? null);
  const { path } = splitLanguage(useLocation().pathname);
  if (elapsedSec === null || path === ROUTES.liveBroadcast) return null;
  return (
    <Link
      to={ROUTES.liveBroadcast}
      title={t('livePill.open')}
      className={classNames(
        'flex min-w-0 items-center gap-2 rounded-lg border border-red/50 bg-redbg px-2.5 py-1.5 text-t1 hover:underline',
        className,
      )}
    >
      <span aria-hidden="true" className="size-2 shrink-0 animate-pulse rounded-full bg-rec" />
      <span className="text-xs font-medium">{t('livePill.live')}</span>
      <span className="font-mono text-xs tabular-nums">{formatRecordedTime(elapsedSec)}</span>
      <span className="sr-only">{t('livePill.open')}</span>
    </Link>
  );
}
