import { KeyRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { LicenceStatusReport } from '../../../src-shared/contract/licence.ts';
import { classNames } from '../../lib/classNames.ts';
import { dataOf } from '../../lib/loadable.ts';
import { selectLicence } from './licenceSlice.ts';

const LicenceDialog = lazy(() => import('./LicenceDialog.tsx'));

/** In the menu: what the licence is worth now; opens its dialog. Nothing where none is needed. */
export function LicencePill() {
  const { t } = useTranslation('licence');
  const report = dataOf(useSelector(selectLicence));
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  if (report === null || report.state.kind === 'notNeeded') return null;
  const isUrgent = isUrgentState(report);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setIsOpen(true);
          setWasOpened(true);
        }}
        className={classNames(
          'flex h-8 items-center gap-2.5 rounded-lg px-2 text-left text-xs transition-colors hover:bg-raise [&>svg]:size-4',
          isUrgent ? 'bg-ambbg text-amb-text' : 'text-t2 hover:text-t1',
        )}
      >
        <KeyRound aria-hidden="true" />
        <span className="truncate">{labelOf(report, t)}</span>
      </button>
      {wasOpened && (
        <Suspense>
          <LicenceDialog report={report} isOpen={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </>
  );
}

const URGENT_DAYS = 3;

function isUrgentState({ state }: LicenceStatusReport): boolean {
  return state.kind === 'grace' || (state.kind === 'trial' && state.daysLeft <= URGENT_DAYS);
}

function labelOf({ state }: LicenceStatusReport, t: ReturnType<typeof useTranslation<'licence'>>['t']) {
  if (state.kind === 'trial') return t('pill.trial', { count: state.daysLeft });
  if (state.kind === 'grace') return t('pill.grace', { count: state.daysLeft });
  return state.kind === 'active' ? t('pill.active') : t('pill.free');
}
