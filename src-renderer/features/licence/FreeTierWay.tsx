import { useTranslation } from '../../lib/useTranslation.ts';
import type { LicenceStatusReport } from '../../../src-shared/contract/licence.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { chooseFreeTier } from './licenceSlice.ts';
import { useLicenceAction } from './useLicenceAction.ts';

/** The way on without any licence. */
export function FreeTierWay({ report: { freeTier } }: { report: LicenceStatusReport }) {
  const { t } = useTranslation('licence');
  const dispatch = useAppDispatch();
  const { running, failure, run } = useLicenceAction();
  return (
    <div className="grid max-w-[32rem] justify-items-center gap-1 text-center">
      <Button isBusy={running !== null} onClick={() => void run('free', () => dispatch(chooseFreeTier()))}>
        {t('free.action')}
      </Button>
      <p className="text-xs text-t3">{t('free.note', { minutes: freeTier.limitSec / 60 })}</p>
      {failure && <MessageBox tone="error">{failure.message}</MessageBox>}
    </div>
  );
}
