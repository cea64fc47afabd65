import { useTranslation } from '../../lib/useTranslation.ts';
import { EQUALIZER_GAIN_LIMITS } from '../../../src-shared/domain/equalizer.ts';
import { toSliderValue } from '../../../src-shared/domain/gain.ts';
import { classNames } from '../../lib/classNames.ts';
import { formatFigure } from '../../lib/figures.ts';
import { xOfFrequency, yOfGain } from './graphScale.ts';

const PAGE_DB = 3;

interface BandHandleProps {
  label: string;
  frequencyHz: number;
  gainDb: number;
  /** Of the whole curve at this frequency: the point lies on it. */
  responseDb: number;
  isOn: boolean;
  isDragged: boolean;
  disabled: boolean;
  onChange: (gainDb: number) => void;
  ref: (element: HTMLDivElement | null) => void;
}

/** A point of the curve: the keyboard moves it here, the pointer through the graph around it. */
export function BandHandle(props: BandHandleProps) {
  const { label, frequencyHz, gainDb, responseDb, isOn, isDragged, disabled, onChange, ref } = props;
  const { t } = useTranslation('enhancement');
  const { min, max, step } = EQUALIZER_GAIN_LIMITS;
  const keys: Record<string, number> = {
    ArrowUp: gainDb + step,
    ArrowRight: gainDb + step,
    ArrowDown: gainDb - step,
    ArrowLeft: gainDb - step,
    PageUp: gainDb + PAGE_DB,
    PageDown: gainDb - PAGE_DB,
    Home: min,
    End: max,
    Backspace: 0,
    Delete: 0,
  };
  return (
    <div
      ref={ref}
      role="slider"
      tabIndex={disabled ? -1 : 0}
      aria-label={t('equalizer.band', { label })}
      aria-orientation="vertical"
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={gainDb}
      aria-valuetext={`${formatFigure(gainDb, 1)} dB`}
      aria-disabled={disabled || undefined}
      onKeyDown={(event) => {
        const next = keys[event.key];
        if (next === undefined || disabled || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        onChange(toSliderValue(next, EQUALIZER_GAIN_LIMITS));
      }}
      style={{ left: `${xOfFrequency(frequencyHz) * 100}%`, top: `${yOfGain(responseDb) * 100}%` }}
      className={classNames(
        'group pointer-events-none absolute size-3.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 bg-panel',
        isOn ? 'border-accent' : 'border-t3',
        isDragged && 'scale-125 bg-accent',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'absolute bottom-4 left-1/2 z-10 -translate-x-1/2 rounded-md bg-raise px-1.5 py-0.5 text-2xs whitespace-nowrap text-t1 tabular-nums shadow-pop',
          !isDragged && 'hidden group-focus-visible:block',
        )}
      >
        {label} · {formatFigure(gainDb, 1)} dB
      </span>
    </div>
  );
}
