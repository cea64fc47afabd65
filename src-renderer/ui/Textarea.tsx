import type { ComponentProps } from 'react';
import { classNames } from '../lib/classNames.ts';

/** Several lines of text to type. Label and error come from `Field`. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      className={classNames(
        'w-full min-w-0 resize-y rounded-lg border border-line2 bg-inset px-3 py-2 text-t1 placeholder:text-t3',
        'hover:border-edge disabled:opacity-60 aria-invalid:border-red',
        className,
      )}
      {...rest}
    />
  );
}
