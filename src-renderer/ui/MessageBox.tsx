import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../lib/classNames.ts';

const LOOKS = {
  error: { look: 'border-red/50 bg-redbg text-red-text', Icon: TriangleAlert },
  success: { look: 'border-grn/40 bg-grn/10 text-grn-text', Icon: CircleCheck },
  info: { look: 'border-line2 bg-raise text-t1', Icon: Info },
} as const;

/** What came of an action, in its place; read out when it appears. */
export function MessageBox({
  tone,
  children,
  hint,
}: {
  tone: keyof typeof LOOKS;
  children: ReactNode;
  hint?: ReactNode;
}) {
  const { look, Icon } = LOOKS[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={classNames('flex gap-2.5 rounded-lg border px-3 py-2.5', look)}
    >
      <Icon aria-hidden="true" className="mt-px size-4 shrink-0" />
      <div className="grid gap-1">
        <p>{children}</p>
        {hint !== undefined && <p className="text-xs text-t2">{hint}</p>}
      </div>
    </div>
  );
}
