import { Tooltip } from './Tooltip.tsx';

/** Stands for a value that can't be known now; the tooltip and the screen reader say why. */
export function Unknown({ reason }: { reason: string }) {
  return (
    <Tooltip content={reason}>
      <span tabIndex={0} className="rounded font-normal text-t3">
        <span aria-hidden="true">—</span>
        <span className="sr-only">{reason}</span>
      </span>
    </Tooltip>
  );
}
