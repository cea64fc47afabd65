import type { ReactNode } from 'react';

interface PageFrameProps {
  /** What this page records on its own. */
  mode: string;
  /** What the desktop app adds. */
  adds: string;
  children: ReactNode;
}

/** A screen of a page that records on its own, and what it is beside the desktop's. */
export function PageFrame({ mode, adds, children }: PageFrameProps) {
  return (
    <>
      <p className="text-xs text-t2">{mode}</p>
      {children}
      <p className="text-xs text-t3">{adds}</p>
    </>
  );
}
