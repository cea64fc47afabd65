import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { TakeSummary } from '../../../../src-shared/contract/takes.ts';
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx';
import { selectHasMix, selectVoiceCleaning } from '../../workspace/index.ts';

export type ExportedVoices = 'recorded' | 'clean';

interface VoicesChoiceProps {
  take: TakeSummary;
  voices: ExportedVoices;
  onChange: (voices: ExportedVoices) => void;
}

/** Whether an export has the voices as they were recorded, or clean. */
export function VoicesChoice({ take, voices, onChange }: VoicesChoiceProps) {
  const { t } = useTranslation('studio');
  const support = useSelector(selectVoiceCleaning);
  const hasMix = useSelector(selectHasMix);
  const hint = !take.hasCleanVoices ? 'cleansFirst' : hasMix ? 'isClean' : 'isCleanByFaders';
  const hasSound = take.tracks.audio + take.tracks.mix > 0;
  if (!hasSound || (support?.supported !== true && !take.hasCleanVoices)) return null;
  return (
    <div className="grid justify-items-start gap-1.5">
      <span aria-hidden="true" className="text-xs text-t2">
        {t('voices.exported.label')}
      </span>
      <SegmentedControl
        label={t('voices.exported.label')}
        segments={(['recorded', 'clean'] as const).map((value) => ({
          value,
          label: t(`voices.exported.${value}`),
        }))}
        value={voices}
        onChange={onChange}
      />
      {voices === 'clean' && <p className="text-xs text-t3">{t(`voices.exported.${hint}`)}</p>}
    </div>
  );
}
