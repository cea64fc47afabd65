import { CalendarX, Clock, KeyRound, MonitorX, ShieldX, Unplug, type LucideIcon } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { LicenceState } from '../../../src-shared/contract/licence.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { readLicence, refreshLicence } from './licenceSlice.ts';
import { useLicenceAction } from './useLicenceAction.ts';

type Reported =
  | 'trialOver'
  | 'ended'
  | 'noContact'
  | 'revoked'
  | 'deactivated'
  | 'wrongDevice'
  | 'clockMovedBack'
  | 'damaged';

const ICONS: Record<Reported, LucideIcon> = {
  trialOver: CalendarX,
  ended: CalendarX,
  noContact: Unplug,
  revoked: ShieldX,
  deactivated: MonitorX,
  wrongDevice: MonitorX,
  clockMovedBack: Clock,
  damaged: KeyRound,
};

/** What keeps this device from its licence, and what to do next. */
export function StateNotice({ state }: { state: LicenceState }) {
  const { t } = useTranslation('licence');
  const reported = reportedOf(state);
  if (reported === null) return null;
  const Icon = ICONS[reported];
  const latest = state.kind === 'clockMovedBack' ? formatDateTime(state.latestSeenMs) : '';
  return (
    <header className="grid gap-3">
      <span className="grid size-10 place-items-center rounded-xl bg-ambbg text-amb-text">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <h1 className="text-xl font-semibold tracking-tight">{t(`states.${reported}.title`)}</h1>
      <p className="text-t2">{t(`states.${reported}.message`, { product: PRODUCT_NAME, latest })}</p>
      {(reported === 'noContact' || reported === 'clockMovedBack') && <ContactButtons reported={reported} />}
    </header>
  );
}

function ContactButtons({ reported }: { reported: 'noContact' | 'clockMovedBack' }) {
  const { t } = useTranslation('licence');
  const dispatch = useAppDispatch();
  const { running, failure, run } = useLicenceAction();
  const renew = async () => {
    // A clock that was set right needs no server: the look comes first.
    if (reported === 'clockMovedBack') await run('look', () => dispatch(readLicence()));
    await run('renew', () => dispatch(refreshLicence()));
  };
  return (
    <div className="grid justify-items-start gap-3">
      <Button variant="primary" isBusy={running !== null} onClick={() => void renew()}>
        {reported === 'noContact' ? t('renew') : t('checkAgain')}
      </Button>
      {failure && <MessageBox tone="error">{failure.message}</MessageBox>}
    </div>
  );
}

function reportedOf(state: LicenceState): Reported | null {
  switch (state.kind) {
    case 'expired':
      return state.why;
    case 'revoked':
    case 'deactivated':
    case 'wrongDevice':
    case 'clockMovedBack':
    case 'damaged':
      return state.kind;
    case 'none':
    case 'notNeeded':
    case 'trial':
    case 'active':
    case 'grace':
      return null;
  }
}
