import { classNames } from '../lib/classNames.ts';

/** The mark, and the name beside it unless `markOnly`. */
export function Logo({ markOnly = false, className }: { markOnly?: boolean; className?: string }) {
  return (
    <span className={classNames('inline-flex items-center gap-2.5', className)}>
      <svg viewBox="0 0 22 20" width="22" height="20" className="fill-accent" aria-hidden="true">
        <rect x="0" y="6" width="3.4" height="8" rx="1.7" />
        <rect x="6" y="0" width="3.4" height="20" rx="1.7" />
        <rect x="12" y="4" width="3.4" height="12" rx="1.7" />
        <rect x="18" y="7.5" width="3.4" height="5" rx="1.7" opacity="0.6" />
      </svg>
      {!markOnly && <span className="text-title font-semibold tracking-tight text-t1">SoundDesk</span>}
    </span>
  );
}
