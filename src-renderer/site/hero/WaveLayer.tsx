import { classNames } from '../../lib/classNames.ts';
import { wavePath } from './wavePath.ts';

/** Bars joined on a narrow screen, so that they stay apart. */
const NARROW_GROUP = 3;

/** One waveform over the whole width; the layers lie on each other and are cut at the line. */
export function WaveLayer({ peaks, className }: { peaks: readonly number[]; className: string }) {
  return (
    <svg
      viewBox={`0 0 ${peaks.length} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={classNames('wave-layer', className)}
    >
      <path className="max-sm:hidden" d={wavePath(peaks)} />
      <path className="sm:hidden" d={wavePath(peaks, NARROW_GROUP)} />
    </svg>
  );
}
