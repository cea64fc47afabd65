import { useId, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { classNames } from '../lib/classNames.ts';

interface KnobProps {
  label: string;
  /** 0 to 1. */
  value: number;
  /** The value as it is read, with its unit. */
  text: string;
  /** Taken again on a double click or with Backspace. */
  defaultValue: number;
  /** 0: any value between; N: N + 1 places. */
  stepCount?: number;
  /** While it is turned: show it. */
  onChange: (value: number) => void;
  /** When it is let go, with the value that it had before. */
  onCommit?: (value: number, before: number) => void;
  disabled?: boolean;
  isLabelHidden?: boolean;
}

/** From lowest to highest it is dragged so far; with Shift ten times as far. */
const DRAG_RANGE_PX = 180;
const FINE_FACTOR = 0.1;
const ARROW_STEP = 0.01;
const PAGE_STEP = 0.1;

/** A value that is turned: by dragging up and down, by keys, back to its default with a double click. */
export function Knob(props: KnobProps) {
  const { label, value, text, disabled = false } = props;
  const labelId = useId();
  const drag = useDrag(props);
  return (
    <div className={classNames('grid w-20 justify-items-center gap-1 text-center', disabled && 'opacity-50')}>
      <div
        role="slider"
        tabIndex={disabled ? -1 : 0}
        aria-labelledby={labelId}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(value * 100)}
        aria-valuetext={text}
        aria-disabled={disabled || undefined}
        {...drag}
        {...stepsOf(props)}
        className="size-12 cursor-ns-resize touch-none rounded-full"
      >
        <Dial value={value} />
      </div>
      <span id={labelId} title={label} className="line-clamp-2 w-full text-2xs leading-tight text-t2">
        {label}
      </span>
      <span
        aria-hidden="true"
        title={text}
        className="w-full truncate text-xs font-medium text-t1 tabular-nums"
      >
        {text}
      </span>
    </div>
  );
}

const limit = (value: number) => Math.min(1, Math.max(0, value));

/** The nearest place that the knob has. */
function fit(value: number, stepCount = 0): number {
  return stepCount > 0 ? Math.round(limit(value) * stepCount) / stepCount : limit(value);
}

/** Shown while it is dragged, and sent once when it is released. */
function useDrag({ value, stepCount, onChange, onCommit, disabled = false }: KnobProps) {
  const drag = useRef<{ y: number; value: number; before: number } | null>(null);

  function onPointerUp() {
    const from = drag.current;
    drag.current = null;
    if (!from) return;
    const fitted = fit(from.value, stepCount);
    if (fitted !== from.before) onCommit?.(fitted, from.before);
  }

  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (disabled || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { y: event.clientY, value, before: value };
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      const from = drag.current;
      if (!from) return;
      const factor = event.shiftKey ? FINE_FACTOR : 1;
      const next = limit(from.value + ((from.y - event.clientY) / DRAG_RANGE_PX) * factor);
      // Anchored again with every move, so that Shift may come and go.
      drag.current = { ...from, y: event.clientY, value: next };
      const fitted = fit(next, stepCount);
      if (fitted !== value) onChange(fitted);
    },
    onPointerUp,
    onPointerCancel: onPointerUp,
  };
}

/** Changes that are whole at once: by a key, or back to the default. */
function stepsOf(props: KnobProps) {
  const { value, defaultValue, stepCount = 0, onChange, onCommit, disabled = false } = props;
  const set = (next: number) => {
    if (disabled) return;
    const fitted = fit(next, stepCount);
    if (fitted === value) return;
    onChange(fitted);
    onCommit?.(fitted, value);
  };

  return {
    onDoubleClick: () => set(defaultValue),
    onKeyDown(event: KeyboardEvent) {
      const least = stepCount > 0 ? 1 / stepCount : ARROW_STEP * (event.shiftKey ? FINE_FACTOR : 1);
      const moves: Record<string, number> = {
        ArrowUp: value + least,
        ArrowRight: value + least,
        ArrowDown: value - least,
        ArrowLeft: value - least,
        PageUp: value + Math.max(PAGE_STEP, least),
        PageDown: value - Math.max(PAGE_STEP, least),
        Home: 0,
        End: 1,
        Backspace: defaultValue,
      };
      const next = moves[event.key];
      if (next === undefined) return;
      event.preventDefault();
      set(next);
    },
  };
}

/** An arc of 270°, open at the bottom. */
function Dial({ value }: { value: number }) {
  const angle = -135 + value * 270;
  const tip = pointAt(angle, 10);
  return (
    <svg viewBox="0 0 48 48" className="size-full" aria-hidden="true">
      <path d={arc(-135, 135)} fill="none" stroke="var(--track)" strokeWidth="4" strokeLinecap="round" />
      {value > 0 && (
        <path d={arc(-135, angle)} fill="none" stroke="var(--accent)" strokeWidth="4" strokeLinecap="round" />
      )}
      <circle cx="24" cy="24" r="14" fill="var(--raise)" stroke="var(--line2)" />
      <line x1="24" y1="24" x2={tip.x} y2={tip.y} stroke="var(--t1)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

function arc(from: number, to: number): string {
  const start = pointAt(from, 20);
  const end = pointAt(to, 20);
  return `M ${start.x} ${start.y} A 20 20 0 ${to - from > 180 ? 1 : 0} 1 ${end.x} ${end.y}`;
}

/** Degrees from the top, clockwise. */
function pointAt(degrees: number, radius: number): { x: number; y: number } {
  const radians = (degrees * Math.PI) / 180;
  const round = (number: number) => Math.round(number * 100) / 100;
  return { x: round(24 + radius * Math.sin(radians)), y: round(24 - radius * Math.cos(radians)) };
}
