import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../lib/classNames.ts';
import { StatusDot, type Tone } from './StatusDot.tsx';

interface PillProps extends ComponentProps<'span'> {
  /** A state's colour; the text beside it says the same. */
  tone?: Tone;
  icon?: ReactNode;
}

/** A short fact in an outline, e.g. a state at the top of a screen. */
export function Pill({ tone, icon, className, children, ...rest }: PillProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-7 items-center gap-2 rounded-full border border-line2 px-3 text-xs whitespace-nowrap text-t2',
        'tabular-nums [&>svg]:size-3.5',
        className,
      )}
      {...rest}
    >
      {tone && <StatusDot tone={tone} />}
      {icon}
      {children}
    </span>
  );
}
