import type { ReactNode } from 'react';
import { MissingBasic } from './MissingBasic.tsx';

interface BasicFrameProps {
  /** What this page records by itself. */
  mode: string;
  /** What the desktop app adds. */
  adds: string;
  children: ReactNode;
}

/** A screen of a page that records by itself, and what it is beside the desktop's. */
export function BasicFrame({ mode, adds, children }: BasicFrameProps) {
  return (
    <>
      <MissingBasic>
        <p className="text-xs text-t2">{mode}</p>
        {children}
      </MissingBasic>
      <p className="text-xs text-t3">{adds}</p>
    </>
  );
}
