import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { UpdateState } from '../../../src-shared/contract/updates.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { failureOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { selectIsConnected, selectSettings } from '../workspace/index.ts';
import { Section } from './rows.tsx';
import { UpdateInstallRows } from './UpdateInstallRows.tsx';
import { checkUpdates, readUpdates, selectUpdates } from './updatesSlice.ts';

/** Which version this is, and whether there is a newer one. */
export function UpdatesSection() {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const updates = useSelector(selectUpdates);
  const isConnected = useSelector(selectIsConnected);
  const { privacyMode } = useSelector(selectSettings);
  // Privacy mode is a reason of its own.
  useEffect(() => {
    if (isConnected) void dispatch(readUpdates());
  }, [dispatch, isConnected, privacyMode]);
  return (
    <Section title={t('updates.title')}>
      {updates.status === 'ready' && <Known state={updates.data} />}
      {updates.status === 'loading' && <Skeleton className="h-10" />}
      {updates.status === 'failed' && (
        <p role="alert" className="text-xs text-red-text">
          {updates.error.message}
        </p>
      )}
    </Section>
  );
}

function Known({ state }: { state: UpdateState }) {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const check = async () => {
    setBusy(true);
    const result = await dispatch(checkUpdates());
    setBusy(false);
    setFailure(checkUpdates.fulfilled.match(result) ? null : failureOf(result).message);
  };
  const problem = failure ?? state.problem;
  const canAsk = state.reason === null || state.install.step !== 'unsupported';
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="text-t1 select-text">{t('updates.version', { version: state.version })}</p>
          <p role="status" className="mt-0.5 text-xs text-t3">
            {canAsk ? <Found state={state} /> : state.reason}
          </p>
        </div>
        {canAsk && (
          <Button size="sm" disabled={!isConnected} isBusy={isBusy} onClick={() => void check()}>
            {t('updates.check')}
          </Button>
        )}
      </div>
      {problem !== null && canAsk && (
        <p role="alert" className="text-xs text-amb-text">
          {t('updates.failed', { reason: problem })}
        </p>
      )}
      <UpdateInstallRows install={state.install} />
    </>
  );
}

function Found({ state: { newer, checkedAtMs, install } }: { state: UpdateState }) {
  const { t } = useTranslation('settings');
  if (checkedAtMs === null) return t('updates.never');
  const when = t('updates.checked', { when: formatDateTime(checkedAtMs) });
  // What can be installed is said below.
  if (newer === null) return 'version' in install ? when : `${t('updates.newest')} ${when}`;
  return (
    <>
      <span className="text-grn-text">{t('updates.newer', { version: newer.version })}</span>{' '}
      {newer.pageUrl !== null && (
        <a href={newer.pageUrl} target="_blank" rel="noreferrer" className="text-accent underline">
          {t('updates.page')}
        </a>
      )}{' '}
      {when}
    </>
  );
}
