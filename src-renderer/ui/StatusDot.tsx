import { classNames } from '../lib/classNames.ts';

export type Tone = 'good' | 'warning' | 'bad' | 'neutral' | 'accent';

const DOTS: Record<Tone, string> = {
  good: 'bg-grn',
  warning: 'bg-amb',
  bad: 'bg-red',
  neutral: 'bg-t3',
  accent: 'bg-accent',
};

/** A state as a colour. Never alone: a text beside it says the same. */
export function StatusDot({ tone, hasHalo = false }: { tone: Tone; hasHalo?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-block size-2 shrink-0 rounded-full',
        DOTS[tone],
        hasHalo && tone === 'good' && 'ring-4 ring-grn/20',
        hasHalo && tone === 'warning' && 'ring-4 ring-amb/20',
        hasHalo && tone === 'bad' && 'ring-4 ring-red/20',
      )}
    />
  );
}
