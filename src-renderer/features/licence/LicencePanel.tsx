import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { LicenceStatusReport } from '../../../src-shared/contract/licence.ts';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { showNotice } from '../../ui/notice.ts';
import { selectSession } from '../auth/index.ts';
import { AccountWays } from './AccountWays.tsx';
import { KeyForm } from './KeyForm.tsx';
import { deactivateDevice, refreshLicence } from './licenceSlice.ts';
import { useLicenceAction } from './useLicenceAction.ts';

interface LicencePanelProps {
  report: LicenceStatusReport;
  /** Another key is in use. */
  onActivated?: () => void;
}

/** The licence of this device: what it is worth, renew it, give it back, or take another. */
export function LicencePanel({ report, onActivated }: LicencePanelProps) {
  const { t } = useTranslation(['licence', 'common']);
  const dispatch = useAppDispatch();
  const session = useSelector(selectSession);
  const { running, failure, run } = useLicenceAction();
  const [asks, setAsks] = useState(false);
  const isHeld = 'licenceId' in report.state;
  const isSignedIn = session.status === 'ready' && session.data.kind === 'signedIn';
  const renew = async () => {
    if (await run('renew', () => dispatch(refreshLicence())))
      showNotice({ tone: 'success', title: t('licence:dialog.renewed') });
  };
  const deactivate = async () => {
    if (await run('deactivate', () => dispatch(deactivateDevice())))
      showNotice({ tone: 'success', title: t('licence:dialog.deactivated') });
  };
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Facts report={report} />
        {failure && <MessageBox tone="error">{failure.message}</MessageBox>}
        {report.contactProblem !== null && !failure && (
          <MessageBox tone="info">{report.contactProblem}</MessageBox>
        )}
        {isHeld && (
          <div className="flex flex-wrap gap-2">
            <Button isBusy={running === 'renew'} onClick={() => void renew()}>
              {t('licence:renew')}
            </Button>
            <Button variant="danger" isBusy={running === 'deactivate'} onClick={() => setAsks(true)}>
              {t('licence:dialog.deactivate')}
            </Button>
          </div>
        )}
        <div className="border-t border-line pt-5">
          <KeyForm {...(onActivated ? { onActivated } : {})} />
        </div>
        {isSignedIn && (
          <div className="border-t border-line pt-5">
            <AccountWays report={report} />
          </div>
        )}
      </div>
      <ConfirmDialog
        isOpen={asks}
        onOpenChange={setAsks}
        title={t('licence:dialog.deactivateAsk')}
        description={t('licence:dialog.deactivateMessage')}
        confirmLabel={t('licence:dialog.deactivate')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void deactivate()}
      />
    </>
  );
}

function Facts({ report }: { report: LicenceStatusReport }) {
  const { t } = useTranslation('licence');
  const { state, device, lastContactMs } = report;
  const facts: [string, string][] = [
    ...('licenceId' in state
      ? ([
          [t('dialog.license'), `${state.keyPrefix}…`],
          [t('dialog.plan'), state.plan.slice(0, 1).toUpperCase() + state.plan.slice(1)],
        ] satisfies [string, string][])
      : []),
    [t('dialog.state'), stateText(report, t)],
    [t('dialog.device'), device.name],
    [t('dialog.contact'), lastContactMs === null ? t('dialog.never') : formatDateTime(lastContactMs)],
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5">
      {facts.map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-t3">{name}</dt>
          <dd className="break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function stateText(
  { state, freeTier }: LicenceStatusReport,
  t: ReturnType<typeof useTranslation<'licence'>>['t'],
): string {
  if (state.kind === 'trial') return t('dialog.trialEnds', { date: formatDate(state.endsAtMs) });
  if (state.kind === 'active') return t('dialog.activeUntil', { date: formatDate(state.renewBeforeMs) });
  if (state.kind === 'grace') return t('dialog.graceUntil', { count: state.daysLeft });
  return t('dialog.freeUsed', {
    used: Math.floor(Math.min(freeTier.usedSec, freeTier.limitSec) / 60),
    limit: freeTier.limitSec / 60,
  });
}
