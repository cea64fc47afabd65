import type { ReactNode } from 'react';

/** A key to press. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded border border-line2 px-1.5 py-px font-sans text-2xs text-t3">{children}</kbd>
  );
}
