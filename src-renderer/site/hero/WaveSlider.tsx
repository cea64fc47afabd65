import { ChevronsLeftRight } from 'lucide-react';
import { useState, type CSSProperties } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { heroWave } from './heroWave.ts';
import { WaveLayer } from './WaveLayer.tsx';

interface WaveSliderProps {
  /** Part of the whole that starts raw, 0-1. */
  initialSplit: number;
  onChange: (split: number) => void;
}

/** Both waveforms on each other, raw left of a line and clean right of it; the line is a slider. */
export function WaveSlider({ initialSplit, onChange }: WaveSliderProps) {
  const { t } = useTranslation('site');
  const [percent, setPercent] = useState(initialSplit * 100);
  const seconds = ((percent / 100) * heroWave.durationSec).toFixed(1);
  return (
    <div className="wave-area" style={{ '--split': `${percent}%` } as CSSProperties}>
      <div className="flex justify-between px-5 pt-4 text-sm font-medium sm:px-6">
        <span className="wave-name" data-name="raw">
          {t('wave.raw')}
        </span>
        <span className="text-t3 font-normal">{t('wave.hint')}</span>
        <span className="wave-name" data-name="clean">
          {t('wave.clean')}
        </span>
      </div>
      <div className="wave-box">
        <WaveLayer peaks={heroWave.raw} className="wave-ghost" />
        <WaveLayer peaks={heroWave.raw} className="wave-raw" />
        <WaveLayer peaks={heroWave.clean} className="wave-clean" />
        <span className="wave-playhead" />
        <input
          type="range"
          min="0"
          max="100"
          step="0.5"
          value={percent}
          aria-label={t('wave.slider')}
          aria-valuetext={t('wave.sliderValue', { seconds })}
          className="wave-input"
          onChange={(event) => {
            const next = event.currentTarget.valueAsNumber;
            setPercent(next);
            onChange(next / 100);
          }}
        />
        <span className="wave-line">
          <span className="wave-handle">
            <ChevronsLeftRight size={18} aria-hidden="true" />
          </span>
        </span>
      </div>
    </div>
  );
}
