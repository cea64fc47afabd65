import { classNames } from '../lib/classNames.ts';

/** Holds the place of what is being loaded; give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('block animate-pulse rounded-md bg-track', className)} />
  );
}
