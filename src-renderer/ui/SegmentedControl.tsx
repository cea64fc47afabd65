import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';

interface Segment<V extends string> {
  value: V;
  label: string;
  icon?: ReactNode;
  /** What the tooltip says, where icons alone are shown; left out: the label. */
  hint?: string;
  disabled?: boolean;
}

interface SegmentedControlProps<V extends string> {
  segments: readonly Segment<V>[];
  value: V;
  onChange: (value: V) => void;
  label: string;
  /** Shows the icons alone; the labels stay for screen readers. */
  iconsOnly?: boolean;
}

/** One of a few, all in sight. */
export function SegmentedControl<V extends string>(props: SegmentedControlProps<V>) {
  const { segments, value, onChange, label, iconsOnly = false } = props;
  return (
    <ToggleGroup.Root
      type="single"
      value={value}
      // Radix reports '' when the chosen one is pressed again: one stays chosen.
      onValueChange={(next) => next !== '' && onChange(next as V)}
      aria-label={label}
      className="inline-flex rounded-lg border border-line2 bg-inset p-0.5"
    >
      {segments.map((segment) => (
        <ToggleGroup.Item
          key={segment.value}
          value={segment.value}
          disabled={segment.disabled ?? false}
          aria-label={segment.label}
          title={iconsOnly ? (segment.hint ?? segment.label) : undefined}
          className="inline-flex h-7 items-center justify-center gap-1.5 rounded-md px-2.5 text-xs text-t2 hover:text-t1 data-disabled:pointer-events-none data-disabled:opacity-60 data-[state=on]:bg-panel data-[state=on]:shadow-segment dark:data-[state=on]:bg-raise data-[state=on]:font-medium data-[state=on]:text-t1 [&>svg]:size-3.5"
        >
          {segment.icon}
          {!iconsOnly && segment.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
