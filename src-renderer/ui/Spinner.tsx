import { LoaderCircle } from 'lucide-react';
import { classNames } from '../lib/classNames.ts';

/** Something is under way. Without a label it is decoration beside a text that says so. */
export function Spinner({
  sizePx = 16,
  label,
  className,
}: {
  sizePx?: number;
  label?: string;
  className?: string;
}) {
  return (
    <LoaderCircle
      width={sizePx}
      height={sizePx}
      className={classNames('animate-spin', className)}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    />
  );
}
