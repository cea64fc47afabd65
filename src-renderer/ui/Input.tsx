import type { ComponentProps } from 'react';
import { classNames } from '../lib/classNames.ts';

/** A line of text to type. Label and error come from `Field`. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      className={classNames(
        'h-9 w-full min-w-0 rounded-lg border border-line2 bg-inset px-3 text-t1 placeholder:text-t3',
        'hover:border-edge disabled:opacity-60 aria-invalid:border-red',
        className,
      )}
      {...rest}
    />
  );
}
