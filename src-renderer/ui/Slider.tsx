import { Slider as Radix } from 'radix-ui';
import { useId } from 'react';
import { formatFigure } from '../lib/figures.ts';

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** Taken again on a double click or with Backspace. */
  defaultValue: number;
  unit?: string;
  /** While dragging: show it. */
  onChange: (value: number) => void;
  /** When let go: keep it. */
  onCommit?: (value: number) => void;
  disabled?: boolean;
}

/** A value in a range, with its figure and unit in sight. */
export function Slider({
  label,
  value,
  min,
  max,
  step = 1,
  defaultValue,
  unit,
  onChange,
  onCommit,
  disabled = false,
}: SliderProps) {
  const labelId = useId();
  const shown = formatFigure(value, Number.isInteger(value) ? 0 : 1);
  const reset = () => {
    if (disabled) return;
    onChange(defaultValue);
    onCommit?.(defaultValue);
  };
  return (
    <div>
      <div className="mb-2 flex items-baseline justify-between text-xs">
        <span id={labelId} className="text-t2">
          {label}
        </span>
        <span className="text-t3 tabular-nums">
          <b className="font-semibold text-t1">{shown}</b> {unit}
        </span>
      </div>
      <Radix.Root
        value={[value]}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        onValueChange={([next]) => next !== undefined && onChange(next)}
        onValueCommit={([next]) => next !== undefined && onCommit?.(next)}
        onDoubleClick={reset}
        onKeyDown={(event) => event.key === 'Backspace' && reset()}
        className="relative flex h-5 touch-none items-center select-none data-disabled:opacity-50"
      >
        <Radix.Track className="relative h-1 grow rounded-full bg-track">
          <Radix.Range className="absolute h-full rounded-full bg-accent" />
        </Radix.Track>
        <Radix.Thumb
          aria-labelledby={labelId}
          aria-valuetext={unit === undefined ? shown : `${shown} ${unit}`}
          className="block size-3.5 rounded-full bg-white shadow-[0_1px_4px_#0006] ring-1 ring-edge"
        />
      </Radix.Root>
    </div>
  );
}
