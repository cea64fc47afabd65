import type { ReactNode } from 'react';
import { classNames } from '../lib/classNames.ts';
import type { Tone } from './StatusDot.tsx';

const TONES: Record<Tone, string> = {
  good: 'bg-grn/15 text-grn-text',
  warning: 'bg-ambbg text-amb-text',
  bad: 'bg-redbg text-red-text',
  neutral: 'bg-raise text-t2',
  accent: 'bg-accbg text-accent-text',
};

/** A word that qualifies what it is beside. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center rounded px-1.5 py-0.5 text-2xs font-medium',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
