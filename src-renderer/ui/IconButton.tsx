import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../lib/classNames.ts';
import { Tooltip } from './Tooltip.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** Names the button for screen readers and in its tooltip. */
  label: string;
  icon: ReactNode;
  /** What the tooltip shows beside the label, e.g. a key. */
  hint?: ReactNode;
  hasBorder?: boolean;
}

/** A button that shows an icon alone. */
export function IconButton({ label, icon, hint, hasBorder = true, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip content={hint === undefined ? label : hint}>
      <button
        type="button"
        aria-label={label}
        className={classNames(
          'inline-grid size-8 shrink-0 place-items-center rounded-lg text-t2 transition-colors',
          'hover:bg-raise hover:text-t1 disabled:pointer-events-none disabled:opacity-50 [&>svg]:size-4',
          hasBorder && 'border border-line2',
          className,
        )}
        {...rest}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
