import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { TakeSummary } from '../../../../src-shared/contract/takes.ts';
import { Button } from '../../../ui/Button.tsx';
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx';
import { selectVoiceCleaning } from '../../workspace/index.ts';
import { CleanVoicesDialog } from './CleanVoicesDialog.tsx';
import type { useVoiceSides } from './voiceSides.ts';

interface VoicesBarProps {
  take: TakeSummary;
  sides: Pick<ReturnType<typeof useVoiceSides>, 'side' | 'hasSides' | 'turnTo'>;
}

/** Before and after, while it plays; and the way to clean voices. */
export function VoicesBar({ take, sides }: VoicesBarProps) {
  const { t } = useTranslation('studio');
  const support = useSelector(selectVoiceCleaning);
  const [isOpen, setOpen] = useState(false);
  const canClean = support?.supported === true && take.tracks.audio + take.tracks.mix > 0;
  return (
    <>
      {sides.hasSides && (
        <SegmentedControl
          label={t('voices.sides.label')}
          segments={(['before', 'after'] as const).map((value) => ({
            value,
            label: t(`voices.sides.${value}`),
          }))}
          value={sides.side}
          onChange={sides.turnTo}
        />
      )}
      {canClean && (
        <Button onClick={() => setOpen(true)}>
          <Sparkles aria-hidden="true" className="size-4" />
          {t(take.cleaning ? 'voices.cleanAgain' : 'voices.clean')}
        </Button>
      )}
      {isOpen && <CleanVoicesDialog take={take} onClose={() => setOpen(false)} />}
    </>
  );
}
