import { useTranslation } from '../../lib/useTranslation.ts';
import { DEFAULT_CHANNEL } from '../../../src-shared/domain/captureSetUp.ts';
import { formatFigure } from '../../lib/figures.ts';
import { Slider } from '../../ui/Slider.tsx';

const PERCENT = { min: 0, max: 100, step: 1 } as const;

interface DenoiseSlidersProps {
  denoise: { engine: string; sensitivity: number; reduction: number };
  disabled: boolean;
  onChange: (key: 'sensitivity' | 'reduction', value: number, isFinal: boolean) => void;
}

/** How readily sound is taken for noise, how far that is lowered, and what that comes to. */
export function DenoiseSliders({ denoise, disabled, onChange }: DenoiseSlidersProps) {
  const { t } = useTranslation('enhancement');
  const isOn = denoise.engine !== 'off';
  return (
    <>
      {(['sensitivity', 'reduction'] as const).map((key) => (
        <Slider
          key={key}
          label={t(`noise.${key}`)}
          {...PERCENT}
          defaultValue={DEFAULT_CHANNEL.denoise[key]}
          value={denoise[key]}
          disabled={disabled || !isOn}
          onChange={(value) => onChange(key, value, false)}
          onCommit={(value) => onChange(key, value, true)}
        />
      ))}
      <p className="-mt-1 text-xs text-t3 tabular-nums">
        {isOn ? t('noise.floor', { floor: floorOf(denoise.reduction) }) : t('noise.off')}
      </p>
    </>
  );
}

/** Of the denoiser: its floor is (1 − reduction/100)², as src-shared/contract/engine.ts says. */
function floorOf(reduction: number): string {
  const gain = (1 - reduction / 100) ** 2;
  return gain > 0 ? `${formatFigure(20 * Math.log10(gain))} dB` : `${formatFigure(-Infinity)} dB`;
}
